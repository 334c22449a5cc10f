import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from cinescribe.export.dapt.write_dapt import write_dapt
from cinescribe.export.read_rows import read_rows
from cinescribe.export.tracks.csv import write_csv
from cinescribe.export.tracks.cue_times import comment_text, inward_milliseconds, writable
from cinescribe.export.tracks.srt import write_srt
from cinescribe.export.tracks.text import write_text_form
from cinescribe.export.tracks.vtt import write_vtt
from cinescribe.schema import Cue, Script
from tests.export.scripts import scripts

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
    return writable(MARKUP.sub("", text.replace("-->", "->"))) if suffix == "srt" else text


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


@pytest.mark.parametrize("suffix", FORMS)
@settings(max_examples=600, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(script=scripts())
def test_what_is_written_is_read(suffix: str, tmp_path: Path, script: Script) -> None:
    script = script.replace(cues=tuple(cue for cue in script.cues if said(cue, suffix)))
    FORMS[suffix](script, tmp_path / f"out.{suffix}")
    read = read_rows(tmp_path / f"out.{suffix}", script)
    rows = [(row.id, row.start, row.text, row.people, row.status, row.rate, row.comment) for row in read.rows]
    assert sorted(rows) == expected(script, suffix)
