"""All cues of a script as plain text: a paragraph for each, to be changed in any editor and read back."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

from cinescribe.errors import RecordError
from cinescribe.export.tracks.cue_times import clock_from_ms, comment_text, inward_milliseconds, writable
from cinescribe.export.tracks.row_fields import PeopleNames
from cinescribe.export.tracks.text_head import is_head_like
from cinescribe.schema import Cue, Script
from cinescribe.store import write_text

OURS = "Cinescribe:"  # begins a comment that each export rewrites, and that is never read back
HEADER = (
    f"# {OURS} this is an audio description as text. Change it, save it, then run: cinescribe edit FOLDER FILE",
    "# Each cue is a paragraph. Its first line has the time at which it begins and its id.",
    "# To change a cue, change its words or its time. Keep its id. Paragraphs may stand in any order.",
    "# To add a cue, write a paragraph whose first line is a time, without an id. To remove one, delete its paragraph.",
    "# After the id may stand: dropped or extended, rate 1.1, people Anna; Tom. Put commas between them.",
    "# A dropped cue is not heard. To hear it, delete the word dropped.",
    f"# A line in a cue's paragraph that begins with # is a comment and is kept, but not one with # {OURS}",
    "# A line of words that begins with a time or with # needs a \\ before it.",
)
_BARE_ID = re.compile(r"[^\s,;|]{1,200}")
_HEADER = {line.casefold() for line in HEADER}


def write_text_form(
    script: Script, path: Path, *, misfits: Mapping[str, str] | None = None, disclosure: str = ""
) -> None:
    """Write every cue, dropped ones included, as a paragraph: time, id and what is special, comments, then the words.

    Args:
        script: the description.
        path: the `.txt` file.
        misfits: why a cue does not fit, by id; written as a comment that is not read back.
        disclosure: who wrote, spoke and reviewed the description; a comment as well.

    Raises:
        OutputError: when the file cannot be written.
        RecordError: when an id could not be distinguished from words.
    """
    names, known = PeopleNames.of(script), {cue.id for cue in script.cues}
    facts = [f"film {writable(Path(script.film.path).name)}", disclosure]
    head = "\n".join([*HEADER, *(_of_ours(fact) for fact in facts if fact)])
    cues = ["\n".join(_paragraph(cue, names, known, (misfits or {}).get(cue.id))) for cue in script.cues]
    write_text(path, "\n\n".join([head, *cues]) + "\n")


def is_ours(line: str) -> bool:
    """Whether a comment line, with its `#`, is the header's or was written by Cinescribe; it is no comment of a cue."""
    text = " ".join(line.split())
    return text.removeprefix("#").lstrip().casefold().startswith(OURS.casefold()) or text.casefold() in _HEADER


def unescaped(line: str) -> str:
    """Return a line of words or of a comment without the backslash that protects its beginning."""
    return line.removeprefix("\\")


def _paragraph(cue: Cue, names: PeopleNames, known: Collection[str], misfit: str | None) -> Iterator[str]:
    fields = [f"{clock_from_ms(inward_milliseconds(cue.span)[0])} {cue.id}"]
    if not _BARE_ID.fullmatch(cue.id):
        raise RecordError(f"invalid id of a cue {cue.id!r}; expected one of letters, digits, points and hyphens")
    if cue.status != "spoken":
        fields.append(cue.status)
    if cue.rate != 1:
        fields.append(f"rate {cue.rate:g}")
    if cue.people:
        fields.append(f"people {names.written(cue.people)}")
    yield ", ".join(fields)
    if cue.status == "dropped" and cue.reason:
        yield _of_ours(cue.reason)
    if misfit:
        yield _of_ours(f"does not fit: {misfit}")
    yield from (_comment(line) for line in comment_text(cue.comment).splitlines())
    yield from (_words(line, known) for line in writable(cue.text).splitlines())


def _of_ours(text: str) -> str:
    return f"# {OURS} {' '.join(writable(text).split())}"


def _comment(line: str) -> str:
    text = f"# {line}".rstrip()
    return f"# \\{line}" if line.startswith("\\") or is_ours(text) else text


def _words(line: str, known: Collection[str]) -> str:
    return f"\\{line}" if line.startswith(("#", "\\")) or is_head_like(line, known) else line
