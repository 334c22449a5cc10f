import importlib
from dataclasses import dataclass, field

import numpy as np
import pytest

from cinescribe.corpus.core.stills import StillSplit, write_stills
from cinescribe.corpus.extraction.still_features import check_still_features, extract_stills
from cinescribe.errors import CorpusError
from cinescribe.features.extraction.extract import Extracted
from cinescribe.features.regions.region_batch import PictureRegions
from cinescribe.features.regions.region_store import RegionStore
from cinescribe.media.film.image_files import write_picture
from tests.corpus.pictures import CARD, CUP, written

still_features = importlib.import_module("cinescribe.corpus.extraction.still_features")


@dataclass
class Brightness:
    """One row a known region, and one for the whole: how bright the picture is."""

    version: str = "1"
    seen: list[float] = field(default_factory=list)
    name = "brightness"

    def regions(self, picture, known) -> PictureRegions:
        self.seen.append(float(picture.mean()))
        n = 1 + len(known)
        rows, boxes = np.full((n, 2), picture.mean(), np.float32), np.tile(np.float32([0, 0, 1, 1]), (n, 1))
        return PictureRegions(rows, boxes, ("", *(region.label for region in known)))


def test_regions_of_all_stills_are_kept_once(tmp_path):
    corpus = written(tmp_path)
    extractor = Brightness()
    told = []
    tell = lambda stage, share: told.append((stage, round(share, 2)))  # noqa: E731
    assert extract_stills(tmp_path, {"regions": extractor}, progress=tell) == Extracted(3, 3, 0)
    assert told == [("regions", 0.33), ("regions", 0.67), ("regions", 1.0)]
    store = RegionStore(corpus.features("regions"))
    assert [len(store.picture(still.id)) for still in corpus.stills] == [1, 2, 3]
    assert store.picture("s2").labels == ("", "cup", "cup")
    assert store.picture("s2").rows[0, 0] == 80
    assert extract_stills(tmp_path, {"regions": extractor}) == Extracted(3, 0, 3)
    assert len(extractor.seen) == 3
    assert check_still_features(tmp_path) == (3, ())


def test_what_changed_is_made_anew(tmp_path):
    corpus = written(tmp_path)
    extract_stills(tmp_path, {"regions": Brightness()})
    write_picture(corpus.picture(corpus.stills[0]), np.full((36, 64, 3), 7, np.uint8))
    changed = [corpus.stills[0], corpus.stills[1].replace(regions=(CUP, CUP)), corpus.stills[2]]
    write_stills(tmp_path, CARD, stills=changed, splits=[StillSplit("all", ("s0", "s1", "s2"))])
    assert extract_stills(tmp_path, {"regions": Brightness()}) == Extracted(3, 2, 1)
    store = RegionStore(corpus.features("regions"))
    assert store.picture("s0").rows[0, 0] == 7
    assert len(store.picture("s1")) == 3
    assert extract_stills(tmp_path, {"regions": Brightness("2")}) == Extracted(3, 3, 0)


def test_an_interruption_costs_only_what_was_not_kept(tmp_path, monkeypatch):
    corpus = written(tmp_path)
    monkeypatch.setattr(still_features, "SHARD_SIZE", 1)
    corpus.picture(corpus.stills[1]).write_bytes(b"no picture")
    with pytest.raises(CorpusError, match=r"still 's1' cannot be looked at: .*s1.png' is no picture, or a damaged one"):
        extract_stills(tmp_path, {"regions": Brightness()})
    write_picture(corpus.picture(corpus.stills[1]), np.zeros((36, 64, 3), np.uint8))
    assert extract_stills(tmp_path, {"regions": Brightness()}) == Extracted(3, 2, 1)


def test_a_missing_picture_is_named_before_anything_is_done(tmp_path):
    corpus = written(tmp_path)
    corpus.picture(corpus.stills[2]).unlink()
    extractor = Brightness()
    with pytest.raises(CorpusError, match=r"still 's2' has no file 'pictures/s2.png'; put it there"):
        extract_stills(tmp_path, {"regions": extractor})
    assert not extractor.seen


def test_check_tells_what_is_damaged_and_what_lacks(tmp_path):
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
        "regions of 3 pictures are damaged: 00000.safetensors is not what was written",
        "1 pictures have no 'grid', the first 's3'; extract them",
        "1 pictures have no 'regions', the first 's3'; extract them",
    )
