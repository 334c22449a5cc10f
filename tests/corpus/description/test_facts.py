from dataclasses import replace

import pytest

from cinescribe.backlot.films.shoot import truth_path
from cinescribe.backlot.plan.truth import CastMember
from cinescribe.corpus.description.facts import action_verbs, backlot_story, read_story
from cinescribe.errors import CorpusError, RecordError
from cinescribe.language.parser.parse import shipped_parser
from cinescribe.metrics.description.described_film import DescribedFilm
from cinescribe.metrics.description.story_recall import StoryFact, exact_story_recall
from cinescribe.store import write_record
from tests.corpus.truths import shot


def test_written_facts_of_one_film(tmp_path):
    (tmp_path / "f.txt").write_text("Anna dies.\n\nBen leaves. \n")
    assert read_story(tmp_path / "f.txt").facts == (StoryFact("", "Anna dies."), StoryFact("", "Ben leaves."))


def test_written_facts_of_films(tmp_path):
    (tmp_path / "f.csv").write_text("film,fact\na,Anna dies.\nb,Ben leaves.\n")
    story = read_story(tmp_path / "f.csv")
    assert story.facts == (StoryFact("a", "Anna dies."), StoryFact("b", "Ben leaves."))
    assert story.casts is None


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("f.txt", "\n", "has no fact; expected one a line"),
        ("f.csv", "film,fact\na,\n", "line 2 has no fact; expected a sentence in the column fact"),
        ("f.csv", "film\na\n", "line 2 has no fact"),
    ],
)
def test_files_without_facts_are_refused(tmp_path, name, text, words):
    (tmp_path / name).write_text(text)
    with pytest.raises(CorpusError, match=words):
        read_story(tmp_path / name)


def test_files_of_other_forms_are_refused(tmp_path):
    (tmp_path / "f.md").write_text("x")
    with pytest.raises(RecordError, match="has an unknown suffix"):
        read_story(tmp_path / "f.md")


@pytest.mark.slow
def test_backlot_knows_its_story(tmp_path):
    truth = shot(tmp_path, "film", seed=1)
    members = tuple(CastMember(f"P{n}", name, "woman") for n, name in ((1, "Ann"), (2, "Bea"), (3, "Cleo")))
    write_record(truth_path(tmp_path, "film"), replace(truth, cast=members))
    story = read_story(truth_path(tmp_path, "film"))
    assert [fact.text for fact in story.facts] == ["Cleo waves.", "Ann hugs Cleo."]
    assert story.facts[0].people == {"Cleo"}
    assert {"wave", "raise hand"} <= story.facts[0].verbs
    assert story.casts is not None
    assert [person.name for person in story.casts["film"]] == ["Ann", "Bea", "Cleo"]
    for said, stated in (("Cleo waves.", 1), ("Ann waves.", 0), ("Cleo walks away.", 0)):
        film = DescribedFilm("film", ("0",), (said,), ("x",))
        found = exact_story_recall([film], story.facts, shipped_parser(), casts=story.casts)[0]
        assert found.per_item["film#1"] == stated, said


def test_a_story_of_strangers_is_refused(tmp_path):
    shot(tmp_path, "film", seed=1)
    with pytest.raises(CorpusError, match="the truth of the film 'film' has the action 'wave' of P3; expected a known"):
        read_story(truth_path(tmp_path, "film"))


@pytest.mark.slow
def test_a_verb_of_several_actions_counts_with_its_complement():
    verbs = action_verbs()
    assert "walk into" in verbs["enter"]
    assert "walk away" in verbs["leave"]
    assert not any("walk" in own for own in verbs.values())
    assert backlot_story([]).facts == ()
