"""`corpus build` and `corpus check`: what they write, print and refuse."""

import json

import numpy as np
import pytest
from click.testing import CliRunner

from cinescribe.backlot.films.shoot import Size
from cinescribe.cli.main import main
from cinescribe.corpus.datasets.backlot import SIZES, BacklotSize
from cinescribe.corpus.datasets.backlot_stills import SIZES as STILL_SIZES
from cinescribe.corpus.datasets.backlot_stills import StillSize
from cinescribe.media.film.image_files import write_picture
from tests.media.films import grey, write_film

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
    assert json.loads(run(*arguments).stdout) == value
    assert json.loads(run("check", tmp_path, "--json").stdout) == value | {"faults": []}
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


def test_stills_are_drawn_and_checked(tmp_path, monkeypatch):
    monkeypatch.setitem(STILL_SIZES, "tiny", StillSize("tiny", {"train": 2, "val": 1}))
    arguments = ("build", tmp_path, "--from", "backlot-stills", "--size", "tiny", "--seed", 1, "--height", 90)
    value = json.loads(run(*arguments, "--json").stdout)
    assert (value["name"], value["stills"], value["captions"]) == ("backlot-stills-tiny-1", 3, 15)
    assert json.loads(run("check", tmp_path, "--json").stdout) == value | {"faults": []}
    lines = run("check", tmp_path).stdout.splitlines()
    assert lines[1].split()[:5] == ["train", "2", "stills", "10", "captions"]
    assert lines[3].startswith("in all        3 stills       15 captions")
    next((tmp_path / "pictures").iterdir()).unlink()
    assert "has no file 'pictures/still-" in run("check", tmp_path, exit_code=1).stderr


def test_sequences_and_coco_are_built_where_their_pictures_are(tmp_path):
    write_picture(tmp_path / "runs" / "hall" / "1.png", np.zeros((8, 8, 3), np.uint8))
    value = json.loads(
        run("build", tmp_path / "a", "--from", "sequences", "--pictures", tmp_path / "runs", "--json").stdout
    )
    assert (value["stills"], value["captions"]) == (1, 0)
    told = {"images": [{"id": 1, "file_name": "1.png"}], "annotations": [{"image_id": 1, "caption": "A hall."}]}
    (tmp_path / "captions.json").write_text(json.dumps(told))
    arguments = ("--pictures", tmp_path / "runs" / "hall", "--captions", tmp_path / "captions.json", "--json")
    value = json.loads(run("build", tmp_path / "b", "--from", "coco", *arguments).stdout)
    assert (value["stills"], value["captions"], value["regions"]) == (1, 1, 0)


@pytest.mark.parametrize(
    ("source", "option"), [("lsmdc", "--annotations"), ("coco", "--pictures"), ("sequences", "--pictures")]
)
def test_what_a_source_needs_is_asked_for(tmp_path, source, option):
    assert f"--from {source} needs {option}" in run("build", tmp_path, "--from", source, exit_code=2).stderr


def test_coco_needs_captions(tmp_path):
    refused = run("build", tmp_path, "--from", "coco", "--pictures", tmp_path, exit_code=2)
    assert "--from coco needs --captions: dataset_coco.json" in refused.stderr


def test_a_folder_of_films_becomes_a_corpus_and_says_what_it_could_not_use(tmp_path):
    write_film(tmp_path / "a.mkv", [grey(40)] * 30)
    (tmp_path / "a.fountain").write_text("INT. A HOUSE - DAY\n\nAnna waves.\n")
    result = run("build", tmp_path, "--json")
    built = json.loads(result.stdout)
    assert [(split["split"], split["clips"]) for split in built["splits"]] == [("untold", 1)]
    assert built["faults"] == ["a.fountain: a screenplay finds its times by subtitles; put a.srt there"]
    assert "Fault: a.fountain: a screenplay finds its times" in result.stderr


def test_shares_that_are_none_are_refused(tmp_path):
    result = run("build", tmp_path, "--shares", "train", exit_code=2)
    assert "'train' came; splits and shares are wanted, as train=8,val=1" in result.stderr


def test_an_empty_folder_says_what_is_wanted(tmp_path):
    result = run("build", tmp_path, exit_code=1)
    assert "holds no film; wanted files ending in .mp4" in result.stderr
