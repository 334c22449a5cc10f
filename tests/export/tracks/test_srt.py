from pathlib import Path

import pytest

from cinescribe.errors import OutputError, SubtitleError
from cinescribe.export.tracks.srt import read_srt, write_srt
from cinescribe.schema import Cue, Film, Script
from cinescribe.timing import Span
from tests.export.texts import a_script
from tests.shared import shared


def read(tmp_path: Path, text: str) -> list[tuple[float, float, str]]:
    path = tmp_path / "in.srt"
    path.write_bytes(text.encode())
    return [(cue.span.start, cue.span.end, cue.text) for cue in read_srt(path)]


def test_a_round_trip(tmp_path: Path) -> None:
    script = a_script()
    plain = script.replace(cues=(script.cues[0].replace(text="Anna smiles.\nIt is day."), *script.cues[1:]))
    write_srt(plain, tmp_path / "out.srt")
    shown = [Span(4.1, 6.2), Span(9.0, 10.5), Span(20.25, 22.0)]
    assert read_srt(tmp_path / "out.srt") == tuple(
        Cue(span, cue.text) for span, cue in zip(shown, plain.spoken(), strict=True)
    )


def test_the_file_as_a_player_sees_it(tmp_path: Path) -> None:
    write_srt(a_script(), tmp_path / "out.srt")
    assert (tmp_path / "out.srt").read_text(encoding="utf-8") == (
        "1\n00:00:04,100 --> 00:00:06,200\nAnna <smiles> & waits -> here.\nIt is day.\n\n"
        "2\n00:00:09,000 --> 00:00:10,500\nP2 enters.\n\n"
        "3\n00:00:20,250 --> 00:00:22,000\nP2 and Anna sit.\n"
    )


def test_angle_brackets_without_markup_are_kept(tmp_path: Path) -> None:
    assert read(tmp_path, "1\n00:00:01,000 --> 00:00:02,000\n3 < 5 <smiles> {sic}\n") == [
        (1.0, 2.0, "3 < 5 <smiles> {sic}")
    ]


def test_a_foreign_file_with_common_irregularities(tmp_path: Path) -> None:
    text = (
        "\ufeff\n7\n00:00:05,5 --> 00:00:06,25 X1:100 X2:200\n<i>Slanted</i> {\\an8}<font color='red'>red</font>\n\n"
        "after a blank line\n"
        "42\n\n"
        "8\n00:00:01.000 --> 00:00:02.000\nfull stops\n"
        "9\n00:00:03,000 --> 00:00:04,000\nno blank line before\n"
        "00:00:07,000 --> 00:00:08,000\nno counter\n\n"
        "10\n00:00:09,000 --> 00:00:10,000\n<b></b>\n"
    ).replace("\n", "\r\n")
    assert read(tmp_path, text) == [
        (1.0, 2.0, "full stops"),
        (3.0, 4.0, "no blank line before"),
        (5.5, 6.25, "Slanted red\nafter a blank line\n42"),
        (7.0, 8.0, "no counter"),
    ]


def test_a_script_without_cues_is_an_empty_file(tmp_path: Path) -> None:
    write_srt(Script(Film("f.mp4", 9)), tmp_path / "out.srt")
    assert read_srt(tmp_path / "out.srt") == ()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("only words\n", r"in\.srt', line 1: found 'only words'; expected a counter and 'START --> END'"),
        ("\n\nWEBVTT\n\n00:01.000 --> 00:02.000\nx\n", r"line 3: found 'WEBVTT'"),
        ("1\n00:00:01,000 --> then\nx\n", r"line 2: found '00:00:01,000 --> then'; expected 'START --> END'"),
        ("1\n00:00:75 --> 00:02:02\nx\n", r"line 2: invalid time '00:00:75'"),
        ("1\n00:00:02,000 --> 00:00:01,000\nx\n", r"line 2: a span runs from 2\.0 to 1\.0"),
    ],
)
def test_a_bad_file_is_named_with_its_line(tmp_path: Path, text: str, words: str) -> None:
    with pytest.raises(SubtitleError, match=words):
        read(tmp_path, text)


def test_failed_write_leaves_no_file(tmp_path: Path) -> None:
    (tmp_path / "out.srt").mkdir()
    with pytest.raises(OutputError, match="cannot be written"):
        write_srt(a_script(), tmp_path / "out.srt")


def test_real_files_are_read_completely() -> None:
    cues = read_srt(shared("data/text/sintel_film/sintel_en.srt"))
    assert len(cues) == 26
    assert cues[0] == Cue(Span(137.25, 140.5), "This blade has a dark past.")
    assert cues[-1].text == "Scales..."


def test_unmatched_end_tag_is_not_markup(tmp_path):
    path = tmp_path / "model.srt"
    path.write_text("1\n00:00:01,000 --> 00:00:02,000\n<s>She</s> He sits.</s>\n", encoding="utf-8")
    assert [cue.text for cue in read_srt(path)] == ["She He sits.</s>"]
