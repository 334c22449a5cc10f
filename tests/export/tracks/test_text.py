from pathlib import Path

import pytest

from cinescribe.errors import OutputError, RecordError
from cinescribe.export.tracks.text import HEADER, write_text_form
from cinescribe.schema import Cue, Film, Script
from cinescribe.timing import Span
from tests.export.texts import a_script


def written(tmp_path: Path, script: Script, **misfits: str) -> str:
    write_text_form(script, tmp_path / "out.txt", misfits=misfits)
    return (tmp_path / "out.txt").read_text(encoding="utf-8")


def test_the_file_as_a_person_sees_it(tmp_path: Path) -> None:
    cues = a_script().cues
    script = a_script().replace(cues=(cues[0].replace(comment="Ask Tom.\n\nWhich coat?"), *cues[1:]))
    assert written(tmp_path, script, c4="takes 2.00 s") == "\n".join(
        [
            *HEADER,
            "# Cinescribe: film anna.mp4",
            "",
            "00:00:04.100 c1, people Anna & Söhne",
            "# Ask Tom.",
            "#",
            "# Which coat?",
            "Anna <smiles> & waits --> here.",
            "It is day.",
            "",
            "00:00:09.000 c2, extended, people P2",
            "P2 enters.",
            "",
            "00:00:20.000 c3, dropped",
            "# Cinescribe: the gap has no room for this sentence",
            "=1+1",
            "",
            "00:00:20.250 c4, rate 1.15, people P2; Anna & Söhne",
            "# Cinescribe: does not fit: takes 2.00 s",
            "P2 and Anna sit.",
            "",
        ]
    )


def test_only_words_that_look_like_a_first_line_are_protected(tmp_path: Path) -> None:
    lines = ("10:30 sharp", "3 men walk.", "1984", "72.3", "# no comment", "\\", "1:12 c1", "c1")
    text = written(tmp_path, Script(Film("f.mp4", 9), cues=(Cue(Span(1, 2), "\n".join(lines)),)))
    assert text.split("c1\n", 1)[1].split("\n")[:-1] == [
        *("\\10:30 sharp", "3 men walk.", "1984", "\\72.3", "\\# no comment", "\\\\", "\\1:12 c1", "c1")
    ]


def test_ambiguous_id_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="invalid id of a cue 'my cue'; expected one of letters"):
        written(tmp_path, Script(Film("f.mp4", 9), cues=(Cue(Span(1, 2), "She runs.", id="my cue"),)))


def test_failed_write_leaves_no_file(tmp_path: Path) -> None:
    (tmp_path / "out.txt").mkdir()
    with pytest.raises(OutputError, match="cannot be written"):
        written(tmp_path, a_script())
