"""MICap gives the same word by word, in runs and at once, alone and in a batch, with any stream missing."""

import dataclasses
from typing import Any

import pytest
import torch
from torch.nn import functional

from cinescribe.errors import ModelError
from cinescribe.features.clip_sets.set_batch import SetBatch
from cinescribe.models.micap.micap import Micap, micap_captions, micap_fitb, micap_joint
from tests.models.micap_sets import SIZES, L, N, gappy_sets, micap, without

pytestmark = pytest.mark.usefixtures("one_thread")


def close(ours, wanted):
    torch.testing.assert_close(ours, wanted, atol=1e-5, rtol=0)


@pytest.fixture
def batch():
    return gappy_sets()


SKIP: dict[str, Any] = {"gated_skip": True, "skip_frames": (1, 3), "skip_actions": (0, 2)}


@pytest.fixture(
    params=[{}, {"pre_norm": True}, {"n_encoder_layers": 0}, SKIP], ids=["paper", "pre-norm", "only-dec", "gated skip"]
)
def model(request):
    return micap(**request.param)


def in_runs(model, words, state, counts):
    """Hidden states of words (B, L) read in ragged runs, and the last state."""
    hidden = torch.zeros(*words.shape, SIZES.width)
    done = torch.zeros(len(words), dtype=torch.long)
    for run in counts:
        n_words = torch.minimum(torch.tensor(run), words.shape[1] - done)
        columns = done[:, None] + torch.arange(max(run))
        out, state = model.read(words.take_along_dim(columns.clamp(max=words.shape[1] - 1), 1), n_words, state)
        for row, n in enumerate(n_words.tolist()):
            hidden[row, done[row] : done[row] + n] = out[row, :n]
        done += n_words
    return hidden, state


@pytest.mark.slow
@pytest.mark.parametrize("blanks", [True, False])
def test_word_by_word_is_all_at_once(model, batch, blanks):
    wanted = model.word_logits(model.hidden(batch.words, model.memory(batch, blanks=blanks)))
    state = model.start_filling(batch) if blanks else model.start(batch)
    for n in range(L):
        logits, state = model.step(batch.words[:, n], state)
        close(logits, wanted[:, n])


def test_runs_of_unequal_length_are_all_at_once(model, batch):
    wanted = model.hidden(batch.words, model.memory(batch, blanks=True))
    hidden, state = in_runs(model, batch.words, model.start_filling(batch), [[5, 0, 2], [1, 9, 9], [L, L, L]])
    close(hidden, wanted)
    assert state.clip.tolist() == (batch.words == SIZES.separator).sum(1).tolist()


def test_a_batch_is_its_sets(model, batch):
    together = model.hidden(batch.words, model.memory(batch, blanks=True))
    for row in range(len(batch)):
        alone = batch.select(torch.tensor([row]))
        close(together[row], model.hidden(alone.words, model.memory(alone, blanks=True))[0])


def test_rows_are_dropped_and_repeated(model, batch):
    _, state = model.step(batch.words[:, 0], model.start(batch))
    logits, _ = model.step(batch.words[:, 1], state)
    rows = torch.tensor([2, 2, 0])
    close(model.step(batch.words[rows, 1], model.select(state, rows))[0], logits[rows])


def test_padding_behind_the_words_changes_nothing(model, batch):
    memory = model.memory(batch, blanks=True)
    longer = functional.pad(batch.words, (0, 3), value=0)
    close(model.hidden(longer, memory)[:, :L], model.hidden(batch.words, memory))


def test_a_separator_belongs_to_the_clip_it_opens():
    model, words = micap(), torch.tensor([[1, 9, 3, 9, 3, 3, 3, 9]])
    inputs_seen = []
    model.clips.register_forward_hook(lambda _, inputs, __: inputs_seen.append(inputs[0]))
    model.hidden(words, model.memory(without(gappy_sets(1), "frames", "actions", "faces"), blanks=False))
    assert inputs_seen[-1].tolist() == [[0, 0, 1, 1, 2, 3, 3, 3]]  # the last of four clips takes what comes after it


def test_words_come_in_at_the_square_root_of_the_width():
    model = micap(streams=(), n_decoder_layers=1)
    inputs_seen = []
    model.decoder.register_forward_pre_hook(lambda _, inputs: inputs_seen.append(inputs[0]))
    model.hidden(torch.tensor([[1, 9]]), model.memory(gappy_sets(1), blanks=False))
    wanted = model.words.weight[[1, 9]] * 4 + model.clips.weight[0] + model.positions.vectors.weight[:2]
    torch.testing.assert_close(inputs_seen[0][0], wanted)


