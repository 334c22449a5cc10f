import numpy as np
import pytest
from numba import njit

from cinescribe.metrics.meteor.matches import (
    EXACT,
    PARAPHRASE,
    STEM,
    SYNONYM,
    Lexicon,
    Match,
    ParaphraseTable,
    Text,
    find_matches,
)

# Words 0 to 4: run, runs, jog, table, the; run and runs share a stem; run and jog share a synset, as do runs and jog.
LEXICON = Lexicon(
    np.array([0, 0, 1, 2, 3], dtype=np.int32),
    np.array([7, 7, 9, 3, 7, 8], dtype=np.int32),
    np.array([0, 1, 3, 5, 6, 6]),
    np.array([False, False, False, False, True]),
)


@njit(cache=True)
def _match_rows(text, ref, lexicon, table):
    found = find_matches(text, ref, lexicon, table)
    rows = np.empty((len(found), 5), np.int64)
    for n, match in enumerate(found):
        rows[n] = match
    return rows


def matches(words, ref_words, *, phrases=None, ref_phrases=None, entries=()):
    """Matches of two texts, given phrases as {(first word, n words): number} and entries as (phrase, paraphrase)."""
    n_phrases = 1 + max((number for entry in entries for number in entry), default=-1)
    listed = sorted(entries, key=lambda entry: entry[0])
    bounds = np.searchsorted([phrase for phrase, _ in listed], range(n_phrases + 1))
    others = np.array([other for _, other in listed], dtype=np.int32)
    table = ParaphraseTable(others, bounds, np.full(n_phrases, -1))
    rows = _match_rows(_text(words, phrases), _text(ref_words, ref_phrases), LEXICON, table)
    assert (table.heads == -1).all()
    return [Match(*row) for row in rows.tolist()]


def _text(words, phrases):
    numbers = np.full((len(words), 3), -1, dtype=np.int32)
    for (first, n), number in (phrases or {}).items():
        numbers[first, n - 1] = number
    return Text(np.array(words, dtype=np.int32), numbers)


@pytest.mark.slow
def test_equal_texts_have_exact_matches_only():
    assert matches([0, 2], [0, 2]) == [Match(EXACT, 0, 1, 0, 1), Match(EXACT, 1, 1, 1, 1)]


def test_equal_words_match_at_any_position():
    assert matches([4, 3, 4], [4]) == [Match(EXACT, 0, 1, 0, 1), Match(EXACT, 2, 1, 0, 1)]


def test_words_with_a_common_stem_or_synset_match_unless_equal():
    assert matches([2, 0], [0]) == [Match(EXACT, 1, 1, 0, 1), Match(SYNONYM, 0, 1, 0, 1)]
    assert matches([3], [4]) == []


def test_a_stem_and_a_synset_give_two_matches():
    assert matches([0], [1]) == [Match(STEM, 0, 1, 0, 1), Match(SYNONYM, 0, 1, 0, 1)]


def test_synsets_are_compared_through_their_whole_lists():
    assert matches([1], [2]) == [Match(SYNONYM, 0, 1, 0, 1)]  # 7 9 and 3 7


def test_a_phrase_matches_its_paraphrases_at_any_position():
    found = matches([3, 4, 3], [2, 2], phrases={(0, 1): 1, (2, 1): 1}, ref_phrases={(0, 2): 0}, entries=[(0, 1)])
    assert found == [Match(PARAPHRASE, 0, 1, 0, 2), Match(PARAPHRASE, 2, 1, 0, 2)]


def test_entries_work_in_both_directions_and_one_listed_both_ways_matches_twice():
    spans = {"phrases": {(0, 2): 0}, "ref_phrases": {(0, 1): 1}}
    expected = Match(PARAPHRASE, 0, 2, 0, 1)
    assert matches([3, 4], [2], **spans, entries=[(0, 1)]) == [expected]
    assert matches([3, 4], [2], **spans, entries=[(0, 1), (1, 0)]) == [expected, expected]
