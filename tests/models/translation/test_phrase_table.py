import numpy as np
import pytest

from cinescribe.errors import ModelError, OutputError, RecordError
from cinescribe.models.translation.bitext import Bitext
from cinescribe.models.translation.phrase_table import (
    LEX_BACKWARD,
    LEX_FORWARD,
    PHI_BACKWARD,
    PHI_FORWARD,
    PhraseTable,
    fit_phrase_table,
    read_phrases,
    write_phrases,
)
from tests.models.translation.bitexts import random_bitext

LINE = "walk ||| walks ||| 1.0 0.5 0.25 0.125\n"


def scores_of(table, source, target):
    return table.scores[table.pairs.index(((source,), tuple(target.split())))]


def test_probabilities_are_shares_of_occurrences():
    pairs = [(["walk"], ["walks"])] * 3 + [(["walk"], ["strolls"])] * 2 + [(["stroll"], ["strolls"])] * 2
    table = fit_phrase_table(Bitext.of(pairs))
    found = scores_of(table, "walk", "strolls")
    assert found[PHI_FORWARD] == found[LEX_FORWARD] == pytest.approx(2 / 5)
    assert found[PHI_BACKWARD] == found[LEX_BACKWARD] == pytest.approx(2 / 4)


def test_words_without_a_link_weigh_by_the_empty_word():
    pairs = (
        [(["walk"], ["walks"])] * 6
        + [(["run"], ["runs"])] * 6
        + [(["run"], ["the", "runs"]), (["walk"], ["the", "walks"])]
    )
    found = scores_of(fit_phrase_table(Bitext.of(pairs)), "walk", "the walks")
    assert found[LEX_FORWARD] == pytest.approx(1.0)
    assert found[PHI_FORWARD] == pytest.approx(1 / 8)


def test_the_table_is_sorted_and_keeps_the_most_probable():
    bitext = random_bitext()
    table, short = fit_phrase_table(bitext), fit_phrase_table(bitext, n_targets=2)
    assert list(table.pairs) == sorted(set(table.pairs))
    assert ((table.scores > 0) & (table.scores <= 1)).all()
    for source in {source for source, _ in short.pairs}:
        shares = sorted(
            (table.scores[n, PHI_FORWARD] for n, pair in enumerate(table.pairs) if pair[0] == source), reverse=True
        )
        kept = sorted(
            (short.scores[n, PHI_FORWARD] for n, pair in enumerate(short.pairs) if pair[0] == source), reverse=True
        )
        assert kept == shares[:2]


def test_phrases_are_no_longer_than_asked():
    table = fit_phrase_table(random_bitext(), max_source=2, max_target=3)
    assert max(len(source) for source, _ in table.pairs) == 2
    assert max(len(target) for _, target in table.pairs) == 3


def test_the_table_survives_its_file(tmp_path):
    table = fit_phrase_table(random_bitext())
    write_phrases(tmp_path / "phrases.txt", table)
    found = read_phrases(tmp_path / "phrases.txt")
    assert found.pairs == table.pairs
    np.testing.assert_array_equal(found.scores, table.scores)
    assert " ||| " in (tmp_path / "phrases.txt").read_text()


@pytest.mark.parametrize("word", ["|||", "", "a b"])
def test_words_that_the_file_cannot_hold_are_refused(tmp_path, word):
    table = PhraseTable(((("walk",), (word,)),), np.ones((1, 4)))
    with pytest.raises(OutputError, match=r"cannot hold the word '.*': it is empty, \|\|\| or has a space in it"):
        write_phrases(tmp_path / "phrases.txt", table)


def test_scores_that_do_not_fit_are_refused():
    with pytest.raises(ModelError, match=r"1 phrase pairs have scores of shape \(2, 4\)"):
        PhraseTable(((("walk",), ("walks",)),), np.ones((2, 4)))


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("walk ||| walks\n", r"line 2 has 2 columns; expected `source \|\|\| target \|\|\| scores`"),
        ("x |||  ||| 1 1 1 1\n", r"line 2 has a phrase of no word, or of more than 200; write it again"),
        ("x ||| y ||| 1 1 1\n", r"line 2 has 3 scores; expected 4"),
        ("x ||| y ||| 1 1 1 z\n", r"line 2: a score is 'z'; expected a number"),
        ("x ||| y ||| 1 1 0 1\n", r"line 2 has the scores .*; expected numbers above 0, of at most 1"),
        (LINE, r"line 2 is out of order, or its phrases are repeated; sort the lines, keep each once"),
    ],
)
def test_damaged_lines_are_named(tmp_path, line, words):
    path = tmp_path / "phrases.txt"
    path.write_text(LINE + line)
    with pytest.raises(RecordError, match=words):
        read_phrases(path)
