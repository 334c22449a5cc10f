"""The elements of a screenplay, and rules shared by all formats for headings, cues and transitions."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, TypeAlias

from cinescribe.record import Record

ElementKind: TypeAlias = Literal["heading", "action", "speech", "parenthetical", "transition"]

MAX_CUE_LENGTH = 40  # characters of a name above a speech; longer lines are action

_SETTING = r"(?:INT|EXT|EST|I/E|INT\.?\s*/\s*EXT|EXT\.?\s*/\s*INT)"
_HEADING = re.compile(rf"{_SETTING}(?:\.\s*|\s+(?:-\s+)?)\S", re.IGNORECASE)
_BARE_SETTING = re.compile(r"(?:INTERIOR|EXTERIOR)S?\b[\s.:-]+\S", re.IGNORECASE)
_TRANSITION = re.compile(
    r"[A-Z' ]+ TO:|(?:(?:SLOW|QUICK)\s+)?FADE (?:IN|OUT|UP|TO BLACK)\b.*|"
    r"(?:MATCH|SMASH|JUMP|TIME)?\s*CUT(?: TO.*)?[.:]|"
    r"(?:SLOW )?DISSOLVE(?: TO.*)?[.:]|(?:THE )?END(?: OF .*)?\.?|(?:END|ROLL|OPENING|CLOSING) CREDITS.*|INTERCUT.*"
)
# A run of spaces is tried once, from its start: a search from each of its spaces would take quadratic time.
# "(V.O.)", "(CONT'D)", "(on the radio)", and Fountain's caret for dual dialogue.
_EXTENSION = re.compile(r"(?:(?<!\s)\s++)?(?:\([^()]*\)?|\^\s*$)")
_CONTINUED = re.compile(r"(?<![\s,-])[\s,-]++\(?cont(?:['\u2019]?d|inued|inuing)?\.?\)?\s*$", re.IGNORECASE)
_OFF_SCREEN_VOICE = re.compile(r"(?<![\s,-])[\s,-]++(?:V\.?\s?O\.?|O\.?\s?[SC]\.?|VOICE[ -]OVER)\s*$")


@dataclass(frozen=True)
class ScreenplayElement(Record):
    """A paragraph of a screenplay.

    Args:
        line: number of its first line in the file, from 1.
        kind: scene heading, action, speech, parenthetical (how a speech is spoken) or transition.
        text: one line, without the format's markup.
        speaker: name above the speech, without (V.O.), (CONT'D) and the like; None for other elements.
    """

    line: int
    kind: ElementKind
    text: str
    speaker: str | None = None


def is_heading(line: str) -> bool:
    """Whether a line is a usual scene heading, in any case: `INT. HOUSE - DAY`."""
    return bool(_HEADING.match(line) or _BARE_SETTING.match(line))


def is_transition(line: str) -> bool:
    """Whether a line is a transition in capitals: `CUT TO:`, `FADE OUT.`."""
    return bool(_TRANSITION.fullmatch(line))


def is_upper_case(line: str) -> bool:
    """Whether a line has letters, none of them lower-case."""
    return line.upper() == line and any(letter.isalpha() for letter in line)


def is_cue(line: str) -> bool:
    """Whether a line can be the name above a speech: short, and in capitals outside brackets."""
    name = _EXTENSION.sub("", line).strip()
    return (
        is_upper_case(_CONTINUED.sub("", name))
        and len(name) <= MAX_CUE_LENGTH
        and name[-1:] not in ("!", "?", ":", ",", ";")
        and not is_heading(line)
        and not is_transition(line)
    )


def speaker_name(cue: str) -> str:
    """Return the name in a cue, without extensions: `BOB` from `BOB (V.O.) (CONT'D)`."""
    name = _EXTENSION.sub("", cue)
    return " ".join(_OFF_SCREEN_VOICE.sub("", _CONTINUED.sub("", name)).split()).strip(" :")
