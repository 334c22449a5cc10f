"""The rule against words of the camera and of editing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from cinescribe.describe.guidelines.cue_text import CueText, WordSpan, edited
from cinescribe.describe.guidelines.finding import Fault, RuleSetting
from cinescribe.describe.guidelines.lint_input import LintInput
from cinescribe.describe.guidelines.word_lists import (
    CAMERA_MOVES,
    DIRECTIONS,
    FILM_MOVES,
    FILM_PARTS,
    FILM_SHOTS,
    FILM_TERMS,
    SWEEPS,
)


def _one_of(words: Iterable[str]) -> str:
    """A pattern of any of some words, with a space, a hyphen or nothing for each hyphen."""
    return "(?:" + "|".join(re.escape(word).replace(r"\-", "[- ]?") for word in words) + ")"


def _forms(verbs: Iterable[str]) -> str:
    """A pattern of the forms of verbs: `pan`, `pans`, `panned`, `panning`."""
    stems = "|".join(re.sub("e$", "e?", re.escape(verb).replace(r"\-", "[- ]?")) for verb in verbs)
    return rf"(?:{stems})(?:[a-z]?ing|[a-z]?ed|e?s)?"


_ADVERB = r"(?:[a-z]+ly |then |now )?"
_TO = r"(?:back |in |out |up |down )?(?:to|on|over|across|along|around|from)"
_SHOT = rf"{_one_of(FILM_SHOTS)}[- ]shots?"
_MOVE, _CAMERA_MOVE, _WHERE = _forms(FILM_MOVES), _forms(CAMERA_MOVES), _one_of(DIRECTIONS)
_PATTERNS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"\b{_one_of(FILM_TERMS)}s?\b",
        rf"\b{_SHOT}\b",
        rf"\bcamera {_ADVERB}{_CAMERA_MOVE}\b",
        rf"\b{_one_of(FILM_PARTS)}s? {_ADVERB}{_MOVE}\b",
        rf"(?:^|[.!?] ){_MOVE} {_WHERE}\b",
        rf"\b{_forms(('cut', 'fade', 'dissolve'))} (?:in from |out |back )?to (?:black|white)\b",
        rf"\b{_forms(('pan',))} {_one_of(SWEEPS)}\b",
        rf"\b{_forms(('zoom',))} (?:in|out)\b",
    )
)
# Openings that can be taken away: what follows is the description itself.
_OPENING = re.compile(
    rf"^(?:(?:in |an? |the )*(?:extreme )?(?:close[- ]?up|{_SHOT})(?: shot)?(?: of | on |, ?|: ?)"
    rf"|{_MOVE} {_TO} |the camera {_ADVERB}{_CAMERA_MOVE} {_TO} )(?=\w+ \w)",
    re.IGNORECASE,
)


def camera(given: LintInput, setting: RuleSetting) -> Iterator[Fault]:
    """Yield the cues that name the camera's work or an edit: `the camera pans`, `cut to`, `in close-up`."""
    for text in given.checked:
        if not text.sentences:  # in another language, these words mean something else
            continue
        places = {found.span() for pattern in _PATTERNS for found in pattern.finditer(text.described)}
        if places:
            words = ", ".join(repr(text.text[slice(*place)].strip(" .!?")) for place in _united(places))
            yield Fault(f"words of film making: {words}", text.cue, mend=_without_opening(text))


def _united(places: Iterable[WordSpan]) -> list[WordSpan]:
    """The places in order; those that overlap are one: `scene fades` and `fades to black`."""
    out: list[WordSpan] = []
    for start, end in sorted(places):
        if out and start < out[-1][1]:
            out[-1] = out[-1][0], max(out[-1][1], end)
        else:
            out.append((start, end))
    return out


def _without_opening(text: CueText) -> str | None:
    """`Close-up of a hand.` as `A hand.`; None where words of film making remain, or are no opening."""
    opening = _OPENING.match(text.text)
    if opening is None:
        return None
    rest = edited(text.text, [(opening.span(), "")])
    return None if any(pattern.search(rest) for pattern in _PATTERNS) else rest
