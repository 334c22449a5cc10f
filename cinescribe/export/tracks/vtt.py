"""Audio description as WebVTT (`kind=descriptions`): writer and reader.

Source: W3C WebVTT, https://www.w3.org/TR/webvtt1/, sections 4.1 (syntax) and 6.1 (parsing).
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

from cinescribe.export.tracks.cue_lines import (
    CUE_ARROW,
    TrackCue,
    fault,
    is_timing,
    read_lines,
    span_of,
    without_arrows,
)
from cinescribe.export.tracks.cue_times import NOTES, TimedCue, clock_from_ms, inward_milliseconds, timed_cues, writable
from cinescribe.schema import Cue, Script
from cinescribe.store import write_text
from cinescribe.timing import Span

_SIGNATURE = re.compile(r"WEBVTT(?:[ \t].*)?")
_NOT_A_CUE = re.compile(r"NOTE(?:[ \t].*)?|(?:STYLE|REGION)[ \t]*")
Block: TypeAlias = list[tuple[int, str]]
"""Lines that no blank line parts, with their numbers from 1."""

# Tags of WebVTT, fonts, and times. Others stay, as in most programs that speak or show a cue: `<|im_end|>` is no tag,
# but a leftover of a model.
_TAG = re.compile(r"</?(?:b|c|font|i|lang|rt|ruby|u|v)(?:[.\s][^<>]*)?/?>|<\d[\d:.]*>", re.IGNORECASE)
_IDENTIFIER = re.compile(r" extended: film waits .*")  # what follows the id of an extended cue
_EXTENDED = re.compile(r"\S+ extended: film waits (\d{1,9}\.\d{3}) s at (\d{1,9}\.\d{3}) s")


def write_vtt(
    script: Script, path: Path, *, notes: bool = False, misfits: Mapping[str, str] | None = None, disclosure: str = ""
) -> None:
    """Write the audible cues as WebVTT.

    The id of an extended cue says when the film waits and for how long, so that a player's script can find it:
    `c4 extended: film waits 3.200 s at 12.000 s`.

    Args:
        script: the description.
        path: the `.vtt` file.
        notes: whether to write each cue's why, effect, trait and figure before it, as NOTE blocks that players ignore.
        misfits: why a cue does not fit, by id; written before it, as NOTE blocks.
        disclosure: who wrote, spoke and reviewed the description; written in the NOTE at the start.

    Raises:
        OutputError: when the file cannot be written.
        RecordError: when a spoken cue is shorter than a millisecond.
    """
    head = f"kind: descriptions\nlanguage: {script.language}\nfilm: {Path(script.film.path).name}"
    blocks = ["WEBVTT", _note(f"{head}\n{disclosure}" if disclosure else head)]
    for timed in timed_cues(script):
        if misfit := (misfits or {}).get(timed.cue.id):
            blocks.append(_note(f"{timed.cue.id} does not fit: {misfit}"))
        if notes:
            blocks += [_note(f"{timed.cue.id} {name}: {text}") for name, text in _notes(timed.cue)]
        blocks.append(_block(timed))
    write_text(path, "\n\n".join(blocks) + "\n")


def read_vtt(path: Path) -> tuple[Cue, ...]:
    """Read the cues of any WebVTT file, in order of time, without WebVTT's tags and with character references resolved.

    Raises:
        SubtitleError: when the file is no WebVTT, or a cue's times cannot be read; the message names file and line.
    """
    path = Path(path)
    cues = [found.cue for block in vtt_blocks(read_lines(path), path=path) if (found := vtt_cue(block, path=path))]
    return tuple(sorted((cue for cue in cues if cue.text), key=lambda cue: cue.span.start))


def vtt_blocks(lines: Sequence[str], *, path: Path) -> Iterator[Block]:
    """Yield each block of lines between blank lines, without the header.

    Raises:
        SubtitleError: when the file is no WebVTT.
    """
    if not _SIGNATURE.fullmatch(lines[0]):
        raise fault(path, 1, f"found {lines[0][:40]!r}; a WebVTT file begins with 'WEBVTT'")
    block: Block = []
    for n, line in enumerate([*lines, ""], 1):
        if line.strip():
            block.append((n, line))
        elif block:
            if block[0][0] > 1:
                yield block
            block = []


def has_cue(block: Block) -> bool:
    """Whether a block has a cue's timing where it belongs, in its first or second line."""
    return not is_comment(block) and any(CUE_ARROW in line for _, line in block[:2])


def is_comment(block: Block) -> bool:
    """Whether a block is a comment, a style or a region."""
    return _NOT_A_CUE.fullmatch(block[0][1]) is not None


def vtt_cue(block: Block, *, path: Path) -> TrackCue | None:
    """Return the cue of a block, named by its identifier, even one without text; None if the block has none.

    Raises:
        SubtitleError: when its times cannot be read; the message names file and line.
    """
    if not has_cue(block):
        return None
    at = 0 if CUE_ARROW in block[0][1] else 1
    span = span_of(block[at][1], path=path, n=block[at][0])
    for n, line in block[at + 1 :]:
        if is_timing(line):
            raise fault(path, n, f"found {line.strip()!r} inside a cue; expected a blank line before each cue")
    plain = "\n".join(html.unescape(_TAG.sub("", line)).strip() for _, line in block[at + 1 :]).strip()
    name = block[0][1].strip() if at else ""
    return TrackCue(block[0][0], _IDENTIFIER.sub("", name), _spoken_or_extended(span, plain, name))


def cue_block(start: int, end: int, text: str) -> str:
    """Return a WebVTT cue without an id; `start` and `end` are in milliseconds."""
    # An escaped ">" also keeps an arrow in the text from being taken for a timing.
    return f"{clock_from_ms(start)} {CUE_ARROW} {clock_from_ms(end)}\n{html.escape(writable(text), quote=False)}"


def _note(text: str) -> str:
    return "NOTE\n" + without_arrows(writable(text))


def _notes(cue: Cue) -> Iterator[tuple[str, str]]:
    return ((name, text) for name in NOTES if (text := getattr(cue, name)))


def _block(timed: TimedCue) -> str:
    name = timed.cue.id
    if timed.cue.status == "extended":
        pause_at = inward_milliseconds(timed.cue.span)[1]
        name += f" extended: film waits {timed.cue.pause:.3f} s at {pause_at / 1000:.3f} s"
    return f"{name}\n{cue_block(timed.start, timed.end, timed.cue.text)}"


def _spoken_or_extended(span: Span, text: str, name: str) -> Cue:
    extended = _EXTENDED.fullmatch(name)
    if extended is None:
        return Cue(span, text)
    pause_at = max(span.start, float(extended[2]))  # an editor may have moved the cue and kept its id
    return Cue(Span(span.start, pause_at), text, status="extended", pause=float(extended[1]))
