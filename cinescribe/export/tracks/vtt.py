"""Audio description as WebVTT (`kind=descriptions`): writer and reader.

Source: W3C WebVTT, https://www.w3.org/TR/webvtt1/, sections 4.1 (syntax) and 6.1 (parsing).
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from pathlib import Path

from cinescribe.export.tracks.cue_lines import ARROW, fault, is_timing, read_lines, span_of
from cinescribe.export.tracks.cue_times import NOTES, TimedCue, clock_from_ms, inward_milliseconds, timed_cues, writable
from cinescribe.schema import Cue, Script
from cinescribe.store import write_text
from cinescribe.timing import Span

_SIGNATURE = re.compile(r"WEBVTT(?:[ \t].*)?")
_NOT_A_CUE = re.compile(r"NOTE(?:[ \t].*)?|(?:STYLE|REGION)[ \t]*")
_TAG = re.compile(r"<[^>]*>")
_EXTENDED = re.compile(r"\S+ extended: film waits (\d{1,9}\.\d{3}) s at (\d{1,9}\.\d{3}) s")


def write_vtt(script: Script, path: Path, *, notes: bool = False) -> None:
    """Write the audible cues as WebVTT.

    The id of an extended cue says when the film waits and for how long, so that a player's script can find it:
    `c4 extended: film waits 3.200 s at 12.000 s`.

    Args:
        script: the description.
        path: the `.vtt` file.
        notes: whether to write each cue's why, effect, trait and figure before it, as NOTE blocks that players ignore.

    Raises:
        OutputError: when the file cannot be written.
        RecordError: when a spoken cue is shorter than a millisecond.
    """
    head = f"kind: descriptions\nlanguage: {script.language}\nfilm: {Path(script.film.path).name}"
    blocks = ["WEBVTT", _note(head)]
    for timed in timed_cues(script):
        if notes:
            blocks += [_note(f"{timed.cue.id} {name}: {text}") for name, text in _notes(timed.cue)]
        blocks.append(_block(timed))
    write_text(path, "\n\n".join(blocks) + "\n")


def read_vtt(path: Path) -> tuple[Cue, ...]:
    """Read the cues of any WebVTT file, in order of time, without tags and with character references resolved.

    Raises:
        SubtitleError: when the file is no WebVTT, or a cue's times cannot be read; the message names file and line.
    """
    path = Path(path)
    lines = read_lines(path)
    if not _SIGNATURE.fullmatch(lines[0]):
        raise fault(path, 1, f"{lines[0][:40]!r} came; a WebVTT file begins with 'WEBVTT'")
    cues = [cue for n, block in _blocks(lines) if (cue := _cue(block, path=path, n=n)) is not None]
    return tuple(sorted(cues, key=lambda cue: cue.span.start))


def cue_block(start: int, end: int, text: str) -> str:
    """Return a WebVTT cue without an id; `start` and `end` are in milliseconds."""
    # An escaped ">" also keeps an arrow in the text from being taken for a timing.
    return f"{clock_from_ms(start)} {ARROW} {clock_from_ms(end)}\n{html.escape(writable(text), quote=False)}"


def _note(text: str) -> str:
    return "NOTE\n" + writable(text).replace(ARROW, "->")


def _notes(cue: Cue) -> Iterator[tuple[str, str]]:
    return ((name, text) for name in NOTES if (text := getattr(cue, name)))


def _block(timed: TimedCue) -> str:
    name = timed.cue.id
    if timed.cue.status == "extended":
        pause_at = inward_milliseconds(timed.cue.span)[1]
        name += f" extended: film waits {timed.cue.pause:.3f} s at {pause_at / 1000:.3f} s"
    return f"{name}\n{cue_block(timed.start, timed.end, timed.cue.text)}"


def _blocks(lines: list[str]) -> Iterator[tuple[int, list[str]]]:
    """Each block of lines between blank lines, with the number of its first line, without the header."""
    block: list[str] = []
    for n, line in enumerate([*lines, ""], 1):
        if line.strip():
            block.append(line)
        elif block:
            first = n - len(block)
            if first > 1:
                yield first, block
            block = []


def _cue(block: list[str], *, path: Path, n: int) -> Cue | None:
    """The cue in the block that starts at line `n`; None for comments, styles and cues without text."""
    if _NOT_A_CUE.fullmatch(block[0]):
        return None
    at = next((row for row, line in enumerate(block[:2]) if ARROW in line), None)
    if at is None:
        return None
    span = span_of(block[at], path=path, n=n + at)
    text = block[at + 1 :]
    for row, line in enumerate(text, n + at + 1):
        if is_timing(line):
            raise fault(path, row, f"{line.strip()!r} came inside a cue; a blank line is wanted before each cue")
    plain = "\n".join(html.unescape(_TAG.sub("", line)).strip() for line in text).strip()
    return _spoken_or_extended(span, plain, block[0] if at else "") if plain else None


def _spoken_or_extended(span: Span, text: str, name: str) -> Cue:
    extended = _EXTENDED.fullmatch(name)
    if extended is None:
        return Cue(span, text)
    pause_at = max(span.start, float(extended[2]))  # an editor may have moved the cue and kept its id
    return Cue(Span(span.start, pause_at), text, status="extended", pause=float(extended[1]))
