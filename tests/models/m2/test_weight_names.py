import pytest
import torch

from benchmarks.captioners.plain_captioner import PlainM2, PlainSizes
from cinescribe.errors import ModelError
from cinescribe.models.m2.weight_names import m2_from_published
from tests.models.tiny_pictures import pictures

pytestmark = pytest.mark.usefixtures("one_thread")
SIZES = PlainSizes(n_words=19, region_width=6, n_places=9, n_slots=4, width=16, n_heads=2, ff_width=24)


def published():
    torch.manual_seed(0)
    plain = PlainM2(SIZES).eval()
    for name, weights in plain.named_parameters():
        if name != "decoder.pos_emb.weight":
            torch.nn.init.normal_(weights, std=0.5)
    return plain


def converted(weights):
    return m2_from_published(weights, head_width=8)


@torch.no_grad()
def test_converted_weights_give_the_published_outputs():
    plain, batch = published(), pictures(8)
    ours = converted(plain.state_dict())
    words = torch.randint(19, (8, 9), generator=torch.Generator().manual_seed(1))
    levels, hidden = plain.levels(batch.regions, batch.mask)
    found = ours.word_logits(ours.hidden(words, ours.memory(batch))).log_softmax(-1)
    torch.testing.assert_close(found, plain.decoder(words, levels, hidden), atol=1e-5, rtol=1e-5)


def test_positions_come_from_the_file():
    """Their code draws all weights at random after it has made sinusoids, so that their files may hold either."""
    plain, batch = published(), pictures(8)
    torch.nn.init.xavier_uniform_(plain.decoder.pos_emb.weight)
    words = torch.randint(19, (8, 9), generator=torch.Generator().manual_seed(1))
    ours = converted(plain.state_dict())
    assert ours.sizes.stored_positions and not converted(published().state_dict()).sizes.stored_positions  # noqa: PT018
    with torch.no_grad():
        levels, hidden = plain.levels(batch.regions, batch.mask)
        found = ours.word_logits(ours.hidden(words, ours.memory(batch))).log_softmax(-1)
        torch.testing.assert_close(found, plain.decoder(words, levels, hidden), atol=1e-5, rtol=1e-5)


@torch.no_grad()
def test_padding_counts_as_in_the_published_code():
    """Pictures padded with zeros to 12 regions that no mask leaves out, whatever the batch is padded to."""
    plain, batch = published(), pictures(8)
    words = torch.randint(19, (8, 9), generator=torch.Generator().manual_seed(1))
    ours = m2_from_published(plain.state_dict(), head_width=8, n_padded=12)
    regions = torch.nn.functional.pad(batch.regions * batch.mask[..., None], (0, 0, 0, 12 - batch.regions.shape[1]))
    levels, hidden = plain.levels(regions, torch.ones(8, 12, dtype=torch.bool))
    wanted = plain.decoder(words, levels, hidden)
    found = ours.word_logits(ours.hidden(words, ours.memory(batch))).log_softmax(-1)
    torch.testing.assert_close(found, wanted, atol=1e-5, rtol=1e-5)
    masked = converted(plain.state_dict())
    other = masked.word_logits(masked.hidden(words, masked.memory(batch))).log_softmax(-1)
    assert (found - other).abs().max() > 0.01


def test_sizes_follow_from_the_weights():
    sizes = converted(published().state_dict()).sizes
    assert (sizes.n_words, sizes.region_width, sizes.n_tokens, sizes.n_memory) == (19, 6, 9, 4)
    assert (sizes.n_encoder_layers, sizes.n_decoder_layers, sizes.n_heads, sizes.meshed) == (3, 3, 2, True)


def test_buffers_of_decoding_are_left_out():
    weights = published().state_dict()
    buffers = {"decoder.running_seq": torch.zeros(1), "decoder.layers.0.self_att.running_keys": torch.zeros(0, 16)}
    assert converted({**weights, **buffers}).sizes.n_words == 19


def without(name):
    return lambda weights: weights.pop(name)


def as_shape(name, *shape):
    return lambda weights: weights.update({name: torch.zeros(shape)})


SPOILT = {
    "no words": (
        without("decoder.word_emb.weight"),
        r"decoder.word_emb.weight is missing; expected a table of two dimensions",
    ),
    "flat": (
        as_shape("encoder.fc.weight", 3),
        r"encoder.fc.weight is of shape \(3,\); expected a table of two dimensions",
    ),
    "missing": (
        without("encoder.layers.1.mhatt.attention.m_v"),
        r"the weights lack encoder.layers.1.mhatt.attention.m_v \(1, 4, 16\); give the checkpoint of an M²",
    ),
    "gate": (without("decoder.layers.2.fc_alpha3.bias"), r"the weights lack decoder.layers.2.fc_alpha3.bias \(16,\)"),
    "misshapen": (
        as_shape("decoder.layers.0.pwff.fc2.weight", 16, 16),
        r"decoder.layers.0.pwff.fc2.weight is \(16, 16\); with the weights beside it, \(16, 24\) fits",
    ),
    "extra": (
        as_shape("decoder.layers.0.fc_alpha4.weight", 16, 32),
        r"an M² has no weight decoder.layers.0.fc_alpha4.weight; give",
    ),
    "flat slots": (
        as_shape("encoder.layers.0.mhatt.attention.m_k", 16),
        r"an M² has no weight encoder.layers.0.mhatt.attention.m_k; give",
    ),
}


@pytest.mark.parametrize("name", SPOILT)
def test_other_weights_are_refused(name):
    spoil, words = SPOILT[name]
    weights = published().state_dict()
    spoil(weights)
    with pytest.raises(ModelError, match=words):
        converted(weights)
