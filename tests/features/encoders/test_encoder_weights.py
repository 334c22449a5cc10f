import json

import numpy as np
import pytest
import torch

from cinescribe.arrays import read_arrays
from cinescribe.errors import ModelError
from cinescribe.features.encoders.backlot_frames import FrameNet, FrameSizes
from cinescribe.features.encoders.encoder_weights import ENCODER, read_encoder, write_encoder

pytestmark = pytest.mark.usefixtures("one_thread")

SMALL = FrameSizes(n_places=3, n_things=2, d_embedding=5, channels=(4, 4, 6, 8), d_maps=4)


@pytest.fixture
def folder(tmp_path):
    torch.manual_seed(5)
    net = FrameNet(SMALL)
    net.row_mean.fill_(0.5)
    write_encoder(tmp_path, net, {"n_steps": 3})
    return tmp_path


def test_weights_are_written_in_half_precision(folder):
    torch.manual_seed(5)
    before, after = FrameNet(SMALL), read_encoder(folder, FrameNet, FrameSizes)
    assert after.sizes == SMALL
    assert not after.training
    for name, value in after.state_dict().items():
        wanted = before.state_dict()[name] if name != "row_mean" else torch.full_like(value, 0.5)
        assert torch.equal(value, wanted.half().to(value.dtype)), name
    assert {a.dtype.name for a in read_arrays(folder / ENCODER.weights).values()} == {"float16", "int64"}
    assert json.loads((folder / ENCODER.card).read_text())["recipe"] == {"n_steps": 3}


def test_weights_that_do_not_belong_to_the_card_are_refused(folder):
    torch.manual_seed(6)
    about = (folder / ENCODER.card).read_text()
    write_encoder(folder, FrameNet(SMALL), {})
    (folder / ENCODER.card).write_text(about)
    with pytest.raises(ModelError, match=r"is damaged, or of another training than its encoder\.json"):
        read_encoder(folder, FrameNet, FrameSizes)


def test_sizes_that_are_not_the_weights_are_refused(folder):
    about = json.loads((folder / ENCODER.card).read_text())
    for n_things in (4, 10**9):
        about["sizes"]["n_things"] = n_things
        (folder / ENCODER.card).write_text(json.dumps(about))
        with pytest.raises(ModelError, match=r"has .*, but the sizes of encoder\.json make "):
            read_encoder(folder, FrameNet, FrameSizes)


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"sizes": {"n_legs": 2}, "weights": 0}'])
def test_a_damaged_description_is_refused(folder, text):
    (folder / ENCODER.card).write_text(text)
    with pytest.raises(
        ModelError, match=r"encoder\.json' is damaged \(.*; install cinescribe again, or train the network again"
    ):
        read_encoder(folder, FrameNet, FrameSizes)


def test_half_precision_changes_features_little(folder):
    torch.manual_seed(5)
    exact, halved = FrameNet(SMALL).eval(), read_encoder(folder, FrameNet, FrameSizes)
    exact.row_mean.fill_(0.5)
    picture = torch.from_numpy(np.random.default_rng(0).random((1, 3, 36, 64), np.float32))
    with torch.inference_mode():
        assert torch.allclose(exact.features(picture), halved.features(picture), atol=2e-2)
