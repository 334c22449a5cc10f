from random import Random

import pytest

from cinescribe.errors import StudyError
from cinescribe.schema import Film, Script
from cinescribe.store import write_record
from cinescribe.study.kinds.study_kind import Sources
from cinescribe.study.kinds.trial import TRIAL
from cinescribe.timing import Span
from tests.study.described import MODEL, described


def items(folder, n_items=None, seed=0):
    return TRIAL.items(Sources(folder), n_items, Random(seed))


def test_each_sentence_and_some_silent_pauses_are_pages_in_random_order(tmp_path):
    for name in ("a", "b"):
        described(tmp_path, name)
    found = items(tmp_path)
    sentences = {item.clip: item for item in found if item.texts}
    assert sorted(sentences) == ["a/c1", "a/c2", "b/c1", "b/c2"]
    assert sum(not item.texts for item in found) == 5
    one = sentences["a/c1"]
    assert (one.film, one.span, one.texts[0].text) == ("a", Span(8.5, 14.5), "Anna lifts a lamp.")
    assert one.texts[0].system == MODEL
    assert items(tmp_path) == found
    assert [item.clip for item in items(tmp_path, seed=1)] != [item.clip for item in found]


def test_fewer_sentences_may_be_judged(tmp_path):
    described(tmp_path)
    assert sum(bool(item.texts) for item in items(tmp_path, 1)) == 1


def test_trial_without_sentences_asks_about_silent_pauses(tmp_path):
    described(tmp_path, texts=())
    found = items(tmp_path)
    assert found
    assert not any(item.texts for item in found)


def test_films_without_sentence_and_pause_are_refused(tmp_path):
    write_record(tmp_path / "short.ad" / "script.json", Script(Film("short.mp4", 1.0)))
    with pytest.raises(StudyError, match="have nothing to judge; describe longer films"):
        items(tmp_path)
