"""InsightFace is not installed; the tests use a stand-in package of the same shape."""

import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from cinescribe.errors import ModelError
from cinescribe.features.faces.extractor import FaceExtractor
from cinescribe.features.faces.insightface_faces import NOTICE, load_insightface

APP = """
import os
import numpy as np

class Detector:
    def detect(self, image, max_num=0, metric="default"):
        assert image[0, 0].tolist() == [30, 20, 10], "pictures are BGR"
        boxes = np.array([[-4, 10, 40, 60, 0.6], [50, 10, 90, 60, 0.9]], np.float32)
        points = np.array([[20, 30], [30, 30], [25, 40], [20, 50], [30, 50]], np.float32)
        return boxes, np.stack([points, points + 40])

class Recogniser:
    input_size = (112, 112)
    def get_feat(self, chips):
        return np.stack([np.full(512, chip.mean() + 1) for chip in chips])

class FaceAnalysis:
    def __init__(self, name, root, allowed_modules, providers):
        folder = os.path.join(root, "models", name)
        if not os.path.exists(folder):
            raise ConnectionError("no network here")
        assert allowed_modules == ["detection", "recognition"]
        assert providers == ["CPUExecutionProvider"]
        self.models = {"detection": Detector(), "recognition": Recogniser()}
    def prepare(self, ctx_id, det_thresh, det_size):
        assert (ctx_id, det_size) == (-1, (640, 640))
"""

ALIGN = """
import numpy as np

def norm_crop(image, landmark, image_size=112):
    assert landmark.shape == (5, 2) and landmark.max() > 1, "points are pixels"
    return np.full((image_size, image_size, 3), int(landmark[0, 0]), np.uint8)
"""


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    home = tmp_path / "site" / "insightface"
    (home / "utils").mkdir(parents=True)
    (home / "__init__.py").write_text("")
    (home / "utils/__init__.py").write_text("")
    (home / "app.py").write_text(APP)
    (home / "utils/face_align.py").write_text(ALIGN)
    for name in [name for name in sys.modules if name.partition(".")[0] == "insightface"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    yield
    for name in [name for name in sys.modules if name.partition(".")[0] == "insightface"]:
        del sys.modules[name]


@pytest.fixture
def models(tmp_path: Path) -> Path:
    folder = tmp_path / "home" / "models" / "buffalo_l"
    folder.mkdir(parents=True)
    for name in ("det_10g.onnx", "w600k_r50.onnx"):
        (folder / name).write_bytes(b"tiny")
    return tmp_path / "home"


def silent(line: str) -> None:
    raise AssertionError(f"nothing is fetched, but it announced {line!r}")


def test_faces_are_found_and_embedded(package: None, models: Path) -> None:
    extractor: FaceExtractor = load_insightface(models, announce=silent)
    image = np.full((100, 200, 3), (10, 20, 30), np.uint8)
    first, second = extractor.find(image)
    assert [first.score, second.score] == pytest.approx([0.9, 0.6])
    assert second.box == pytest.approx((0, 0.1, 0.2, 0.6))
    assert second.landmarks[0] == pytest.approx((0.1, 0.3))
    assert (second.facing, second.frontality) == (0.0, 1.0)
    rows = extractor.embed(image, [first, second])
    assert rows.shape == (2, extractor.width)
    assert np.linalg.norm(rows, axis=1) == pytest.approx([1, 1])
    assert extractor.embed(image, []).shape == (0, extractor.width)


def test_the_licence_and_the_distance_are_known(package: None, models: Path) -> None:
    extractor = load_insightface(models, announce=silent)
    assert extractor.name == "insightface"
    assert "non-commercial" in extractor.licence
    assert extractor.same_distance**2 / 2 == pytest.approx(1 - 0.4)


def test_missing_package_error_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "insightface", None)
    with pytest.raises(ModelError, match=r"InsightFace cannot be used .*; pip install insightface onnxruntime"):
        load_insightface(tmp_path, announce=silent)


def test_weights_are_never_fetched_without_consent(package: None, tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"buffalo_l' is missing; allow the download .*289 MB.*non-commercial"):
        load_insightface(tmp_path / "home", announce=silent)
    assert not (tmp_path / "home").exists()


def test_size_and_licence_are_announced_before_a_download(package: None, tmp_path: Path) -> None:
    messages: list[str] = []
    with pytest.raises(ModelError, match=r"could not be fetched to .* \(no network here\)"):
        load_insightface(tmp_path / "home", fetch=True, announce=messages.append)
    assert messages == [NOTICE]


def test_an_incomplete_model_folder_is_reported(package: None, models: Path) -> None:
    (models / "models/buffalo_l/w600k_r50.onnx").unlink()
    with pytest.raises(ModelError, match=r"lacks w600k_r50\.onnx; remove the folder"):
        load_insightface(models, announce=silent)
