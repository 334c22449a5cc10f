"""Finds out which cue a row without an id is: SubRip has no ids, some editors lose them, and people forget them.

A row is compared with the rows of the export that no other row of the file has taken. It is the first of these that
exists, and is the only one:

1. the one with its words and its start;
2. the one with its name that has its start or its words;
3. in tracks, the one with its name, if counters have a gap: then an editor left them as they were;
4. the one with its words;
5. in tracks, the one that shares 60 % of its words and begins within ten seconds of it, if no other shares as many;
6. the one with its start;
7. in tracks, the one that shares 60 % of its time, if no other shares as much;
8. in tracks, the one with its name that shares 30 % of its words and begins within ten seconds of it.

Otherwise it is a new cue. A name is a counter, or an identifier that an editor took for words. Names say nothing as
soon as a row that is known without them has another name than it was exported with, or if there are more or fewer rows
than were exported and counters run from 1 on: an editor has renumbered them.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from cinescribe.export.tracks.cue_rows import CueRow
from cinescribe.export.tracks.track_rows import NamedRow
from cinescribe.timing import Seconds

_ALIKE = 0.6  # the share of words that two cues have in common if one is the other, changed
WEAKLY_ALIKE = _ALIKE / 2  # the share that is enough if the name is the same, too
# The share of the time of both during which both are heard. Of random edits of one description, .6 gave .1 % of cues to
# another (.7: .01 %), and lost 1.1 % (1.5 %).
OVERLAPPING = 0.6
_NEAR: Seconds = 10.0
_WORD = re.compile(r"\w+")
_NOT_ONE = -1  # in place of the number of a row, where there are several


@dataclass(frozen=True)
class _Candidate:
    """A cue that was exported: its names and its row."""

    names: frozenset[str]
    row: CueRow


def with_ids(
    rows: Sequence[NamedRow], exported: Sequence[CueRow], *, others: Sequence[CueRow] = (), tracks: bool
) -> list[CueRow]:
    """Return rows with the ids of the cues that they are; new cues have none.

    Args:
        rows: of the file.
        exported: the rows that it may have; in SubRip, the first had the counter 1.
        others: further rows that it may have, without counters.
        tracks: whether each row had a name and an end when it was exported, so that all rules hold.
    """
    taken = {named.row.id for named in rows}
    numbered = [(frozenset({str(number), row.id or ""}), row) for number, row in enumerate(exported, 1)]
    numbered += [(frozenset({row.id or ""}), row) for row in others]
    rest = [_Candidate(names, row) for names, row in numbered if row.id and row.id not in taken]
    unnamed = [(n, named) for n, named in enumerate(rows) if named.row.id is None]
    matching = _Matching(unnamed, rest, are_names_new=_are_counted_anew(rows, len(exported)))
    matching.pair(lambda row: (_words(row.text), _millisecond(row)))
    matching.pair_named(_millisecond)
    matching.pair_named(lambda row: _words(row.text))
    if tracks and _are_counters_kept(rows):
        matching.pair_named(lambda _: None)
    matching.pair(lambda row: _words(row.text))
    if tracks:
        matching.pair_best(_alike, at_least=_ALIKE)
    matching.pair(_millisecond)
    if tracks:
        matching.pair_best(_overlap, at_least=OVERLAPPING)
        matching.pair_near()
    return [_with_id(named.row, matching.found.get(n)) for n, named in enumerate(rows)]


def _are_counted_anew(rows: Sequence[NamedRow], n_exported: int) -> bool:
    """Whether there are more or fewer rows than were exported, and what counters there are run from 1 on."""
    counters = [(str(number), named.name) for number, named in enumerate(rows, 1) if named.name.isdecimal()]
    return len(rows) != n_exported and all(name == number for number, name in counters)


def _are_counters_kept(rows: Sequence[NamedRow]) -> bool:
    """Whether counters have a gap, as an editor leaves it that does not renumber."""
    return any(named.name.isdecimal() and named.name != str(number) for number, named in enumerate(rows, 1))


class _Matching:
    """Pairs of rows of a file with exported rows, as far as they are found."""

    def __init__(self, rows: list[tuple[int, NamedRow]], candidates: list[_Candidate], *, are_names_new: bool) -> None:
        self.found: dict[int, CueRow] = {}
        self._are_names_new = are_names_new
        self._rows, self._candidates = rows, candidates

    def pair(self, key: Callable[[CueRow], Hashable]) -> None:
        """Pair the row and the candidate of each key that only one row and one candidate have; None is no key."""
        mine = _alone((key(named.row), n) for n, named in self._rows)
        theirs = _alone((key(one.row), n) for n, one in enumerate(self._candidates))
        self._take({mine[each]: theirs[each] for each in mine if each in theirs})

    def pair_named(self, key: Callable[[CueRow], Hashable]) -> None:
        """Pair the row and the candidate that are the only ones with a name and a key, if names are informative."""
        if self._are_names_new:
            return
        mine = _alone(((named.name, key(named.row)), n) for n, named in self._rows if named.name)
        theirs = _alone(((name, key(one.row)), n) for n, one in enumerate(self._candidates) for name in one.names)
        self._take({mine[each]: theirs[each] for each in mine if each in theirs})

    def pair_near(self) -> None:
        """Pair the row and the candidate that are the only ones with a name, begin near each other and share words.

        Nothing is paired if names say nothing.
        """
        if self._are_names_new:
            return
        mine = _alone((named.name, n) for n, named in self._rows if named.name)
        theirs = _alone((name, n) for n, one in enumerate(self._candidates) for name in one.names)
        rows = {n: named.row for n, named in self._rows}
        pairs = {mine[name]: theirs[name] for name in mine if name in theirs}
        self._take({n: m for n, m in pairs.items() if _is_near(rows[n], self._candidates[m])})

    def pair_best(self, share: Callable[[CueRow, _Candidate], float], *, at_least: float) -> None:
        """Pair the rows and candidates near each other that share most, where each is the other's best."""
        order = sorted(range(len(self._candidates)), key=lambda n: self._candidates[n].row.start)
        starts = [self._candidates[n].row.start for n in order]
        best, theirs = {}, defaultdict(list)
        for number, named in self._rows:
            start = named.row.start
            near = order[bisect_left(starts, start - _NEAR) : bisect_right(starts, start + _NEAR)]
            shares = sorted(((share(named.row, self._candidates[n]), n) for n in near), reverse=True)
            for size, n in shares:
                theirs[n].append(size)
            is_clear = len(shares) == 1 or (len(shares) > 1 and shares[0][0] > shares[1][0])
            if shares and shares[0][0] >= at_least and is_clear:
                best[number] = shares[0]
        mutual = {
            number: n for number, (size, n) in best.items() if max(theirs[n]) == size and theirs[n].count(size) == 1
        }
        self._take(mutual)

    def _take(self, pairs: Mapping[int, int]) -> None:
        names = {number: named.name for number, named in self._rows}
        for number, n in pairs.items():
            candidate = self._candidates[n]
            self.found[number] = candidate.row
            self._are_names_new |= bool(names[number]) and names[number] not in candidate.names
        used = set(pairs.values())
        self._rows = [(number, named) for number, named in self._rows if number not in pairs]
        self._candidates = [one for n, one in enumerate(self._candidates) if n not in used]


