"""The parts of a screenplay, and the marks by which every format of it shows them: headings, cues, transitions."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, TypeAlias

from cinescribe.record import Record

ElementKind: TypeAlias = Literal["heading", "action", "speech", "parenthetical", "transition"]

LONGEST_CUE = 40  # characters of a name above a speech; what is longer is told, not said

_SETTING = r"(?:INT|EXT|EST|I/E|INT\.?\s*/\s*EXT|EXT\.?\s*/\s*INT)"
_HEADING = re.compile(rf"{_SETTING}(?:\.\s*|\s+(?:-\s+)?)\S", re.IGNORECASE)
_BARE_SETTING = re.compile(r"(?:INTERIOR|EXTERIOR)S?\b[\s.:-]+\S", re.IGNORECASE)
_TRANSITION = re.compile(
    r"[A-Z' ]+ TO:|(?:(?:SLOW|QUICK)\s+)?FADE (?:IN|OUT|UP|TO BLACK)\b.*|"
    r"(?:MATCH|SMASH|JUMP|TIME)?\s*CUT(?: TO.*)?[.:]|"
    r"(?:SLOW )?DISSOLVE(?: TO.*)?[.:]|(?:THE )?END(?: OF .*)?\.?|(?:END|ROLL|OPENING|CLOSING) CREDITS.*|INTERCUT.*"
)
# "(V.O.)", "(CONT'D)", "(on the radio)", and Fountain's caret of a second voice.
_EXTENSION = re.compile(r"\s*\([^()]*\)?|\s*\^\s*$")
_CONTINUED = re.compile(r"[\s,-]+\(?cont(?:['\u2019]?d|inued|inuing)?\.?\)?\s*$", re.IGNORECASE)
_ASIDE_VOICE = re.compile(r"[\s,-]+(?:V\.?\s?O\.?|O\.?\s?[SC]\.?|VOICE[ -]OVER)\s*$")


@dataclass(frozen=True)
class ScreenplayElement(Record):
    """A paragraph of a screenplay.

    Args:
        line: its first line in the file, from 1.
        kind: scene heading, action, what somebody says, how they say it, or how one scene becomes the next.
        text: without marks of the format, in one line.
        speaker: who speaks, as the name stands above the speech, without (V.O.), (CONT'D) and the like.
    """

    line: int
    kind: ElementKind
    text: str
    speaker: str | None = None


def is_heading(line: str) -> bool:
    """Whether a line opens a scene as most do, in any case: `INT. HOUSE - DAY`."""
    return bool(_HEADING.match(line) or _BARE_SETTING.match(line))


def is_transition(line: str) -> bool:
    """Whether a line in capitals tells how the next scene comes: `CUT TO:`, `FADE OUT.`."""
    return bool(_TRANSITION.fullmatch(line))


def is_capital(line: str) -> bool:
    """Whether a line has letters, and no small one."""
    return line.upper() == line and any(letter.isalpha() for letter in line)


def is_cue(line: str) -> bool:
    """Whether a line can be the name above a speech: in capitals but for what stands in brackets, and short."""
    name = _EXTENSION.sub("", line).strip()
    return (
        is_capital(_CONTINUED.sub("", name))
        and len(name) <= LONGEST_CUE
        and name[-1:] not in ("!", "?", ":", ",", ";")
        and not is_heading(line)
        and not is_transition(line)
    )


def speaker_of(cue: str) -> str:
    """The name in a cue, without extensions: `BOB` of `BOB (V.O.) (CONT'D)`."""
    name = _EXTENSION.sub("", cue)
    return " ".join(_ASIDE_VOICE.sub("", _CONTINUED.sub("", name)).split()).strip(" :")
