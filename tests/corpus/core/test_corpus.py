"""Corpora of films on disk."""

import json

import pytest

from cinescribe.corpus.checks.inspect_corpus import inspect_corpus
from cinescribe.corpus.core.corpus import FILMS, CorpusCard, CorpusFilm, read_corpus, write_corpus
from cinescribe.errors import RecordError
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


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"split": "../../evil"}, r"the split of film 'f' is '\.\./\.\./evil'"),
        ({"split": "/tmp/evil"}, r"the split of film 'f' is '/tmp/evil'"),
        ({"path": "../f.mp4"}, r"the path of film 'f' is '\.\./f\.mp4'"),
        ({"path": "/f.mp4"}, r"the path of film 'f' is '/f\.mp4'"),
        ({"duration": -1.0}, r"the duration of film 'f' is -1\.0"),
    ],
)
def test_film_path_outside_the_corpus_is_refused(tmp_path, values, words):
    write_corpus(tmp_path, CorpusCard("c", "nowhere", "none"), films=[CorpusFilm("f", "train")], clips=[])
    (tmp_path / FILMS).write_text(json.dumps({"id": "f", "split": "train"} | values) + "\n")
    with pytest.raises(RecordError, match=words):
        read_corpus(tmp_path)
