"""What `describe` tells people and machines when it is done."""

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
HINT = "the same command with --extended lets the film wait"


@pytest.fixture
def told(monkeypatch):
    """What `describe` prints about a script with the given cues."""

    def run(*cues, folder="film.ad", options=()):
        script = Script(Film("film.mp4", 4.0), people=(Person("p1", "P1"),), cues=cues)
        monkeypatch.setattr(describe, "describe_film", lambda *_, **__: script)
        result = CliRunner().invoke(main, ["describe", "film.mp4", "-o", folder, *options])
        assert result.exit_code == 0, result.output
        return result.stdout

    return run


def test_people_are_told_what_came_of_it_and_what_is_next(told):
    assert told(SPOKEN, HELD, DROPPED).splitlines() == [
        "film.ad/script.json: 2 cues (1 extended), 1 dropped, 1 person",
        "next: cinescribe export film.ad --to page",
    ]


def test_the_next_command_can_be_pasted_whatever_the_folder_is_called(told):
    assert "next: cinescribe export 'my film.ad' --to page" in told(SPOKEN, folder="my film.ad")


def test_much_dropped_points_to_extended_description(told):
    assert HINT in told(DROPPED)
    assert HINT in told(SPOKEN, DROPPED)
    assert HINT not in told(SPOKEN)
    assert HINT not in told(DROPPED, options=["--extended"])


def test_machines_get_one_value_and_no_hint(told):
    value = json.loads(told(SPOKEN, DROPPED, options=["--json"]))
    assert value.pop("seconds") >= 0
    assert value == {
        "script": "film.ad/script.json",
        "cues": 1,
        "people": 1,
        "dropped": 1,
        "extended": 0,
        "film_seconds": 4.0,
    }
