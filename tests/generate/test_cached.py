"""Cached decoding gives the same captions and people as decoding the whole prefix again at every token."""

import dataclasses
from functools import partial

import pytest
import torch

from cinescribe.generate.beam import Search, beam_search
from cinescribe.generate.forced import fill
from cinescribe.generate.greedy import greedy
from cinescribe.generate.logit_constraints import SetLimits
from cinescribe.language.tokens.vocabulary import Vocabulary
from cinescribe.layers.linear import Linear
from tests.generate.tiny_micap import tiny_micap
from tests.models.set_dummies import VOCABULARY, F, N, S, T, made_sets

pytestmark = pytest.mark.usefixtures("one_thread")
N_SETS, LONGEST = 500, 16
# The words of the sets, and others that a model may write.
TOKENS = Vocabulary((*VOCABULARY.words, *(f"word{n}" for n in range(20))), n_people=VOCABULARY.n_people)
LIMITS = SetLimits(TOKENS, N)


def random_sets(n, *, seed):
    """Sets with padding everywhere: frames, actions, faces, blanks and words of unequal number."""
    generator = torch.Generator().manual_seed(seed)
    people = [torch.randint(4, (count,), generator=generator).tolist() for count in [1, 2, 3, 2] * (n // 4)]
    batch = made_sets(people, seed=seed)

    def some(*shape):
        return torch.rand(n, *shape, generator=generator) < 0.6

    words = batch.words.clone()
    words[batch.is_blank & (torch.rand(words.shape, generator=generator) < 0.8)] = TOKENS.blank
    return dataclasses.replace(
        batch,
        frames=batch.frames * 3,
        frame_mask=some(N, T),
        frame_segment=torch.randint(S, (n, N, T), generator=generator),
        action_mask=some(N, S),
        face_mask=some(F),
        face_cluster=torch.randint(4, (n, F), generator=generator),
        words=words,
    )


def random_micap(*, ending=1.5, **changes):
    """An untrained model with weights so large that it writes different captions for different sets.

    With `ending`, rows end at different columns.
    """
    model = tiny_micap(TOKENS, seed=0, n_decoder_layers=2, **changes)
    with torch.no_grad():
        for layer in (*model.encoder.modules(), *model.decoder.modules(), model.classifier):
            if isinstance(layer, torch.nn.Linear | Linear):
                layer.weight.mul_(5)
        for stream in model.inputs.maps.values():
            stream.get_parameter("weight").mul_(4)
        assert model.classifier is not None
        model.classifier.weight.mul_(2)
        model.classifier.bias[[TOKENS.separator, TOKENS.end]] += ending
    return model


@torch.no_grad()
def captions_uncached(model, batch):
    """Return greedy captions, decoding the whole prefix again for each token."""
    memory = model.memory(batch, blanks=False)
    words = torch.full((len(batch), LONGEST), TOKENS.pad)
    words[:, 0] = TOKENS.start
    ended = torch.zeros(len(batch), dtype=torch.bool)
    for column in range(1, LONGEST):
        logits = model.word_logits(model.hidden(words[:, :column], memory)[:, -1])
        chosen = LIMITS.limited(logits, words[:, :column]).argmax(1)
        words[:, column] = chosen.masked_fill(ended, TOKENS.pad)
        ended |= chosen == TOKENS.end
    return words


@torch.no_grad()
def people_uncached(model, batch):
    """Return people in blanks, decoding the whole prefix again for each column."""
    words, memory = batch.words.clone(), model.memory(batch, blanks=True)
    for column in range(1, words.shape[1]):
        people = model.person_logits(model.hidden(words[:, :column], memory)[:, -1]).argmax(1)
        is_blank = words[:, column] == TOKENS.blank
        words[:, column] = words[:, column].where(~is_blank, TOKENS.first_person + people)
    return words


def one(batch, number):
    return batch.select(torch.tensor([number]))


def padded(words):
    return torch.nn.functional.pad(words, (0, LONGEST - words.shape[1]), value=TOKENS.pad)


@pytest.mark.slow
@pytest.mark.parametrize("changes", [{}, {"n_encoder_layers": 0, "pre_norm": True, "ending": 3.0}])
def test_captions_are_those_of_uncached_decoding(changes):
    model, batch = random_micap(**changes), random_sets(N_SETS, seed=1)
    wanted = captions_uncached(model, batch)
    assert len({tuple(row) for row in wanted.tolist()}) > N_SETS / 3
    assert len(set((wanted != TOKENS.pad).sum(1).tolist())) > 5
    together = greedy(model, batch, tokens=TOKENS, longest=LONGEST, limits=LIMITS)
    assert padded(together.words).equal(wanted)
    for number in range(0, N_SETS, 5):
        alone = greedy(model, one(batch, number), tokens=TOKENS, longest=LONGEST, limits=LIMITS)
        assert padded(alone.words)[0].equal(wanted[number])
        length = alone.words.shape[1]
        torch.testing.assert_close(together.log_probs[number, :length], alone.log_probs[0], atol=1e-4, rtol=1e-4)


def test_log_probabilities_are_those_of_one_forced_pass():
    model, batch = random_micap(), random_sets(40, seed=2)
    written = greedy(model, batch, tokens=TOKENS, longest=LONGEST)
    with torch.no_grad():
        hidden = model.hidden(written.words[:, :-1], model.memory(batch, blanks=False))
        forced = model.word_logits(hidden).log_softmax(2).gather(2, written.words[:, 1:, None])[..., 0]
    is_word = written.log_probs[:, 1:] != 0
    torch.testing.assert_close(written.log_probs[:, 1:][is_word], forced[is_word], atol=1e-4, rtol=1e-4)


@pytest.mark.slow
def test_people_are_those_of_uncached_decoding():
    model, batch = random_micap(), random_sets(N_SETS, seed=4)
    filled = fill(model, batch, tokens=TOKENS)
    people = filled.words[batch.words == TOKENS.blank]
    assert (torch.bincount(people - TOKENS.first_person, minlength=4) > 50).sum() >= 3
    assert filled.words.equal(people_uncached(model, batch))
    for number in range(0, N_SETS, 5):
        assert fill(model, one(batch, number), tokens=TOKENS).words[0].equal(filled.words[number])


@pytest.mark.slow
def test_beams_of_a_batch_are_those_of_its_sets():
    model, batch = random_micap(), random_sets(24, seed=5)
    search = partial(beam_search, tokens=TOKENS, longest=LONGEST, limits=LIMITS, search=Search(3, length_power=0.5))
    together = search(model, batch)
    for number in range(24):
        alone = search(model, one(batch, number))
        assert padded(together.words[number]).equal(padded(alone.words[0]))
        with torch.no_grad():
            memory = model.memory(one(batch, number), blanks=False)
            for words, score in zip(alone.words[0], together.scores[number].tolist(), strict=True):
                length = int((words != TOKENS.pad).sum())
                logits = model.word_logits(model.hidden(words[None, : length - 1], memory)[0])
                chosen = logits.log_softmax(1).gather(1, words[1:length, None])
                assert score == pytest.approx(float(chosen.sum()) / (length - 1) ** 0.5, abs=1e-3)


def test_a_beam_of_one_is_greedy():
    model, batch = random_micap(), random_sets(100, seed=6)
    best = beam_search(model, batch, tokens=TOKENS, longest=LONGEST, limits=LIMITS, search=Search(1)).best
    assert best.words.equal(greedy(model, batch, tokens=TOKENS, longest=LONGEST, limits=LIMITS).words)


def test_decoding_does_not_change_the_batch():
    model, batch = random_micap(), random_sets(8, seed=7)
    before = {item.name: getattr(batch, item.name).clone() for item in dataclasses.fields(batch)}
    greedy(model, batch, tokens=TOKENS, longest=LONGEST)
    beam_search(model, batch, tokens=TOKENS, longest=LONGEST)
    fill(model, batch, tokens=TOKENS)
    assert all(getattr(batch, name).equal(value) for name, value in before.items())
