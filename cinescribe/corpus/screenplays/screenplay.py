"""Screenplays in the formats people have, and who speaks in them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from cinescribe.corpus.screenplays.elements import ScreenplayElement
from cinescribe.corpus.screenplays.final_draft import fdx_elements
from cinescribe.corpus.screenplays.fountain import fountain_elements
from cinescribe.corpus.screenplays.pdf import pdf_text
from cinescribe.corpus.screenplays.plain_text import text_elements
from cinescribe.errors import CorpusError
from cinescribe.record import Record

LARGEST = 64 << 20  # bytes; a screenplay in PDF takes a tenth of it

_FOUNTAIN = (".fountain", ".spmd")
_WANTED = "wanted is Fountain, Final Draft (.fdx), PDF or plain text"
_TOGETHER = re.compile(r"\s+(?:AND|&)\s+|\s*[/&+]\s*", re.IGNORECASE)


@dataclass(frozen=True)
class ScriptCharacter(Record):
    """Somebody who speaks in a screenplay.

    Args:
        name: as in its action where it is told there, else as above speeches, each word with a capital.
        n_speeches: how often they speak.
    """

    name: str
    n_speeches: int


def read_screenplay(path: Path) -> tuple[ScreenplayElement, ...]:
    """The elements of a screenplay, in order: headings, action, speeches, how they are said, transitions.

    The format is told by the content, and Fountain by its ending. Text is UTF-8, UTF-16 with its mark, or else Western
    European.

    Raises:
        CorpusError: when the file cannot be read, is of another format, or holds nothing.

    Example:
        >>> read_screenplay(Path("film.fountain"))[0].kind  # doctest: +SKIP
        'heading'
    """
    name, raw = str(path), _bytes(Path(path))
    elements = _elements(raw, name=name, is_fountain=Path(path).suffix.lower() in _FOUNTAIN)
    if not elements:
        raise CorpusError(f"the screenplay {name!r} is empty; {_WANTED}")
    return elements


def script_cast(script: Path) -> tuple[ScriptCharacter, ...]:
    """Who speaks in a screenplay, those first who speak most.

    Where two speak at once (`ANNA AND BOB`, `ANNA/BOB`) and each speaks alone as well, both are counted.

    Raises:
        CorpusError: when the screenplay cannot be read.
    """
    return characters(read_screenplay(script))


def characters(elements: Sequence[ScreenplayElement]) -> tuple[ScriptCharacter, ...]:
    """`script_cast` of a screenplay that was read."""
    turns = [speaker for speaker, _ in groupby(_speakers(elements)) if speaker]
    alone = set(turns)
    counts: Counter[str] = Counter()
    for speaker in turns:
        parts = [part for part in _TOGETHER.split(speaker) if part]
        counts.update(parts if len(parts) > 1 and alone.issuperset(parts) else [speaker])
    told = " ".join(element.text for element in elements if element.kind == "action")
    return tuple(ScriptCharacter(_as_told(name, told), n) for name, n in counts.most_common())


def _speakers(elements: Iterable[ScreenplayElement]) -> list[str | None]:
    """Who speaks in each element, in capitals, and None where nobody does."""
    return [element.speaker.upper() if element.speaker else None for element in elements]


def _as_told(name: str, told: str) -> str:
    """A name in capitals as the action writes it."""
    written: Counter[str] = Counter(re.findall(rf"\b{re.escape(name)}\b", told, re.IGNORECASE))
    mixed = [one for one, _ in written.most_common() if not one.isupper() and one[:1].isupper()]
    return mixed[0] if mixed else re.sub(r"[^\W\d_]+(?:['\u2019][^\W\d_]+)?", lambda word: word[0].capitalize(), name)


def _elements(raw: bytes, *, name: str, is_fountain: bool) -> tuple[ScreenplayElement, ...]:
    start = raw.lstrip(b"\xef\xbb\xbf \t\r\n")[:64].lower()
    if start.startswith((b"<?xml", b"<finaldraft", b"<!doctype")) and not start.startswith(b"<!doctype html"):
        return fdx_elements(raw, name=name)
    if start.startswith(b"%pdf"):
        return text_elements(pdf_text(raw, name=name))
    if start.startswith((b"<!doctype html", b"<html", b"{\\rtf", b"pk\x03\x04")):
        raise CorpusError(f"{name!r} is a web page, or of a word processor; save its text as a .txt file; {_WANTED}")
    text = _decoded(raw, name=name)
    return fountain_elements(text) if is_fountain else text_elements(text)


def _bytes(path: Path) -> bytes:
    try:
        if path.stat().st_size > LARGEST:
            raise CorpusError(f"{str(path)!r} is larger than {LARGEST >> 20} MB; a screenplay is wanted")
        return path.read_bytes()
    except OSError as error:
        raise CorpusError(f"{str(path)!r} cannot be read ({error.strerror}); name an existing screenplay") from error


def _decoded(raw: bytes, *, name: str) -> str:
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        return raw.decode("utf-16", errors="replace")
    if b"\0" in raw:
        raise CorpusError(f"{name!r} is no text; {_WANTED}")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = raw.decode("cp1252", errors="replace")
    return text.replace("\r\n", "\n").replace("\r", "\n")
