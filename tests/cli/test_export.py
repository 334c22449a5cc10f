"""`export`: its options, its output, and what it says to people."""

import json

import pytest
from click.testing import CliRunner

from cinescribe.cli.main import main
from cinescribe.schema import Cue, Film, Script, Speech
from cinescribe.store import write_record
from cinescribe.timing import Span

SCRIPT = Script(
    Film("gone.mp4", 30.0),
    speech=(Speech(Span(2.0, 4.0), "vad"),),
    cues=(Cue(Span(6.0, 8.0), "She waits."),),
)
TIGHT = SCRIPT.replace(cues=(Cue(Span(1.0, 1.9), "A woman in a red coat walks along the street."),))


@pytest.fixture
def folder(tmp_path):
    write_record(tmp_path / "film.ad" / "script.json", SCRIPT)
    return tmp_path / "film.ad"


def run(*arguments):
    return CliRunner().invoke(main, ["export", *map(str, arguments)])


def test_a_text_is_written_and_named(folder):
    result = run(folder, "--to", "text", "--quiet")
    assert (result.exit_code, result.stdout, result.stderr) == (0, f"{folder / 'descriptions.txt'}\n", "")
    assert "00:00:06.000 c1\nShe waits.\n" in (folder / "descriptions.txt").read_text()


def test_machines_get_one_path_or_all(folder):
    assert json.loads(run(folder, "--to", "csv", "--json").stdout) == {"path": str(folder / "descriptions.csv")}
    paths = json.loads(run(folder, "--all", "--json").stdout)["paths"]
    assert [path.rpartition("/")[2] for path in paths] == [
        *("descriptions.txt", "descriptions.vtt", "descriptions.srt", "descriptions.ttml", "descriptions.csv"),
        *("script.txt", "page.html"),
    ]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ([], "give --to FORMAT or --all, one of them"),
        (["--to", "text", "--all"], "give --to FORMAT or --all, one of them"),
        (["--all", "-o", "x.txt"], "--all writes inside DIR; leave out --output"),
    ],
)
def test_exactly_one_format_or_all_is_required(folder, options, words):
    result = run(folder, *options)
    assert result.exit_code == 2
    assert words in result.stderr


def test_a_cue_that_does_not_fit_is_a_warning_or_with_strict_an_error(folder):
    write_record(folder / "script.json", TIGHT)
    result = run(folder, "--to", "text", "--quiet")
    assert result.exit_code == 0
    assert result.stderr.startswith("warning: c1: takes 3.14 s, room for 1.00 s at 00:00:01.0: shorten by seven words")
    result = run(folder, "--to", "vtt", "--strict", "--quiet")
    assert result.exit_code == 1
    assert "1 cue does not fit, the first is c1: " in result.stderr
    assert "leave out --strict" in result.stderr
    assert not (folder / "descriptions.vtt").exists()


def test_exports_older_than_the_script_are_named(folder):
    run(folder, "--to", "text")
    write_record(folder / "script.json", SCRIPT.replace(language="de"))
    result = run(folder, "--to", "vtt", "--quiet")
    assert result.stderr == "older than the script: descriptions.txt; --all exports those in the folder again\n"
    assert run(folder, "--all", "--quiet").stderr == ""
