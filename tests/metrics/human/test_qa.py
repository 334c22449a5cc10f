import json
import random

import pytest

from cinescribe.errors import ScoreError
from cinescribe.metrics.core.significance import confidence
from cinescribe.metrics.human.qa import Questions, qa, score_qa

PREDICTED = {
    "q1": ["to sing", "to dance", "to rest"],
    "q2": ["happy"],
    "q3": ["tired", "Tired", "proud", "glad", "sad"],
}
ANSWERS = {"q1": ["to dance", "to sing"], "q2": ["sad", "angry", "lonely"], "q3": ["proud", "sad", "tired"]}
KINDS = {"q1": "intention", "q3": "effect", "q2": "effect"}


def values(questions, **settings):
    return {score.name: score.value for score in qa(questions, **settings)}


def test_question_scores_by_hand():
    found = values(Questions.of(PREDICTED, ANSWERS, kinds=KINDS))
    # hits at 1, 3, 5: q1 1 2 2 of 2; q2 0 0 0 of 3; q3 1 2 3 of 3 (the repeated `tired` counts as wrong)
    assert found == pytest.approx(
        {
            **{"P@1": 2 / 3, "R@1": (1 / 2 + 1 / 3) / 3},
            **{"P@3": (2 / 3 + 2 / 3) / 3, "R@3": (1 + 2 / 3) / 3},
            **{"P@5": (2 / 5 + 3 / 5) / 3, "R@5": (1 + 1) / 3},
            **{"effect P@1": 1 / 2, "effect R@1": 1 / 6},
            **{"effect P@3": 1 / 3, "effect R@3": 1 / 3},
            **{"effect P@5": 3 / 10, "effect R@5": 1 / 2},
            **{"intention P@1": 1, "intention R@1": 1 / 2},
            **{"intention P@3": 2 / 3, "intention R@3": 1},
            **{"intention P@5": 2 / 5, "intention R@5": 1},
        }
    )


def test_a_score_has_its_questions_and_settings():
    precision, *_, last = qa(Questions.of(PREDICTED, ANSWERS, kinds=KINDS), ks=[3])
    assert precision.per_item == pytest.approx({"q1": 2 / 3, "q2": 0, "q3": 2 / 3})
    assert precision.signature.startswith("P@3|kind:all|norm:case+space|v:")
    assert list(last.per_item) == ["q1"]
    assert last.signature.startswith("R@3|kind:intention|norm:case+space|v:")
    assert confidence(precision).low <= precision.value


def test_only_case_and_spaces_are_ignored():
    assert values(Questions.of({"q": [" To  SING "]}, {"q": ["to sing"]}), ks=[1]) == {"P@1": 1, "R@1": 1}
    assert values(Questions.of({"q": ["to sing."]}, {"q": ["to sing"]}), ks=[1]) == {"P@1": 0, "R@1": 0}


def test_equal_true_answers_count_once():
    assert values(Questions.of({"q": ["sad"]}, {"q": ["sad", "Sad"]}), ks=[1])["R@1"] == 1


def test_ranking_all_true_answers_first_is_best():
    found = values(Questions.of(ANSWERS, ANSWERS), ks=[1, 2, 3])
    assert found["P@1"] == found["P@2"] == found["R@3"] == 1


def test_order_of_questions_and_of_true_answers_never_matters():
    rng = random.Random(4)
    keys = rng.sample(list(PREDICTED), 3)
    shuffled = Questions.of(
        {key: PREDICTED[key] for key in keys},
        {key: rng.sample(ANSWERS[key], len(ANSWERS[key])) for key in sorted(ANSWERS, reverse=True)},
        kinds=KINDS,
    )
    assert values(shuffled) == pytest.approx(values(Questions.of(PREDICTED, ANSWERS, kinds=KINDS)))


def test_questions_without_a_kind_count_in_the_total():
    found = values(Questions.of(PREDICTED, ANSWERS, kinds={"q1": "intention"}), ks=[1])
    assert found["P@1"] == pytest.approx(2 / 3)
    assert [name for name in found if " " in name] == ["intention P@1", "intention R@1"]


