import json
from pathlib import Path

import numpy as np
import pytest

from cinescribe.corpus.core.stills import InspectedStills, inspect_stills, read_stills
from cinescribe.corpus.datasets.coco import build_coco
from cinescribe.errors import CorpusError, RecordError
from cinescribe.media.film.image_files import write_picture
from cinescribe.still_schema import Region
from tests.shared import shared

NAMES = ("COCO_train2014_000000000009.jpg", "COCO_val2014_000000000042.jpg", "COCO_val2014_000000000073.jpg")
FOLDERS = ("train2014", "val2014", "val2014")
SPLITS = ("train", "restval", "test")


@pytest.fixture
def pictures(tmp_path):
    for folder, name in zip(FOLDERS, NAMES, strict=True):
        write_picture(tmp_path / "coco" / folder / name, np.full((40, 80, 3), 90, np.uint8))
    return tmp_path / "coco"


@pytest.fixture
def karpathy(tmp_path):
    """Three pictures in the format of Karpathy and Fei-Fei's split file."""
    images = [
        {
            "filepath": folder,
            "filename": name,
            "cocoid": int(name[-7:-4]),
            "imgid": k,
            "split": split,
            "sentids": [k],
            "sentences": [
                {"tokens": ["a", "cup"], "raw": raw, "imgid": k, "sentid": k} for raw in ("A cup.\n", "A  mug")
            ],
        }
        for k, (folder, name, split) in enumerate(zip(FOLDERS, NAMES, SPLITS, strict=True))
    ]
    path = tmp_path / "dataset_coco.json"
    path.write_text(json.dumps({"images": images, "dataset": "coco"}))
    return path


def instances(tmp_path, annotations) -> Path:
    path: Path = tmp_path / "instances_train2014.json"
    value = {
        "images": [{"id": 9, "width": 80, "height": 40, "file_name": NAMES[0]}],
        "annotations": annotations,
        "categories": [{"id": 1, "name": "person"}, {"id": 47, "name": "cup"}],
    }
    path.write_text(json.dumps(value))
    return path


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"filename": "../secret.png"}, r"RecordError: a picture's file is '\.\./secret\.png'"),
        ({"filepath": ".."}, r"RecordError: a picture's folder and file is '\.\./COCO"),
        ({"filename": "n" * 300}, r"RecordError: a picture's file is 'nnn"),
        ({"filename": None}, "TypeError: found None, expected a text"),
        ({"filepath": {}}, "TypeError: found {}, expected a text"),
        ({"split": 1}, "TypeError: found 1, expected a text"),
    ],
)
def test_a_picture_out_of_its_folder_is_refused(tmp_path, pictures, karpathy, change, words):
    value = json.loads(karpathy.read_text())
    value["images"][1] |= change
    karpathy.write_text(json.dumps(value))
    with pytest.raises(CorpusError, match=rf"is no file of captions of COCO \({words}"):
        build_coco(tmp_path / "corpus", pictures=pictures, captions=karpathy)


def test_a_picture_without_width_is_refused(tmp_path, pictures, karpathy):
    path = instances(tmp_path, [boxed([8, 4, 8, 4])])
    path.write_text(path.read_text().replace('"width": 80', '"width": 0'))
    with pytest.raises(CorpusError, match=r"ValueError: a picture is 0 x 40 pixels"):
        build_coco(tmp_path / "corpus", pictures=pictures, captions=karpathy, instances=[path])


def boxed(box, kind=47, **more) -> dict[str, object]:
    return {"image_id": 9, "bbox": box, "category_id": kind, "iscrowd": 0, **more}


def test_karpathy_s_splits_are_read_and_restval_is_training(tmp_path, pictures, karpathy):
    corpus = build_coco(tmp_path / "corpus", pictures=pictures, captions=karpathy)
    assert read_stills(tmp_path / "corpus") == corpus
    assert inspect_stills(tmp_path / "corpus") == InspectedStills(corpus, ())
    assert [(split.name, len(split.stills)) for split in corpus.splits] == [("train", 2), ("test", 1)]
    still = corpus.stills[0]
    assert (still.id, still.captions) == (NAMES[0][:-4], ("A cup.", "A mug"))
    assert still.path == f"pictures/train2014/{NAMES[0]}"


