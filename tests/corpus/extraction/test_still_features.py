import importlib
from dataclasses import dataclass, field

import numpy as np
import pytest

from cinescribe.corpus.core.stills import StillSplit, write_stills
from cinescribe.corpus.extraction.still_features import check_still_features, extract_stills
from cinescribe.errors import CorpusError
from cinescribe.features.extraction.extract import ExtractionResult
from cinescribe.features.regions.picture_regions import PictureRegions
from cinescribe.features.regions.region_store import RegionStore
from cinescribe.media.film.image_files import write_picture
from tests.corpus.pictures import CARD, CUP, written

still_features = importlib.import_module("cinescribe.corpus.extraction.still_features")


@dataclass
class Brightness:
    """One feature vector for each known region and one for the picture: its mean brightness."""

    version: str = "1"
    seen: list[float] = field(default_factory=list)
    name = "brightness"

    def regions(self, picture, known) -> PictureRegions:
        self.seen.append(float(picture.mean()))
        n = 1 + len(known)
        rows, boxes = np.full((n, 2), picture.mean(), np.float32), np.tile(np.array([0, 0, 1, 1], np.float32), (n, 1))
        return PictureRegions(rows, boxes, ("", *(region.label for region in known)))


def test_regions_of_all_stills_are_extracted_once(tmp_path):
    corpus = written(tmp_path)
    extractor = Brightness()
    calls = []
    progress = lambda stage, share: calls.append((stage, round(share, 2)))  # noqa: E731
    assert extract_stills(tmp_path, {"regions": extractor}, progress=progress) == ExtractionResult(3, 3, 0)
    assert calls == [("regions", 0.33), ("regions", 0.67), ("regions", 1.0)]
    store = RegionStore(corpus.features("regions"))
    assert [len(store.picture(still.id)) for still in corpus.stills] == [1, 2, 3]
    assert store.picture("s2").labels == ("", "cup", "cup")
    assert store.picture("s2").rows[0, 0] == 80
    assert extract_stills(tmp_path, {"regions": extractor}) == ExtractionResult(3, 0, 3)
    assert len(extractor.seen) == 3
    assert check_still_features(tmp_path) == (3, ())


def test_changed_pictures_are_extracted_again(tmp_path):
    corpus = written(tmp_path)
    extract_stills(tmp_path, {"regions": Brightness()})
    write_picture(corpus.picture(corpus.stills[0]), np.full((36, 64, 3), 7, np.uint8))
    changed = [corpus.stills[0], corpus.stills[1].replace(regions=(CUP, CUP)), corpus.stills[2]]
    write_stills(tmp_path, CARD, stills=changed, splits=[StillSplit("all", ("s0", "s1", "s2"))])
    assert extract_stills(tmp_path, {"regions": Brightness()}) == ExtractionResult(3, 2, 1)
    store = RegionStore(corpus.features("regions"))
    assert store.picture("s0").rows[0, 0] == 7
    assert len(store.picture("s1")) == 3
    assert extract_stills(tmp_path, {"regions": Brightness("2")}) == ExtractionResult(3, 3, 0)


def test_an_interrupted_extraction_continues_from_the_last_shard(tmp_path, monkeypatch):
    corpus = written(tmp_path)
    monkeypatch.setattr(still_features, "SHARD_SIZE", 1)
    corpus.picture(corpus.stills[1]).write_bytes(b"no picture")
    with pytest.raises(CorpusError, match=r"still 's1' cannot be read: .*s1.png' is not a picture, or a damaged one"):
        extract_stills(tmp_path, {"regions": Brightness()})
    write_picture(corpus.picture(corpus.stills[1]), np.zeros((36, 64, 3), np.uint8))
    assert extract_stills(tmp_path, {"regions": Brightness()}) == ExtractionResult(3, 2, 1)


def test_a_missing_picture_is_named_before_extraction(tmp_path):
    corpus = written(tmp_path)
    corpus.picture(corpus.stills[2]).unlink()
    extractor = Brightness()
    with pytest.raises(CorpusError, match=r"still 's2' has no file 'pictures/s2.png'; put it there"):
        extract_stills(tmp_path, {"regions": extractor})
    assert not extractor.seen


def test_the_check_finds_damaged_and_missing_regions(tmp_path):
    corpus = written(tmp_path)
    assert check_still_features(tmp_path) == (0, ("no picture has features; extract them",))
    extract_stills(tmp_path, {"regions": Brightness(), "grid": Brightness()})
    more = [*corpus.stills, corpus.stills[0].replace(id="s3")]
    write_stills(tmp_path, CARD, stills=more, splits=[])
    path = corpus.features("grid") / "00000.safetensors"
    path.write_bytes(path.read_bytes()[:-1] + b"!")
    n, faults = check_still_features(tmp_path)
    assert n == 6
    assert faults == (
        "regions of 3 pictures are damaged: 00000.safetensors is not what was written; extract them again",
        "1 pictures have no 'grid', the first 's3'; extract them",
        "1 pictures have no 'regions', the first 's3'; extract them",
    )
