"""Precision and recall at k of ranked answers to open questions, as in V2C-QA."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from reprlib import repr as shortened

import numpy as np

from cinescribe.errors import ScoreError
from cinescribe.metrics.core.score import Score, mean_score, metric_signature
from cinescribe.metrics.files.caption_files import item_id
from cinescribe.metrics.files.tabular_files import read_score_json, read_score_rows, suffix_of
from cinescribe.tables import TableRow

_YES_NO = frozenset({"yes", "no"})


@dataclass(frozen=True)
class Questions:
    """Questions with their ranked predicted answers and their true answers, checked.

    Attributes:
        ids: the questions' ids, distinct.
        predicted: one or more ranked answers to each, best first, normalised.
        answers: one or more true answers to each, normalised.
        kinds: the kind of each question, as `intention`; None if unknown.
        aspects: what each question is about where kinds are finer, as `intention`; None if unknown.
    """

    ids: tuple[str, ...]
    predicted: tuple[tuple[str, ...], ...]
    answers: tuple[frozenset[str], ...]
    kinds: tuple[str | None, ...]
    aspects: tuple[str | None, ...]

    @classmethod
    def of(
        cls,
        predicted: Mapping[str, Sequence[str]],
        answers: Mapping[str, Sequence[str]],
        *,
        kinds: Mapping[str, str] | None = None,
        aspects: Mapping[str, str] | None = None,
    ) -> Questions:
        """Pair predicted with true answers by question.

        Answers are equal if they agree in lower case with single spaces.

        Raises:
            ScoreError: naming the question that only one side has, or whose answers are missing, empty or not texts.
        """
        if not predicted:
            raise ScoreError("there is no question to score; give the ranked answers to at least one")
        _same_questions(predicted, answers)
        for key in {**(kinds or {}), **(aspects or {})}:
            if key not in answers:
                raise ScoreError(
                    f"question {key!r} has a kind but no answer; give kinds only of questions with answers"
                )
        ranked = tuple(_normalised(key, predicted[key], "predicted") for key in predicted)
        true = tuple(frozenset(_normalised(key, answers[key], "true")) for key in predicted)
        of_kind, of_aspect = (tuple((known or {}).get(key) for key in predicted) for known in (kinds, aspects))
        return cls(tuple(predicted), ranked, true, of_kind, of_aspect)


def qa(questions: Questions, *, ks: Sequence[int] = (1, 3, 5)) -> list[Score]:
    """Return precision and recall at each k, over all questions and over each kind.

    With hits the distinct true answers among the first k predictions, a question's precision is hits / k and its recall
    hits / number of true answers; a score is the mean over questions (Fang et al. 2020, Table 5; the paper omits the
    formula). A ranking shorter than k counts as filled up with wrong answers, and so does a repeated answer.

    Args:
        questions: the questions with predicted and true answers.
        ks: depths of the ranking, from 1.

    Returns:
        `P@1`, `R@1` and so on for each k; the same for each aspect, as `intention P@1`, then for questions that are not
        of yes or no, as `open P@1` and `intention open P@1`, if aspects are known; and for each kind, in alphabetical
        order.

    Raises:
        ScoreError: for a depth that is not a whole number from 1, or no depth at all.
    """
    _check_depths(ks)
    return [score for name, chosen in _groups(questions) for k in ks for score in _at(questions, k, name, chosen)]


def score_qa(predictions: str | Path, references: str | Path, *, ks: Sequence[int] = (1, 3, 5)) -> list[Score]:
    """Return the precision and recall at k of two files (see `read_questions` and `qa`).

    Raises:
        ScoreError: when a file cannot be read, or the two do not fit together.
    """
    predictions = Path(predictions)
    references = Path(references)
    return qa(read_questions(predictions, references), ks=ks)


def read_questions(predictions: Path, references: Path) -> Questions:
    """Read questions from two files: ranked answers, and true answers with optional kinds.

    JSONL has a line `{"id", "answers": [texts], "kind"?, "aspect"?}` for each question; JSON has a list of such
    records, or an object of answers by id. A single text counts as a list of one.

    Raises:
        ScoreError: naming the file and the malformed line or record.
    """
    predicted, true = _records(Path(predictions)), _records(Path(references))
    kinds, aspects = (
        {key: _word(record, name) for key, record in true.items() if record.cells.get(name) is not None}
        for name in ("kind", "aspect")
    )
    return Questions.of(
        {key: _answers(record) for key, record in predicted.items()},
        {key: _answers(record) for key, record in true.items()},
        kinds=kinds,
        aspects=aspects,
    )


def _check_depths(ks: Sequence[int]) -> None:
    if not ks:
        raise ScoreError("there is no depth k to score at; give one or more (`ks`), such as 1, 3, 5")
    for k in ks:
        if isinstance(k, bool) or not isinstance(k, int) or k < 1:
            raise ScoreError(f"the depth k is {k!r}; expected a whole number, 1 or more")


def _groups(questions: Questions) -> Iterator[tuple[str | None, list[int]]]:
    """Yield groups of questions to score, by number, with their names; None for all."""
    every = range(len(questions.ids))
    yield None, [*every]
    aspects = sorted({aspect for aspect in questions.aspects if aspect is not None})
    for aspect in aspects:
        yield aspect, [n for n in every if questions.aspects[n] == aspect]
    is_open = [n for n in every if not questions.answers[n] <= _YES_NO]
    if aspects and is_open:
        yield "open", is_open
        for aspect in aspects:
            if own := [n for n in is_open if questions.aspects[n] == aspect]:
                yield f"{aspect} open", own
    for kind in sorted({kind for kind in questions.kinds if kind is not None and kind not in aspects}):
        yield kind, [n for n in every if questions.kinds[n] == kind]


def _at(questions: Questions, k: int, kind: str | None, chosen: Sequence[int]) -> tuple[Score, Score]:
    """Return precision and recall at `k` over some questions, by number."""
    ids = [questions.ids[n] for n in chosen]
    hits = np.array([len(questions.answers[n].intersection(questions.predicted[n][:k])) for n in chosen])
    true = np.array([len(questions.answers[n]) for n in chosen])
    prefix = "" if kind is None else f"{kind} "
    precision, recall = (metric_signature(f"{name}@{k}", kind=kind or "all", norm="case+space") for name in "PR")
    return (
        mean_score(f"{prefix}P@{k}", ids, hits / k, signature=precision),
        mean_score(f"{prefix}R@{k}", ids, hits / true, signature=recall),
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
        raise ScoreError(f"the {side} answers to question {key!r} are {answers!r}; expected a list of texts")
    if not answers:
        raise ScoreError(f"the list of {side} answers to question {key!r} is empty; give at least one")
    return tuple(_text(answer, f"a {side} answer to question {key!r}") for answer in answers)


def _text(answer: object, what: str) -> str:
    if not isinstance(answer, str):
        raise ScoreError(f"{what} is {shortened(answer)}, of type {type(answer).__name__}; expected a text")
    if not answer.strip():
        raise ScoreError(f"{what} is empty; write a text, or remove it from the list")
    return " ".join(answer.lower().split())


def _records(path: Path) -> dict[str, TableRow]:
    records: dict[str, TableRow] = {}
    for record in _json_records(path) if suffix_of(path) == ".json" else read_score_rows(path):
        key = item_id(record, ("id",)) if "id" in record.cells else item_id(record)  # a question also has its clip
        if key in records:
            raise ScoreError(f"{record.where} has question {key!r} again; keep one record per question")
        records[key] = record
    return records


def _json_records(path: Path) -> Iterator[TableRow]:
    value = read_score_json(path)
    if isinstance(value, dict):
        value = [{"id": key, "answers": answers} for key, answers in value.items()]
    if not isinstance(value, list):
        raise ScoreError(f"{str(path)!r} holds {shortened(value)}; expected a list of records, or an object by id")
    for number, record in enumerate(value, 1):
        if not isinstance(record, dict):
            raise ScoreError(f"{path}, record {number}, is {shortened(record)}; expected an object with id and answers")
        yield TableRow(f"{path}, record {number},", record)


def _answers(record: TableRow) -> Sequence[str]:
    answers = record.cells.get("answers")
    if isinstance(answers, str):
        return [answers]
    if not isinstance(answers, list):
        raise ScoreError(f"{record.where} has {shortened(answers)} under answers; expected a list of texts")
    return answers


def _word(record: TableRow, name: str) -> str:
    word = record.cells[name]
    if not isinstance(word, str) or not word.strip():
        raise ScoreError(f"{record.where} has the {name} {shortened(word)}; expected a word, such as intention")
    return word.strip().lower()
