import numpy as np
import pytest

from cinescribe.corpus.core.stills import InspectedStills, inspect_stills
from cinescribe.corpus.datasets.image_sequences import build_sequences
from cinescribe.errors import CorpusError
from cinescribe.media.film.image_files import write_picture


def test_folders_are_sequences_ordered_by_number(tmp_path):
    for name in ("kitchen/rgb/2.png", "kitchen/rgb/10.png", "hall/frame9.jpg", "hall/frame11.JPG", "loose.png"):
        write_picture(tmp_path / "runs" / name, np.zeros((8, 8, 3), np.uint8))
    (tmp_path / "runs" / "hall" / "poses.txt").write_text("0 0 0")
    corpus = build_sequences(tmp_path / "corpus", pictures=tmp_path / "runs")
    assert inspect_stills(tmp_path / "corpus") == InspectedStills(corpus, ())
    assert [(still.sequence, still.id) for still in corpus.stills] == [
        ("hall", "hall/frame9"),
        ("hall", "hall/frame11"),
        ("kitchen/rgb", "kitchen/rgb/2"),
        ("kitchen/rgb", "kitchen/rgb/10"),
        (None, "loose"),
    ]
    assert corpus.stills[0].path == "pictures/hall/frame9.jpg"
    assert not any(still.captions or still.regions for still in corpus.stills)
    assert corpus.stills_of("all") == corpus.stills


def test_a_folder_without_pictures_is_refused(tmp_path):
    (tmp_path / "notes.txt").write_text("")
    with pytest.raises(CorpusError, match=r"holds no pictures \(.jpg, .*name a folder of folders of pictures"):
        build_sequences(tmp_path / "corpus", pictures=tmp_path)


def test_pictures_that_differ_only_in_suffix_are_refused(tmp_path):
    for suffix in ("png", "jpg"):
        write_picture(tmp_path / "runs" / f"a.{suffix}", np.zeros((8, 8, 3), np.uint8))
    with pytest.raises(CorpusError, match="2 stills are called 'a'"):
        build_sequences(tmp_path / "corpus", pictures=tmp_path / "runs")
