"""Beam search with image captioners gives, token for token, the results of an exhaustive search."""

import dataclasses

import pytest
import torch

from benchmarks.captioners.plain_captioner import PlainM2, PlainSizes
from cinescribe.generate.beam import Search, beam_search
from cinescribe.layers.packed import packed
from cinescribe.models.m2.weight_names import m2_from_published
from tests.models.tiny_pictures import BUILDERS, TOKENS, pictures, tiny_captioner

pytestmark = pytest.mark.usefixtures("one_thread")
N_PICTURES, N_BEAMS, LONGEST = 210, 5, 10


def varied(model, *, end=0.0):
    """A model whose words differ from picture to picture."""
    with torch.no_grad():
        model.inputs.narrower.weight.mul_(4)
        model.classifier.weight.mul_(6)
        model.classifier.bias[TOKENS.end] += end
    return model.double()


class Rounded(torch.nn.Module):
    """A classifier with rounded logits, so that many words are equally likely."""

    def __init__(self, classifier):
        super().__init__()
        self.exact = classifier

    def forward(self, hidden):
        return (self.exact(hidden) / 2).round() * 2


def doubled(batch):
    return dataclasses.replace(batch, regions=batch.regions.double())


@torch.no_grad()
def by_whole_prefixes(model, batch, *, longest, n_beams):
    """Search exhaustively: decode every hypothesis from its start at every token and sort all candidates."""
    n_words = len(TOKENS)
    words, sums = torch.full((len(batch), 1, 1), TOKENS.start), torch.zeros(len(batch), 1, dtype=torch.float64)
    for _ in range(1, longest):
        n_now = words.shape[1]
        expanded = batch.select(torch.arange(len(batch)).repeat_interleave(n_now))
        hidden = model.hidden(words.flatten(0, 1), model.memory(expanded))
        log_probs = model.word_logits(hidden[:, -1]).log_softmax(1).view(len(batch), n_now, n_words)
        has_ended = (words == TOKENS.end).any(2)
        itself = torch.full_like(log_probs, -float("inf"))
        itself[:, :, TOKENS.pad] = 0
        candidates = (sums[:, :, None] + itself.where(has_ended[:, :, None], log_probs)).flatten(1)
        ranked = candidates.sort(dim=1, descending=True, stable=True)
        sums, picked = ranked.values[:, :n_beams], ranked.indices[:, :n_beams]
        parents = words.gather(1, (picked // n_words)[:, :, None].expand(-1, -1, words.shape[2]))
        words = torch.cat([parents, (picked % n_words)[:, :, None]], 2)
    return words, sums


def padded(words, *, longest):
    return torch.nn.functional.pad(words, (0, longest - words.shape[2]), value=TOKENS.pad)


ENDINGS = {"transformer": 1.0, "smart": 2.0, "m2": 4.0}  # how much likelier the end is


@pytest.mark.slow
@pytest.mark.parametrize("has_equals", [False, True])
@pytest.mark.parametrize("name", BUILDERS)
def test_beams_are_those_of_the_exhaustive_search(name, has_equals):
    model, batch = varied(tiny_captioner(name), end=ENDINGS[name]), doubled(pictures(N_PICTURES, seed=3))
    if has_equals:
        model.classifier = Rounded(model.classifier)
    wanted, scores = by_whole_prefixes(model, batch, longest=LONGEST, n_beams=N_BEAMS)
    assert len({tuple(row) for row in wanted[:, 0].tolist()}) > N_PICTURES / 6
    lengths = (wanted[:, 0] == TOKENS.end).int().argmax(1)
    assert len(set(lengths.tolist())) > 3
    search = Search(N_BEAMS)
    for size in (1, 7, N_PICTURES):
        n_searched = min(N_PICTURES, 12 * size)
        for start in range(0, n_searched, size):
            rows = torch.arange(start, min(start + size, n_searched))
            beams = beam_search(model, batch.select(rows), tokens=TOKENS, longest=LONGEST, search=search)
            assert padded(beams.words, longest=LONGEST).equal(wanted[rows])
            torch.testing.assert_close(beams.scores, scores[rows], atol=1e-9, rtol=0)


def test_equally_likely_words_are_ordered_by_number():
    model, batch = varied(tiny_captioner("m2")), doubled(pictures(N_PICTURES, seed=3))
    model.classifier = Rounded(model.classifier)
    beams = beam_search(model, batch, tokens=TOKENS, longest=2)
    words, scores = beams.words[:, :, 1], beams.scores
    is_equal = scores[:, 1:] == scores[:, :-1]
    assert is_equal.any(1).sum() > N_PICTURES / 4
    assert (words[:, 1:] > words[:, :-1])[is_equal].all()


@pytest.mark.slow
@pytest.mark.parametrize("n_ended", ["none", "some"])
def test_beams_are_those_of_the_published_captioner_and_search(n_ended):
    torch.manual_seed(0)
    sizes = PlainSizes(n_words=len(TOKENS), region_width=6, n_places=19, n_slots=4, width=16, n_heads=2, ff_width=24)
    plain = PlainM2(sizes).eval()
    with torch.no_grad():
        plain.decoder.fc.weight.mul_(6)
        if n_ended == "some":
            plain.decoder.fc.weight[TOKENS.end].mul_(2)
    batch = pictures(200, seed=5)
    words, sums = plain.beams(
        batch.regions, batch.mask, n_beams=N_BEAMS, n_tokens=LONGEST - 1, start=TOKENS.start, end=TOKENS.end
    )
    has_ended = (words == TOKENS.end).any(2)
    assert bool(has_ended.any()) or n_ended == "none"
    ours = m2_from_published(plain.state_dict(), head_width=8)
    for model in (ours, packed(ours)):
        beams = beam_search(model, batch, tokens=TOKENS, longest=LONGEST, search=Search(N_BEAMS))
        assert padded(beams.words, longest=LONGEST)[:, :, 1:].equal(words)
        torch.testing.assert_close(beams.scores.float(), sums, atol=1e-3, rtol=0)


@pytest.mark.parametrize("name", BUILDERS)
def test_log_probabilities_are_those_of_one_forced_pass(name):
    model, batch = varied(tiny_captioner(name), end=1.0), doubled(pictures(20, seed=6))
    best = beam_search(model, batch, tokens=TOKENS, longest=LONGEST).best
    with torch.no_grad():
        logits = model.word_logits(model.hidden(best.words[:, :-1], model.memory(batch)))
    forced = logits.log_softmax(2).gather(2, best.words[:, 1:, None])[..., 0].float()
    is_word = best.log_probs[:, 1:] != 0
    torch.testing.assert_close(best.log_probs[:, 1:][is_word].float(), forced[is_word], atol=1e-5, rtol=0)
