"""Tables of story questions count what was right, and their counts are those of StoryAD-QA."""

import random
from pathlib import Path

import pytest

from benchmarks.story.descriptions import ROWS, ToldFilm
from benchmarks.story.evaluator_agreement import difference, drawn
from benchmarks.story.learned_guesser import planned_truth
from benchmarks.story.questions import story_items
from benchmarks.story.story_questions import Asked, by_kind, chance, write_release
from cinescribe.metrics.description.story_questions import read_story_questions, score_story_questions
from cinescribe.metrics.files.caption_files import read_candidates


@pytest.fixture
def found() -> Asked:
    truths = [planned_truth(seed, n_clips=10) for seed in (1, 2)]
    films = tuple(ToldFilm(truth, {row: [f"{row} of {truth.id}."] for row in ROWS}) for truth in truths)
    items = [tuple(story_items(truths[0]))]
    items.append(tuple(story_items(truths[1], first_row=len(items[0]))))
    return Asked(films, tuple(items))


def test_questions_and_descriptions_are_written_as_score_story_qa_reads_them(found: Asked, tmp_path: Path) -> None:
    write_release(found, tmp_path)
    assert read_story_questions(tmp_path / "questions.csv") == [item.question for item in found.every]
    written = [read_candidates(path) for path in sorted(tmp_path.glob("*.json"))]
    assert written == [{f"{film.truth.id}/whole": film.said[row][0] for film in found.films} for row in ROWS]


def test_shares_by_kind_and_of_all_count_right_letters(found: Asked) -> None:
    right = [item.question.answer for item in found.every]
    of_who = [answer if item.kind == "who" else "" for item, answer in zip(found.every, right, strict=True)]
    assert set(by_kind(found.every, right).values()) == {1.0}
    assert {kind: share for kind, share in by_kind(found.every, of_who).items() if share} == {"who": 1.0}
    assert found.score(right, "rules").value == 1
    assert list(found.score(right, "rules").per_item) == [film.truth.id for film in found.films]


def test_chance_is_the_mean_over_questions_of_different_lengths(found: Asked) -> None:
    assert chance(found.every) == pytest.approx(
        sum(1 / len(item.statements) for item in found.every) / len(found.every)
    )
    assert 0.2 < chance(found.every) < 0.34


def test_difference_from_the_authors_counts_is_seen(found: Asked) -> None:
    questions = [item.question for item in found.every]
    answers = drawn(questions, random.Random(0))
    assert {None, ""} <= set(answers)
    ours = score_story_questions(questions, answers, model="random")
    n_right = sum(answer == one.answer for answer, one in zip(answers, questions, strict=True))
    n_read = sum(bool(answer) for answer in answers)
    theirs = {"accuracy": n_right / n_read, "missing": len(answers) - n_read, "invalid": 0}
    assert difference(ours, theirs, len(questions)) == pytest.approx(0, abs=1e-12)
    assert difference(ours, theirs | {"missing": theirs["missing"] + 1}, len(questions)) > 0.01
    assert difference(ours, theirs | {"accuracy": theirs["accuracy"] - 0.01}, len(questions)) == pytest.approx(0.01)
