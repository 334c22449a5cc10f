"""Corpora of films on disk."""

from cinescribe.corpus.checks.inspect_corpus import inspect_corpus
from cinescribe.corpus.core.corpus import CorpusCard, CorpusFilm, read_corpus, write_corpus
from tests.corpus.clips import clip


def test_the_old_name_of_a_split_is_read_as_the_new_one(tmp_path):
    write_corpus(tmp_path, CorpusCard("a", "b", "c"), films=[CorpusFilm("f", "undescribed")], clips=[clip(0)])
    path = tmp_path / "films.jsonl"
    path.write_text(path.read_text().replace("undescribed", "untold"))
    corpus = read_corpus(tmp_path)
    assert (
        corpus.films == corpus.films_of("undescribed") == corpus.films_of("untold") == (CorpusFilm("f", "undescribed"),)
    )
    assert corpus.clips_by_film("untold") == {"f": (clip(0),)}
    assert inspect_corpus(tmp_path).corpus == corpus
