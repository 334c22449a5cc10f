"""Items of each kind of study, and files from which none can be made."""

import json
from random import Random

import pytest

from cinescribe.corpus.core.corpus import CorpusCard, CorpusFilm, write_corpus
from cinescribe.errors import StudyError
from cinescribe.schema import Clip
from cinescribe.study.kinds.study_kind import Sources
from cinescribe.study.kinds.table import KINDS
from cinescribe.timing import Span


@pytest.fixture
def corpus(tmp_path):
    clips = [Clip(f"c{n}", "film", Span(n, n + 1), f"Reference {n}.") for n in range(2)]
    write_corpus(tmp_path / "corpus", CorpusCard("x", "y", "z"), films=[CorpusFilm("film", "test")], clips=clips)
    return tmp_path / "corpus"


def captions(corpus, name, of_clips):
    path = corpus.parent / f"{name}.json"
    path.write_text(json.dumps(of_clips))
    return path


def inferences(corpus, name, caption):
    path = corpus.parent / f"{name}.jsonl"
    path.write_text(json.dumps({"clip": "c0", "caption": caption, "intention": [f"{name} 1"], "effect": ["x"]}))
    return path


def items(kind, *args, **options):
    return KINDS[kind].items(Sources(*args, **options), None, Random(0))


def test_captions_of_clips_that_all_systems_have(corpus):
    one = captions(corpus, "a", {"c0": " A. ", "c1": "B."})
    (item,) = items("rank", corpus, {"a": one, "b": captions(corpus, "b", {"c1": "C."})})
    assert (item.clip, item.film, item.span) == ("c1", "film", Span(1, 2))
    assert [(text.system, text.text) for text in item.texts] == [("a", "B."), ("b", "C.")]


def test_a_ranking_of_one_system_is_refused(corpus):
    with pytest.raises(StudyError, match="a ranking has one system only"):
        items("rank", corpus, {"a": captions(corpus, "a", {"c0": "A."})})


def test_a_choice_is_of_two_systems(corpus):
    systems = {name: captions(corpus, name, {"c0": f"{name}."}) for name in "abc"}
    with pytest.raises(StudyError, match="a choice has 3 systems; give two"):
        items("pair", corpus, systems)


def test_no_system_is_refused(corpus):
    with pytest.raises(StudyError, match="there is no system; give one"):
        items("yes-no", corpus)


def test_systems_without_a_common_clip_are_refused(corpus):
    systems = {"a": captions(corpus, "a", {"c0": "A."}), "b": captions(corpus, "b", {"c1": "B."})}
    with pytest.raises(StudyError, match="no clip has what the study asks about"):
        items("rank", corpus, systems)


def test_an_empty_caption_is_refused(corpus):
    with pytest.raises(StudyError, match=r"a\.json' has an empty caption of 'c0'"):
        items("yes-no", corpus, {"a": captions(corpus, "a", {"c0": " "})})


def test_system_named_reference_is_refused(corpus):
    own = captions(corpus, "a", {"c0": "A."})
    with pytest.raises(StudyError, match="a system is called 'reference', as the corpus's captions are"):
        items("rank", corpus, {"reference": own}, with_reference=True)
    assert len(items("rank", corpus, {"a": own}, with_reference=True)[0].texts) == 2


def test_ratings_show_one_caption_for_all_systems(corpus):
    systems = {"a": inferences(corpus, "a", "They wave."), "b": inferences(corpus, "b", "They run.")}
    with pytest.raises(StudyError, match="clip 'c0' has 2 captions in the systems' files"):
        items("rate", corpus, systems)
    systems["b"] = inferences(corpus, "b", "They wave.")
    pages = items("rate", corpus, systems)
    assert [{text.criterion for text in page.texts} for page in pages] == [{"intention"}, {"effect"}]
    assert {page.caption for page in pages} == {"They wave."}
