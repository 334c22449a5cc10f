"""Examples on which raters practise before their first page: each has a known answer, which is explained."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cinescribe.errors import StudyError, brief
from cinescribe.record import Record
from cinescribe.schema import Clip
from cinescribe.store import read_records
from cinescribe.study.kinds.answers import ShownText, checked_answer
from cinescribe.study.kinds.gold import are_right, check_known
from cinescribe.study.kinds.questions import Question
from cinescribe.timing import Span


@dataclass(frozen=True)
class TrainingAnswer(Record):
    """What is expected.

    Args:
        question: its name.
        values: as those of a `KnownAnswer`: one for each text of the example, or one for the clip.
        why: what raters read after they have answered.
    """

    question: str
    values: tuple[float, ...]
    why: str

    def answer(self, question: Question) -> Any:
        """Return the answer of a rater who answers as expected."""
        if question.form == "choice":
            return self.values.index(min(self.values))
        if question.form == "order":
            places = sorted(range(len(self.values)), key=lambda place: self.values[place])
            return [places.index(place) + 1 for place in range(len(places))]
        given = [value > 0.5 if question.form == "yes_no" else round(value) for value in self.values]
        return given if question.of_each_text else given[0]


@dataclass(frozen=True)
class TrainingExample(Record):
    """A line of a file of examples.

    Args:
        clip: id of a clip of the corpus.
        answers: what is expected; each is asked on a page of its own.
        texts: to judge; none for questions about the clip.
        caption: shown beside the texts.
        film: the clip's film; the file need not have it.
        span: of the clip in the film; the file need not have it.
    """

    clip: str
    answers: tuple[TrainingAnswer, ...]
    texts: tuple[ShownText, ...] = ()
    caption: str | None = None
    film: str | None = None
    span: Span | None = None


def read_training(
    path: Path, *, clips: Mapping[str, Clip], questions: Sequence[Question]
) -> tuple[TrainingExample, ...]:
    """Read examples from JSONL, one `TrainingExample` a line.

    Args:
        path: the file.
        clips: of the corpus, by id.
        questions: of the study.

    Raises:
        RecordError: naming file and line, when it cannot be read.
        StudyError: when there is none, a clip is unknown, or an expected answer does not fit its question or is not
            explained.
    """
    found = read_records(Path(path), TrainingExample)
    if not found:
        raise StudyError(f"{str(path)!r} has no example; give one or more")
    by_name = {question.name: question for question in questions}
    examples = []
    for number, one in enumerate(found, 1):
        where = f"example {number} of {str(path)!r}"
        if one.clip not in clips:
            raise StudyError(f"{where} is of clip {one.clip!r}, which the corpus has not; name one of its clips")
        if not one.answers:
            raise StudyError(f"{where} has no expected answer; give one or more")
        for answer in one.answers:
            check_known(answer.question, answer.values, len(one.texts), where, by_name)
            _check_possible(answer, one, where, by_name[answer.question])
            if not answer.why.strip():
                raise StudyError(f"{where} does not say why {answer.question!r} is answered so; write it under `why`")
        examples.append(one.replace(film=clips[one.clip].film, span=clips[one.clip].span))
    return tuple(examples)


def _check_possible(answer: TrainingAnswer, one: TrainingExample, where: str, question: Question) -> None:
    """Raise if no rater could answer as expected, such as with point 7 of 5."""
    given = answer.answer(question)
    try:
        is_possible = is_expected(question, checked_answer(question, given, one.texts), answer.values)
    except StudyError:
        is_possible = False
    if not is_possible:
        raise StudyError(f"{where} expects {brief(answer.values)} under {answer.question!r}, which no answer can be")


def is_expected(question: Question, answer: Any, values: Sequence[float]) -> bool:
    """Return whether a rater answered as expected: as for items with known answers, a rating may miss by one point.

    Args:
        question: what was asked.
        answer: as `checked_answer` returns it, of texts in the order of the example.
        values: what is expected.
    """
    if question.form == "choice":
        return bool(values[answer] == min(values))
    return are_right(question.form, [float(value) for value in _listed(answer)], values)


def _listed(answer: Any) -> list[Any]:
    return answer if isinstance(answer, list) else [answer]
