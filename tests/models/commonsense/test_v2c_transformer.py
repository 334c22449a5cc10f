"""The V2C-Transformer equals one built of `torch.nn` alone (equations 1 to 4)."""

import pytest
import torch
from torch import nn
from torch.nn import functional

from cinescribe.models.commonsense.v2c_transformer import V2cTransformer
from cinescribe.train.objectives.commonsense_objective import CommonsenseObjective
from tests.layers.peers import copy_block, shaken
from tests.models.commonsense.dummies import FF_WIDTH, N_HEADS, N_LAYERS, WIDTH, batch, build
from tests.models.set_dummies import VOCABULARY

pytestmark = pytest.mark.usefixtures("one_thread")


def plain_decoder(text):
    """`nn.TransformerDecoderLayer`s with random weights, which the decoder gets too."""
    layers = [
        nn.TransformerDecoderLayer(WIDTH, N_HEADS, FF_WIDTH, dropout=0.0, batch_first=True) for _ in range(N_LAYERS)
    ]
    for ours, theirs in zip(text.blocks.blocks, layers, strict=True):
        copy_block(ours, shaken(theirs))
    return layers


def decoded(layers, embedded, memory, memory_mask):
    """The outputs of plain layers for embedded words with sinusoidal positions from 1."""
    length, width = embedded.shape[1:]
    frequencies = 10_000 ** (torch.arange(0, width, 2) / width)
    angles = torch.arange(1, length + 1)[:, None] / frequencies
    x = embedded + torch.stack([angles.sin(), angles.cos()], 2).flatten(1)
    causal = torch.ones(length, length, dtype=torch.bool).triu(1)
    for layer in layers:
        x = layer(x, memory, tgt_mask=causal, memory_key_padding_mask=~memory_mask)
    return x


@torch.no_grad()
def test_it_equals_a_plain_build():
    model, data = shaken(build(V2cTransformer)), batch()
    captioner, commonsense = plain_decoder(model.captions), plain_decoder(model.phrases)
    found, objective = model(data), CommonsenseObjective(VOCABULARY)
    loss = torch.zeros(())
    for clip in range(len(data.video)):
        frames, segments = data.video.frames[clip, 0], data.video.frame_segment[clip, 0]
        seen = torch.cat(
            [
                functional.layer_norm(frames, frames.shape[-1:]),
                functional.layer_norm(data.video.actions[clip, 0], data.video.actions.shape[-1:])[segments],
            ],
            -1,
        )[data.video.frame_mask[clip, 0]]
        seen = seen if len(seen) else torch.zeros(1, seen.shape[-1])
        v, _ = model.video.lstm.cells(seen[None])
        words = data.captions[clip]
        words = words[words != VOCABULARY.pad][None]
        hidden = decoded(captioner, model.words(words), v, torch.ones(1, v.shape[1], dtype=torch.bool))  # eq. 1
        logits = hidden @ model.captions.classifier.weight + model.captions.classifier.bias
        torch.testing.assert_close(found.captions[clip, : words.shape[1] - 1], logits[0, :-1], rtol=1e-4, atol=1e-5)
        loss += functional.cross_entropy(logits[0, :-1], words[0, 1:], reduction="sum")
        memory = torch.cat([v, hidden], 1)  # [v, s]
        for row in (data.items == clip).nonzero()[:, 0].tolist():
            phrase = data.phrases[row]
            phrase = phrase[phrase != VOCABULARY.pad][None]
            embedded = model.phrase_words.words(phrase)
            embedded[:, 0] = model.phrase_words.aspects(data.aspects[row])
            out = decoded(commonsense, embedded, memory, torch.ones(1, memory.shape[1], dtype=torch.bool))  # eq. 2
            logits = out @ model.phrases.classifier.weight + model.phrases.classifier.bias
            length = phrase.shape[1] - 1
            torch.testing.assert_close(found.phrases[row, :length], logits[0, :-1], rtol=1e-4, atol=1e-5)
            loss += functional.cross_entropy(logits[0, :-1], phrase[0, 1:], reduction="sum")
    torch.testing.assert_close(objective.loss(model, data), loss, rtol=1e-5, atol=1e-4)  # eq. 3 and 4


def test_gradients_of_phrases_flow_into_the_caption_decoder():
    model, data = build(V2cTransformer), batch()
    model(data).phrases.square().sum().backward()
    gradient = model.captions.blocks.blocks[0].feed_forward.wider.weight.grad
    assert gradient is not None
    assert float(gradient.abs().sum()) > 0