def _alone(keyed: Iterable[tuple[Hashable, int]]) -> dict[Hashable, int]:
    """The numbers by key, of the keys that occur once; None is no key."""
    found: dict[Hashable, int] = {}
    for key, number in keyed:
        found[key] = _NOT_ONE if key in found else number
    return {key: number for key, number in found.items() if number != _NOT_ONE and key is not None}


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def _millisecond(row: CueRow) -> int:
    return round(row.start * 1000)


def _alike(row: CueRow, other: _Candidate) -> float:
    """The share of words that two texts have in common, 0 to 1."""
    words, others = (Counter(_WORD.findall(text.casefold())) for text in (row.text, other.row.text))
    total = words.total() + others.total()
    return 2 * (words & others).total() / total if total else 0.0


def _is_near(row: CueRow, other: _Candidate) -> bool:
    return abs(row.start - other.row.start) <= _NEAR and _alike(row, other) >= WEAKLY_ALIKE


def _overlap(row: CueRow, other: _Candidate) -> float:
    """The share of the time of two cues during which both are heard, 0 to 1; 0 where an end is not known."""
    if row.end is None or other.row.end is None:
        return 0.0
    total = max(row.end, other.row.end) - min(row.start, other.row.start)
    common = min(row.end, other.row.end) - max(row.start, other.row.start)
    return common / total if total > 0 else 0.0


def _with_id(row: CueRow, found: CueRow | None) -> CueRow:
    return row if found is None else row.replace(id=found.id)