@pytest.mark.parametrize(
    "streams", [("faces",), ("blanks",), ("frames",), ("blanks", "frames", "actions", "faces")], ids="+".join
)
def test_it_reads_and_learns_with_any_stream_missing(model, batch, streams):
    poorer = without(batch, *streams)
    model.train()
    logits = model.word_logits(model.hidden(poorer.words, model.memory(poorer, blanks=True)))
    assert logits.isfinite().all()
    functional.cross_entropy(logits[:, :-1].flatten(0, 1), poorer.words[:, 1:].flatten()).backward()
    assert all(weights.grad.isfinite().all() for weights in model.parameters() if weights.grad is not None)


def test_a_set_with_nothing_beside_a_full_one_reads_as_alone(model, batch):
    masks = [item.name for item in dataclasses.fields(batch) if item.name.endswith("_mask")]
    emptied = {name: getattr(batch, name).clone() for name in masks}
    for mask in emptied.values():
        mask[1] = False
    mixed = dataclasses.replace(batch, **emptied)
    together = model.hidden(mixed.words, model.memory(mixed, blanks=True))
    alone = mixed.select(torch.tensor([1]))
    close(together[1:2], model.hidden(alone.words, model.memory(alone, blanks=True)))
    close(together[0], model.hidden(batch.words, model.memory(batch, blanks=True))[0])


def test_fewer_clips_are_allowed(model, batch):
    names = ("frames", "frame_mask", "frame_segment", "actions", "action_mask")
    fewer = dataclasses.replace(batch, **{name: getattr(batch, name)[:, : N - 1] for name in names})
    fewer = dataclasses.replace(
        fewer, face_mask=batch.face_mask & (batch.face_clip < N - 1), blank_mask=batch.blank_mask & False
    )
    same = dataclasses.replace(
        batch,
        frame_mask=batch.frame_mask & (torch.arange(N) < N - 1)[:, None],
        action_mask=batch.action_mask & (torch.arange(N) < N - 1)[:, None],
        face_mask=fewer.face_mask,
        blank_mask=fewer.blank_mask,
    )
    close(model.memory(fewer, blanks=True).tokens, model.memory(same, blanks=True).tokens)


def test_attention_is_that_of_the_last_block(model, batch):
    memory = model.memory(batch, blanks=True)
    attention = model.cross_attention(batch.words, memory)
    assert attention.shape == (3, L, memory.tokens.shape[1])
    close(attention.sum(2), torch.ones(3, L))
    assert attention.masked_fill(memory.mask[:, None], 0).max() == 0
    inputs_seen = []
    last = model.decoder.blocks[-1].looking
    last.register_forward_pre_hook(lambda _, inputs: inputs_seen.append(inputs))
    model.hidden(batch.words, memory)
    close(attention, last.weights(*inputs_seen[-1]))


def test_nothing_is_written_into_a_batch(model, batch):
    before = {item.name: getattr(batch, item.name).clone() for item in dataclasses.fields(SetBatch)}
    model.train()
    memory = model.memory(batch, blanks=True)
    model.word_logits(model.hidden(batch.words, memory)).sum().backward()
    model.step(batch.words[:, 0], model.start_filling(batch))
    assert all(torch.equal(getattr(batch, name), values) for name, values in before.items())


def test_people_are_a_slice_of_the_words_or_have_a_head_of_their_own(batch):
    shared, own = micap(), micap(own_person_head=True)
    hidden = torch.randn(2, SIZES.width)
    close(shared.person_logits(hidden), shared.word_logits(hidden)[:, 6:10])
    assert own.person_head is not None
    close(own.person_logits(hidden), own.person_head(hidden))
    assert own.word_logits(hidden).shape == (2, SIZES.n_words)


def test_filling_in_learns_from_the_people_before(batch):
    model, memory = micap(), micap().memory(batch, blanks=True)
    words = torch.tensor([[1, 6, 12, 13]] * 3)
    other = words.clone()
    other[:, 1] = 7
    people = model.person_logits(model.hidden(words, memory))
    assert not torch.allclose(people[:, 3], model.person_logits(model.hidden(other, memory))[:, 3], atol=1e-3)
    close(people[:, 0], model.person_logits(model.hidden(other, memory))[:, 0])


