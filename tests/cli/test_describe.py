"""What `describe` prints for people and machines when it is done."""

import importlib
import json

import pytest
from click.testing import CliRunner

from cinescribe.cli.main import main
from cinescribe.schema import Cue, Film, Person, Script
from cinescribe.timing import Span

describe = importlib.import_module("cinescribe.cli.describe")

SPOKEN = Cue(Span(0.0, 1.0), "P1 appears.")
DROPPED = Cue(Span(2.0, 2.0), "P1 leaves.", status="dropped", reason="no room")
HELD = Cue(Span(3.0, 3.0), "P1 enters.", status="extended", pause=1.0)
HINT = "run again with --extended to pause the film"


@pytest.fixture
def printed(monkeypatch):
    """What `describe` prints about a script with the given cues."""

    def run(*cues, folder="film.ad", options=()):
        script = Script(Film("film.mp4", 4.0), people=(Person("p1", "P1"),), cues=cues)
        monkeypatch.setattr(describe, "describe_film", lambda *_, **__: script)
        result = CliRunner().invoke(main, ["describe", "film.mp4", "-o", folder, *options])
        assert result.exit_code == 0, result.output
        return result.stdout

    return run


def test_people_see_the_outcome_and_the_next_command(printed):
    assert printed(SPOKEN, HELD, DROPPED).splitlines() == [
        "film.ad/script.json: 2 cues (1 extended), 1 dropped, 1 person",
        "next: cinescribe export film.ad --to page",
    ]


def test_the_next_command_can_be_pasted_whatever_the_folder_is_called(printed):
    assert "next: cinescribe export 'my film.ad' --to page" in printed(SPOKEN, folder="my film.ad")


def test_much_dropped_points_to_extended_description(printed):
    assert HINT in printed(DROPPED)
    assert HINT in printed(SPOKEN, DROPPED)
    assert HINT not in printed(SPOKEN)
    assert HINT not in printed(DROPPED, options=["--extended"])


def test_machines_get_one_value_and_no_hint(printed):
    value = json.loads(printed(SPOKEN, DROPPED, options=["--json"]))
    assert value.pop("seconds") >= 0
    assert value == {
        "script": "film.ad/script.json",
        "cues": 1,
        "people": 1,
        "dropped": 1,
        "extended": 0,
        "film_seconds": 4.0,
    }
