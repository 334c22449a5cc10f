"""T5 and GPT-2 after a prefix: one token at a time equals all at once, states are values, features are used."""

import dataclasses

import pytest
import torch

from cinescribe.errors import FeatureError, ModelError
from cinescribe.models.prefix_lm import Gpt2Prefix, Gpt2PrefixSizes, T5Prefix, T5PrefixSizes
from cinescribe.models.prefix_tokens import PrefixSizes, PrefixTokens
from tests.models.set_dummies import D_ACTION, D_FACE, D_FRAME, VOCABULARY, N, S, made_sets

pytestmark = pytest.mark.usefixtures("one_thread")
PEOPLE = [[0, 1, 0], [0, 0, 1], [0, 1, 1], [0, 1, 2], [0, 0, 0], [0, 1]]
FEATURES = PrefixSizes(
    len(VOCABULARY), VOCABULARY.first_person, VOCABULARY.n_people, ("frames", "actions", "faces"),
    D_FRAME, D_ACTION, D_FACE, n_clips=N, n_segments=S, n_clusters=4,
)  # fmt: skip
FRAMES_ONLY = dataclasses.replace(FEATURES, streams=("frames",))


def t5(prefix=FEATURES, **changes):
    torch.manual_seed(0)
    own = {"width": 16, "head_width": 8, "ff_width": 32, "n_layers": 2, "n_heads": 2, "dropout": 0.0}
    return T5Prefix(T5PrefixSizes(**{**vars(prefix), **own, **changes})).eval()


def gpt2(prefix=FEATURES, **changes):
    torch.manual_seed(0)
    own = {"n_queries": 3, "n_query_layers": 1, "n_positions": 64, "width": 16, "n_layers": 2, "n_heads": 2}
    return Gpt2Prefix(Gpt2PrefixSizes(**{**vars(prefix), **own, "dropout": 0.0, **changes})).eval()


both = pytest.mark.parametrize("build", [t5, gpt2])


def logits_of(model, batch):
    return model.word_logits(model.hidden(batch.words, model.memory(batch, blanks=False)))


def loss_of(model, batch):
    logits = logits_of(model, batch)[:, :-1]
    return torch.nn.functional.cross_entropy(
        logits.flatten(0, 1), batch.words[:, 1:].flatten(), ignore_index=VOCABULARY.pad
    )


@both
@torch.no_grad()
def test_one_token_at_a_time_equals_all_at_once(build):
    model, batch = build(), made_sets(PEOPLE)
    wanted, state = logits_of(model, batch), model.start(batch)
    for position in range(batch.words.shape[1]):
        logits, state = model.step(batch.words[:, position], state)
        torch.testing.assert_close(logits, wanted[:, position], rtol=1e-4, atol=1e-5)


@both
@torch.no_grad()
def test_a_state_is_a_value(build):
    model, batch = build(), made_sets(PEOPLE)
    _, state = model.step(batch.words[:, 0], model.start(batch))
    first, _ = model.step(batch.words[:, 1], state)
    model.step(batch.words[:, 2], state)
    again, _ = model.step(batch.words[:, 1], state)
    assert torch.equal(first, again)


@both
@torch.no_grad()
def test_rows_are_selected_and_repeated(build):
    model, batch = build(), made_sets(PEOPLE)
    rows = torch.tensor([3, 0, 3])
    _, state = model.step(batch.words[:, 0], model.start(batch))
    wanted, _ = model.step(batch.words[:, 1], state)
    found, after = model.step(batch.words[rows, 1], model.select(state, rows))
    torch.testing.assert_close(found, wanted[rows], rtol=1e-4, atol=1e-5)
    assert model.step(batch.words[rows, 2], after)[0].shape == (3, len(VOCABULARY))
    start = model.select(model.start(batch), rows)
    torch.testing.assert_close(
        model.step(batch.words[rows, 0], start)[0], logits_of(model, batch)[rows, 0], rtol=1e-4, atol=1e-5
    )


@pytest.mark.slow
@both
def test_loss_falls_and_people_are_learned_from_features(build):
    model = build().train()
    optimiser = torch.optim.Adam(model.parameters(), 5e-3)
    for step in range(240):
        optimiser.zero_grad()
        loss_of(model, made_sets(PEOPLE, seed=step)).backward()
        optimiser.step()
    batch = made_sets(PEOPLE, seed=999)
    loss = loss_of(model.eval(), batch)
    assert loss < 0.1
    assert loss_of(model, dataclasses.replace(batch, faces=batch.faces.flip(0))) > 0.2  # those of another set


@pytest.mark.slow
@both
@torch.no_grad()
def test_masked_features_change_nothing(build):
    model, batch = build(), made_sets(PEOPLE)
    hidden = dataclasses.replace(batch, face_mask=torch.zeros_like(batch.face_mask))
    other = dataclasses.replace(hidden, faces=9 * torch.ones_like(batch.faces))
    assert torch.equal(logits_of(model, hidden), logits_of(model, other))
    assert not torch.equal(logits_of(model, batch), logits_of(model, hidden))


@both
@torch.no_grad()
def test_a_prefix_of_frames_ignores_faces_and_actions(build):
    model, batch = build(FRAMES_ONLY), made_sets(PEOPLE)
    other = dataclasses.replace(batch, faces=torch.ones_like(batch.faces), actions=torch.ones_like(batch.actions))
    assert torch.equal(logits_of(model, batch), logits_of(model, other))


@pytest.mark.slow
@torch.no_grad()
def test_a_set_without_features_has_finite_logits():
    batch = made_sets([[0, 1]])
    nothing = dataclasses.replace(
        batch, frame_mask=torch.zeros_like(batch.frame_mask), action_mask=torch.zeros_like(batch.action_mask),
        face_mask=torch.zeros_like(batch.face_mask),
    )  # fmt: skip
    assert logits_of(gpt2(), nothing).isfinite().all()
    assert logits_of(t5(), nothing).isfinite().all()


@both
def test_a_batch_is_left_as_it_was(build):
    batch = made_sets(PEOPLE)
    loss_of(build().train(), batch).backward()
    for item in dataclasses.fields(batch):
        assert torch.equal(getattr(batch, item.name), getattr(made_sets(PEOPLE), item.name))


@both
def test_blanks_are_refused(build):
    with pytest.raises(ModelError, match="fills in no blanks; train it on captions"):
        build().memory(made_sets([[0]]), blanks=True)


def test_more_words_than_positions_are_refused():
    model, batch = gpt2(n_positions=8), made_sets([[0, 1, 2]])
    with pytest.raises(ModelError, match=r"queries and words take \d+ positions, but this GPT-2 has 8"):
        logits_of(model, batch)


def test_features_of_another_width_are_refused():
    batch = made_sets([[0]])
    with pytest.raises(FeatureError, match="frames have width 7, but this model was built for 5"):
        PrefixTokens(FEATURES, 8)(dataclasses.replace(batch, frames=torch.zeros(1, N, 2, 7)))


def test_sets_of_more_clips_are_refused():
    with pytest.raises(FeatureError, match="the sets have 3 clips, but this model was built for 2"):
        PrefixTokens(dataclasses.replace(FEATURES, n_clips=2), 8)(made_sets([[0, 1]]))
