import importlib
import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cinescribe.errors import SubtitleError
from cinescribe.export.dapt.write_dapt import write_dapt
from cinescribe.export.read_rows import bare_rows, read_rows, written_rows
from cinescribe.export.tracks.csv import write_csv
from cinescribe.export.tracks.cue_rows import EVERY, RowFile
from cinescribe.export.tracks.cue_times import comment_text, inward_milliseconds, writable
from cinescribe.export.tracks.srt import write_srt
from cinescribe.export.tracks.text import write_text_form
from cinescribe.export.tracks.vtt import write_vtt
from cinescribe.schema import Cue, Film, Script
from cinescribe.timing import Span
from tests.export.scripts import scripts
from tests.export.texts import a_script

FORMS = {
    "txt": write_text_form,
    "csv": write_csv,
    "vtt": write_vtt,
    "srt": write_srt,
    "ttml": write_dapt,
}
FULL = {"txt", "csv"}  # forms that list dropped cues
WITH_PEOPLE = FULL | {"ttml"}
MARKUP = re.compile(r"</?(?:b|i|u|s|font)(?:\s[^<>]*)?>|\{\\[^{}]*\}", re.IGNORECASE)


def said(cue: Cue, suffix: str) -> str:
    """The words as a form can hold them."""
    text = writable(cue.text)
    return writable(MARKUP.sub("", re.sub("-{2,}>", "->", text))) if suffix == "srt" else text


def expected(script: Script, suffix: str) -> list[tuple[object, ...]]:
    cues = script.cues if suffix in FULL else script.spoken()
    return sorted(
        (
            cue.id,
            inward_milliseconds(cue.span)[0] / 1000,
            said(cue, suffix),
            cue.people if suffix in WITH_PEOPLE else None,
            None if suffix == "srt" else cue.status,
            cue.rate if suffix in WITH_PEOPLE else None,
            comment_text(cue.comment) if suffix in WITH_PEOPLE else None,
        )
        for cue in cues
    )


@pytest.mark.slow
@pytest.mark.parametrize("suffix", FORMS)
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(script=scripts())
def test_written_rows_are_read_back(suffix: str, tmp_path: Path, script: Script) -> None:
    script = script.replace(cues=tuple(cue for cue in script.cues if said(cue, suffix)))
    FORMS[suffix](script, tmp_path / f"out.{suffix}")
    read = read_rows(tmp_path / f"out.{suffix}", script)
    rows = [(row.id, row.start, row.text, row.people, row.status, row.rate, row.comment) for row in read.rows]
    assert sorted(rows) == expected(script, suffix)


HEAD = re.compile(r"(?=^\d\d:\d\d:\d\d\.\d{3} c)", re.MULTILINE)


@pytest.mark.slow
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(script=scripts(), chance=st.randoms(use_true_random=False), end=st.sampled_from(["\n", "\r\n", "\r"]))
def test_a_text_that_a_screen_reader_user_saved_is_read(tmp_path: Path, script: Script, chance, end: str) -> None:
    """Moved paragraphs, more blank lines, spaces at ends, other line ends, a byte-order mark."""
    write_text_form(script, tmp_path / "out.txt")
    before = written_rows(tmp_path / "out.txt", script)
    head, *paragraphs = HEAD.split((tmp_path / "out.txt").read_text(encoding="utf-8"))
    chance.shuffle(paragraphs)
    spaced = [
        "".join(
            f"{line}{chance.choice(['', '  ', chr(9)])}{chr(10)}" for line in paragraph.rstrip(chr(10)).split(chr(10))
        )
        for paragraph in paragraphs
    ]
    text = head.rstrip() + "\n\n" + "".join(part + chance.choice(["\n", "\n\n", " \n\n\n"]) for part in spaced)
    (tmp_path / "out.txt").write_bytes(f"\ufeff{text}".replace("\n", end).encode())
    rows = read_rows(tmp_path / "out.txt", script).rows
    assert sorted((row.replace(line=0) for row in rows), key=str) == sorted(
        (row.replace(line=0) for row in before.rows), key=str
    )


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.txt", "00:00:04.100 c1\nAnna waits."),
        ("a.md", "0:04.1 c1\nAnna waits."),
        ("a.txt", "id\tstart\ttext\nc1\t4,1\tAnna waits."),
        ("a.csv", "id;start;text\nc1;4,1;Anna waits."),
        ("a.tsv", "id\tstart\ttext\nc1\t4.1\tAnna waits."),
        ("a.vtt", "WEBVTT\n\nc1\n0:04.1 --> 0:05\nAnna waits."),
        ("a.vtt.txt", "\n\nWEBVTT\n\nc1\n0:04.1 --> 0:05\nAnna waits.".lstrip()),
        ("a.srt", "1\n0:04.1 --> 0:05\nAnna waits."),
        ("a.srt.txt", "1\n00:00:04,100 --> 00:00:05,000\nAnna waits."),
    ],
)
def test_format_is_detected_from_content_and_suffix(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / name).write_text(text)
    script = Script(Film("f.mp4", 60.0), cues=(Cue(Span(4.1, 5.0), "Anna waits."),))
    assert [(row.id, row.start, row.text) for row in read_rows(tmp_path / name, script).rows] == [
        ("c1", 4.1, "Anna waits.")
    ]


