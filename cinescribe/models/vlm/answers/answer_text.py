"""What of a model's text is its answer: not its thoughts, marks of its template, refusals, noise or half a sentence."""

from __future__ import annotations

import re
import zlib
from dataclasses import dataclass

from cinescribe.models.vlm.answers.template_marks import without_template_marks, without_thoughts
from cinescribe.models.vlm.chat import Trouble

_MAX_LETTERS = 1 << 16  # of an answer that is read: a hundred times a long one
# Marks in a row that make noise: models in the wrong precision repeat one without end, and no person writes so many.
_RUN = re.compile(r"([^\s\-=_*~#|])\1{19,}")
_LONG_RUN = re.compile(r"(\S{2,12}?)(?:\s?\1){14,}")  # slow, so that it is searched only in what repeats itself
_REPETITIVE = 6  # times smaller that repeated text becomes when it is compressed; prose becomes half as long
_LEAST_REPEATED = 90  # bytes of overhead that short texts are forgiven
_REPEATED = 12  # words of which all are the same one or two
_LETTER = re.compile(r"[^\W_]")
_END = re.compile(r"""(?<=[.!?…。\uFF01\uFF1F])["'”\u2019»)\]*_]*(?=\s|\Z)""")
# A full stop after these ends no sentence.
_SHORTENED = re.compile(
    r"(?:\b(?:Mr|Mrs|Ms|Dr|St|Prof|Jr|Sr|Lt|Sgt|Capt|Col|Gen|No|vs|etc|approx|e\.g|i\.e)|\b[A-Z])\.\Z"
)
_LONGEST_SHORT = 10  # letters before the end of a sentence that are looked at
_BARE = re.compile(r"^\W*(yes|no|true|false|\d{1,3})\b", re.IGNORECASE)
_SORRY = r"(?:i['\u2019]?m |i am |we['\u2019]?re |we are )?(?:so |very |really |truly |terribly )*(?:sorry|afraid)\b"
_CANNOT = (
    r"(?:can(?:not| ?not|['\u2019]?t)|could(?: not|n['\u2019]?t)|won['\u2019]?t|will not|do(?: not|"
    r"n['\u2019]?t) (?:have|feel|see how)|"
    r"(?:am|['\u2019]?m) (?:not (?:able|comfortable|allowed|permitted|in a position|programmed|designed)|unable|"
    r"a (?:text|language)|an? ai\b|just an? )|must (?:decline|refuse)|have to decline|refuse to|decline to|"
    r"would(?: not|n['\u2019]?t) be able|lack the ability)"
)
_REFUSAL = re.compile(
    rf"\A[^\w\"“\u2018'(]*(?:{_SORRY}|(?:my |our |sincere )*apolog(?:y|ies|i[sz]e)|(?:i|we) (?:do |must |"
    rf"deeply )?apologi[sz]e|"
    rf"unfortunately\b|regrettably\b|"
    rf"(?:(?:hello|hi|thank you|thanks|okay|ok|well|however|while)\b[^.!?\n]{{0,80}}[,.!] ?)?(?:but )?(?:i|"
    rf"we) ?{_CANNOT}|"
    rf"as an? (?:ai|artificial|(?:large )?language|text|virtual|assistant)\b|"
    rf"(?:it (?:is|would be)|it['\u2019]s|this (?:is|would be)) (?:not|in)[ -]?(?:appropriate|possible for me|ethical)|"
    rf"(?:sorry,? |i['\u2019]m )?(?:unable|not able) to (?:assist|help|identify|determine|provide|process|view|see|"
    rf"comply|"
    rf"fulfil+|describe|analy[sz]e|answer|complete|access|generate|continue)|"
    rf"(?:your|this|the) (?:request|content|prompt)[^.\n]{{0,40}}(?:violat|against|not allowed|flagged|blocked)|"
    rf"(?:no|there (?:is|are) no) (?:images?|pictures?|frames?) (?:was|were|is|are|has|have|provided|attached)|"
    rf"(?:please )?(?:provide|upload|attach|share) (?:the |an? |your )*(?:images?|pictures?|frames?))",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class AnswerText:
    """The answer in a model's text.

    Args:
        text: the answer; "" if there is none.
        trouble: why there is none, or not all of it; None if nothing is wrong.
        has_thoughts: whether the model thought aloud.
    """

    text: str
    trouble: Trouble | None = None
    has_thoughts: bool = False


def answer_text(text: str, *, is_whole: bool = True) -> AnswerText:
    """Return the answer in a model's text. JSON is left as it is, a refusal before it included.

    Args:
        text: as the model wrote it.
        is_whole: False where it was cut off; then only whole sentences are an answer.
    """
    rest, has_thoughts = without_thoughts(text[:_MAX_LETTERS])
    answer = without_template_marks(rest)
    if not answer:
        empty: Trouble = "thoughts" if has_thoughts else "empty" if is_whole else "cut"
        return AnswerText("", empty, has_thoughts)
    answer, is_noisy = _without_noise(answer)
    if not answer:
        return AnswerText("", "noise", has_thoughts)
    holds_json = "{" in answer or "[" in answer
    if not holds_json and is_refusal(answer):
        return AnswerText("", "refusal", has_thoughts)
    if is_whole and len(text) <= _MAX_LETTERS:
        return AnswerText(answer, "noise" if is_noisy else None, has_thoughts)
    return AnswerText(answer if holds_json else whole_sentences(answer), "cut", has_thoughts)


def is_refusal(text: str) -> bool:
    """Return whether a text begins as models begin that will not or cannot answer."""
    return _REFUSAL.match(text) is not None


def whole_sentences(text: str) -> str:
    """Return a text that was cut off without the half sentence at its end; a bare yes, no or number stays."""
    lines = text.rstrip().splitlines()
    if not lines:
        return ""
    last = lines[-1]
    ends = [
        end.end()
        for end in _END.finditer(last)
        if not _SHORTENED.search(last[max(end.start() - _LONGEST_SHORT, 0) : end.start()])
    ]
    whole = "\n".join([*lines[:-1], last[: ends[-1]] if ends else ""]).strip()
    bare = _BARE.match(text)
    return whole or (bare[1] if bare else "")


def _without_noise(text: str) -> tuple[str, bool]:
    """Return a text up to where it becomes noise, and whether it does."""
    run = _RUN.search(text) or (_LONG_RUN.search(text) if _is_repetitive(text) else None)
    words = text.split()
    if not _LETTER.search(text) and not any(mark in text for mark in "{["):
        return "", True
    if len(words) >= _REPEATED and len(set(words)) <= 2:
        return "", True
    if run is None:
        return text, False
    before = text[: run.start()].strip()
    if "{" in text[: run.start()] or "[" in text[: run.start()]:
        return (before, True) if _LETTER.search(before) else ("", True)
    return whole_sentences(before), True


def _is_repetitive(text: str) -> bool:
    data = text.encode(errors="replace")
    return len(zlib.compress(data, 1)) * _REPETITIVE < len(data) + _LEAST_REPEATED
