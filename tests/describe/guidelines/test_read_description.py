import pytest

from cinescribe.describe.guidelines.read_description import is_sound_or_film, read_description
from cinescribe.errors import RecordError, SubtitleError
from cinescribe.export.dapt.write_dapt import write_dapt
from cinescribe.export.tracks.csv import write_csv
from cinescribe.export.tracks.srt import write_srt
from cinescribe.export.tracks.text import write_text_form
from cinescribe.export.tracks.vtt import write_vtt
from cinescribe.schema import Cue, Film, Script
from cinescribe.store import write_record
from cinescribe.timing import Span

SCRIPT = Script(Film("film.mp4", 30.0), cues=(Cue(Span(2, 4), "Anna opens the door."), Cue(Span(6, 9), "She leaves.")))
VTT = "WEBVTT\n\n00:01.000 --> 00:03.000\nAnna opens the door.\n"
SRT = "1\n00:00:00,500 --> 00:00:01,500\nHello!\n\n2\n00:00:20,000 --> 00:00:21,000\nBye.\n"


@pytest.mark.parametrize(
    ("write", "name", "has_ends"),
    [
        (write_vtt, "a.vtt", True),
        (write_srt, "a.srt", True),
        (write_dapt, "a.ttml", True),
        (write_csv, "a.csv", True),
        (write_text_form, "a.txt", False),
    ],
)
def test_each_form_is_read(tmp_path, write, name, has_ends):
    write(SCRIPT, tmp_path / name)
    found = read_description(tmp_path / name)
    assert [cue.text for cue in found.script.cues] == [cue.text for cue in SCRIPT.cues]
    assert [cue.span.start for cue in found.script.cues] == [2.0, 6.0]
    assert found.has_ends == has_ends
    if has_ends:
        assert [cue.span.end for cue in found.script.cues] == [4.0, 9.0]
        assert found.script.film.duration == 9.0


def test_a_folder_gives_its_script(tmp_path):
    write_record(tmp_path / "script.json", SCRIPT)
    assert read_description(tmp_path).script == SCRIPT


def test_subtitles_give_the_times_of_speech(tmp_path):
    (tmp_path / "a.vtt").write_text(VTT, encoding="utf-8")
    (tmp_path / "film.srt").write_text(SRT, encoding="utf-8")
    script = read_description(tmp_path / "a.vtt", subtitles=tmp_path / "film.srt").script
    assert [part.text for part in script.speech] == ["Hello!", "Bye."]
    assert [gap.span for gap in script.gaps] == [Span(1.65, 19.85)]
    assert script.film.duration == 21.0


def test_script_file_without_its_folder_is_refused(tmp_path):
    write_record(tmp_path / "script.json", SCRIPT)
    with pytest.raises(SubtitleError, match="is the script of a description; name its folder"):
        read_description(tmp_path / "script.json")


def test_a_folder_without_a_description_is_refused(tmp_path):
    with pytest.raises(RecordError, match="holds no description"):
        read_description(tmp_path)


@pytest.mark.parametrize(
    ("data", "is_sound"),
    [(b"WEBVTT\n", False), (b"RIFF\x00\x01WAVE", True), ("WEBVTT".encode("utf-16"), False), (b"", False)],
)
def test_sound_files_are_distinguished_from_text(tmp_path, data, is_sound):
    (tmp_path / "file").write_bytes(data)
    assert is_sound_or_film(tmp_path / "file") == is_sound


def test_a_missing_file_is_refused(tmp_path):
    with pytest.raises(RecordError, match="cannot be read"):
        is_sound_or_film(tmp_path / "none.vtt")


def test_language_of_an_untagged_file_is_detected_from_its_words(tmp_path):
    lines = [
        "Anna otwiera drzwi i powoli wchodzi do ciemnego pokoju.",
        "Na stole leży list, który ktoś tu zostawił.",
    ] * 3
    blocks = (f"{n}\n00:00:{2 * n:02},000 --> 00:00:{2 * n + 1:02},000\n{text}\n" for n, text in enumerate(lines, 1))
    (tmp_path / "cues.srt").write_text("\n".join(blocks), encoding="utf-8")
    assert read_description(tmp_path / "cues.srt").script.language == "pl"
    assert read_description(tmp_path / "cues.srt", language="de").script.language == "de"
    (tmp_path / "short.srt").write_text("1\n00:00:01,000 --> 00:00:02,000\nAnna wchodzi.\n", encoding="utf-8")
    assert read_description(tmp_path / "short.srt").script.language == "en"
