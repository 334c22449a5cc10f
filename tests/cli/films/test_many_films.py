"""`describe` with many films: what it prints, and its exit code."""

import json
from typing import Any

import pytest
from click.testing import CliRunner

from cinescribe.cli.films import describe as command
from cinescribe.cli.main import main
from cinescribe.describe.films.outcome import FilmOutcome

GOOD = FilmOutcome("/films/a.mp4", "a.ad", "auto", "k", film_seconds=10.0, cues=3, dropped=1, peak_bytes=900_000_000)
BAD = FilmOutcome("/films/b.mp4", "b.ad", "auto", "k", fault="b.mp4 is damaged")


@pytest.fixture
def run(monkeypatch, tmp_path):
    """Run the command with what becomes of the films; return the result and what the function was given."""
    monkeypatch.chdir(tmp_path)

    def ran(*arguments, outcomes=(GOOD,)):
        given: dict[str, Any] = {}

        def described(films, folder, **options):
            given.update(options, films=[str(film) for film in films], folder=str(folder))
            return list(outcomes)

        monkeypatch.setattr(command, "describe_films", described)
        monkeypatch.setattr(command, "describe_film", lambda *_, **__: pytest.fail("one film was described"))
        return CliRunner().invoke(main, ["describe", *arguments, "-o", "out"]), given

    return ran


def test_people_see_how_many_were_described(run):
    result, given = run("a.mp4", "b.mp4")
    assert result.exit_code == 0, result.output
    assert result.stdout == "out/report.html: 1 of 1 films described, 3 cues, at most 900 MB for a worker\n"
    assert given["films"] == ["a.mp4", "b.mp4"]


def test_a_film_that_failed_makes_the_exit_code_1(run):
    result, _ = run("*.mp4", outcomes=(GOOD, BAD))
    assert result.exit_code == 1
    assert "1 of 2 films described" in result.stdout
    assert "run the command again for what failed; the report says why" in result.stdout


def test_machines_get_one_value(run):
    result, _ = run("films.txt", "--json", outcomes=(GOOD, BAD))
    value = json.loads(result.stdout)
    assert value.pop("seconds") >= 0
    assert value == {
        "report": "out/report.html",
        "films": 2,
        "failed": 1,
        "cues": 3,
        "dropped": 1,
        "extended": 0,
        "film_seconds": 10.0,
        "peak_bytes": 900_000_000,
    }


def test_options_reach_the_function(run):
    servers = ["server:http://a#m", "server:http://b#m"]
    options = ["--workers", "3", "--backend", "ray", "--requests", "20", "--memory", "2.5", "--language", "de"]
    _, given = run("a.mp4", "b.mp4", *options, "--captioner", servers[0], "--captioner", servers[1])
    chosen = {name: given[name] for name in ("workers", "backend", "requests", "memory", "language", "captioner")}
    assert chosen == {
        "workers": 3,
        "backend": "ray",
        "requests": 20,
        "memory": 2.5,
        "language": "de",
        "captioner": tuple(servers),
    }


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--workers", "2"], "--workers is for several films"),
        (["--memory", "2"], "--memory is for several films"),
        (["--captioner", "observer", "--captioner", "micap"], "several --captioner are given for one film"),
    ],
)
def test_options_for_many_are_refused_for_one(run, options, says):
    result, _ = run("a.mp4", *options)
    assert (result.exit_code, says in result.stderr) == (2, True), result.stderr