def test_named_builders():
    fitb, captions, joint = micap_fitb(SIZES), micap_captions(SIZES), micap_joint(SIZES)
    assert fitb.classifier is None
    assert "blanks" not in captions.inputs.maps
    assert joint.person_head is None
    assert list(joint.inputs.maps) == ["blanks", "frames", "actions", "faces"]
    head = Micap(fitb.sizes).person_head
    assert head is not None
    assert head.out_features == 4


def test_the_weights_determine_the_outputs(batch):
    model, other = micap(seed=1), micap(seed=2)
    other.load_state_dict({name: weights.clone() for name, weights in model.state_dict().items()})
    memory = model.memory(batch, blanks=True)
    assert torch.equal(model.hidden(batch.words, memory), other.hidden(batch.words, other.memory(batch, blanks=True)))


@pytest.mark.slow
def test_it_learns_what_clips_show():
    """Each clip shows one of six things and its word says which: without finding the clip, the loss stays at log 6."""
    appearances = torch.randn(6, 5, generator=torch.Generator().manual_seed(9))
    generator = torch.Generator().manual_seed(0)
    model = micap(width=32, dropout=0.0).train()
    adam = torch.optim.Adam(model.parameters(), lr=3e-3)
    for step in range(80):
        batch = gappy_sets(16, seed=step)
        shown = torch.randint(6, (16, N), generator=generator)
        frames = appearances[shown][:, :, None] + 0.3 * batch.frames
        batch = dataclasses.replace(batch, frames=frames, frame_mask=batch.frame_mask | True)
        words = torch.stack([torch.full_like(shown, SIZES.separator), 12 + shown], 2).flatten(1)
        words[:, 0] = 1  # start
        hidden = model.hidden(words, model.memory(batch, blanks=False))[:, ::2]
        loss = functional.cross_entropy(model.word_logits(hidden).flatten(0, 1), (12 + shown).flatten())
        adam.zero_grad()
        loss.backward()
        adam.step()
    assert loss.item() < 0.5


def test_seven_clips_are_named(batch):
    names = ("frames", "frame_mask", "frame_segment", "actions", "action_mask")
    seven = {name: torch.cat([getattr(batch, name)] * 2, 1)[:, :7] for name in names}
    with pytest.raises(ModelError, match="the sets have 7 clips, but the model takes 4 at most; cut the film"):
        micap().memory(dataclasses.replace(batch, **seven), blanks=True)


def test_tokens_beyond_the_vocabulary_are_named(model, batch):
    for read in (
        lambda words: model.hidden(words, model.memory(batch, blanks=True)),
        lambda words: model.step(words[:, -1], model.start(batch)),
    ):
        with pytest.raises(ModelError, match="found token 30, but the model's vocabulary has 30; read captions"):
            read(torch.tensor([[1, 30]] * 3))


def test_texts_too_long_are_named(model, batch):
    words = torch.ones(3, 21, dtype=torch.long)
    with pytest.raises(ModelError, match="token 21 of a text came, but the model reads 20 at most"):
        model.hidden(words, model.memory(batch, blanks=True))
    _, state = model.read(words[:, :20], torch.tensor([20, 3, 19]), model.start(batch))
    with pytest.raises(ModelError, match="token 21 of a text came"):
        model.step(words[:, 0], state)
    model.read(words[:, :2], torch.tensor([0, 2, 1]), state)  # padding beyond the last place does no harm


def test_a_model_that_only_fills_in_has_no_word_logits(batch):
    with pytest.raises(ModelError, match="word logits were asked of a model that only fills in people"):
        micap_fitb(SIZES).step(batch.words[:, 0], micap_fitb(SIZES).start(batch))


def test_a_gated_skip_reaches_the_words_of_its_own_clip_only(batch):
    model, memory = micap(**SKIP), micap(**SKIP).memory(batch, blanks=False)
    before = model.hidden(batch.words, memory)
    skip = memory.skip.clone()
    skip[:, 1] += 5.0
    after = model.hidden(batch.words, dataclasses.replace(memory, skip=skip))
    of_second = (batch.words == SIZES.separator).cumsum(1) == 1
    assert of_second.any()
    assert not torch.isclose(after, before).all(-1)[of_second].any()
    close(after[~of_second], before[~of_second])


def test_a_gated_skip_needs_columns():
    with pytest.raises(ModelError, match="a gated skip has no columns; set `skip_frames`"):
        micap(gated_skip=True)
