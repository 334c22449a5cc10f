"""Stage three: is it true? One request a check: frames, and a numbered list of candidates among controls."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from cinescribe.generate.narration.controls import Check, Square
from cinescribe.generate.narration.marked_frames import COLOURS, Legend
from cinescribe.generate.narration.moments import Moment, SeenFrame
from cinescribe.generate.narration.reliability import Verdict
from cinescribe.generate.narration.viewing import legend_lines, numbers_in_words, pictures_of
from cinescribe.media.film.frame_scaling import Image
from cinescribe.models.vlm.chat import ChatAnswer, ChatRequest
from cinescribe.models.vlm.film_words import FILM_RULE

QUESTION = "Which of these are true of these frames, in every word? Some are not. Answer with their numbers."
_MAX_TOKENS = 100  # of an answer: numbers need 20; some models repeat the statements
_SQUARE = 0.12  # side of the square, of the picture's height
# The question is English, but statements in another language may be answered in theirs.
_NONE = re.compile(
    r"^\W*(?:none|no|nothing|0|neither|keine?[rs]?|nichts|aucune?|ningun[oa]|nessun[oa]|nenhuma?|geen|\u017cadn\w+)\b"
    r"|^\W*\[\s*\]\W*$",
    re.IGNORECASE,
)
_ALL = re.compile(
    r"^\W*(?:all|both|alle|tou(?:te)?s|tod[ao]s|tutt[ei]|wszystkie)\b(?! but| except| au\u00dfer| sauf)", re.IGNORECASE
)
_TRUE = ("true", "yes", "correct", "wahr", "richtig", "vrai", "verdadero", "vero", "verdadeiro", "waar", "prawda")
_UNTRUE = ("false", "no", "incorrect", "not true", "falsch", "nicht wahr", "faux", "falso", "onwaar", "fa\u0142sz")
_JUDGED = re.compile(rf"\b(\d{{1,2}})\s*[.):=-]*\s*({'|'.join((*_TRUE, *_UNTRUE))})\b", re.IGNORECASE)
_LINE = re.compile(r"^\s*(?:[-*]\s*)?(\d{1,2})(?=[.):,\s]|$)", re.MULTILINE)
_RANGE = re.compile(r"\b(\d{1,2})\s*(?:-|\u2013|to)\s*(\d{1,2})\b")
_NUMBER = re.compile(r"\b\d{1,2}\b")


@dataclass(frozen=True)
class AnsweredCheck:
    """A check with its answer.

    Args:
        check: what was asked.
        question: as it was sent, without pictures.
        answer: as received.
        form: of the answer: numbers, or why it cannot be read.
        verdicts: on its statements; () where the answer names neither numbers nor none.
    """

    check: Check
    question: str
    answer: str
    form: str
    verdicts: tuple[Verdict, ...]


def check_request(check: Check, moment: Moment, frames: Sequence[SeenFrame], legend: Legend) -> ChatRequest:
    """Return a check as it is sent.

    Args:
        check: the statements.
        moment: that they are about.
        frames: of its own shots, and of others that show who is who.
        legend: of the people marked.
    """
    own = {shot.number for shot in moment.own_shots}
    others = sorted({frame.shot for frame in frames} - own)
    numbered = [f"{n}. {statement.text}" for n, statement in enumerate(check.statements, 1)]
    context = [f"Only to know who is who, and not to be judged: {numbers_in_words(others)}."] if others else []
    lines = [*legend_lines(legend), *context, FILM_RULE, QUESTION, *numbered]
    marked = [_with_square(frame, check.square) for frame in frames]
    return ChatRequest(
        "\n".join(lines), pictures_of(marked, legend, own=own),
        max_tokens=_MAX_TOKENS, log_probability=True,
    )  # fmt: skip


def read_check(check: Check, request: ChatRequest, answer: ChatAnswer) -> AnsweredCheck:
    """Return a check with the verdicts of an answer: a statement is called true if its number is named."""
    named = None if answer.trouble is not None else _numbers(answer.text, request.text, len(check.statements))
    sure = _probabilities(answer)
    if named is None:
        return AnsweredCheck(check, request.text, answer.text, answer.trouble or "unreadable", ())
    verdicts = (
        Verdict(statement, sure.get(n, 1.0) if n in named else 0.0) for n, statement in enumerate(check.statements, 1)
    )
    return AnsweredCheck(check, request.text, answer.text, "numbers", tuple(verdicts))


def _numbers(text: str, question: str, n: int) -> set[int] | None:
    """The numbers that an answer names as true, of those from 1 to n; None where it cannot be read."""
    text = text.replace(question, " ").replace(QUESTION, " ").strip()
    if judged := _JUDGED.findall(text):
        return {int(number) for number, word in judged if word.casefold() in _TRUE and 1 <= int(number) <= n}
    found = _LINE.findall(text) if len(_LINE.findall(text)) > 1 else _NUMBER.findall(_spelled_out(text, n))
    named = {int(number) for number in found if 1 <= int(number) <= n}
    if named:
        return named
    if _ALL.match(text):
        return set(range(1, n + 1))
    return set() if _NONE.match(text) else None


def _spelled_out(text: str, n: int) -> str:
    """A text with its ranges of numbers written out."""
    return _RANGE.sub(lambda match: " ".join(map(str, range(int(match[1]), min(int(match[2]), n) + 1))), text)


def _probabilities(answer: ChatAnswer) -> dict[int, float]:
    """The probability of each number that is one token of an answer."""
    found: dict[int, float] = {}
    for token in answer.tokens:
        if token.text.strip().isdecimal():
            found.setdefault(int(token.text), math.exp(min(token.log_probability, 0.0)))
    return found


def _with_square(frame: SeenFrame, square: Square) -> SeenFrame:
    return replace(frame, image=_squared(frame.image, COLOURS[square.colour]))


def _squared(image: Image, colour: tuple[int, int, int]) -> Image:
    height, width = image.shape[:2]
    side = max(round(height * _SQUARE), 8)
    drawn = np.ascontiguousarray(image).copy()
    corner, end = (width - side, height - side), (width - 1, height - 1)
    cv2.rectangle(drawn, corner, end, colour, cv2.FILLED)
    cv2.rectangle(drawn, corner, end, (0, 0, 0), max(side // 12, 1))
    return drawn
