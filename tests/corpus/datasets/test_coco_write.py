import json

import numpy as np
import pytest

from cinescribe.corpus.core.corpus import CorpusCard
from cinescribe.corpus.core.stills import StillSplit, read_stills, write_stills
from cinescribe.corpus.datasets.coco import build_coco
from cinescribe.corpus.datasets.coco_write import write_coco
from cinescribe.errors import RecordError
from cinescribe.media.film.image_files import write_picture
from cinescribe.still_schema import Region, Still
from tests.corpus.annotated import words_in

BOXES = (Region((0.1, 0.25, 0.9, 0.9999), "person"), Region((0.3333, 0.1, 0.6667, 0.2), "cup"))
NAMES = ("COCO_train2014_000000000009", "COCO_val2014_000000000042", "COCO_val2014_000000000073")


@pytest.fixture
def corpus(tmp_path):
    folder = tmp_path / "corpus"
    stills = [
        Still(name, f"pictures/{where}/{name}.png", captions, regions)
        for name, where, captions, regions in zip(
            NAMES,
            ("train2014", "val2014", "val2014"),
            (("A cup of tea.", 'A "mug"'), ("A man.",), ()),
            (BOXES, (), ()),
            strict=True,
        )
    ]
    for still in stills:
        write_picture(folder / still.path, np.full((30, 71, 3), 90, np.uint8))
    splits = [StillSplit("train", NAMES[:1]), StillSplit("test", NAMES[1:])]
    return write_stills(folder, CorpusCard("cups", "here", "none"), stills=stills, splits=splits)


def test_a_written_corpus_is_read_back(corpus, tmp_path):
    write_coco(corpus, tmp_path / "out")
    again = build_coco(
        tmp_path / "again",
        pictures=corpus.folder / "pictures",
        captions=tmp_path / "out" / "dataset_coco.json",
        instances=[tmp_path / "out" / "instances.json"],
        name="cups",
    )
    assert (again.stills, again.splits) == (corpus.stills, corpus.splits)


def test_files_have_the_format_of_coco(corpus, tmp_path):
    write_coco(corpus, tmp_path)
    first, second, third = json.loads((tmp_path / "dataset_coco.json").read_text())["images"]
    assert (first["filepath"], first["filename"], first["cocoid"]) == ("train2014", f"{NAMES[0]}.png", 9)
    assert first["sentences"][1] == {"tokens": ["a", "mug"], "raw": 'A "mug"', "imgid": 0, "sentid": 1}
    assert (second["sentids"], third["sentids"], third["split"]) == ([2], [], "test")
    test = json.loads((tmp_path / "captions_test.json").read_text())
    assert test["annotations"] == [{"id": 0, "image_id": 42, "caption": "A man."}]
    assert [image["id"] for image in test["images"]] == [42, 73]
    instances = json.loads((tmp_path / "instances.json").read_text())
    assert instances["images"] == [{"id": 9, "file_name": f"{NAMES[0]}.png", "width": 71, "height": 30}]
    assert instances["categories"] == [{"id": 1, "name": "cup"}, {"id": 2, "name": "person"}]
    assert instances["annotations"][0]["bbox"] == pytest.approx([7.1, 7.5, 56.8, 22.497])
    assert instances["annotations"][0]["area"] == pytest.approx(56.8 * 22.497, abs=1e-5)


def test_the_captions_of_one_split_are_read_back(corpus, tmp_path):
    write_coco(corpus, tmp_path / "out")
    captions = tmp_path / "out" / "captions_train.json"
    again = build_coco(tmp_path / "again", pictures=corpus.folder / "pictures" / "train2014", captions=captions)
    assert [still.captions for still in again.stills] == [corpus.stills[0].captions]


def test_stills_without_numbers_or_splits_get_them(corpus, tmp_path):
    stills = [corpus.stills[0].replace(id="cup"), corpus.stills[1].replace(id="man"), corpus.stills[2]]
    write_stills(corpus.folder, corpus.card, stills=stills, splits=[])
    write_coco(read_stills(corpus.folder), tmp_path / "out")
    images = json.loads((tmp_path / "out" / "dataset_coco.json").read_text())["images"]
    assert [(image["cocoid"], image["split"]) for image in images] == [(1, "all"), (2, "all"), (3, "all")]


def test_a_blind_export_has_neither_captions_nor_boxes(corpus, tmp_path):
    write_coco(corpus, tmp_path / "out", blind=True)
    assert not any(word in words_in(tmp_path / "out") for word in ("cup of", "mug", "man", "person", "bbox", "tokens"))
    assert not (tmp_path / "out" / "instances.json").exists()


def test_a_missing_picture_is_named(corpus, tmp_path):
    (corpus.folder / corpus.stills[0].path).unlink()
    with pytest.raises(RecordError, match=r"'.*000009.png' cannot be read \(No such file"):
        write_coco(corpus, tmp_path / "out")
