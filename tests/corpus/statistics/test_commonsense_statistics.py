import pytest

from cinescribe.corpus.core.corpus import Corpus, CorpusCard, CorpusFilm
from cinescribe.corpus.datasets.sidecar_annotations import AnnotatedCorpus, Commonsense, write_annotated
from cinescribe.corpus.statistics.commonsense_statistics import (
    CommonsenseStats,
    PhraseRow,
    WordRow,
    commonsense_stats,
    word_rows,
)
from cinescribe.corpus.statistics.report_folder import corpus_stats
from tests.corpus.clips import clip

ITEMS = [
    Commonsense("a_c0", "P1 eats.", ("to be full", "To be full"), ("gets full",), ()),
    Commonsense("a_c0", "A man eats.", (), ("sleeps",), ("hungry",)),
]


def test_phrases_are_counted_by_aspect():
    found = commonsense_stats(ITEMS)
    assert found is not None
    assert (found.clips, found.captions) == (1, 2)
    assert found.rows == (
        PhraseRow("intention", 1, 2, 1, 1.0, 3.0),
        PhraseRow("effect", 2, 2, 2, 1.0, 1.5),
        PhraseRow("attribute", 1, 1, 1, 0.5, 1.0),
        PhraseRow("in all", 2, 5, 4, 2.5, 2.0),
    )
    assert CommonsenseStats.from_dict(found.to_dict()) == found


def test_words_are_counted_without_stop_words():
    assert word_rows(ITEMS) == (
        WordRow("gets", 1, 0, 1, 0),
        WordRow("hungry", 1, 0, 0, 1),
        WordRow("sleeps", 1, 0, 1, 0),
    )
    assert word_rows([Commonsense("c", "P1 eats.", ("to eat food",), ("food", "eats"))])[:2] == (
        WordRow("food", 2, 1, 1, 0),
        WordRow("eat", 1, 1, 0, 0),
    )


def test_aspects_without_phrases_have_zero_counts():
    assert commonsense_stats([]) is None
    found = commonsense_stats([Commonsense("c", "P1 eats.", ("to rest",))])
    assert found is not None
    assert found.rows[1] == PhraseRow("effect", 0, 0, 0, 0.0, 0.0)


@pytest.mark.slow
def test_report_has_commonsense_tables(tmp_path):
    clips = (clip(0, "P1 eats.", "A man eats.", film="a"),)
    corpus = Corpus(tmp_path, CorpusCard("drawn", "by hand", "none"), (CorpusFilm("a", "train"),), clips)
    write_annotated(tmp_path / "corpus", AnnotatedCorpus(corpus, commonsense=tuple(ITEMS)))
    stats = corpus_stats(tmp_path / "corpus", output=tmp_path / "report")
    assert stats.commonsense == commonsense_stats(ITEMS)
    page = (tmp_path / "report" / "stats.md").read_text()
    assert "| in all | 2 | 5 | 4 | 2.50 | 2.00 |" in page
    assert "![commonest-words](commonest-words.png)" in page
    lines = (tmp_path / "report" / "commonsense-word-counts.csv").read_text().splitlines()
    assert lines[:2] == ["word,in all,intention,effect,attribute", "gets,1,0,1,0"]
