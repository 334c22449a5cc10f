"""A DAPT document as people and cues, ours or another's."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cinescribe.export.dapt.dapt_time import Active, Rates
from cinescribe.export.dapt.dapt_xml import (
    AGENT,
    DESC_TYPE,
    DESCRIBED,
    ID,
    LANG,
    OURS,
    SPACE,
    TTM,
    DaptError,
    Element,
    inherited,
    is_event,
    is_tt,
    known,
)
from cinescribe.export.dapt.validate import checked_dapt
from cinescribe.schema import Cue, Person
from cinescribe.timing import Span

_SPACE = re.compile(r"[ \t\r\n]+")


@dataclass(frozen=True)
class DaptScript:
    """What a DAPT document says.

    Args:
        language: the tag of the language its texts are in.
        people: its characters.
        cues: its Script Events that have text, by time.
    """

    language: str
    people: tuple[Person, ...]
    cues: tuple[Cue, ...]


def read_dapt(path: Path) -> DaptScript:
    """The people and cues of a DAPT document.

    A cue lasts as long as its text: a span inside an event may be shorter than the event, which also holds the ramps of
    the mix. An event that nothing ends becomes a point in time. Where an event has its text in several languages, the
    language of the document is taken, else the first.

    Raises:
        DaptError: when the document is not DAPT.
        SubtitleError: when the file cannot be read.
    """
    root = checked_dapt(Path(path))
    people = tuple(_people(root))
    rates = Rates.of(root)
    body = [element for element in root if is_tt(element, "body")]
    events = [(event, active) for part in body for event, active in _events(part, Active().of(part, rates), rates)]
    characters = {person.id for person in people}
    cues = [cue for event, active in events if (cue := _cue(event, active, rates, characters, path)) is not None]
    return DaptScript(root.get(LANG), people, tuple(sorted(cues, key=lambda cue: cue.span.start)))


def _people(root: Element) -> Iterator[Person]:
    for agent in known(root):
        if agent.tag == AGENT and agent.get("type") == "character":
            alias = next(name for name in agent if name.tag == f"{{{TTM}}}name" and name.get("type") == "alias")
            called = _SPACE.sub(" ", alias.text or "").strip()
            label = agent.get(f"{{{OURS}}}label", called)
            yield Person(agent.get(ID), label, name=None if called == label else called)


def _events(element: Element, active: Active, rates: Rates) -> Iterator[tuple[Element, Active]]:
    for child in element:
        if is_tt(child, "div"):
            inside = active.of(child, rates)
            if is_event(child):
                yield child, inside
            yield from _events(child, inside, rates)


def _cue(event: Element, active: Active, rates: Rates, characters: set[str], path: Path) -> Cue | None:
    said = [(text, list(_pieces(text, active.of(text, rates), rates))) for text in _texts(event)]
    lines = [line for text, pieces in said for line in _lines(text, "".join(words for words, _ in pieces))]
    when = [active for _, pieces in said for words, active in pieces if words.strip()]
    if not when:
        return None
    begin, end = min(active.begin for active in when), max(active.end for active in when)
    cue = Cue(
        Span(begin, end if math.isfinite(end) else begin),
        "\n".join(lines),
        people=tuple(name for name in event.get(AGENT, "").split() if name in characters),
    )
    return cue.replace(**_notes(event), **_ours(event, begin, path))


def _texts(event: Element) -> list[Element]:
    texts = [child for child in event if is_tt(child, "p")]
    languages = [inherited(text, LANG) for text in texts]
    wanted = event.getroottree().getroot().get(LANG)
    if languages and wanted not in languages:
        wanted = languages[0]
    return [text for text, language in zip(texts, languages, strict=True) if language == wanted]


def _pieces(element: Element, active: Active, rates: Rates) -> Iterator[tuple[str, Active]]:
    """The words in a text or span with the time they are active; `br` becomes a line end."""
    yield _words(element, element.text), active
    for child in element:
        if is_tt(child, "br"):
            yield "\n", active
        elif is_tt(child, "span"):
            yield from _pieces(child, active.of(child, rates), rates)
        yield _words(element, child.tail), active


def _words(element: Element, text: str | None) -> str:
    return (text or "") if _keeps_space(element) else _SPACE.sub(" ", text or "")


def _lines(text: Element, words: str) -> Iterator[str]:
    lines = words.split("\n") if _keeps_space(text) else re.sub(" {2,}", " ", words).split("\n")
    return (line.strip() for line in lines if line.strip())


def _keeps_space(element: Element) -> bool:
    return inherited(element, SPACE) == "preserve"


def _notes(event: Element) -> dict[str, Any]:
    notes = {DESCRIBED.get(desc.get(DESC_TYPE)): desc.text for desc in event if desc.tag == f"{{{TTM}}}desc"}
    return {name: text.strip() for name, text in notes.items() if name is not None and text and text.strip()}


def _ours(event: Element, begin: float, path: Path) -> dict[str, Any]:
    """What only our own documents say of a cue: who wrote it, how fast it is said, and when the film waits for it."""
    out: dict[str, Any] = {"by": event.get(f"{{{OURS}}}by"), "rate": _number(event, "rate", 1.0, path)}
    if event.get(f"{{{OURS}}}pause") is not None:
        hold = max(begin, _number(event, "hold", begin, path))
        out |= {"status": "extended", "pause": _number(event, "pause", 0.0, path), "span": Span(begin, hold)}
    return out


def _number(event: Element, name: str, default: float, path: Path) -> float:
    value = event.get(f"{{{OURS}}}{name}")
    if value is None:
        return default
    if not re.fullmatch(r"\d{1,12}(?:\.\d{1,12})?", value):
        reason = f"{name} of the event {event.get(ID)!r} is {value!r}; a number of at least 0 is wanted"
        raise DaptError(repr(str(path)), [reason])
    return float(value)
