import pytest
import torch
from torch import nn

from cinescribe.layers.blocks import BlockSizes, EncoderBlock
from cinescribe.layers.classifier import Classifier
from cinescribe.layers.multi_level_decoder import MultiLevelDecoder
from cinescribe.layers.packed import PackedLinear, packed
from tests.layers.peers import shaken

pytestmark = [
    pytest.mark.usefixtures("one_thread"),
    pytest.mark.skipif(not torch.backends.mkldnn.is_available(), reason="this PyTorch comes without oneDNN"),
]
SIZES = BlockSizes(width=8, n_heads=2, ff_width=12, n_slots=2)


def test_packed_blocks_give_the_same():
    torch.manual_seed(0)
    encoder, decoder = shaken(EncoderBlock(SIZES)), shaken(MultiLevelDecoder(SIZES, n_layers=2, n_levels=2))
    x, words, mask = torch.randn(3, 5, 8), torch.randn(3, 4, 8), torch.ones(3, 5, dtype=torch.bool)
    torch.testing.assert_close(packed(encoder)(x), encoder(x), atol=1e-5, rtol=0)
    levels, fast = torch.stack([x, -x]), packed(decoder)
    found, state = fast(words, fast.start(levels, mask))
    wanted, _ = decoder(words, decoder.start(levels, mask))
    torch.testing.assert_close(found, wanted, atol=1e-5, rtol=0)
    assert state.n_read == 4


def test_a_packed_classifier_gives_the_same():
    model, x = nn.Sequential(Classifier(8, 11), nn.Linear(11, 3, bias=False)), torch.randn(4, 8)
    torch.testing.assert_close(packed(model)(x), model(x), atol=1e-5, rtol=0)
    assert packed(model)(x[:0]).shape == (0, 3)
    classifier = packed(model)[0]
    assert isinstance(classifier, PackedLinear)
    assert (classifier.in_features, classifier.out_features) == (8, 11)
    for part in (range(2, 5), range(11)):
        torch.testing.assert_close(
            classifier.output_slice(x, part), model[0](x)[:, part.start : part.stop], atol=1e-5, rtol=0
        )


def test_packing_leaves_the_model_unchanged_and_shares_other_parts():
    block = EncoderBlock(SIZES)
    twin = packed(block)
    assert not any(isinstance(part, PackedLinear) for part in block.modules())
    assert block.training
    assert not twin.training
    assert twin.slots is not None
    assert block.slots is not None
    assert twin.slots.keys is block.slots.keys
    assert sum(isinstance(part, PackedLinear) for part in twin.modules()) == 4
    assert not any(isinstance(part, nn.Linear) for part in twin.modules())


def test_weights_that_change_later_do_not_reach_the_packed_ones():
    layer, x = nn.Linear(4, 4), torch.randn(2, 4)
    twin = packed(nn.Sequential(layer))
    before = twin(x)
    nn.init.zeros_(layer.weight)
    nn.init.zeros_(layer.bias)
    assert twin(x).equal(before)


def test_models_in_double_precision_are_not_packed():
    model = nn.Sequential(nn.Linear(4, 4)).double()
    assert packed(model) is model
