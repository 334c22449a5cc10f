"""Reads screenplays of every supported format and lists their speaking characters."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from cinescribe.corpus.screenplays.elements import MAX_CUE_LENGTH, ScreenplayElement
from cinescribe.corpus.screenplays.final_draft import fdx_elements
from cinescribe.corpus.screenplays.fountain import fountain_elements
from cinescribe.corpus.screenplays.pdf import pdf_text
from cinescribe.corpus.screenplays.plain_text import text_elements
from cinescribe.errors import CorpusError, RecordError
from cinescribe.input_files import read_bytes
from cinescribe.record import Record

MAX_SCREENPLAY_BYTES = 64 << 20  # ten times the size of a usual PDF screenplay

_FOUNTAIN = (".fountain", ".spmd")
_WANTED = "give Fountain, Final Draft (.fdx), PDF or plain text"
_SPEAKER_SEPARATOR = re.compile(r"\s+(?:AND|&)\s+|\s*[/&+]\s*", re.IGNORECASE)
_WORD_EDGE = re.compile(r"\b")
_LEAD = 3  # letters by which names are looked up


@dataclass(frozen=True)
class ScriptCharacter(Record):
    """A speaking character of a screenplay.

    Args:
        name: as written in the action, else as above the speeches with each word capitalised.
        n_speeches: number of speeches.
    """

    name: str
    n_speeches: int


def read_screenplay(path: Path) -> tuple[ScreenplayElement, ...]:
    """Return the elements of a screenplay in order: headings, action, speeches, parentheticals, transitions.

    The content decides the format, except that Fountain needs its file ending. Text is read as UTF-8, as UTF-16 with
    a byte order mark, or else as Windows-1252.

    Raises:
        CorpusError: if the file cannot be read, has another format, or is empty.

    Example:
        >>> read_screenplay(Path("film.fountain"))[0].kind  # doctest: +SKIP
        'heading'
    """
    name = str(path)
    try:
        raw = read_bytes(path, max_bytes=MAX_SCREENPLAY_BYTES)
    except RecordError as error:
        raise CorpusError(str(error)) from error
    elements = _elements(raw, name=name, is_fountain=Path(path).suffix.lower() in _FOUNTAIN)
    if not elements:
        raise CorpusError(f"the screenplay {name!r} is empty; {_WANTED}")
    return elements


def script_cast(script: Path) -> tuple[ScriptCharacter, ...]:
    """Return the speaking characters of a screenplay, the most frequent first.

    A joint speech (`ANNA AND BOB`, `ANNA/BOB`) counts for both if each also speaks separately.

    Raises:
        CorpusError: if the screenplay cannot be read.
    """
    return characters(read_screenplay(script))


def characters(elements: Sequence[ScreenplayElement]) -> tuple[ScriptCharacter, ...]:
    """Return the speaking characters of a screenplay that was already read, see `script_cast`."""
    turns = [speaker for speaker, _ in groupby(_speakers(elements)) if speaker]
    alone = set(turns)
    counts: Counter[str] = Counter()
    for speaker in turns:
        parts = [part for part in _SPEAKER_SEPARATOR.split(speaker) if part]
        counts.update(parts if len(parts) > 1 and alone.issuperset(parts) else [speaker])
    spellings = _spellings(counts, " ".join(element.text for element in elements if element.kind == "action"))
    return tuple(ScriptCharacter(_mixed_case(name, spellings), n) for name, n in counts.most_common())


def _speakers(elements: Iterable[ScreenplayElement]) -> list[str | None]:
    """Return the speaker of each element in capitals, None without speech."""
    return [element.speaker.upper() if element.speaker else None for element in elements]


def _spellings(names: Iterable[str], action: str) -> dict[str, Counter[str]]:
    """Return how often the action writes each name in which way, by the name in capitals."""
    found: dict[str, Counter[str]] = {name: Counter() for name in names if len(name) <= MAX_CUE_LENGTH}
    lengths: dict[str, set[int]] = {}  # of the names that begin alike
    for name in found:
        lengths.setdefault(name[:_LEAD], set()).add(len(name))
    edges = [edge.start() for edge in _WORD_EDGE.finditer(action)]
    ends = frozenset(edges)
    for start in edges:
        for length in lengths.get(action[start : start + _LEAD].upper(), ()):
            spelling = action[start : start + length]
            if start + length in ends and spelling.upper() in found:
                found[spelling.upper()][spelling] += 1
    return found


def _mixed_case(name: str, spellings: Mapping[str, Counter[str]]) -> str:
    """Return a name in capitals as the action writes it, else with each word capitalised."""
    ways = spellings.get(name, Counter()).most_common()
    mixed = [one for one, _ in ways if not one.isupper() and one[:1].isupper()]
    return mixed[0] if mixed else re.sub(r"[^\W\d_]+(?:['\u2019][^\W\d_]+)?", lambda word: word[0].capitalize(), name)


def _elements(raw: bytes, *, name: str, is_fountain: bool) -> tuple[ScreenplayElement, ...]:
    start = raw.lstrip(b"\xef\xbb\xbf \t\r\n")[:64].lower()
    if start.startswith((b"<?xml", b"<finaldraft", b"<!doctype")) and not start.startswith(b"<!doctype html"):
        return fdx_elements(raw, name=name)
    if start.startswith(b"%pdf"):
        return text_elements(pdf_text(raw, name=name))
    if start.startswith((b"<!doctype html", b"<html", b"{\\rtf", b"pk\x03\x04")):
        raise CorpusError(
            f"{name!r} is a web page or a word-processor document; save its text as a .txt file; {_WANTED}"
        )
    text = _decoded(raw, name=name)
    return fountain_elements(text) if is_fountain else text_elements(text)


def _decoded(raw: bytes, *, name: str) -> str:
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        return raw.decode("utf-16", errors="replace")
    if b"\0" in raw:
        raise CorpusError(f"{name!r} is not text; {_WANTED}")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = raw.decode("cp1252", errors="replace")
    return text.replace("\r\n", "\n").replace("\r", "\n")
