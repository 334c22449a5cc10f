"""Reader of DAPT documents: people and cues."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cinescribe.export.dapt.dapt_time import ActiveInterval, Rates
from cinescribe.export.dapt.dapt_xml import (
    AGENT,
    CINESCRIBE_NAMESPACE,
    DESC_FIELDS,
    DESC_TYPE,
    ID,
    LANG,
    SPACE,
    TTM,
    DaptError,
    Element,
    inherited,
    is_event,
    is_tt,
    ttml_elements,
)
from cinescribe.export.dapt.validate import checked_dapt
from cinescribe.schema import Cue, Person
from cinescribe.timing import Span

_SPACE = re.compile(r"[ \t\r\n]+")


@dataclass(frozen=True)
class DaptScript:
    """The content of a DAPT document.

    Args:
        language: language tag of the texts.
        people: the document's characters.
        cues: the Script Events that have text, in order of time.
    """

    language: str
    people: tuple[Person, ...]
    cues: tuple[Cue, ...]


def read_dapt(path: Path) -> DaptScript:
    """Read the people and cues of any DAPT document.

    A cue lasts as long as its text: a span inside an event may be shorter than the event, which also contains the
    ramps of the mix. An event without an end becomes a point in time. If an event has its text in several languages,
    the one of the document is used, or else the first.

    Raises:
        DaptError: when the document is not DAPT.
        SubtitleError: when the file cannot be read.
    """
    root = checked_dapt(Path(path))
    cues = sorted((cue for _, cue in dapt_cues(root, path) if cue.text), key=lambda cue: cue.span.start)
    return DaptScript(root.get(LANG), dapt_people(root), tuple(cues))


def dapt_cues(root: Element, path: Path) -> Iterator[tuple[int, Cue]]:
    """Yield the Script Events of a valid document as cues, in its order, each with the number of its line.

    Events without text are cues without text.

    Raises:
        DaptError: when a field of our own is malformed.
        SubtitleError: when a time cannot be read.
    """
    rates = Rates.of(root)
    body = [element for element in root if is_tt(element, "body")]
    characters = {person.id for person in dapt_people(root)}
    for part in body:
        for event, active in _events(part, ActiveInterval().child(part, rates), rates):
            yield event.sourceline or 0, _cue(event, active, rates, characters, path)


def dapt_people(root: Element) -> tuple[Person, ...]:
    """Return the characters of a valid document."""
    return tuple(_people(root))


def _people(root: Element) -> Iterator[Person]:
    for agent in ttml_elements(root):
        if agent.tag == AGENT and agent.get("type") == "character":
            alias = next(child for child in agent if child.tag == f"{{{TTM}}}name" and child.get("type") == "alias")
            name = _SPACE.sub(" ", alias.text or "").strip()
            label = agent.get(f"{{{CINESCRIBE_NAMESPACE}}}label", name)
            yield Person(agent.get(ID), label, name=None if name == label else name)


def _events(element: Element, active: ActiveInterval, rates: Rates) -> Iterator[tuple[Element, ActiveInterval]]:
    for child in element:
        if is_tt(child, "div"):
            inside = active.child(child, rates)
            if is_event(child):
                yield child, inside
            yield from _events(child, inside, rates)


def _cue(event: Element, active: ActiveInterval, rates: Rates, characters: set[str], path: Path) -> Cue:
    texts = [(text, list(_pieces(text, active.child(text, rates), rates))) for text in _texts(event)]
    lines = [line for text, pieces in texts for line in _lines(text, "".join(words for words, _ in pieces))]
    intervals = [active for _, pieces in texts for words, active in pieces if words.strip()] or [active]
    begin, end = min(interval.begin for interval in intervals), max(interval.end for interval in intervals)
    cue = Cue(
        Span(begin, end if math.isfinite(end) else begin),
        "\n".join(lines),
        people=tuple(name for name in event.get(AGENT, "").split() if name in characters),
        id=event.get(ID, ""),
    )
    return cue.replace(**_notes(event), **_cinescribe_fields(event, begin, path))


def _texts(event: Element) -> list[Element]:
    texts = [child for child in event if is_tt(child, "p")]
    languages = [inherited(text, LANG) for text in texts]
    wanted = event.getroottree().getroot().get(LANG)
    if languages and wanted not in languages:
        wanted = languages[0]
    return [text for text, language in zip(texts, languages, strict=True) if language == wanted]


def _pieces(element: Element, active: ActiveInterval, rates: Rates) -> Iterator[tuple[str, ActiveInterval]]:
    """The words of a text or span with their active intervals; `br` becomes a line end."""
    yield _words(element, element.text), active
    for child in element:
        if is_tt(child, "br"):
            yield "\n", active
        elif is_tt(child, "span"):
            yield from _pieces(child, active.child(child, rates), rates)
        yield _words(element, child.tail), active


def _words(element: Element, text: str | None) -> str:
    return (text or "") if _keeps_space(element) else _SPACE.sub(" ", text or "")


def _lines(text: Element, words: str) -> Iterator[str]:
    lines = words.split("\n") if _keeps_space(text) else re.sub(" {2,}", " ", words).split("\n")
    return (line.strip() for line in lines if line.strip())


def _keeps_space(element: Element) -> bool:
    return inherited(element, SPACE) == "preserve"


def _notes(event: Element) -> dict[str, Any]:
    notes = {DESC_FIELDS.get(desc.get(DESC_TYPE)): desc.text for desc in event if desc.tag == f"{{{TTM}}}desc"}
    return {name: text.strip() for name, text in notes.items() if name is not None and text and text.strip()}


def _cinescribe_fields(event: Element, begin: float, path: Path) -> dict[str, Any]:
    """The fields of a cue that only our own documents have: author, rate, and the pause of the film."""
    out: dict[str, Any] = {"by": event.get(f"{{{CINESCRIBE_NAMESPACE}}}by"), "rate": _number(event, "rate", 1.0, path)}
    if event.get(f"{{{CINESCRIBE_NAMESPACE}}}pause") is not None:
        hold = max(begin, _number(event, "hold", begin, path))
        out |= {"status": "extended", "pause": _number(event, "pause", 0.0, path), "span": Span(begin, hold)}
    return out


def _number(event: Element, name: str, default: float, path: Path) -> float:
    value = event.get(f"{{{CINESCRIBE_NAMESPACE}}}{name}")
    if value is None:
        return default
    if not re.fullmatch(r"\d{1,12}(?:\.\d{1,12})?", value):
        reason = f"{name} of the event {event.get(ID)!r} is {value!r}; expected a number of at least 0"
        raise DaptError(repr(str(path)), [reason])
    return float(value)
