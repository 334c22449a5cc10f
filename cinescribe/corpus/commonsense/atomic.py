"""Reads ATOMIC (Sap et al. 2019) and ATOMIC-2020 (Hwang et al. 2021): events, with what they imply about PersonX.

Both are the user's files. Three forms are read: the CSV of ATOMIC, with a column of JSON lists for each relation;
ATOMIC-2020's rows of head, relation and tail; and rows of `head @@ relation` with its tails, separated by bars, as in
ATOMIC-2020's test prompts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cinescribe.errors import CorpusError, brief
from cinescribe.input_files import numbered_lines, read_text
from cinescribe.parsing import parse_json
from cinescribe.schema import ASPECTS
from cinescribe.tables import heading_and_rows

INTENTION, EFFECT, ATTRIBUTE = ASPECTS
# Reactions are what an event does to PersonX's feelings: effects.
_ASPECT_OF = {"xIntent": INTENTION, "xEffect": EFFECT, "xReact": EFFECT, "xAttr": ATTRIBUTE}
OTHER_RELATIONS = ("oEffect", "oReact", "oWant", "xNeed", "xWant")  # relations of ATOMIC that no aspect comes from
# fmt: off
_OTHERS_2020 = {
    "AtLocation", "CapableOf", "Causes", "CausesDesire", "CreatedBy", "DefinedAs", "DesireOf", "Desires", "HasA",
    "HasFirstSubevent", "HasLastSubevent", "HasPainCharacter", "HasPainIntensity", "HasPrerequisite", "HasProperty",
    "HasSubEvent", "HasSubevent", "HinderedBy", "InstanceOf", "IsA", "LocatedNear", "LocationOfAction", "MadeOf",
    "MadeUpOf", "MotivatedByGoal", "NotCapableOf", "NotDesires", "NotHasA", "NotHasProperty", "NotIsA", "NotMadeOf",
    "ObjectUse", "PartOf", "ReceivesAction", "RelatedTo", "SymbolOf", "UsedFor", "isAfter", "isBefore", "isFilledBy",
    "xReason",
}
# fmt: on
_EVENT_COLUMN = "event"
_IGNORED_COLUMNS = {"prefix", "split"}
_NONE = {"", "none"}
_PROMPT = " @@ "
_SPACES = re.compile(r"\s+")


@dataclass
class AtomicEvent:
    """An event, with distinct phrases for each aspect, in the order of the file.

    Attributes:
        text: `PersonX opens the door`.
        phrases: for each aspect; an empty list where ATOMIC has none.
    """

    text: str
    phrases: dict[str, list[str]] = field(default_factory=lambda: {aspect: [] for aspect in ASPECTS})


def read_atomic(path: Path) -> list[AtomicEvent]:
    """Return the events of an ATOMIC file that have an intention, an effect or an attribute, in the order of the file.

    Raises:
        RecordError: when the file cannot be read, or a row has other columns than the heading.
        CorpusError: when a row is malformed or its relation unknown; the message names the file and line.
    """
    events: dict[str, AtomicEvent] = {}
    known: set[tuple[str, str, str]] = set()
    for head, relation, phrases in _rows(path):
        if aspect := _ASPECT_OF.get(relation):
            found = events.setdefault(head, AtomicEvent(head)).phrases[aspect]
            found += [phrase for phrase in dict.fromkeys(phrases) if (head, aspect, phrase) not in known]
            known.update((head, aspect, phrase) for phrase in phrases)
    kept = [event for event in events.values() if any(event.phrases.values())]
    if not kept:
        raise CorpusError(f"{str(path)!r} has no event with an intention, effect or attribute; give a file of ATOMIC")
    return kept


def read_other_relations(path: Path) -> dict[str, dict[str, list[str]]]:
    """Return the distinct phrases of `OTHER_RELATIONS`, by event and relation, in the order of the file.

    Raises:
        RecordError, CorpusError: as `read_atomic`; there may be no such phrase.
    """
    events: dict[str, dict[str, list[str]]] = {}
    for head, relation, phrases in _rows(path):
        if relation in OTHER_RELATIONS and phrases:
            own = events.setdefault(head, {})
            own[relation] = list(dict.fromkeys([*own.get(relation, ()), *phrases]))
    return events


def _rows(path: Path) -> Iterator[tuple[str, str, list[str]]]:
    """Each event with a relation and phrases of it."""
    path = Path(path)
    text = read_text(path)
    first = text[: text.find("\n")]
    is_csv = _EVENT_COLUMN in [name.strip('" \r\ufeff') for name in first.split(",")]
    yield from _csv_rows(text, path) if is_csv else _tab_rows(text, path)


def _csv_rows(text: str, path: Path) -> Iterator[tuple[str, str, list[str]]]:
    """Each event with each of its relations and their phrases."""
    columns, rows = heading_and_rows(text, path)
    unknown = [
        name for name in columns if name not in {_EVENT_COLUMN, *_IGNORED_COLUMNS, *_ASPECT_OF, *OTHER_RELATIONS}
    ]
    if unknown:
        raise CorpusError(f"{str(path)!r} has a column {unknown[0]!r}, which is no relation of ATOMIC; check the file")
    for row in rows:
        head = _event(row.cells[_EVENT_COLUMN], row.where)
        for relation in (*_ASPECT_OF, *OTHER_RELATIONS):
            if relation in row.cells:
                yield head, relation, _phrases(parse_json(row.cells[relation], row.where), row.where)


def _tab_rows(text: str, path: Path) -> Iterator[tuple[str, str, list[str]]]:
    for number, line in numbered_lines(text):
        where = f"{path}, line {number}"
        cells = [cell.strip() for cell in line.split("\t")]
        if _PROMPT in cells[0] and len(cells) == 2:
            head, _, relation = cells[0].rpartition(_PROMPT)
            tails = cells[1].split("|")
        elif len(cells) == 3:
            head, relation, tails = cells[0], cells[1], [cells[2]]
        else:
            raise CorpusError(f"{where} is {brief(line)}; expected an event, a relation and a phrase between tabs")
        if relation not in {*_ASPECT_OF, *OTHER_RELATIONS, *_OTHERS_2020}:
            raise CorpusError(f"{where} has the relation {relation!r}, which ATOMIC does not have; correct that line")
        yield _event(head, where), relation, _phrases(tails, where)


def _event(text: str, where: str) -> str:
    event = _SPACES.sub(" ", text).strip()
    if not event:
        raise CorpusError(f"{where} has no event; correct that line")
    return event


def _phrases(value: Any, where: str) -> list[str]:
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise CorpusError(f"{where} has {brief(value)}; expected a list of phrases: correct that line")
    phrases = [_SPACES.sub(" ", item).strip() for item in value]
    return [phrase for phrase in phrases if phrase.lower() not in _NONE]
