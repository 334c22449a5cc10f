"""Audio description as WebVTT (`kind=descriptions`), written and read.

Source: W3C WebVTT, https://www.w3.org/TR/webvtt1/, sections 4.1 (syntax) and 6.1 (parsing).
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from pathlib import Path

from cinescribe.export.tracks.cue_lines import ARROW, fault, is_timing, read_lines, span_of
from cinescribe.export.tracks.cue_times import NOTES, TimedCue, clock_of, milliseconds, timed_cues, written
from cinescribe.schema import Cue, Script
from cinescribe.store import write_text
from cinescribe.timing import Span

_SIGNATURE = re.compile(r"WEBVTT(?:[ \t].*)?")
_NOT_A_CUE = re.compile(r"NOTE(?:[ \t].*)?|(?:STYLE|REGION)[ \t]*")
_TAG = re.compile(r"<[^>]*>")
_HOLD = re.compile(r"\S+ extended: film waits (\d{1,9}\.\d{3}) s at (\d{1,9}\.\d{3}) s")


def write_vtt(script: Script, path: Path, *, notes: bool = False) -> None:
    """Write the cues that are heard as WebVTT.

    An extended cue says in its id when the film waits and how long, where a player's script finds it:
    `c4 extended: film waits 3.200 s at 12.000 s`.

    Args:
        script: the description.
        path: the `.vtt` file.
        notes: whether each cue's why, effect, trait and figure go before it, as NOTE blocks that no player speaks.

    Raises:
        OutputError: when the file cannot be written.
        RecordError: when a spoken cue is shorter than a millisecond.
    """
    head = f"kind: descriptions\nlanguage: {script.language}\nfilm: {Path(script.film.path).name}"
    blocks = ["WEBVTT", _note(head)]
    for timed in timed_cues(script):
        if notes:
            blocks += [_note(f"{timed.id} {name}: {text}") for name, text in _said_off(timed.cue)]
        blocks.append(_block(timed))
    write_text(path, "\n\n".join(blocks) + "\n")


def read_vtt(path: Path) -> tuple[Cue, ...]:
    """The cues of a WebVTT file, ours or another's, by time: tags gone, character references resolved.

    Raises:
        SubtitleError: naming file and line, when it is no WebVTT or a cue's times cannot be read.
    """
    path = Path(path)
    lines = read_lines(path)
    if not _SIGNATURE.fullmatch(lines[0]):
        raise fault(path, 1, f"{lines[0][:40]!r} came; a WebVTT file begins with 'WEBVTT'")
    cues = [cue for n, block in _blocks(lines) if (cue := _cue(block, path=path, n=n)) is not None]
    return tuple(sorted(cues, key=lambda cue: cue.span.start))


def cue_block(start: int, end: int, text: str) -> str:
    """A cue without an id as WebVTT has it, shown from one millisecond to another."""
    # An escaped ">" also keeps an arrow in the text from being taken for a timing.
    return f"{clock_of(start)} {ARROW} {clock_of(end)}\n{html.escape(written(text), quote=False)}"


def _note(text: str) -> str:
    return "NOTE\n" + written(text).replace(ARROW, "->")


def _said_off(cue: Cue) -> Iterator[tuple[str, str]]:
    return ((name, text) for name in NOTES if (text := getattr(cue, name)))


def _block(timed: TimedCue) -> str:
    name = timed.id
    if timed.cue.status == "extended":
        hold = milliseconds(timed.cue.span)[1]
        name += f" extended: film waits {timed.cue.pause:.3f} s at {hold / 1000:.3f} s"
    return f"{name}\n{cue_block(timed.start, timed.end, timed.cue.text)}"


def _blocks(lines: list[str]) -> Iterator[tuple[int, list[str]]]:
    """Each run of lines between blank ones with the number of its first line; the header is not one."""
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
    """The cue of a block whose first line is line `n`; None for comments, styles and cues without text."""
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
    return _as_written(span, plain, block[0] if at else "") if plain else None


def _as_written(span: Span, text: str, name: str) -> Cue:
    hold = _HOLD.fullmatch(name)
    if hold is None:
        return Cue(span, text)
    at = max(span.start, float(hold[2]))  # an editor may have moved the cue and left its id
    return Cue(Span(span.start, at), text, status="extended", pause=float(hold[1]))
