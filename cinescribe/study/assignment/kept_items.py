"""The items of a study, kept in memory: they never change once the study is written."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property
from weakref import WeakKeyDictionary

from sqlalchemy import Connection, Engine, select

from cinescribe.study.kinds.answers import ShownText
from cinescribe.study.kinds.items import KnownAnswer, StudyText
from cinescribe.study.storage import tables
from cinescribe.timing import Span

_KEPT: WeakKeyDictionary[Engine, dict[int, dict[int, KeptItem]]] = WeakKeyDictionary()


@dataclass(frozen=True, eq=False)
class KeptItem:
    """An item with its texts.

    Attributes:
        id: its number in the database.
        clip: id of the clip.
        film: its film.
        span: of the clip in the film; None where it is unknown.
        caption: shown beside the texts; None without one.
        is_shared: whether every rater gets it, before others.
        gold: known answers, of items that test the rater.
        repeats: the number of the item that it asks again; None for others.
        texts: to judge.
        shown: the same, as raters see them.
    """

    id: int
    clip: str
    film: str
    span: Span | None
    caption: str | None
    is_shared: bool
    gold: tuple[KnownAnswer, ...]
    repeats: int | None
    texts: tuple[StudyText, ...]
    shown: tuple[ShownText, ...]

    @cached_property
    def is_check(self) -> bool:
        """Whether it tests the rater, and not a text."""
        return bool(self.gold) or self.repeats is not None


def kept_items(connection: Connection, study_id: int) -> dict[int, KeptItem]:
    """Return the items of a study by number, in the order of the study; from memory but for the first time."""
    of_engine = _KEPT.setdefault(connection.engine, {})
    if study_id not in of_engine:
        of_engine[study_id] = _read(connection, study_id)
    return of_engine[study_id]


def _read(connection: Connection, study_id: int) -> dict[int, KeptItem]:
    item, text = tables.item, tables.text
    of_study = item.c.study_id == study_id
    texts: dict[int, list[StudyText]] = defaultdict(list)
    columns = (text.c.item_id, text.c.system, text.c.text, text.c.name, text.c.criterion)
    found = select(*columns).join_from(text, item).where(of_study).order_by(text.c.item_id, text.c.number)
    for row in connection.execute(found):
        texts[row.item_id].append(StudyText(row.system, row.text, row.name, row.criterion))
    rows = connection.execute(select(item).where(of_study).order_by(item.c.number)).all()
    ids = {row.number: row.id for row in rows}
    return {
        row.id: KeptItem(
            row.id,
            row.clip,
            row.film,
            None if row.start is None else Span(row.start, row.end),
            row.caption,
            row.is_shared,
            tuple(KnownAnswer.from_dict(one) for one in row.gold or ()),
            None if row.repeats is None else ids[row.repeats],
            tuple(texts[row.id]),
            tuple(ShownText(one.text, one.criterion) for one in texts[row.id]),
        )
        for row in rows
    }
