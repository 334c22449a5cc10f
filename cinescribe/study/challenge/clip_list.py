"""The clips of a phase as participants get them: by number and name, as in LSMDC's annotation files."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from cinescribe.errors import ChallengeError, brief
from cinescribe.parsing import parse_float, parse_int
from cinescribe.tables import read_tab_lines, write_tab_lines

_COLUMNS = ("number", "clip", "film", "start", "end", "blanks")


@dataclass(frozen=True)
class ListedClip:
    """A clip of a phase; its number is its place in the list, from 1.

    Attributes:
        name: id of the clip.
        film: its film's id.
        start, end: seconds from the film's start.
        n_blanks: blanks to fill in its caption; 0 where captions are asked for.
    """

    name: str
    film: str
    start: float
    end: float
    n_blanks: int = 0


def write_clip_list(path: Path, clips: Sequence[ListedClip]) -> str:
    """Write the list as tab-separated columns under a line of names; return its digest.

    Raises:
        OutputError: when a name has a tab or a line break in it, or the file cannot be written.
    """
    rows = [
        (str(n), clip.name, clip.film, f"{clip.start:.3f}", f"{clip.end:.3f}", str(clip.n_blanks))
        for n, clip in enumerate(clips, 1)
    ]
    write_tab_lines(path, [_COLUMNS, *rows])
    return hashlib.sha256("\n".join("\t".join(row) for row in rows).encode()).hexdigest()


def read_clip_list(path: Path) -> tuple[ListedClip, ...]:
    """Read a list that `write_clip_list` wrote.

    Raises:
        RecordError: when the file cannot be read, or a number in it is none.
        ChallengeError: naming the line that is malformed, or the clip that is there twice.
    """
    clips: dict[str, ListedClip] = {}
    for where, cells in read_tab_lines(Path(path)):
        if tuple(cells) == _COLUMNS:
            continue
        if len(cells) != len(_COLUMNS) or parse_int(cells[0], where) != len(clips) + 1:
            raise ChallengeError(
                f"{where} is {brief(cells)}; expected clip {len(clips) + 1} with the columns {', '.join(_COLUMNS)}"
            )
        _, name, film, start, end, n_blanks = cells
        if name in clips:
            raise ChallengeError(f"{where} has the clip {brief(name)} again; list each once")
        clips[name] = ListedClip(
            name, film, parse_float(start, where), parse_float(end, where), parse_int(n_blanks, where)
        )
    if not clips:
        raise ChallengeError(f"{str(path)!r} lists no clip; make the challenge again")
    return tuple(clips.values())
