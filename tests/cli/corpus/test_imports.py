"""`corpus import`: what it writes, prints and refuses."""

import json
from functools import partial

import numpy as np
import pytest

from cinescribe.cli.corpus.imports import HELP
from cinescribe.corpus.datasets.formats import READERS
from cinescribe.media.film.image_files import write_picture
from tests.commands import run_command

TIMES = "00.00.00.000\t00.00.02.000"
CLIP = "0001_A_00.00.00.000-00.00.02.000"


run = partial(run_command, "corpus", "import")


@pytest.fixture
def annotations(tmp_path):
    folder = tmp_path / "lsmdc"
    folder.mkdir()
    line = f"{CLIP}\t{TIMES}\t{TIMES}\tSOMEONE waves.\n"
    (folder / "LSMDC16_annos_training_someone.csv").write_text(line)
    return folder


def test_lsmdc_is_read_from_its_annotations(annotations, tmp_path):
    shown = run("lsmdc", annotations, "-o", tmp_path / "corpus").stdout.splitlines()
    assert shown[0].startswith("lsmdc, from Large Scale Movie Description Challenge (research only")
    assert [line.split() for line in shown[1:]] == [
        ["train", "1", "films", "1", "clips", "1", "captions", "0.0", "minutes"],
        ["in", "all", "1", "films", "1", "clips", "1", "captions", "0.0", "minutes"],
    ]


def test_lsmdc_needs_its_annotations(tmp_path):
    refused = run("lsmdc", tmp_path, "-o", tmp_path / "c", exit_code=1)
    assert "holds no annotations of LSMDC" in refused.stderr


def test_coco_is_built_where_its_pictures_are(tmp_path):
    write_picture(tmp_path / "hall" / "1.png", np.zeros((8, 8, 3), np.uint8))
    captions = {"images": [{"id": 1, "file_name": "1.png"}], "annotations": [{"image_id": 1, "caption": "A hall."}]}
    (tmp_path / "captions.json").write_text(json.dumps(captions))
    arguments = ("--pictures", tmp_path / "hall", "--captions", tmp_path / "captions.json", "--json")
    value = json.loads(run("coco", *arguments, "-o", tmp_path / "b").stdout)
    assert (value["stills"], value["captions"], value["regions"]) == (1, 1, 0)


@pytest.mark.parametrize("option", ["--pictures", "--captions"])
def test_coco_needs_pictures_and_captions(tmp_path, option):
    given = {"--pictures": tmp_path, "--captions": tmp_path / "a.json"}
    arguments = [part for name, value in given.items() if name != option for part in (name, value)]
    assert f"Missing option '{option}'" in run("coco", *arguments, "-o", tmp_path / "c", exit_code=2).stderr


@pytest.mark.parametrize("source", READERS)
def test_annotations_and_a_folder_are_required(tmp_path, source):
    assert "Missing argument 'ANNOTATIONS'" in run(source, "-o", tmp_path, exit_code=2).stderr
    assert "Missing option '-o' / '--output'" in run(source, tmp_path, exit_code=2).stderr
    assert "No such option '--pictures'" in run(source, tmp_path, "--pictures", "x", exit_code=2).stderr


def test_films_are_found_and_missing_ones_named(tmp_path):
    (tmp_path / "videos").mkdir()
    (tmp_path / "videos" / "v1.mp4").touch()
    (tmp_path / "t.csv").write_text("video_id,caption,end\nv1,A shoe.,2\nv2,A car.,2\n")
    shown = run("vmcd", tmp_path / "t.csv", "--films", tmp_path / "videos", "-o", tmp_path / "c")
    assert "1 of 2 films have no file: 'v2'" in shown.stderr
    assert '"path":"films/v1.mp4"' in (tmp_path / "c" / "films.jsonl").read_text().replace(" ", "")
    (tmp_path / "empty").mkdir()
    refused = run("vmcd", tmp_path / "t.csv", "--films", tmp_path / "empty", "-o", tmp_path / "d", exit_code=1)
    assert "name the folder that they are in with --films" in refused.stderr
    assert "No such option '--films'" in run("lsmdc", tmp_path, "--films", "x", exit_code=2).stderr


def test_every_format_has_help():
    assert set(HELP) == set(READERS)