def test_pictures_in_one_folder_are_found_too(tmp_path, pictures, karpathy):
    for folder, name in zip(FOLDERS, NAMES, strict=True):
        (pictures / folder / name).rename(pictures / name)
    corpus = build_coco(pictures, pictures=pictures, captions=karpathy)
    assert corpus.stills[0].path == NAMES[0]
    assert inspect_stills(pictures).faults == ()


def test_boxes_become_fractions_largest_first_without_crowds(tmp_path, pictures, karpathy):
    boxes = [
        boxed([8, 4, 8, 4]),
        boxed([0, 0, 80, 40], 1),
        boxed([40, 20, 60, 30]),  # hangs over the edge
        boxed([0, 0, 80, 40], iscrowd=1),
        boxed([5, 5, 0, 9]),
    ]
    corpus = build_coco(
        tmp_path / "corpus", pictures=pictures, captions=karpathy, instances=[instances(tmp_path, boxes)]
    )
    assert corpus.stills[0].regions == (
        Region((0, 0, 1, 1), "person"),
        Region((0.5, 0.5, 1, 1), "cup"),
        Region((0.1, 0.1, 0.2, 0.2), "cup"),
    )
    assert corpus.stills[1].regions == ()


def test_real_pictures_with_the_original_coco_files(tmp_path):
    folder = shared("data/images/coco_mini")
    corpus = build_coco(
        tmp_path / "corpus",
        pictures=folder,
        captions=folder / "captions_train2017_part.json",
        instances=[folder / "instances_train2017_part.json"],
    )
    assert inspect_stills(tmp_path / "corpus") == InspectedStills(corpus, ())
    assert [split.name for split in corpus.splits] == ["all"]
    assert len(corpus.stills) == 26
    assert all(len(still.captions) == 5 for still in corpus.stills)
    planes = next(still for still in corpus.stills if "passenger jets" in " ".join(still.captions))
    assert "airplane" in {region.label for region in planes.regions}


def test_files_of_another_format_are_refused(tmp_path, pictures, karpathy):
    other = tmp_path / "other.json"
    other.write_text(json.dumps({"info": {}}))
    with pytest.raises(CorpusError, match=r"other.json' is no file of captions of COCO \(KeyError: 'images'\)"):
        build_coco(tmp_path / "corpus", pictures=pictures, captions=other)
    with pytest.raises(CorpusError, match=r"other.json' is no file of instances of COCO .*instances_train2017.json"):
        build_coco(tmp_path / "corpus", pictures=pictures, captions=karpathy, instances=[other])
    lost = instances(tmp_path, [boxed([0, 0, 1, 1], 5)])
    with pytest.raises(CorpusError, match="no file of instances"):
        build_coco(tmp_path / "corpus", pictures=pictures, captions=karpathy, instances=[lost])
    other.write_text("{")
    with pytest.raises(RecordError, match=r"other.json' is not JSON .*correct it, or write it again"):
        build_coco(tmp_path / "corpus", pictures=pictures, captions=other)


def test_the_folder_of_pictures_must_exist_and_stay_the_same(tmp_path, pictures, karpathy):
    with pytest.raises(CorpusError, match="nowhere' was named as the folder of pictures, but is no folder"):
        build_coco(tmp_path / "corpus", pictures=tmp_path / "nowhere", captions=karpathy)
    build_coco(tmp_path / "corpus", pictures=pictures, captions=karpathy)
    build_coco(tmp_path / "corpus", pictures=pictures, captions=karpathy)
    (tmp_path / "others").mkdir()
    with pytest.raises(CorpusError, match=r"others' has none of the 3 pictures in .*dataset_coco.json', such as COCO"):
        build_coco(tmp_path / "lost", pictures=tmp_path / "others", captions=karpathy)
    assert not (tmp_path / "lost").exists()
    write_picture(tmp_path / "others" / NAMES[0], np.full((40, 80, 3), 90, np.uint8))
    with pytest.raises(CorpusError, match=r"holds other pictures than .*others'; build in another folder"):
        build_coco(tmp_path / "corpus", pictures=tmp_path / "others", captions=karpathy)
