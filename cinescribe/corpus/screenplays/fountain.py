"""Reader of Fountain screenplays (fountain.io/syntax, 1.1): plain text with rules for capitals and empty lines."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cinescribe.corpus.screenplays.elements import (
    ElementKind,
    ScreenplayElement,
    is_cue,
    is_heading,
    is_transition,
    speaker_name,
)

_BONEYARD = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)
_SCENE_NUMBER = re.compile(r"(?<!\s)\s*+#[\w.-]+#\s*$")
_TITLE_KEY = re.compile(
    r"(?:title|credit|authors?|source|notes?|draft date|date|contact|copyright|revision|format|episode)\s*:", re.I
)
_NOT_FILMED = ("#", "=", "~")  # sections, synopses and page breaks, lyrics
_MARKS = (r"\*\*\*", r"\*\*", r"\*", "_")  # of emphasis
_EMPHASIS = tuple((re.compile(rf"(?<!\\){mark}(?=\S)"), re.compile(rf"(?<=[^\s\\]){mark}")) for mark in _MARKS)
_ESCAPE = re.compile(r"\\([*_@!.>~#=])")


@dataclass(frozen=True)
class _Line:
    """A line of the file: its number from 1 and its text. A line of spaces is not empty."""

    number: int
    text: str

    @property
    def bare(self) -> str:
        return self.text.strip()


def fountain_elements(text: str) -> tuple[ScreenplayElement, ...]:
    """Return the elements of a Fountain screenplay, without sections, synopses, notes, boneyard and title page."""
    lines = _without_title(_without_notes(_BONEYARD.sub(lambda found: "\n" * found[0].count("\n"), text)))
    out: list[ScreenplayElement] = []
    at = 0
    while at < len(lines):
        if not lines[at].bare:
            at += 1
            continue
        found, at = _element(lines, at)
        out += found
    return tuple(element for element in out if element.text)


def _without_notes(text: str) -> list[_Line]:
    """Return the lines without notes; lines that a note spans become one."""
    kept, numbers, number, at = [], [1], 1, 0
    for start, end in (*_notes(text), (len(text), len(text))):
        kept.append(text[at:start])
        n_lines = text.count("\n", at, start)
        numbers += range(number + 1, number + 1 + n_lines)
        number += n_lines + text.count("\n", start, end)
        at = end
    return [_Line(number, line) for number, line in zip(numbers, "".join(kept).split("\n"), strict=True)]


def _notes(text: str) -> Iterator[tuple[int, int]]:
    """Yield where notes, `[[…]]`, start and end. An empty line ends a note; a line of two spaces does not."""
    start, last = text.find("[["), 0
    while start >= 0:
        if last < start + 2:
            last = text.find("]]", start + 2)
        if last < 0:
            return
        empty = text.find("\n\n", start + 2, last)
        if empty < 0:
            yield start, last + 2
        start = text.find("[[", last + 2 if empty < 0 else empty)


def _without_title(lines: list[_Line]) -> list[_Line]:
    """Return the lines after the title page, which ends at the first empty line."""
    first = next((at for at, line in enumerate(lines) if line.bare), len(lines))
    if first == len(lines) or not _TITLE_KEY.match(lines[first].text):
        return lines
    return lines[next((at for at in range(first, len(lines)) if not lines[at].bare), len(lines)) :]


def _element(lines: Sequence[_Line], at: int) -> tuple[list[ScreenplayElement], int]:
    """Return the elements that begin at a line after an empty one, and the index of the next line."""
    line = lines[at]
    if line.bare.startswith(_NOT_FILMED):
        return [], at + 1
    kind = _one_line_kind(line.bare, alone=at + 1 == len(lines) or not lines[at + 1].bare)
    if kind is not None:
        return [_one_line_element(line, kind)], at + 1
    if _opens_speech(lines, at):
        end = next((k for k in range(at + 1, len(lines)) if not lines[k].text), len(lines))
        return list(_speech(line.bare.removeprefix("@"), lines[at + 1 : end])), end
    end = next((k for k in range(at + 1, len(lines)) if not lines[k].bare), len(lines))
    text = " ".join(_plain(one.bare.removeprefix("!").strip("><").strip()) for one in lines[at:end])
    return [ScreenplayElement(line.number, "action", " ".join(text.split()))], end


def _one_line_kind(text: str, *, alone: bool) -> ElementKind | None:
    """Return the kind of an element that is always one line long, else None."""
    if is_heading(text) or (text.startswith(".") and text[1:2].isalnum()):
        return "heading"
    if text.startswith(">") and not text.endswith("<"):
        return "transition"
    return "transition" if alone and is_transition(text) else None


def _one_line_element(line: _Line, kind: ElementKind) -> ScreenplayElement:
    text = _SCENE_NUMBER.sub("", line.bare).lstrip(".") if kind == "heading" else line.bare.lstrip("> ")
    return ScreenplayElement(line.number, kind, _plain(text))


def _opens_speech(lines: Sequence[_Line], at: int) -> bool:
    text = lines[at].bare
    followed = at + 1 < len(lines) and bool(lines[at + 1].bare)
    return followed and (text.startswith("@") or (not text.startswith(("!", ">")) and is_cue(text)))


def _speech(cue: str, lines: Sequence[_Line]) -> Iterator[ScreenplayElement]:
    """Yield the elements below a cue; the words between two parentheticals are one element."""
    speaker = speaker_name(_plain(cue))
    spoken: list[_Line] = []
    for line in lines:
        if line.bare.startswith("(") and line.bare.endswith(")"):
            yield from _spoken(spoken, speaker)
            spoken = []
            yield ScreenplayElement(line.number, "parenthetical", _plain(line.bare), speaker)
        elif line.bare:
            spoken.append(line)
    yield from _spoken(spoken, speaker)


def _spoken(lines: Sequence[_Line], speaker: str) -> Iterator[ScreenplayElement]:
    if lines:
        text = " ".join(_plain(line.bare.removeprefix("~")) for line in lines)
        yield ScreenplayElement(lines[0].number, "speech", " ".join(text.split()), speaker)


def _plain(text: str) -> str:
    """Remove emphasis marks and escapes from a text."""
    for opening, closing in _EMPHASIS:
        kept, at = [], 0
        # Where the first opening mark is never closed, no later one is.
        while (first := opening.search(text, at)) and (last := closing.search(text, first.end() + 1)):
            kept += [text[at : first.start()], text[first.end() : last.start()]]
            at = last.end()
        text = "".join((*kept, text[at:]))
    return _ESCAPE.sub(r"\1", text).strip()
