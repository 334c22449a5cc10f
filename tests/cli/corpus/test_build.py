"""`corpus build`: what it writes, prints and refuses."""

import importlib
import json
from functools import partial

import numpy as np
import pytest

from cinescribe.backlot.films.shoot import Size
from cinescribe.corpus.datasets.backlot_sizes import FILM_CORPUS_SIZES, STILL_CORPUS_SIZES, BacklotSize
from cinescribe.media.film.image_files import write_picture
from tests.commands import run_command
from tests.media.films import grey, write_film

run = partial(run_command, "corpus")


@pytest.mark.slow
def test_backlot_is_shot_once_and_built(tmp_path, monkeypatch):
    monkeypatch.setitem(FILM_CORPUS_SIZES, "tiny", BacklotSize("tiny", Size("short", n_clips=2), {"val": 1}))
    arguments = ("build", "backlot", tmp_path, "--size", "tiny", "--seed", 1, "--height", 90, "--json")
    value = json.loads(run(*arguments).stdout)
    assert (value["name"], value["films"], value["clips"], value["captions"]) == ("backlot-tiny-1", 1, 2, 10)
    assert [split["split"] for split in value["splits"]] == ["val"]
    film = tmp_path / "val" / "short-13000-000.mp4"
    written = film.stat().st_mtime_ns
    assert json.loads(run(*arguments).stdout) == value
    assert json.loads(run("check", tmp_path, "--json").stdout) == value | {"faults": []}
    assert film.stat().st_mtime_ns == written
    film.unlink()
    refused = run("check", tmp_path, exit_code=1)
    assert "film 'short-13000-000' has no file 'val/short-13000-000.mp4'" in refused.stderr


def test_stills_are_drawn_and_checked(tmp_path, monkeypatch):
    monkeypatch.setitem(STILL_CORPUS_SIZES, "tiny", BacklotSize("tiny", None, {"train": 2, "val": 1}))
    arguments = ("build", "backlot-stills", tmp_path, "--size", "tiny", "--seed", 1, "--height", 90)
    value = json.loads(run(*arguments, "--json").stdout)
    assert (value["name"], value["stills"], value["captions"]) == ("backlot-stills-tiny-1", 3, 15)
    assert json.loads(run("check", tmp_path, "--json").stdout) == value | {"faults": []}
    lines = run("check", tmp_path).stdout.splitlines()
    assert lines[1].split()[:5] == ["train", "2", "stills", "10", "captions"]
    assert lines[3].startswith("in all        3 stills       15 captions")
    next((tmp_path / "pictures").iterdir()).unlink()
    assert "has no file 'pictures/still-" in run("check", tmp_path, exit_code=1).stderr


def test_sequences_are_built_where_their_pictures_are(tmp_path):
    write_picture(tmp_path / "runs" / "hall" / "1.png", np.zeros((8, 8, 3), np.uint8))
    value = json.loads(run("build", "sequences", tmp_path / "a", "--pictures", tmp_path / "runs", "--json").stdout)
    assert (value["stills"], value["captions"]) == (1, 0)


def test_sequences_need_their_pictures(tmp_path):
    assert "Missing option '--pictures'" in run("build", "sequences", tmp_path, exit_code=2).stderr


@pytest.mark.parametrize("command", [("build",), ("build", "films")])
def test_a_folder_of_films_becomes_a_corpus_and_unused_files_are_named(tmp_path, command):
    write_film(tmp_path / "a.mkv", [grey(40)] * 30)
    (tmp_path / "a.fountain").write_text("INT. A HOUSE - DAY\n\nAnna waves.\n")
    result = run(*command, tmp_path, "--json")
    built = json.loads(result.stdout)
    assert [(split["split"], split["clips"]) for split in built["splits"]] == [("undescribed", 1)]
    assert built["faults"] == ["a.fountain: a screenplay needs subtitles for its times; add a.srt"]
    assert "Fault: a.fountain: a screenplay needs subtitles" in result.stderr


def test_options_may_come_before_the_folder(tmp_path):
    assert "has no film" in run("build", "--seed", 1, "--shares", "train=8,val=1", tmp_path, exit_code=1).stderr


def test_malformed_shares_are_refused(tmp_path):
    result = run("build", tmp_path, "--shares", "train", exit_code=2)
    assert "found 'train'; expected splits and shares, as train=8,val=1" in result.stderr


def test_an_empty_folder_is_refused(tmp_path):
    result = run("build", tmp_path, exit_code=1)
    assert "has no film; put files ending in .mp4" in result.stderr


@pytest.mark.parametrize(
    ("command", "option"),
    [
        (("build",), "--hard"),
        (("build", "films"), "--size=tiny"),
        (("build", "backlot"), "--workers=2"),
        (("build", "backlot-stills"), "--hard"),
        (("build", "sequences"), "--seed=1"),
    ],
)
def test_options_of_other_sources_are_refused(tmp_path, command, option):
    assert f"No such option '{option.partition('=')[0]}'" in run(*command, tmp_path, option, exit_code=2).stderr


def test_help_lists_the_commands():
    shown = run("build", "--help").stdout
    assert "DIR | COMMAND DIR" in shown
    assert all(f"\n  {name} " in shown for name in ("films", "backlot", "backlot-stills", "sequences"))
    assert "--workers" in run("build", "x", "--help").stdout


def test_a_folder_may_have_the_name_of_a_command(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert "Missing argument 'DIR'" in run("build", "films", exit_code=2).stderr
    (tmp_path / "films").mkdir()
    assert "has no film" in run("build", "films", exit_code=1).stderr
    assert "has no film" in run("build", "films", "--workers", "2", exit_code=1).stderr
    assert "has no film" in run("build", "films", "films", exit_code=1).stderr


@pytest.mark.parametrize(
    ("arguments", "command"),
    [
        (("x", "--from", "backlot", "--size", "tiny"), "cinescribe corpus build backlot DIR"),
        (("x", "--from=lsmdc"), "cinescribe corpus import lsmdc ... -o DIR"),
        (("--from", "coco", "x"), "cinescribe corpus import coco ... -o DIR"),
        (("x", "--from"), "cinescribe corpus build films DIR"),
    ],
)
def test_the_old_option_for_the_source_names_the_new_command(arguments, command):
    assert f"has become a command: {command}" in run("build", *arguments, exit_code=2).stderr


def test_recogniser_of_narration_is_selected_by_name():
    build = importlib.import_module("cinescribe.cli.corpus.build")
    found = build._recogniser("server:http://127.0.0.1:9#whisper-1", fetch=False)
    assert found.name == "server:http://127.0.0.1:9#whisper-1"
    assert found.load().name == "server:http://127.0.0.1:9/v1#whisper-1"
    assert build._recogniser("none", fetch=False) is None
