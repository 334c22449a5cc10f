"""StoryAD-QA (Hahm, Dinh and Jin 2026): how many questions about a story can be answered from its description only.

Each question has five choices and belongs to a part of a film. A language model reads only the description of that part
and chooses. `accuracy` counts as the authors' evaluator does: questions without a description, and answers that are no
choice, are left out and reported beside it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from cinescribe.errors import ScoreError
from cinescribe.metrics.core.score import Score, metric_signature, score_from_sums
from cinescribe.metrics.core.score import mean as rate
from cinescribe.metrics.description.language_model import LanguageModel, prompt_digest
from cinescribe.metrics.files.tabular_files import read_score_rows
from cinescribe.tables import csv_text

CHOICES = ("A", "B", "C", "D", "E")
_BLIND = "(nothing was described)"
# Our own words for the authors' instructions: only the description may be used, and a choice is made in any case.
PROMPT = """\
Answer a question about a part of a film. All that you know about the film is the following audio description. Use
nothing else: no pictures, no dialogue, no knowledge of the film or its story. If the description does not settle the
question, choose the answer that it supports best.

Audio description: {description}

Question: {question}
{options}

Begin your reply with "Answer: X", where X is one of A, B, C, D, E."""
_ANSWER = re.compile(r"\banswer\W{0,4}(?:is\W{0,3}|option[\s_]*)?([A-E])\b", re.IGNORECASE)
_LEADING = re.compile(r"\W*(?:option[\s_]*)?([A-E])(?=\s*$|[.):,*\n]|\s+because\b)", re.IGNORECASE)


@dataclass(frozen=True)
class StoryQuestion:
    """A question about a part of a film.

    Args:
        file: the part, as `film/segment_0001.mp4`.
        row: the question's number in its file, from 0.
        question: its words.
        options: its five choices; "" where the release lacks one. A question without choices is not asked.
        answer: the letter of the right one; "" where the release has none, which counts as never right.
    """

    file: str
    row: int
    question: str
    options: tuple[str, ...]
    answer: str

    @property
    def film(self) -> str:
        """The film: the part before the first slash."""
        return self.file.partition("/")[0]


def read_story_questions(path: str | Path) -> list[StoryQuestion]:
    """Read the questions of a StoryAD-QA file: `file`, `question`, `option_A` to `option_E`, `correct_answer`.

    Raises:
        ScoreError: naming the line that lacks a column, or whose answer is no choice.
    """
    questions = []
    for n, row in enumerate(read_score_rows(Path(path))):
        columns = ("file", "question")
        if missing := [name for name in columns if not row.text(name)]:
            raise ScoreError(f"{row.where} has nothing under {missing[0]!r}; a question needs {', '.join(columns)}")
        file, question, answer = (row.text(name) for name in ("file", "question", "correct_answer"))
        options = tuple(row.text(f"option_{letter}") for letter in CHOICES)
        given = [letter for letter, text in zip(CHOICES, options, strict=True) if text]
        if answer.upper() not in ("", *given):
            raise ScoreError(f"{row.where} has the answer {answer!r}; expected one of {', '.join(given)}")
        questions.append(StoryQuestion(file, n, question, options, answer.upper()))
    return questions


def answer_story_questions(
    questions: Sequence[StoryQuestion],
    descriptions: Mapping[str, str],
    model: LanguageModel,
    *,
    blind: bool = False,
) -> list[str | None]:
    """Return the letter that a model chooses for each question; "" for an answer that is no choice.

    Args:
        questions: of one file.
        descriptions: the description of each part, by `file`; a question without one is not asked and gets None.
        model: which reads and chooses.
        blind: ask the same questions without the description, to see how many can be guessed.

    Raises:
        ScoreError: when no question has a description.
        ModelError: when the model does not answer; what it answered before is kept.
    """
    asked = [one for one in questions if one.file in descriptions and any(one.options)]
    if not asked:
        raise ScoreError(
            f"none of the {len(questions)} questions has a description; give them by file, as {questions[0].file!r}"
        )
    texts = [
        PROMPT.format(
            description=_BLIND if blind else descriptions[one.file].strip() or _BLIND,
            question=one.question,
            options="\n".join(f"{letter}. {text}" for letter, text in zip(CHOICES, one.options, strict=True) if text),
        )
        for one in asked
    ]
    chosen = {one.row: read_choice(answer) for one, answer in zip(asked, model.answers(texts), strict=True)}
    return [chosen.get(one.row) for one in questions]


def read_choice(answer: str) -> str:
    """Return the letter that an answer gives, or "" where it gives none: `Answer: B`, `**b**`, `Option_B because`."""
    found = _ANSWER.search(answer) or _LEADING.match(answer)
    return found[1].upper() if found else ""


def predictions_csv(questions: Sequence[StoryQuestion], predictions: Sequence[str | None]) -> str:
    """Return the answers as the authors' evaluator reads them: `file`, `row_index`, `prediction`."""
    pairs = zip(questions, predictions, strict=True)
    return csv_text(("file", "row_index", "prediction"), ((one.file, one.row, letter or "") for one, letter in pairs))


def score_story_questions(
    questions: Sequence[StoryQuestion], predictions: Sequence[str | None], *, model: str, blind: bool = False
) -> list[Score]:
    """Return the share of right answers, and the shares of questions without a description or a readable answer.

    Items of the scores are films, so that `confidence` and `compare` resample films: questions about one film are not
    independent.

    Args:
        questions: as answered.
        predictions: from `answer_story_questions`.
        model: name of the model that answered, for the signature.
        blind: whether it answered without descriptions.

    Raises:
        ScoreError: when no question was answered.
    """
    films = list(dict.fromkeys(one.film for one in questions))
    places = {film: n for n, film in enumerate(films)}
    counts = np.zeros((len(films), 4))  # right, answered, without a description, unreadable
    for question, letter in zip(questions, predictions, strict=True):
        at = 2 if letter is None else 1 if letter else 3
        counts[places[question.film], at] += 1
        counts[places[question.film], 0] += bool(letter) and letter == question.answer
    totals = counts[:, 1:].sum(axis=1)
    settings = {"model": model, "prompt": prompt_digest(PROMPT), "blind": "yes" if blind else "no", "items": "films"}
    named = {
        "StoryAD-QA": counts[:, [0, 1]],
        "StoryAD-QA-missing": np.stack([counts[:, 2], totals], axis=1),
        "StoryAD-QA-unreadable": np.stack([counts[:, 3], totals], axis=1),
    }
    return [
        score_from_sums(
            name,
            films,
            np.divide(sums[:, 0], sums[:, 1], out=np.zeros(len(films)), where=sums[:, 1] > 0),
            sums,
            rule=rate,
            signature=metric_signature(name, **settings),
        )
        for name, sums in named.items()
    ]
