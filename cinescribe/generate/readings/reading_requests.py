"""Asks for readings: marked frames of a moment and of what follows, numbered accepted facts, and the dialogue."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cinescribe.generate.narration.answers import read_answer_form
from cinescribe.generate.narration.marked_frames import Legend
from cinescribe.generate.narration.moments import Moment, SeenFrame
from cinescribe.generate.narration.viewing import legend_lines, numbers_in_words, pictures_of
from cinescribe.generate.readings.reading import KINDS, Reading, ReadingKind, SeenFact
from cinescribe.models.vlm.chat import ChatAnswer, ChatRequest
from cinescribe.models.vlm.film_words import FILM_RULE, quoted_dialogue

N_READINGS = 3  # of a question, at most
_MAX_TOKENS = 400  # of an answer: three readings
_MAX_LETTERS = 120  # of a text
_READING = {
    "type": "object",
    "properties": {
        "kind": {"type": "string", "enum": list(KINDS)},
        "who": {"type": "string"},
        "text": {"type": "string"},
        "alternative": {"type": "string"},
        "evidence": {"type": "array", "items": {"type": "integer"}},
    },
    "required": ["kind", "who", "text", "alternative", "evidence"],
    "additionalProperties": False,
}
_SCHEMA = {
    "type": "object",
    "properties": {"readings": {"type": "array", "items": _READING, "maxItems": N_READINGS}},
    "required": ["readings"],
    "additionalProperties": False,
}
_ASK = {
    "why": "- why: what a person wants by what they do, beginning with `to`.",
    "effect": "- effect: what comes of it for the person, as later frames show, as a verb in the present tense.",
    "trait": "- trait: how the person acts again and again, as a verb in the present tense, never what they are. It "
    "needs facts of at least two moments as evidence.",
}
_RULES = (
    "Judge nobody by looks. Say nothing on health, origin, faith, sexuality or guilt. Each reading rests on the "
    "numbers of facts, and has an alternative: another text of the same kind, which these facts would allow as well if "
    "the reading were false. Fewer readings are better than weak ones; there may be none."
)
_FORM = (
    'Answer in English and in JSON: {"readings": [{"kind": "...", "who": "...", "text": "...", "alternative": "...", '
    '"evidence": [1]}]}'
)


@dataclass(frozen=True)
class Case:
    """What readings are asked about.

    Args:
        moment: the shots that are shown, none of them as context.
        frames: of these shots, in order of their numbers.
        legend: of the people marked.
        facts: accepted facts, as they are numbered.
        kinds: of readings that are asked for.
        n_own: shots of the moment itself; the others follow it.
    """

    moment: Moment
    frames: tuple[SeenFrame, ...]
    legend: Legend
    facts: tuple[SeenFact, ...]
    kinds: tuple[ReadingKind, ...]
    n_own: int

    @property
    def following(self) -> tuple[SeenFrame, ...]:
        """The frames of the shots that follow."""
        return tuple(frame for frame in self.frames if frame.time >= self.moment.span.end)


def reading_request(case: Case) -> ChatRequest:
    """Return the question for the readings of a case."""
    own = [shot.number for shot in case.moment.shots]
    lines = ["The number in the upper left corner is that of the shot.", *legend_lines(case.legend)]
    if case.following:
        lines.append(f"The moment ends at {case.moment.span.end:.1f} s; later frames show what follows it.")
    if case.moment.dialogue:
        lines.append(f"Said meanwhile: {quoted_dialogue(case.moment.dialogue)}")
    lines.append(FILM_RULE)
    lines.append(f"In {numbers_in_words(own)} this is certain to be seen:")
    for number, fact in enumerate(case.facts, 1):
        lines.append(f"{number}. {fact.text}" + (" (what follows)" if fact.is_later else ""))
    lines += [
        f"What do these facts imply that is not seen itself? Give at most {N_READINGS} readings of these kinds, surest "
        "first, each of a person who acts:",
        *(_ASK[kind] for kind in case.kinds),
        _RULES,
        _FORM,
    ]
    shown = {frame.shot for frame in case.frames}
    pictures = pictures_of(case.frames, case.legend, own=shown)
    return ChatRequest("\n".join(lines), pictures, schema=_SCHEMA, max_tokens=_MAX_TOKENS)


def readings_in(case: Case, request: ChatRequest, answer: ChatAnswer) -> list[Reading]:
    """Return the readings of an answer, at most `N_READINGS`; those of nobody in the facts are left out."""
    value = read_answer_form(answer, prompt=request.text, schema=_SCHEMA).value
    listed = value.get("readings", ()) if isinstance(value, Mapping) else value
    found = [
        reading
        for item in (listed if isinstance(listed, list) else ())
        if isinstance(item, Mapping) and (reading := _reading(item, case)) is not None
    ]
    return list({reading.plain: reading for reading in reversed(found[:N_READINGS])}.values())[::-1]


def _reading(item: Mapping[str, Any], case: Case) -> Reading | None:
    kind, text, other = _text(item, "kind"), _text(item, "text"), _text(item, "alternative")
    who = _person(_text(item, "who"), case.facts)
    if kind not in case.kinds or who is None or not text or not other:
        return None
    numbers = item.get("evidence")
    cited = [case.facts[n - 1] for n in _whole(numbers) if 1 <= n <= len(case.facts)]
    facts = list({fact.text: fact for fact in cited if who in fact.people}.values())
    if not any(fact.people[0] == who and not fact.is_later for fact in facts):
        facts = []  # it would be about somebody who does nothing here, or about another moment
    return Reading(
        kind,
        who,
        _worded(kind, text, who),
        _worded(kind, other, who),
        tuple(fact.text for fact in facts),
        tuple(sorted({fact.moment for fact in facts})),
    )


def _whole(numbers: object) -> list[int]:
    given = numbers if isinstance(numbers, list) else []
    return [n for n in given if isinstance(n, int) and not isinstance(n, bool)]


def _person(who: str, facts: Sequence[SeenFact]) -> str | None:
    """The person of the facts whom an answer means."""
    names = [name for fact in facts for name in fact.people]
    return next((name for name in names if name.casefold() == who.casefold()), None)


def _worded(kind: str, text: str, who: str) -> str:
    """A text without its subject; what somebody wants begins with `to`."""
    for begin in (f"{who} wants ", f"{who} "):
        if text.casefold().startswith(begin.casefold()):
            text = text[len(begin) :]
    return f"to {text}" if kind == "why" and not text.casefold().startswith("to ") else text


def _text(item: Mapping[str, Any], key: str) -> str:
    value = item.get(key)
    return " ".join(value.split())[:_MAX_LETTERS].strip(" .;,") if isinstance(value, str) else ""
