from pathlib import Path

import pytest

from cinescribe.errors import SubtitleError
from cinescribe.export.dapt.dapt_rows import dapt_rows
from cinescribe.export.dapt.dapt_xml import DaptError
from cinescribe.export.dapt.write_dapt import write_dapt
from cinescribe.export.tracks.cue_rows import CueRow
from cinescribe.export.tracks.row_fields import PeopleNames
from cinescribe.schema import Person
from tests.export.texts import a_script


def written(tmp_path: Path, **misfits: str) -> str:
    script = a_script()
    cues = (script.cues[0].replace(comment="Ask Tom.\n\nWhich coat?"), *script.cues[1:])
    write_dapt(script.replace(cues=cues), tmp_path / "out.ttml", misfits=misfits)
    return (tmp_path / "out.ttml").read_text(encoding="utf-8")


def rows(text: str) -> list[CueRow]:
    script = a_script()
    known = [cue.id for cue in script.cues]
    return dapt_rows(text, path=Path("in.ttml"), people=PeopleNames.of(script), known=known)


def test_written_cues_are_read_back(tmp_path: Path) -> None:
    first, second, last = rows(written(tmp_path))
    assert first.replace(line=0) == CueRow(
        "c1", 4.1, 6.2, "Anna <smiles> & waits --> here.\nIt is day.", ("p1",), "spoken", 1.0, "Ask Tom.\n\nWhich coat?"
    )
    assert (second.id, second.status, second.end) == ("c2", "extended", 9.0)
    assert (last.id, last.people, last.rate, last.comment) == ("c4", ("p2", "p1"), 1.15, "")


def test_a_row_names_the_line_of_its_event(tmp_path: Path) -> None:
    text = written(tmp_path)
    lines = text.split("\n")
    assert ['xml:id="c1"' in lines[row.line - 1] for row in rows(text)] == [True, False, False]


def test_a_misfit_is_noted_and_not_read_back(tmp_path: Path) -> None:
    text = written(tmp_path, c1="takes 2.00 s")
    assert '<ttm:desc daptm:descType="x-fit">takes 2.00 s</ttm:desc>' in text
    assert [row.replace(line=0) for row in rows(text)] == [row.replace(line=0) for row in rows(written(tmp_path))]


def test_an_event_without_a_known_id_is_new_or_unknown(tmp_path: Path) -> None:
    text = written(tmp_path).replace('xml:id="c1"', 'xml:id="e7"').replace('xml:id="c2"', 'xml:id="e8"')
    assert [(row.id, row.status) for row in rows(text)] == [(None, None), (None, "extended"), ("c4", "spoken")]


def test_people_of_another_program_are_matched_by_name(tmp_path: Path) -> None:
    text = written(tmp_path).replace('"p2"', '"character-2"').replace('"p2 p1"', '"character-2 p1"')
    assert [row.people for row in rows(text)] == [("p1",), ("p2",), ("p2", "p1")]
    with pytest.raises(SubtitleError, match=r"'in\.ttml', line \d+: unknown person 'Tom'; the script knows Anna"):
        rows(text.replace(">P2<", ">Tom<"))
    assert Person("p2", "P2") in a_script().people


def test_malformed_dapt_is_named(tmp_path: Path) -> None:
    with pytest.raises(DaptError, match=r"'in\.ttml' is no DAPT document: it is not well-formed XML .*line 2"):
        rows("<tt>\n<div></tt>")