def test_tracks_list_audible_cues_only(tmp_path: Path) -> None:
    for suffix, write in FORMS.items():
        write(a_script(), tmp_path / f"out.{suffix}")
        carried = read_rows(tmp_path / f"out.{suffix}", a_script()).carries
        assert ("dropped" in carried) == (suffix in FULL)


def test_imported_new_cue_keeps_its_id(tmp_path: Path) -> None:
    write_text_form(a_script(), tmp_path / "out.txt")
    base = written_rows(tmp_path / "out.txt", a_script())
    with open(tmp_path / "out.txt", "a") as opened:
        opened.write("\n0:30\nA dog barks.\n")
    added = Cue(Span(30.0, 31.0), "A dog barks.", id="h30000", hand_made=True)
    later = a_script().replace(cues=(*a_script().cues, added))
    assert [row.id for row in read_rows(tmp_path / "out.txt", a_script(), base=base).rows][-1] is None
    assert [row.id for row in read_rows(tmp_path / "out.txt", later, base=base).rows][-1] == "h30000"


def test_drafted_cue_at_the_time_of_an_imported_one_is_different(tmp_path: Path) -> None:
    (tmp_path / "out.txt").write_text("0:30\nA dog barks.\n")
    drafted = a_script().replace(cues=(Cue(Span(30.0, 31.0), "A cat sleeps.", id="c30000"),))
    base = RowFile((), EVERY)
    assert [row.id for row in read_rows(tmp_path / "out.txt", drafted, base=base).rows] == [None]


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        (
            "a.doc",
            "Anna waits.",
            r"a\.doc' has no suffix of an edited description; expected one of \.txt, .*\.csv, .*\.srt, \.ttml",
        ),
        ("a.txt", "0:04 c1\n\n0:09 c2\nP2 enters.", r"a\.txt', line 1: the cue c1 has no words; write some, or"),
        ("a.txt", "0:04\n", r"line 1: the cue without an id has no words"),
        ("a.srt", "1\n00:00:04,100 --> 00:00:05,000\n\n", r"line 2: the cue .* has no words"),
        (
            "a.csv",
            "id,start,text\nc1,4100,Anna waits.",
            r"line 2: a cue begins at 01:08:20\.000, but the film ends at 00:01:00",
        ),
    ],
)
def test_ambiguous_rows_are_refused(tmp_path: Path, name: str, text: str, words: str) -> None:
    (tmp_path / name).write_text(text)
    with pytest.raises(SubtitleError, match=words):
        read_rows(tmp_path / name, a_script())


def test_preexisting_oddities_are_not_refused(tmp_path: Path) -> None:
    script = Script(Film("f.mp4", 5.0), cues=(Cue(Span(20, 20), "\x00", status="dropped"),))
    write_text_form(script, tmp_path / "out.txt")
    assert [row.text for row in read_rows(tmp_path / "out.txt", script).rows] == [""]


def test_too_many_cues_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.import_module("cinescribe.export.read_rows"), "MOST_ROWS", 2)
    write_text_form(a_script(), tmp_path / "out.txt")
    with pytest.raises(SubtitleError, match=r"out\.txt' has 4 cues; expected at most 2"):
        read_rows(tmp_path / "out.txt", a_script())


@pytest.mark.parametrize("suffix", FORMS)
def test_a_file_can_be_read_without_its_script(tmp_path, suffix):
    script = a_script()
    path = tmp_path / f"descriptions.{suffix}"
    FORMS[suffix](script, path)
    known, bare = read_rows(path, script).rows, bare_rows(path).rows
    assert [(row.start, row.text) for row in bare] == [(row.start, row.text) for row in known]


def test_a_file_without_its_script_keeps_the_names_of_people(tmp_path):
    path = tmp_path / "descriptions.csv"
    path.write_text("start,text,people\n1.0,Anna walks in.,Anna; Bob Stone\n", encoding="utf-8")
    (row,) = bare_rows(path).rows
    assert row.people == ("Anna", "Bob Stone")


def test_a_cue_without_words_is_refused_without_a_script(tmp_path):
    path = tmp_path / "descriptions.csv"
    path.write_text("start,text\n1.0,\n", encoding="utf-8")
    with pytest.raises(SubtitleError, match=r"the cue .* has no words"):
        bare_rows(path)
