import json
from functools import partial

import pytest

from cinescribe.corpus.commonsense.candidates import corpus_candidates
from cinescribe.corpus.core.corpus import CorpusCard, CorpusFilm, write_corpus
from tests.commands import run_command
from tests.corpus.clips import clip
from tests.corpus.commonsense.scorers import LongestFirst

pytestmark = pytest.mark.slow
run = partial(run_command, "corpus", "commonsense")

ATOMIC = """PersonX opens the door\txIntent\tto enter
PersonX opens the window\txIntent\tto let in air
PersonX eats an apple\txIntent\tto be full
PersonX bakes bread\txIntent\tto sell it
PersonX eats an apple\txAttr\thungry
"""


@pytest.fixture
def corpus(tmp_path):
    clips = (clip(0, "P1 eats an apple.", "Rain falls.", film="a"), clip(1, "P1 opens the door for P2.", film="a"))
    write_corpus(
        tmp_path / "corpus", CorpusCard("drawn", "by hand", "none"), films=(CorpusFilm("a", "train"),), clips=clips
    )
    (tmp_path / "atomic.tsv").write_text(ATOMIC)
    return tmp_path / "corpus"


def test_a_planted_caption_finds_its_event(corpus):
    found = corpus_candidates(corpus, corpus.parent / "atomic.tsv")
    assert (found.n_others, found.n_events) == (1, 4)
    eating, opening = found.captions
    assert (eating.clip, eating.caption, eating.event) == ("a_c0", "P1 eats an apple.", "PersonX eats an apple")
    assert (eating.intention[0].text, eating.intention[0].event) == ("to be full", "PersonX eats an apple")
    assert eating.intention[0].similarity == pytest.approx(1, abs=1e-3)
    assert [one.text for one in eating.attribute] == ["hungry"]
    assert eating.effect == ()
    assert [one.text for one in opening.intention][:2] == ["to enter", "to let in air"]


def test_a_ranker_keeps_the_likeliest(corpus):
    found = corpus_candidates(corpus, corpus.parent / "atomic.tsv", scorer=LongestFirst())
    _, opening = found.captions
    best = [(one.text, one.score) for one in opening.intention]
    assert best == [("to let in air", 13.0), ("to be full", 10.0), ("to enter", 8.0)]


def test_a_folder_without_a_ranker_is_named(corpus):
    arguments = (corpus, "--atomic", corpus.parent / "atomic.tsv", "-o", corpus.parent / "c.jsonl", "--ranker", corpus)
    assert "holds no ranker (ranker.json is missing)" in run(*arguments, exit_code=1).stderr


def test_the_command_writes_candidates(corpus):
    counts = run(corpus, "--atomic", corpus.parent / "atomic.tsv", "-o", corpus.parent / "c.jsonl", "--json", "--quiet")
    assert json.loads(counts.stdout) == {"captions": 2, "without_activity": 1, "events": 4}
    first, _ = map(json.loads, (corpus.parent / "c.jsonl").read_text().splitlines())
    assert first["intention"][0] == {"text": "to be full", "event": "PersonX eats an apple", "similarity": 1.0}
