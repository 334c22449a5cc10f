import json
from dataclasses import replace

import pytest

from cinescribe.backlot.films.shoot import truth_path
from cinescribe.backlot.plan.truth import CastMember
from cinescribe.corpus.description.score_description import StoryFiles, score_description
from cinescribe.errors import ScoreError
from cinescribe.metrics.scoring.sources import Sources
from cinescribe.store import write_record
from tests.corpus.description.annotations import ACTIONS, CMD_AD
from tests.corpus.truths import shot
from tests.metrics.description.plain_scores import Answering, BagOfWords
from tests.metrics.letters import Letters
from tests.metrics.plain_parser import PlainParser

SOURCES = Sources(parser=PlainParser(), sentences=BagOfWords(), encoder=Letters())
REFERENCES = "id,film,text\n1,a,Anna nods.\n2,b,Ben runs.\n3,a,Ben sees Anna.\n"


@pytest.fixture
def files(tmp_path):
    (tmp_path / "refs.csv").write_text(REFERENCES)
    texts = {"3": "Anna nods.", "2": "Anna nods.", "1": "Anna nods."}
    (tmp_path / "cands.jsonl").write_text("".join(f"{json.dumps({'id': n, 'caption': texts[n]})}\n" for n in texts))
    (tmp_path / "cast.json").write_text('{"a": ["Anna", "Ben"], "b": ["Ben"]}')
    return tmp_path


def scores(folder, *metrics, references="refs.csv", sources=SOURCES, subset=False, **names):
    found = score_description(
        folder / "cands.jsonl",
        folder / references,
        metrics=metrics,
        files=StoryFiles(**{name: folder / path for name, path in names.items()}),
        sources=sources,
        subset=subset,
    )
    return {score.name: score for score in found}


def test_films_are_scored_in_the_references_order(files):
    found = scores(files, "critic", "repetition", "r@1/2", casts="cast.json")
    assert found["CRITIC"].per_item == {"1": 1, "3": 0.5, "2": 0}
    assert found["Repetition"].per_item == {"1": 0, "3": 1, "2": 0}  # each film for itself
    assert list(found["R@1/2"].per_item) == ["1", "3"]
    assert "|pools:neighbours-in-film+" in found["R@1/2"].signature


def test_facts_and_a_grader(files):
    (files / "facts.csv").write_text("film,fact\na,Anna nods.\nb,Ben runs.\n")
    sources = Sources(grader=Answering(_graded))
    found = scores(files, "storyrecall", "llm-ad-eval", facts="facts.csv", sources=sources)
    assert found["StoryRecall"].per_item == {"a#1": 1}
    assert found["StoryRecall-unreadable"].value == 0.5
    assert found["LLM-AD-Eval"].value == 2


def _graded(question):
    _, is_fact, fact = question.partition("Statement: ")
    return ("yes" if "nods" in fact else "who knows") if is_fact else "2"


def test_published_annotations_with_their_actions(files):
    (files / "cmd.csv").write_text(CMD_AD)
    (files / "actions.csv").write_text(ACTIONS)
    (files / "cands.jsonl").write_text('{"id": "0", "caption": "Dix looks."}\n{"id": "2", "caption": "Doll nods."}\n')
    found = scores(files, "action", references="cmd.csv", actions="actions.csv", subset=True)
    assert list(found["Action"].per_item) == ["0"]  # the third has no action


def test_references_of_captions_are_of_one_film(files):
    (files / "refs.json").write_text('{"1": ["Anna nods."], "2": ["Anna nods."], "3": ["Anna nods."]}')
    assert scores(files, "repetition", references="refs.json")["Repetition"].value == pytest.approx(2 / 3)


@pytest.mark.slow
def test_a_film_of_backlot_is_scored_by_its_truth(files):
    truth = shot(files, "film", seed=1)
    members = tuple(CastMember(f"P{n}", name, "woman") for n, name in ((1, "Ann"), (2, "Bea"), (3, "Cleo")))
    write_record(truth_path(files, "film"), replace(truth, cast=members))
    for references in (
        '{"1": "Cleo waves.", "2": "Ann hugs Cleo."}',
        "id,film,text\n1,film,Cleo waves.\n2,film,Ann hugs Cleo.\n",
    ):
        name = "refs.json" if references.startswith("{") else "refs.csv"
        (files / name).write_text(references)
        (files / "cands.jsonl").write_text(
            '{"id": "1", "caption": "Cleo waves."}\n{"id": "2", "caption": "Bea nods."}\n'
        )
        found = scores(files, "storyrecall", "critic", references=name, sources=Sources(), facts="film.truth.json")
        assert found["StoryRecall"].per_item == {"film#1": 1, "film#2": 0}
        assert found["StoryRecall-unreadable"].value == 0
        assert found["CRITIC"].per_item == {"1": 1, "2": 0}


def test_item_without_reference_is_refused(files):
    (files / "refs.csv").write_text("id,film,text\n1,a,Anna nods.\n2,b,Ben runs.\n")
    with pytest.raises(ScoreError, match="item '3' has a candidate but no reference"):
        scores(files, "repetition")


def test_windows_without_texts_are_refused(files):
    (files / "refs.csv").write_text("id,start,end\n1,0,1\n")
    with pytest.raises(ScoreError, match=r"the window '1' of .* has no reference text; give annotations with texts"):
        scores(files, "critic")


def test_a_grader_is_needed(files):
    with pytest.raises(ScoreError, match=r"LLM-AD-Eval and StoryRecall of texts need a language model; give one"):
        scores(files, "llm-ad-eval")
