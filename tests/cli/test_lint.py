import json

import pytest

from cinescribe.schema import Cue, Film, Script, Silenced
from cinescribe.store import write_record
from cinescribe.timing import Span
from tests.commands import run_command as run

VTT = "WEBVTT\n\n00:01.000 --> 00:03.000\nA man opened the door.\n\n00:05.000 --> 00:07.000\nA phone rings.\n"


@pytest.fixture
def track(tmp_path):
    path = tmp_path / "a.vtt"
    path.write_text(VTT, encoding="utf-8")
    return path


def test_findings_are_lines_that_begin_with_their_time(track):
    lines = run("lint", track).output.splitlines()
    assert lines[0] == "00:00:01.0 error tense c1: past tense: 'opened'; write: A man opens the door."
    assert lines[1].startswith("00:00:05.0 warning sounds c2: ")
    assert lines[2:] == ["2 findings: 1 error, 1 warning"]


def test_json_is_one_list(track):
    value = json.loads(run("lint", track, "--json").output)
    assert [finding["rule"] for finding in value] == ["tense", "sounds"]
    assert value[0]["start"] == 1.0


def test_strict_fails_on_errors_only(track):
    run("lint", track, exit_code=0)
    run("lint", track, "--strict", exit_code=1)
    track.write_text(VTT.replace("opened", "opens"), encoding="utf-8")
    run("lint", track, "--strict", exit_code=0)


def test_absence_of_findings_is_printed(track):
    track.write_text("WEBVTT\n\n00:01.000 --> 00:03.000\nA man opens the door.\n", encoding="utf-8")
    assert run("lint", track).output == "no findings\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [(["none.vtt"], "cannot be read"), (["{track}", "--guidelines", "bbc"], "choose one of dcmp, netflix, ofcom")],
)
def test_unreadable_input_is_one_line(track, arguments, message):
    result = run("lint", *(each.format(track=track) for each in arguments), exit_code=1)
    assert message in result.output
    assert result.output.count("\n") == 1


def test_silenced_findings_are_counted_and_listed_as_json(tmp_path):
    cue = Cue(Span(1, 3), "A man opened the door.", silenced=(Silenced("tense", "a flashback"),))
    write_record(tmp_path / "script.json", Script(Film("film.mp4", 9.0), cues=(cue,)))
    assert run("lint", tmp_path, "--quiet").output.splitlines()[-1].endswith("; 1 silenced")
    found = json.loads(run("lint", tmp_path, "--json", "--quiet").output)
    (finding,) = [one for one in found if one["rule"] == "tense"]
    assert finding["silenced"] == "a flashback"


def test_lint_of_another_language_lists_unchecked_rules(track):
    track.write_text("WEBVTT\n\n00:01.000 --> 00:03.000\nWir sehen einen Mann.\n", encoding="utf-8")
    lines = run("lint", track, "--language", "de").output.splitlines()
    assert lines == [
        "00:00:01.0 error we-see c1: names the viewer: 'Wir sehen'",
        "whole note unchecked: not checked in 'de': tense (install a spaCy pipeline of this language)",
        "2 findings: 1 error, 1 note",
    ]
    found = json.loads(run("lint", track, "--language", "de", "--json").output)
    assert [one["rule"] for one in found] == ["we-see", "unchecked"]
    assert "unknown language" in run("lint", track, "--language", "nonsense", exit_code=1).output
