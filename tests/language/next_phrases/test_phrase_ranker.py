import numpy as np
import pytest

from cinescribe.errors import LanguageError
from cinescribe.language.next_phrases.phrase_ranker import PhraseMoments, PhraseRanker
from tests.language.next_phrases.encoders import DIRECTIONS, KnownDirections

PHRASES = np.array([DIRECTIONS[text] for text in ("to be full", "to win", "to live")], np.float32)


def test_a_score_counts_deviations_from_random_phrases():
    ranker = PhraseRanker(KnownDirections(), {"intention": PhraseMoments.of(PHRASES)}, threshold=0.25)
    scores = ranker.scores(
        ["PersonX eats", "PersonX eats", "PersonX runs"], ["to be full", "to win", "to win"], aspect="intention"
    )
    similar = np.array([1.0, 0.0, 0.6])  # of PersonX eats to the three phrases
    expected = [(1 - similar.mean()) / similar.std() - 0.25, (0 - similar.mean()) / similar.std() - 0.25]
    of_runs = np.array([0.0, 1.0, 0.8])
    assert scores.tolist() == pytest.approx([*expected, (1 - of_runs.mean()) / of_runs.std() - 0.25], abs=1e-5)


def test_a_text_is_encoded_once():
    encoder = KnownDirections()
    ranker = PhraseRanker(encoder, {"effect": PhraseMoments.of(PHRASES)})
    assert len(ranker.scores(["PersonX eats"] * 3, ["to win"] * 3, aspect="effect")) == 3
    assert encoder.asked == ["effect"]
    assert ranker.scores([], [], aspect="effect").shape == (0,)


def test_random_phrases_may_all_be_equally_near():
    ranker = PhraseRanker(KnownDirections(), {"effect": PhraseMoments.of(PHRASES[:1])})
    assert np.isfinite(ranker.scores(["PersonX eats"], ["to win"], aspect="effect")).all()


def test_other_aspects_are_refused():
    ranker = PhraseRanker(KnownDirections(), {"effect": PhraseMoments.of(PHRASES)})
    with pytest.raises(LanguageError, match="unknown aspect 'mood'; this ranker was trained for effect"):
        ranker.scores(["PersonX eats"], ["to win"], aspect="mood")
