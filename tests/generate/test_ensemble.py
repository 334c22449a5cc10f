"""An ensemble averages probabilities, is decoded as any model, and refuses models that do not fit."""

import dataclasses

import numpy as np
import pytest
import torch

from cinescribe.errors import ModelError
from cinescribe.features.clip_sets.set_batch import SetSizes
from cinescribe.generate.beam import Search, beam_search
from cinescribe.generate.caption_corpus import caption_corpus
from cinescribe.generate.ensemble import Ensemble, with_ensemble
from cinescribe.generate.greedy import greedy
from cinescribe.language.tokens.vocabulary import Vocabulary
from cinescribe.models.checkpoint import CheckpointCard, read_checkpoint, write_checkpoint
from cinescribe.models.fillin import FillIn, FillInSizes
from cinescribe.models.fitted.fitted_checkpoint import FittedCard, write_fitted
from cinescribe.models.fitted.nearest import NearestNeighbour
from cinescribe.models.sequence.s2vt import S2vt, S2vtSizes
from tests.models.sequence.clips import clips, s2vt, temporal_attention
from tests.models.set_dummies import VOCABULARY
from tests.train import world

pytestmark = pytest.mark.usefixtures("one_thread")
SETS = SetSizes(n_clips=1, n_frames=4, frame_rate_hz=1.0, n_segments=2, n_faces=0, n_tokens=12)


@torch.no_grad()
def test_probabilities_are_the_means_of_the_models():
    models, batch = [s2vt(), temporal_attention(), s2vt(width=9)], clips()
    tokens = batch.words[:, 0]
    found, state = Ensemble(models).step(tokens, Ensemble(models).start(batch))
    wanted = torch.stack([model.step(tokens, model.start(batch))[0].softmax(1) for model in models]).mean(0)
    torch.testing.assert_close(found.exp(), wanted)
    after, _ = Ensemble(models).step(batch.words[:, 1], state)
    torch.testing.assert_close(after.exp().sum(1), torch.ones(len(batch)))


@torch.no_grad()
def test_an_ensemble_of_one_model_is_the_model():
    model, batch = s2vt(), clips()
    wanted = beam_search(model, batch, tokens=VOCABULARY, longest=8, search=Search(3))
    found = beam_search(Ensemble([model]), batch, tokens=VOCABULARY, longest=8, search=Search(3))
    assert torch.equal(found.words, wanted.words)
    torch.testing.assert_close(found.scores, wanted.scores)


@torch.no_grad()
def test_rows_are_selected_from_all_states():
    both, batch = Ensemble([s2vt(), temporal_attention()]), clips()
    _, state = both.step(batch.words[:, 0], both.start(batch))
    wanted, _ = both.step(batch.words[:, 1], state)
    rows = torch.tensor([2, 2, 0])
    found, _ = both.step(batch.words[rows, 1], both.select(state, rows))
    torch.testing.assert_close(found, wanted[rows])
    assert greedy(both, batch, tokens=VOCABULARY, longest=8).words.shape[0] == len(batch)


def test_no_model_is_refused():
    with pytest.raises(ModelError, match=r"the ensemble has no models; give one or more"):
        Ensemble([])


@pytest.fixture
def corpus(tmp_path):
    return world.corpus(tmp_path / "corpus")


def checkpoint(folder, *, tokens=None, seed=0, **card):
    tokens = tokens or world.vocabulary(world.world()[1])
    torch.manual_seed(seed)
    sizes = S2vtSizes(len(tokens), tokens.first_person, frame_width=8, action_width=8, width=8, word_width=8)
    facts = CheckpointCard("s2vt", **{"sets": SETS, "someone": True, **card})
    write_checkpoint(folder, S2vt(sizes), tokens=tokens, card=facts)
    return folder


def test_a_corpus_is_captioned_by_an_ensemble(tmp_path, corpus):
    one, other = checkpoint(tmp_path / "a"), checkpoint(tmp_path / "b", seed=1)

    def texts(first, *more, **options):
        written = caption_corpus(first, corpus, split="val", ensemble=more, **options)
        return [item.caption.text for item in written]

    together = texts(one, other)
    assert len(together) == 5
    assert together == texts(other, one)
    assert texts(one, one) == texts(one)
    assert len({tuple(texts(one)), tuple(texts(other)), tuple(together)}) > 1
    assert len(texts(one, other, decoder="beam")) == 5


def test_models_that_do_not_fit_are_refused(tmp_path):
    first = read_checkpoint(checkpoint(tmp_path / "a"))
    other = checkpoint(tmp_path / "b", tokens=Vocabulary(("walks",)))
    with pytest.raises(ModelError, match=r"b' has another vocabulary than '.*a'; combine models that were trained on"):
        with_ensemble(first, [other])
    for change in ({"someone": False}, {"features": "clips"}, {"sets": dataclasses.replace(SETS, n_frames=2)}):
        other = checkpoint(tmp_path / "b", **change)
        with pytest.raises(ModelError, match=rf"b' has {next(iter(change))} .*; combine models that read the same in"):
            with_ensemble(first, [other])


def test_a_model_that_only_fills_in_is_refused(tmp_path):
    first, tokens = read_checkpoint(checkpoint(tmp_path / "a")), world.vocabulary(world.world()[1])
    sizes = FillInSizes(first.tokens.first_person, d_text=4, d_face=8, d_action=8, width=8, n_heads=2, ff_width=8)
    write_checkpoint(tmp_path / "b", FillIn(sizes), tokens=tokens, card=CheckpointCard("fillin", SETS))
    with pytest.raises(ModelError, match=r"b' is a fillin, which fills in blanks and cannot caption; name models that"):
        with_ensemble(first, [tmp_path / "b"])
    assert with_ensemble(first, []) is first


def test_a_fitted_model_is_in_no_ensemble(tmp_path, corpus):
    model = NearestNeighbour(np.eye(2, 8, dtype=np.float32), ["someone waves.", "someone sits."], widths=(8,))
    write_fitted(tmp_path / "n", model, FittedCard("nearest", ("clip",)))
    with pytest.raises(ModelError, match=r"n' is no network, so that there is no `ensemble` with it; name networks"):
        caption_corpus(tmp_path / "n", corpus, split="val", ensemble=[checkpoint(tmp_path / "a")])
