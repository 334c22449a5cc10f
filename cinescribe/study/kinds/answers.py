"""Checks what a rater answers, by the form of the question.

| form | answer |
|---|---|
| `order` | the rank of each text, 1 best, without ties |
| `choice` | the number of one text |
| `scale` | a number from 1 to the scale's length |
| `label` | one of the labels |
| `yes_no` | true or false |
| `phrases` | `{"ticked": [numbers], "own": [texts], "edited": {number: text}}` |
| `time` | seconds from the start of the clip |
| `words` | a text |
| `sentence` | a text of three words or more |
| `metaphor` | a text of the form `X is as Y as Z` |

Texts are numbered from 0, as shown. To a question of each text the answer is a list with one entry for each.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Any

from cinescribe.errors import StudyError, brief
from cinescribe.record import Record
from cinescribe.study.kinds.questions import Form, Question

MAX_LETTERS = 2000  # of a text that a rater writes
_MAX_PHRASES = 100
_MIN_WORDS = 3  # of a sentence
_METAPHOR = re.compile(r".*\S\s+(is|are)\s+as\s+\S.*\s+as\s+\S.*", re.IGNORECASE | re.DOTALL)


@dataclass(frozen=True)
class ShownText(Record):
    """A text as a rater sees it, without the system that wrote it.

    Args:
        text: the text.
        criterion: what it is about, such as `intention`; None where the question says that.
    """

    text: str
    criterion: str | None = None


def checked_answer(question: Question, answer: Any, texts: Sequence[ShownText]) -> Any:
    """Return an answer as it is stored.

    Args:
        question: what was asked.
        answer: JSON values, see the table of this module.
        texts: those of the page, as shown.

    Raises:
        StudyError: when the answer does not fit the question; the message is for the rater.
    """
    check = _CHECKS[question.form]
    if not question.of_each_text:
        return check(question, answer, texts)
    if not isinstance(answer, (list, tuple)) or len(answer) != len(texts):
        raise StudyError(f"{question.name!r} was answered {brief(answer)}; answer it for each of {len(texts)} texts")
    return [check(question, one, texts) for one in answer]


def _order(question: Question, answer: Any, texts: Sequence[ShownText]) -> list[int]:
    ranks = list(answer) if isinstance(answer, (list, tuple)) else []
    if not all(_is_whole(rank) for rank in ranks) or sorted(ranks) != list(range(1, len(texts) + 1)):
        raise StudyError(
            f"{question.name!r} was answered {brief(answer)}; give each of the {len(texts)} texts another rank, "
            f"1 (best) to {len(texts)}"
        )
    return ranks


def _choice(question: Question, answer: Any, texts: Sequence[ShownText]) -> int:
    if not _is_whole(answer) or not 0 <= answer < len(texts):
        raise StudyError(f"{question.name!r} was answered {brief(answer)}; choose one of the {len(texts)} texts")
    return int(answer)


def _scale(question: Question, answer: Any, texts: Sequence[ShownText]) -> int:
    if not _is_whole(answer) or not 1 <= answer <= len(question.labels):
        raise StudyError(f"{question.name!r} was answered {brief(answer)}; choose 1 to {len(question.labels)}")
    return int(answer)


def _label(question: Question, answer: Any, texts: Sequence[ShownText]) -> str:
    if answer not in question.labels:
        raise StudyError(f"{question.name!r} was answered {brief(answer)}; choose one of {', '.join(question.labels)}")
    return str(answer)


def _yes_no(question: Question, answer: Any, texts: Sequence[ShownText]) -> bool:
    if not isinstance(answer, bool):
        raise StudyError(f"{question.name!r} was answered {brief(answer)}; answer yes or no")
    return answer


def _time(question: Question, answer: Any, texts: Sequence[ShownText]) -> float:
    good = isinstance(answer, (int, float)) and not isinstance(answer, bool) and isfinite(answer) and answer >= 0
    if not good:
        raise StudyError(
            f"{question.name!r} was answered {brief(answer)}; write seconds from the clip's start, such as 12.5"
        )
    return float(answer)


def _words(question: Question, answer: Any, texts: Sequence[ShownText]) -> str:
    text = answer.strip() if isinstance(answer, str) else ""
    if not text or len(text) > MAX_LETTERS:
        raise StudyError(f"{question.name!r} was answered {brief(answer)}; write 1 to {MAX_LETTERS:,} letters")
    return text


def _sentence(question: Question, answer: Any, texts: Sequence[ShownText]) -> str:
    text = _words(question, answer, texts)
    if len(text.split()) < _MIN_WORDS:
        raise StudyError(f"{question.name!r} was answered {brief(text)}; write a full sentence, with a verb")
    return text


def _metaphor(question: Question, answer: Any, texts: Sequence[ShownText]) -> str:
    text = _words(question, answer, texts)
    if not _METAPHOR.fullmatch(text):
        raise StudyError(f"{question.name!r} was answered {brief(text)}; write: X is as Y as Z")
    return text


def _phrases(question: Question, answer: Any, texts: Sequence[ShownText]) -> dict[str, Any]:
    wanted = {"ticked": list, "own": list, "edited": dict}
    if not isinstance(answer, dict) or not all(
        name in wanted and isinstance(value, wanted[name]) for name, value in answer.items()
    ):
        raise StudyError(f"{question.name!r} was answered {brief(answer)}; tick phrases or write your own")
    ticked, own = answer.get("ticked", []), answer.get("own", [])
    edited = {_number(key): value for key, value in answer.get("edited", {}).items()}
    for number in (*ticked, *edited):
        if not _is_whole(number) or not 0 <= number < len(texts) or texts[number].criterion != question.name:
            raise StudyError(f"{question.name!r} was answered with phrase {brief(number)}; it has no such phrase")
    if len(own) > _MAX_PHRASES:
        raise StudyError(f"{question.name!r} was answered with {len(own)} own phrases; write {_MAX_PHRASES} at most")
    return {
        "ticked": sorted({*ticked}),
        "own": [_words(question, text, texts) for text in own],
        "edited": {str(number): _words(question, text, texts) for number, text in sorted(edited.items())},
    }


def _number(key: Any) -> Any:
    return int(key) if isinstance(key, str) and key.isascii() and key.isdigit() and len(key) < 9 else key


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


_CHECKS: dict[Form, Callable[[Question, Any, Sequence[ShownText]], Any]] = {
    "order": _order,
    "choice": _choice,
    "scale": _scale,
    "label": _label,
    "yes_no": _yes_no,
    "phrases": _phrases,
    "time": _time,
    "words": _words,
    "sentence": _sentence,
    "metaphor": _metaphor,
}
