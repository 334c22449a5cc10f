import pytest

from cinescribe.corpus.core.corpus import CorpusCard, CorpusFilm, write_corpus
from cinescribe.corpus.datasets.backlot import gather_backlot
from cinescribe.corpus.datasets.backlot_captions import tellings_of, told_tuples
from cinescribe.errors import CorpusError, RecordError
from cinescribe.metrics.identity.ispice import identity_terms, ispice_of_tuples
from tests.corpus.truths import HUGS, LIFTS, WAVES, shot


def test_tellings_are_read_beside_the_films(tmp_path):
    (tmp_path / "val").mkdir()
    shot(tmp_path / "val", "small-2-000", seed=2)
    corpus = gather_backlot(tmp_path, {"val": tmp_path / "val"})
    told = tellings_of(corpus, "val")
    assert told == {"small-2-000_c001": (WAVES, LIFTS), "small-2-000_c002": (HUGS,)}
    for clip in corpus.clips:
        assert (clip.text, *clip.paraphrases) == tuple(telling.text for telling in told[clip.id])


def test_a_film_without_truth_is_named(tmp_path):
    card = CorpusCard("other", "elsewhere", "none")
    corpus = write_corpus(tmp_path, card, films=[CorpusFilm("f", "val"), CorpusFilm("g", "test", "g.mp4")], clips=[])
    with pytest.raises(CorpusError, match="film 'f' has no file; truth is read beside the films that Backlot shot"):
        tellings_of(corpus, "val")
    with pytest.raises(RecordError, match=r"g.truth.json' cannot be read"):
        tellings_of(corpus, "test")


def test_tuples_are_those_of_spice_with_people_by_first_mention():
    assert told_tuples((LIFTS, HUGS, WAVES)) == (
        ("p1",), ("p2",), ("hand",), ("p1", "hand", "lift"), ("p2", "p1", "hug"), ("p1", "wave"),
    )  # fmt: skip


def test_a_captionset_is_like_itself_and_less_like_other_people():
    ours = told_tuples((WAVES, HUGS))
    assert ispice_of_tuples(["a"], [ours], [[ours]]).value == 1
    swapped = [tuple({"p1": "p2", "p2": "p1"}.get(part, part) for part in fact) for fact in ours]
    assert identity_terms(swapped, ours) == (0, 1)
