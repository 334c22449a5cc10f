"""Answers as the fields of a form, and back.

| form of the question | fields |
|---|---|
| `order` | `q0-t1`: the rank of each text |
| `choice` | `q0`: the number of the text |
| `scale`, `yes_no`, and what is typed | `q0`; of each text `q0-t1` |
| `phrases` | `q0-tick`: the numbers ticked; `q0-edit-1`: a phrase as changed; `q0-own`: own phrases, one a line |

Questions and texts are counted from 0.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cinescribe.errors import StudyError
from cinescribe.language.messages.page_words import PageWords
from cinescribe.serve.security.forms import SentForm
from cinescribe.serve.studies.steps import letter
from cinescribe.study.assignment.pages import Page
from cinescribe.study.kinds.answers import ShownText, checked_answer
from cinescribe.study.kinds.questions import Question
from cinescribe.study.kinds.study_kind import StudyKind

_YES_NO = {"yes": True, "no": False}
Problem = tuple[str, str]  # a field's id, and what is wrong: HTML in the language of the page, or English text


@dataclass(frozen=True)
class _Filled:
    """A form that was read.

    Attributes:
        answers: by question, as `store_answers` takes them: None for one that is taken back. Other questions that were
            left out are not among them.
        problems: what is wrong, with the fields' ids.
    """

    answers: Mapping[str, Any]
    problems: tuple[Problem, ...]


def filled(page: Page, step: Sequence[int], form: SentForm, t: PageWords, *, kind: StudyKind) -> _Filled:
    """Read the answers to the questions of a step; problems are in the words `t` of the page."""
    answers: dict[str, Any] = {}
    problems: list[Problem] = []
    for index in step:
        question = page.questions[index]
        found, wrong = _answer(f"q{index}", question, page.texts, form, t)
        problems += wrong
        if wrong:
            continue
        if found is None:
            if question.is_required_with({**page.answers, **answers}):
                problems.append((f"q{index}", t("answer-after", question=t.fault(question.text))))
            elif question.name in page.answers:
                answers[question.name] = None
            continue
        try:
            answers[question.name] = checked_answer(question, found, page.texts)
            kind.check(question, answers, page.duration)
        except StudyError as error:
            problems.append((_first_field(f"q{index}", question, page.texts), _for_raters(question, error)))
    return _Filled(answers, tuple(problems))


def form_values(page: Page, step: Sequence[int]) -> SentForm:
    """Return the form of a step with the answers that are stored."""
    fields: list[tuple[str, str]] = []
    for index in step:
        question, own = page.questions[index], f"q{index}"
        answer = page.answers.get(question.name)
        if answer is None:
            continue
        if question.form == "phrases":
            fields += [(f"{own}-tick", str(number)) for number in answer["ticked"]]
            fields += [(f"{own}-edit-{number}", text) for number, text in answer["edited"].items()]
            fields.append((f"{own}-own", "\n".join(answer["own"])))
        elif question.form == "order" or question.of_each_text:
            fields += [(f"{own}-t{number}", _shown(one)) for number, one in enumerate(answer)]
        else:
            fields.append((own, _shown(answer)))
    return SentForm(tuple(fields))


def moved(page: Page, index: int, form: SentForm, move: str) -> tuple[SentForm, int]:
    """Return a form in which a text has gone up or down a rank, and the text's number.

    Texts without a rank of their own get the ranks that are free, in the order in which they are shown.

    Args:
        page: the page.
        index: of the question.
        form: as it was sent.
        move: such as `2-up`: the text, and where it goes.
    """
    number, _, way = move.partition("-")
    order = _completed([form.get(f"q{index}-t{n}") for n in range(len(page.texts))])
    text = int(number) if number.isdecimal() and int(number) < len(order) else 0
    place = order.index(text)
    other = min(max(place + (-1 if way == "up" else 1), 0), len(order) - 1)
    order[place], order[other] = order[other], order[place]
    ranks = {f"q{index}-t{one}": str(rank) for rank, one in enumerate(order, start=1)}
    kept = tuple((name, value) for name, value in form.fields if name not in ranks)
    return SentForm((*kept, *ranks.items())), text


def order_shown(page: Page, index: int, form: SentForm) -> tuple[list[int], bool]:
    """Return the numbers of the texts as they are shown, and whether that is by rank; otherwise it is as drawn.

    Args:
        page: the page.
        index: of the question.
        form: with the ranks.
    """
    numbers = list(range(len(page.texts)))
    ranks = [form.get(f"q{index}-t{number}") for number in numbers]
    is_order = page.questions[index].form == "order"
    if is_order and sorted(ranks) == sorted(str(number + 1) for number in numbers):
        return sorted(numbers, key=lambda number: int(ranks[number])), True
    return numbers, False


def _completed(ranks: Sequence[str]) -> list[int]:
    """The texts, best first; a rank that is missing or taken is the next free one."""
    placed: dict[str, int] = {}
    for text, rank in enumerate(ranks):
        if rank in map(str, range(1, len(ranks) + 1)):
            placed.setdefault(rank, text)
    waiting = iter([text for text in range(len(ranks)) if text not in placed.values()])
    return [placed[str(rank)] if str(rank) in placed else next(waiting) for rank in range(1, len(ranks) + 1)]


def _answer(
    own: str, question: Question, texts: Sequence[ShownText], form: SentForm, t: PageWords
) -> tuple[Any, list[Problem]]:
    """The answer that a form has to a question, None where it has none, and what is wrong with it."""
    if question.form == "order":
        return _order(own, texts, form, t)
    if question.form == "phrases":
        return _phrases(own, question, texts, form), []
    read = _READ.get(question.form, str)
    if not question.of_each_text:
        value = form.get(own).strip()
        if value:
            return read(value), []
        return None, [(own, t("answer-this", question=t.fault(question.text)))] if question.is_required else []
    values = [form.get(f"{own}-t{number}").strip() for number in range(len(texts))]
    if not any(values) and not question.is_required:
        return None, []
    name = "answer-text" if len(texts) > 1 else "answer-this"
    asked = t.fault(question.text)
    missing: list[Problem] = [
        (f"{own}-t{number}", t(name, text=letter(number), question=asked))
        for number, value in enumerate(values)
        if not value
    ]
    return [read(value) for value in values], missing


def _order(own: str, texts: Sequence[ShownText], form: SentForm, t: PageWords) -> tuple[Any, list[Problem]]:
    values = [form.get(f"{own}-t{number}") for number in range(len(texts))]
    problems: list[Problem] = []
    for number, value in enumerate(values):
        if not value:
            problems.append((f"{own}-t{number}", t("rank-missing", text=letter(number))))
        elif value in values[:number]:
            first, second = letter(values.index(value)), letter(number)
            problems.append((f"{own}-t{number}", t("rank-twice", first=first, second=second, rank=value)))
    return [_whole(value) for value in values], problems


def _phrases(own: str, question: Question, texts: Sequence[ShownText], form: SentForm) -> Any:
    edited = {
        name: value.strip()
        for name, value in form.starting(f"{own}-edit-")
        if value.strip() and not _is_unchanged(name, value, texts)
    }
    return {
        "ticked": [_whole(value) for value in form.all(f"{own}-tick")],
        "own": [line.strip() for line in form.get(f"{own}-own").splitlines() if line.strip()],
        "edited": edited,
    }


def _is_unchanged(name: str, value: str, texts: Sequence[ShownText]) -> bool:
    return name.isdecimal() and int(name) < len(texts) and texts[int(name)].text.strip() == value.strip()


def _first_field(own: str, question: Question, texts: Sequence[ShownText]) -> str:
    if question.form == "phrases":
        return f"{own}-own"
    return f"{own}-t0" if question.form == "order" or (question.of_each_text and texts) else own


def _for_raters(question: Question, error: StudyError) -> str:
    """The message of `checked_answer` without the question's name, which raters do not see."""
    _, _, wanted = str(error).rpartition("; ")
    return f"{wanted}: {question.text}"


def _whole(value: str) -> Any:
    return int(value) if value.isascii() and value.isdecimal() and len(value) < 9 else value


def _time(value: str) -> Any:
    try:
        return float(value.replace(",", "."))
    except ValueError:
        return value


def _shown(answer: Any) -> str:
    return {True: "yes", False: "no"}[answer] if isinstance(answer, bool) else str(answer)


_READ: dict[str, Callable[[str], Any]] = {
    "choice": _whole,
    "scale": _whole,
    "yes_no": lambda value: _YES_NO.get(value, value),
    "time": _time,
}
