"""Whether a truth has what simulated raters need to answer a study."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from cinescribe.errors import StudyError
from cinescribe.study.assignment.pages import StoredItem
from cinescribe.study.kinds.questions import Question
from cinescribe.study.kinds.study_ratings import RANKED

_SHARES = frozenset(("yes_no", "label", "phrases"))  # forms whose value is a probability


def check_truth(
    truth: Mapping[tuple[str, str], float], questions: Sequence[Question], items: Iterable[StoredItem]
) -> None:
    """Raise if a truth lacks a value that raters answer by, or has one that no answer can have.

    Args:
        truth: by system and criterion, see `read_truth`.
        questions: of the study.
        items: of the study; those with known answers need no truth.

    Raises:
        StudyError: when a system has no value under a criterion, or one outside the scale or 0 to 1.
    """
    checked = set()
    for item in items:
        for system, criterion, question in [] if item.gold else _asked(truth, questions, item):
            if (system, criterion, question.name) not in checked:
                _check(truth, system, criterion, question)
                checked.add((system, criterion, question.name))


def _asked(
    truth: Mapping[tuple[str, str], float], questions: Sequence[Question], item: StoredItem
) -> Iterator[tuple[str, str, Question]]:
    for question in (one for one in questions if one.is_asked_on(len(item.texts))):
        if question.form == "yes_no" and not question.of_each_text:
            yield "", question.name, question
            is_alone = question.is_required and not any(one.is_required for one in questions[1:])
            if is_alone and truth.get(("", question.name)) == 0:
                return  # raters never say yes, and end there
        elif question.form in _SHARES.union(RANKED, ("scale",)):
            for text in item.texts:
                if question.form != "phrases" or text.criterion == question.name:
                    yield text.system, text.criterion or question.name, question


def _check(truth: Mapping[tuple[str, str], float], system: str, criterion: str, question: Question) -> None:
    of_system = f"of the system {system!r} " if system else "with an empty system "
    if (system, criterion) not in truth:
        raise StudyError(f"`truth` has no value {of_system}under {criterion!r}; add a line")
    value = truth[system, criterion]
    if question.form in RANKED:  # a log strength may be any number
        return
    low, high = (1, len(question.labels)) if question.form == "scale" else (0, 1)
    if not low <= value <= high:
        what = "a mean rating" if question.form == "scale" else "a probability"
        raise StudyError(
            f"`truth` has the value {value:g} {of_system}under {criterion!r}; expected {what} from {low} to {high}"
        )