@pytest.mark.parametrize(
    ("predicted", "answers", "words"),
    [
        ({}, ANSWERS, "there is no question to score"),
        ({"q1": ["a"]}, {}, "question 'q1' has predicted answers but no true one"),
        ({"q1": ["a"]}, {"q1": ["a"], "q2": ["b"]}, "question 'q2' has true answers but no predicted one"),
        ({"q1": []}, {"q1": ["a"]}, "the list of predicted answers to question 'q1' is empty; give at least one"),
        ({"q1": ["a"]}, {"q1": []}, "the list of true answers to question 'q1' is empty"),
        ({"q1": "a"}, {"q1": ["a"]}, "the predicted answers to question 'q1' are 'a'; expected a list of texts"),
        ({"q1": [1]}, {"q1": ["a"]}, "a predicted answer to question 'q1' is 1, of type int; expected a text"),
        ({"q1": ["a"]}, {"q1": ["a", " "]}, "a true answer to question 'q1' is empty; write a text"),
    ],
)
def test_unpaired_or_malformed_answers_are_errors(predicted, answers, words):
    with pytest.raises(ScoreError, match=words):
        Questions.of(predicted, answers)


@pytest.mark.parametrize("k", [0, -1, 1.5, True])
def test_depths_are_counts(k):
    with pytest.raises(ScoreError, match=f"the depth k is {k}; expected a whole number, 1 or more"):
        qa(Questions.of(PREDICTED, ANSWERS), ks=[1, k])


def test_no_depth_is_an_error():
    with pytest.raises(ScoreError, match="there is no depth k to score at"):
        qa(Questions.of(PREDICTED, ANSWERS), ks=[])


def test_a_kind_of_an_unknown_question_is_named():
    with pytest.raises(
        ScoreError, match="question 'q9' has a kind but no answer; give kinds only of questions with answers"
    ):
        Questions.of(PREDICTED, ANSWERS, kinds=KINDS | {"q9": "intention"})


def records(answers, kinds=None):
    return [{"id": key, "answers": own} | ({"kind": kinds[key]} if kinds else {}) for key, own in answers.items()]


def write(path, value):
    lines = [json.dumps(record) for record in value] if path.suffix == ".jsonl" else [json.dumps(value)]
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def test_answer_files_are_read(tmp_path):
    expected = values(Questions.of(PREDICTED, ANSWERS, kinds=KINDS))
    written_kinds = {key: f" {kind.title()}" for key, kind in KINDS.items()}
    references = write(tmp_path / "true.jsonl", records(ANSWERS, written_kinds))
    predictions = [
        write(tmp_path / "lines.jsonl", records(PREDICTED)),
        write(tmp_path / "list.json", records(PREDICTED)),
        write(tmp_path / "object.json", PREDICTED | {"q2": "happy"}),
    ]
    for path in predictions:
        assert {score.name: score.value for score in score_qa(path, references)} == expected


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("sing", r"holds 'sing'; expected a list of records, or an object by id"),
        (["sing"], r"true\.json, record 1, is 'sing'; expected an object with id and answers"),
        ([{"id": "q1"}], r"record 1, has None under answers; expected a list of texts"),
        ([{"id": "q1", "answers": ["a"]}] * 2, "record 2, has question 'q1' again; keep one record per question"),
        ([{"id": "q1", "answers": ["a"], "kind": 3}], "record 1, has the kind 3; expected a word, such as intention"),
        ([{"id": "q1", "answers": ["a"], "aspect": ""}], "has the aspect ''; expected a word, such as intention"),
    ],
)
def test_malformed_files_are_errors(tmp_path, value, words):
    predictions = write(tmp_path / "predicted.json", {"q1": ["a"]})
    with pytest.raises(ScoreError, match=words):
        score_qa(predictions, write(tmp_path / "true.json", value))


def test_aspects_are_scored_with_and_without_questions_of_yes_or_no():
    predicted = {"q1": ["to rest"], "q2": ["yes"], "q3": ["angry"]}
    answers = {"q1": ["to rest", "to sit"], "q2": ["No"], "q3": ["calm"]}
    kinds = {"q1": "intention-why", "q2": "intention-yes-no", "q3": "attribute"}
    aspects = {"q1": "intention", "q2": "intention", "q3": "attribute"}
    found = {score.name: score for score in qa(Questions.of(predicted, answers, kinds=kinds, aspects=aspects), ks=[1])}
    assert {name: score.value for name, score in found.items() if name.endswith("P@1")} == {
        "P@1": 1 / 3,
        "attribute P@1": 0,
        "intention P@1": 1 / 2,
        "open P@1": 1 / 2,
        "attribute open P@1": 0,
        "intention open P@1": 1,
        "intention-why P@1": 1,
        "intention-yes-no P@1": 0,
    }
    assert "kind:intention open" in found["intention open P@1"].signature


def test_a_question_has_its_clip_beside_its_id(tmp_path):
    question = {
        "id": "q1",
        "clip": "c1",
        "text": "Why?",
        "answers": ["a"],
        "kind": "intention-why",
        "aspect": "intention",
    }
    file = write(tmp_path / "questions.jsonl", [question])
    assert score_qa(file, file)[0].value == 1
