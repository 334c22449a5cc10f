"""Answers to open questions, ranked: precision and recall at k, as V2C-QA scores them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from reprlib import repr as shortened

import numpy as np

from cinescribe.errors import ScoreError
from cinescribe.metrics.core.score import Score, mean_score, passport
from cinescribe.metrics.files.caption_files import item_id
from cinescribe.metrics.files.tabular_files import Row, read_json, read_rows, suffix_of


@dataclass(frozen=True)
class Questions:
    """Questions with a ranking of predicted answers and the set of true ones, checked.

    Attributes:
        ids: of the questions, distinct.
        predicted: ranked answers to each, best first, normalised; at least one.
        answers: the true answers to each, normalised; at least one.
        kinds: what each asks for, as `intention`; None where nobody said.
    """

    ids: tuple[str, ...]
    predicted: tuple[tuple[str, ...], ...]
    answers: tuple[frozenset[str], ...]
    kinds: tuple[str | None, ...]

    @classmethod
    def of(
        cls,
        predicted: Mapping[str, Sequence[str]],
        answers: Mapping[str, Sequence[str]],
        *,
        kinds: Mapping[str, str] | None = None,
    ) -> Questions:
        """Bring together what was predicted and what is true of the same questions.

        Answers are compared in lower case with single spaces; anything else that differs makes another answer.

        Raises:
            ScoreError: naming the question that only one side has, or that has no answer, an empty one, or no text.
        """
        if not predicted:
            raise ScoreError("there is no question to score; give the ranked answers to at least one")
        _same_questions(predicted, answers)
        for key in kinds or {}:
            if key not in answers:
                raise ScoreError(
                    f"question {key!r} has a kind but no answer; give kinds of the questions that are scored"
                )
        ranked = tuple(_normalised(key, predicted[key], "predicted") for key in predicted)
        true = tuple(frozenset(_normalised(key, answers[key], "true")) for key in predicted)
        return cls(tuple(predicted), ranked, true, tuple((kinds or {}).get(key) for key in predicted))


def qa(questions: Questions, *, ks: Sequence[int] = (1, 3, 5)) -> list[Score]:
    """Precision and recall at each k, over all questions and over each kind of them.

    With hits the distinct true answers among the first k predicted ones, a question has the precision hits / k and the
    recall hits / its true answers; a score is their mean over questions (Fang et al. 2020, Table 5; the paper leaves
    the formula out). A ranking shorter than k is filled up with wrong answers, and an answer predicted again takes its
    place and hits nothing.

    Args:
        questions: the questions with both sides' answers.
        ks: depths of the ranking, 1 or more each.

    Returns:
        `P@1`, `R@1` and so on for each k, then the same for each kind, as `intention P@1`, in alphabetical order.

    Raises:
        ScoreError: for a depth that is no whole number above 0, or none at all.
    """
    _check_depths(ks)
    kinds = sorted({kind for kind in questions.kinds if kind is not None})
    return [score for kind in (None, *kinds) for k in ks for score in _at(questions, k, kind)]


def score_qa(predictions: Path, references: Path, *, ks: Sequence[int] = (1, 3, 5)) -> list[Score]:
    """Precision and recall at k of two files: `qa` of `read_questions`.

    Raises:
        ScoreError: when a file cannot be read, or the two do not fit together.
    """
    return qa(read_questions(predictions, references), ks=ks)


def read_questions(predictions: Path, references: Path) -> Questions:
    """The questions of two files: one with ranked answers, one with true answers and, if known, kinds.

    JSONL has a line `{"id", "answers": [texts], "kind"?}` for each question, JSON a list of such records, or an object
    of answers by id. A text may stand for a list of one.

    Raises:
        ScoreError: naming the file and the line or record that is not so.
    """
    predicted, true = _records(Path(predictions)), _records(Path(references))
    kinds = {key: _kind(row) for key, row in true.items() if row.values.get("kind") is not None}
    return Questions.of(
        {key: _answers(row) for key, row in predicted.items()},
        {key: _answers(row) for key, row in true.items()},
        kinds=kinds,
    )


def _check_depths(ks: Sequence[int]) -> None:
    if not ks:
        raise ScoreError("there is no depth k to score at; name one or more, as 1, 3, 5")
    for k in ks:
        if isinstance(k, bool) or not isinstance(k, int) or k < 1:
            raise ScoreError(f"the depth k is {k!r}; wanted a whole number, 1 or more")


def _at(questions: Questions, k: int, kind: str | None) -> tuple[Score, Score]:
    """Precision and recall at `k` over the questions of one kind, or over all."""
    chosen = [n for n, own in enumerate(questions.kinds) if kind is None or own == kind]
    ids = [questions.ids[n] for n in chosen]
    hits = np.array([len(questions.answers[n].intersection(questions.predicted[n][:k])) for n in chosen])
    true = np.array([len(questions.answers[n]) for n in chosen])
    before = "" if kind is None else f"{kind} "
    precision, recall = (passport(f"{name}@{k}", kind=kind or "all", norm="case+space") for name in "PR")
    return (
        mean_score(f"{before}P@{k}", ids, hits / k, signature=precision),
        mean_score(f"{before}R@{k}", ids, hits / true, signature=recall),
    )


def _same_questions(predicted: Mapping[str, object], answers: Mapping[str, object]) -> None:
    for key in predicted:
        if key not in answers:
            raise ScoreError(f"question {key!r} has predicted answers but no true one; score the same questions")
    for key in answers:
        if key not in predicted:
            raise ScoreError(f"question {key!r} has true answers but no predicted one; score the same questions")


def _normalised(key: str, answers: Sequence[str], side: str) -> tuple[str, ...]:
    if isinstance(answers, (str, bytes)) or not isinstance(answers, Sequence):
        raise ScoreError(f"the {side} answers to question {key!r} are {answers!r}; wanted a list of texts")
    if not answers:
        raise ScoreError(f"the list of {side} answers to question {key!r} is empty; give at least one")
    return tuple(_text(answer, f"a {side} answer to question {key!r}") for answer in answers)


def _text(answer: object, what: str) -> str:
    if not isinstance(answer, str):
        raise ScoreError(f"{what} is {shortened(answer)}, of type {type(answer).__name__}; wanted a text")
    if not answer.strip():
        raise ScoreError(f"{what} is empty; write a text there, or leave it out of the list")
    return " ".join(answer.lower().split())


def _records(path: Path) -> dict[str, Row]:
    found: dict[str, Row] = {}
    for row in _json_rows(path) if suffix_of(path) == ".json" else read_rows(path):
        key = item_id(row)
        if key in found:
            raise ScoreError(f"{row.where} has question {key!r} again; keep one record a question")
        found[key] = row
    return found


def _json_rows(path: Path) -> Iterator[Row]:
    value = read_json(path)
    if isinstance(value, dict):
        value = [{"id": key, "answers": answers} for key, answers in value.items()]
    if not isinstance(value, list):
        raise ScoreError(f"{str(path)!r} holds {shortened(value)}; wanted a list of records, or an object by id")
    for number, record in enumerate(value, 1):
        if not isinstance(record, dict):
            raise ScoreError(f"{path}, record {number}, is {shortened(record)}; wanted an object with id and answers")
        yield Row(f"{path}, record {number},", record)


def _answers(row: Row) -> Sequence[str]:
    answers = row.values.get("answers")
    if isinstance(answers, str):
        return [answers]
    if not isinstance(answers, list):
        raise ScoreError(f"{row.where} has {shortened(answers)} under answers; wanted a list of texts")
    return answers


def _kind(row: Row) -> str:
    kind = row.values["kind"]
    if not isinstance(kind, str) or not kind.strip():
        raise ScoreError(f"{row.where} has the kind {shortened(kind)}; wanted a word, as intention")
    return kind.strip().lower()
