import dataclasses
import itertools
import logging
import math
import re

import pytest

from cinescribe.errors import ModelError
from cinescribe.models.translation.decoder import (
    SearchSettings,
    TranslatedSentence,
    TranslationWeights,
)
from tests.models.translation.bitexts import LABELS, sentence_pairs
from tests.models.translation.models import random_decoder, small_decoder

NO_LIMITS = SearchSettings(stack_size=0, beam=math.inf, n_options=0)  # finds the best translation of all

UNTUNED = TranslationWeights(0.3, 0.1, 0.4, 0.2, language=0.7, distortion=0.2, word=0.6, phrase=-0.1)


def every_translation(decoder, words):
    """All segmentations, orders and phrases, with their scores by the formula of the log-linear model."""
    weights, tables = decoder.weights, decoder.options
    language = tables.language

    def extended(covered, end, target, score):
        if len(covered) == len(words):
            yield score + weights.language * language.log_prob(target), target
        for start in range(len(words)):
            for stop in range(start + 1, len(words) + 1):
                span = set(range(start, stop))
                first, last = tables.spans.get(tuple(words[start:stop]), (0, 0))
                if covered & span:
                    continue
                for n in range(first, last):
                    phi_backward, lex_backward, phi_forward, lex_forward = map(math.log, tables.phrases.scores[n])
                    added = tables.phrases.pairs[n][1]
                    value = score - weights.distortion * abs(start - end) + weights.phrase + weights.word * len(added)
                    value += weights.backward * phi_backward + weights.lexical_backward * lex_backward
                    value += weights.forward * phi_forward + weights.lexical_forward * lex_forward
                    yield from extended(covered | span, stop, target + added, value)

    return extended(frozenset(), 0, (), 0.0)


def exhaustive(decoder, words):
    return max(every_translation(decoder, words), key=lambda found: found[0])


def known_words(decoder, n):
    return [word for word in LABELS if (word,) in decoder.options.spans][:n]


@pytest.mark.parametrize("weights", [TranslationWeights(), UNTUNED])
@pytest.mark.parametrize("n", [1, 2, 3])
def test_without_limits_the_search_is_exhaustive(weights, n):
    decoder = random_decoder(NO_LIMITS, weights, n=12)
    words = known_words(decoder, n)
    score, _ = exhaustive(decoder, words)
    assert decoder.translate(words).score == pytest.approx(score, abs=1e-9)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_without_limits_the_search_of_four_labels_is_exhaustive(seed):
    decoder = random_decoder(NO_LIMITS, UNTUNED, seed, n=7)
    for source, _ in sentence_pairs(7, seed):
        found = decoder.translate(source)
        kept = [word for word in source if word not in found.dropped]
        score, _ = exhaustive(decoder, kept)
        assert found.score == pytest.approx(score, abs=1e-9)


def test_a_negative_weight_of_the_language_model_is_searched_too():
    decoder = random_decoder(NO_LIMITS, dataclasses.replace(UNTUNED, language=-0.3), n=12)
    words = known_words(decoder, 3)
    assert decoder.translate(words).score == pytest.approx(exhaustive(decoder, words)[0], abs=1e-9)


def test_a_wider_search_finds_no_lower_score():
    sources = [source for source, _ in sentence_pairs(60)]
    totals = []
    for settings in (
        SearchSettings(1, 0.0, 2),
        SearchSettings(10, 3.0, 20),
        SearchSettings(),
        NO_LIMITS,
    ):
        decoder = random_decoder(settings, UNTUNED)
        totals.append([decoder.translate(source).score for source in sources])
    for narrow, wide in itertools.pairwise(totals):
        assert all(b >= a - 1e-9 for a, b in zip(narrow, wide, strict=True))
    assert sum(totals[0]) < sum(totals[-1])


def test_the_default_search_is_nearly_exhaustive():
    wide, usual = random_decoder(NO_LIMITS), random_decoder()
    sources = [source for source, _ in sentence_pairs(60)]
    same = [usual.translate(source).words == wide.translate(source).words for source in sources]
    assert sum(same) >= 0.9 * len(same)


def test_a_sentence_is_written():
    decoder = small_decoder()
    assert decoder.translate(["someone", "walk", "street"]).words == ("someone", "walks", "down", "the", "street", ".")
    assert decoder.translate(["someone", "open", "box"]).words == ("someone", "opens", "a", "box", ".")


def test_a_new_combination_of_labels_is_translated():
    found = small_decoder().translate(["someone", "open", "street"])
    assert {"someone", "opens", "street"} <= set(found.words)


def test_unknown_labels_are_left_out_and_logged(caplog):
    decoder = small_decoder()
    with caplog.at_level(logging.INFO, logger="cinescribe"):
        found = decoder.translate(["someone", "juggle", "street"])
    assert found.dropped == ("juggle",)
    assert "no phrase translates 'juggle'; left out of someone juggle street" in caplog.text
    assert found == dataclasses.replace(decoder.translate(["someone", "street"]), dropped=("juggle",))


def test_without_a_known_label_there_is_no_sentence():
    assert small_decoder().translate(["juggle"]) == TranslatedSentence((), 0.0, ("juggle",))
    assert small_decoder().translate([]).words == ()


def test_weights_can_be_changed():
    decoder = small_decoder()
    brief = decoder.with_weights(dataclasses.replace(decoder.weights, word=-6.0))
    assert len(brief.translate(["someone", "run"]).words) < len(decoder.translate(["someone", "run"]).words)


def test_endless_sentences_are_refused():
    with pytest.raises(ModelError, match=r"a source sentence has 17 words; expected at most 16"):
        small_decoder().translate(["someone"] * 17)


@pytest.mark.parametrize("values", [{"stack_size": -1}, {"beam": math.nan}, {"n_options": -1}])
def test_settings_out_of_range_are_refused(values):
    words = re.escape("; expected 0 or more")
    with pytest.raises(ModelError, match=rf"`stack_size` is .*{words}"):
        SearchSettings(**values)
