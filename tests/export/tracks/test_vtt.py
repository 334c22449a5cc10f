from pathlib import Path

import pytest

from cinescribe.errors import OutputError, SubtitleError
from cinescribe.export.tracks.cue_times import timed_cues
from cinescribe.export.tracks.vtt import read_vtt, write_vtt
from cinescribe.schema import Cue, Film, Script
from cinescribe.timing import Span
from tests.export.texts import a_script
from tests.shared import shared


def read(tmp_path: Path, text: str) -> tuple[Cue, ...]:
    path = tmp_path / "in.vtt"
    path.write_bytes(text.encode())
    return read_vtt(path)


def test_a_round_trip(tmp_path: Path) -> None:
    write_vtt(a_script(), tmp_path / "out.vtt")
    heard = a_script().spoken()
    for cue, back in zip(heard, read_vtt(tmp_path / "out.vtt"), strict=True):
        assert (back.span, back.text, back.status, back.pause) == (cue.span, cue.text, cue.status, cue.pause)


def test_the_file_as_a_player_sees_it(tmp_path: Path) -> None:
    write_vtt(a_script(), tmp_path / "out.vtt")
    text = (tmp_path / "out.vtt").read_text(encoding="utf-8")
    assert text.startswith("WEBVTT\n\nNOTE\nkind: descriptions\nlanguage: en-GB\nfilm: anna.mp4\n\n")
    assert "c1\n00:00:04.100 --> 00:00:06.200\nAnna &lt;smiles&gt; &amp; waits --&gt; here.\nIt is day.\n" in text
    assert "c2 extended: film waits 4.000 s at 9.000 s\n00:00:09.000 --> 00:00:10.500\nP2 enters.\n" in text
    assert "=1+1" not in text
    assert "kind: descriptions" in text
    assert "to greet" not in text


def test_notes_are_not_spoken_and_optional(tmp_path: Path) -> None:
    write_vtt(a_script(), tmp_path / "out.vtt", notes=True)
    text = (tmp_path / "out.vtt").read_text(encoding="utf-8")
    for note in ("why: to greet", "effect: P2 turns", "trait: kind", "figure: the sun is her mood"):
        assert f"NOTE\nc1 {note}\n\n" in text
    assert [cue.text for cue in read_vtt(tmp_path / "out.vtt")] == [cue.text for cue in a_script().spoken()]


def test_an_arrow_in_a_note_does_not_end_it(tmp_path: Path) -> None:
    cue = Cue(Span(1, 2), "She runs.", why="00:01.000 --> 00:02.000\n\nc9")
    write_vtt(Script(Film("a --> b.mp4", 9), cues=(cue,)), tmp_path / "out.vtt", notes=True)
    assert [back.text for back in read_vtt(tmp_path / "out.vtt")] == ["She runs."]


def test_failed_write_leaves_no_file(tmp_path: Path) -> None:
    (tmp_path / "out.vtt").mkdir()
    with pytest.raises(OutputError, match="cannot be written"):
        write_vtt(a_script(), tmp_path / "out.vtt")
    assert [path.name for path in tmp_path.iterdir()] == ["out.vtt"]


def test_a_foreign_file_with_all_that_the_format_allows(tmp_path: Path) -> None:
    text = (
        "\ufeffWEBVTT - a title\nKind: descriptions\nLanguage: en\n\n"
        "STYLE\n::cue { color: red }\n\nREGION\nid:fred\n\n"
        "NOTE one line\n\nNOTE\nmany\nlines\n\n"
        "an id with words\n01:05.000 --> 01:07.500 line:80% align:start\n<v Anna>Hello &amp; <i.loud>good</i> day</v>\n"
        "<00:01:06.000>second&nbsp;line\n\n"
        "00:00:01.000-->00:00:02.000\nEarlier, though later in the file\n\n\n\n"
        "123:00:00.000\t-->\t123:00:01.000\nLate\n\n"
        "00:03.000 --> 00:04.000\n\n"
        "lost words\n"
    ).replace("\n", "\r\n")
    assert [(cue.span.start, cue.span.end, cue.text) for cue in read(tmp_path, text)] == [
        (1.0, 2.0, "Earlier, though later in the file"),
        (65.0, 67.5, "Hello & good day\nsecond\xa0line"),
        (442800.0, 442801.0, "Late"),
    ]


