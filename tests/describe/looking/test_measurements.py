import json
from importlib.metadata import version
from pathlib import Path

import pytest

from cinescribe.describe.looking.measurements import is_measured, keep_measured, measuring_seconds
from cinescribe.describe.stages import Stages
from cinescribe.errors import OutputError
from cinescribe.schema import Film
from tests.describe.editing.scripts import script

OLD, NEW = {"cinescribe": "0.1"}, {"cinescribe": version("cinescribe")}


def measured(folder, key, *stages):
    """Run stages in the folder of a description."""

    def work(part):
        (part / "found.json").write_text(key["cinescribe"])

    for name in stages:
        Stages(folder / "features", folder / "log.jsonl").run(name, key, work)
    return folder


def found(folder, stage):
    return (folder / "features" / stage / "found.json").read_text()


def test_measurements_of_another_release_are_outdated(tmp_path):
    folder = measured(tmp_path, OLD, "watch")
    key = folder / "features" / "watch" / "key.json"
    assert not is_measured(folder)
    key.write_text(json.dumps({"cinescribe": version("cinescribe")}))
    assert is_measured(folder)
    key.write_text("[]")
    assert not is_measured(folder)
    key.unlink()
    assert not is_measured(folder)


def test_expected_time_is_that_of_the_last_measurement(tmp_path):
    events = [
        {"event": "done", "stage": "listen", "seconds": 20.5},
        {"event": "done", "stage": "watch", "seconds": 200.0},
        {"event": "kept", "stage": "watch"},
        {"event": "done", "stage": "watch", "seconds": 30},  # what was left of a killed run
        {"event": "done", "stage": "captions", "seconds": 900.0},
        {"event": "done", "stage": "people", "seconds": "long"},
        {"event": "done"},
        [],
    ]
    (tmp_path / "log.jsonl").write_text("".join(json.dumps(one) + "\n" for one in events) + '{"event": "do')
    assert measuring_seconds(script(), tmp_path) == 220.5


def test_without_a_log_the_time_follows_from_the_length_of_the_film(tmp_path):
    of = script().replace(film=Film("film.mp4", 7200.0))
    assert measuring_seconds(of, tmp_path) == pytest.approx(3240)


def test_measurements_of_a_stretch_are_kept(tmp_path):
    folder = measured(tmp_path / "film.ad", OLD, "listen", "watch", "captions")
    stretch = measured(tmp_path / "stretch", NEW, "listen", "watch", "people", "captions")
    keep_measured(stretch, folder)
    assert is_measured(folder)
    assert [found(folder, stage) for stage in ("listen", "watch", "people")] == [version("cinescribe")] * 3
    assert found(folder, "captions") == "0.1"  # that of a stretch is not that of the film
    again: list[Path] = []
    Stages(folder / "features", folder / "log.jsonl").run("watch", NEW, again.append)
    assert not again


def test_measurements_that_hold_stay(tmp_path):
    folder = measured(tmp_path / "film.ad", NEW, "watch")
    (folder / "features" / "watch" / "found.json").write_text("its own")
    keep_measured(measured(tmp_path / "stretch", NEW, "watch"), folder)
    assert found(folder, "watch") == "its own"


def test_foreign_files_are_not_replaced(tmp_path):
    folder = measured(tmp_path / "film.ad", OLD, "watch")
    (folder / "features" / "watch" / "notes.txt").write_text("mine")
    stretch = measured(tmp_path / "stretch", NEW, "watch")
    with pytest.raises(OutputError, match="Cinescribe did not write it"):
        keep_measured(stretch, folder)
    assert found(folder, "watch") == "0.1"
