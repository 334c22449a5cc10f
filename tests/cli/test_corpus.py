"""`corpus build` and `corpus check`: what they write, print and refuse."""

import json

import pytest
from click.testing import CliRunner

from cinescribe.backlot.shoot import Size
from cinescribe.cli.main import main
from cinescribe.corpus.backlot import SIZES, BacklotSize

TIMES = "00.00.00.000\t00.00.02.000"
CLIP = "0001_A_00.00.00.000-00.00.02.000"


def run(*arguments, exit_code=0):
    result = CliRunner().invoke(main, ["corpus", *map(str, arguments)])
    assert result.exit_code == exit_code, result.output
    return result


@pytest.fixture
def annotations(tmp_path):
    folder = tmp_path / "lsmdc"
    folder.mkdir()
    line = f"{CLIP}\t{TIMES}\t{TIMES}\tSOMEONE waves.\n"
    (folder / "LSMDC16_annos_training_someone.csv").write_text(line)
    return folder


def test_backlot_is_shot_once_and_built(tmp_path, monkeypatch):
    monkeypatch.setitem(SIZES, "tiny", BacklotSize("tiny", Size("short", n_clips=2, n_adverts=3), {"val": 1}, n_hard=0))
    arguments = ("build", tmp_path, "--from", "backlot", "--size", "tiny", "--seed", 1, "--height", 90, "--json")
    value = json.loads(run(*arguments).stdout)
    assert (value["name"], value["films"], value["clips"], value["captions"]) == ("backlot-tiny-1", 1, 2, 10)
    assert [one["split"] for one in value["splits"]] == ["val"]
    film = tmp_path / "val" / "short-13000-000.mp4"
    written = film.stat().st_mtime_ns
    assert json.loads(run(*arguments).stdout) == json.loads(run("check", tmp_path, "--json").stdout) == value
    assert film.stat().st_mtime_ns == written
    film.unlink()
    refused = run("check", tmp_path, exit_code=1)
    assert "film 'short-13000-000' has no file 'val/short-13000-000.mp4'" in refused.stderr


def test_lsmdc_is_built_from_its_annotations(annotations, tmp_path):
    shown = run("build", tmp_path / "corpus", "--from", "lsmdc", "--annotations", annotations).stdout.splitlines()
    assert shown[0].startswith("lsmdc, from Large Scale Movie Description Challenge (research only")
    assert [line.split() for line in shown[1:]] == [
        ["train", "1", "films", "1", "clips", "1", "captions", "0.0", "minutes"],
        ["in", "all", "1", "films", "1", "clips", "1", "captions", "0.0", "minutes"],
    ]


def test_lsmdc_needs_its_annotations(tmp_path):
    assert "--from lsmdc needs --annotations" in run("build", tmp_path, "--from", "lsmdc", exit_code=2).stderr
    refused = run("build", tmp_path / "c", "--from", "lsmdc", "--annotations", tmp_path, exit_code=1)
    assert "holds no annotations of LSMDC" in refused.stderr


def test_what_is_no_corpus_is_named(tmp_path):
    assert "corpus.json' cannot be read" in run("check", tmp_path, exit_code=1).stderr