def test_an_extended_cue_moved_in_an_editor_pauses_at_its_new_time(tmp_path: Path) -> None:
    text = "WEBVTT\n\nc2 extended: film waits 4.000 s at 9.000 s\n00:20.000 --> 00:21.000\nx\n"
    assert read(tmp_path, text) == (Cue(Span(20, 20), "x", status="extended", pause=4.0),)


@pytest.mark.parametrize("text", ["WEBVTT", "WEBVTT\n", "WEBVTT words\n\n"])
def test_a_file_without_cues_is_empty(tmp_path: Path, text: str) -> None:
    assert read(tmp_path, text) == ()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", r"line 1: found ''; a WebVTT file begins with 'WEBVTT'; correct"),
        ("WEBVTTX\n", r"line 1: found 'WEBVTTX'"),
        ("1\n00:00:01,000 --> 00:00:02,000\nSRT\n", r"line 1: found '1'"),
        ("WEBVTT\n\nc1\n0:75 --> 02:00.000\nx\n", r"in\.vtt', line 4: invalid time '0:75'"),
        ("WEBVTT\n\n00:01.000 --> soon\nx\n", r"line 3: found '00:01.000 --> soon'; expected 'START --> END'"),
        (f"WEBVTT\n\n{'9' * 5000}:00:00.000 --> 00:02.000\nx\n", r"line 3: found '99"),
        ("WEBVTT\n\n00:02.000 --> 00:01.000\nx\n", r"line 3: a span runs from 2\.0 to 1\.0"),
        ("WEBVTT\n\n00:01.000 --> 00:02.000\nx\n00:03.000 --> 00:04.000\ny\n", r"line 5: .*; expected a blank line"),
    ],
)
def test_a_bad_file_is_named_with_its_line(tmp_path: Path, text: str, words: str) -> None:
    with pytest.raises(SubtitleError, match=words):
        read(tmp_path, text)


def test_a_missing_file_and_one_in_another_encoding(tmp_path: Path) -> None:
    with pytest.raises(SubtitleError, match="cannot be read"):
        read_vtt(tmp_path / "none.vtt")
    (tmp_path / "latin.vtt").write_bytes("WEBVTT\n\n00:01.000 --> 00:02.000\nSöhne\n".encode("latin-1"))
    with pytest.raises(SubtitleError, match="not UTF-8"):
        read_vtt(tmp_path / "latin.vtt")


def test_descriptions_of_a_whole_film_survive_reading_and_writing(tmp_path: Path) -> None:
    path = shared("data/text/elephants_dream_vtt/descriptions.en.vtt")
    cues = read_vtt(path)
    assert len(cues) == path.read_text(encoding="utf-8").count("-->")
    assert cues[2] == Cue(Span(12.01, 14.8), "elephants dream")
    assert cues[-1].text.startswith("Produced By\nTon Roosendaal\n")
    script = Script(Film("elephants_dream.mp4", 653.0), cues=cues)
    write_vtt(script, tmp_path / "out.vtt")
    assert read_vtt(tmp_path / "out.vtt") == cues
    assert [timed.start for timed in timed_cues(script)] == [round(cue.span.start * 1000) for cue in cues]


def test_cue_settings_of_a_real_caption_file() -> None:
    cues = read_vtt(shared("data/video/friday/friday.vtt"))
    assert [cue.text for cue in cues][:2] == ["Hildy!", "How are you?"]
    assert cues[1].span == Span(1.0, 1.499)


def test_unknown_webvtt_tags_are_kept(tmp_path):
    path = tmp_path / "model.vtt"
    path.write_text("WEBVTT\n\n00:01.000 --> 00:02.000\n<v.loud Anna><i>He</i> sits.<|im_end|></s>\n", encoding="utf-8")
    assert [cue.text for cue in read_vtt(path)] == ["He sits.<|im_end|></s>"]
