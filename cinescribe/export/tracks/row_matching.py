"""Finds out which cue a row without an id is: SubRip has no ids, some editors lose them, and people forget them.

A row is compared with the rows of the export that no other row of the file has taken. It is the first of these that
exists, and is the only one:

1. the one with its words and its start;
2. the one with its counter that has its start or its words;
3. the one with its start;
4. the one with its words.

In tracks, where each cue had an id or a counter when it was exported, it may also be:

5. the one with its counter;
6. the one that shares 60 % of its words and begins within ten seconds of it, if no other shares as many.

Otherwise it is a new cue. Counters say nothing as soon as a row that is known without them has another counter than it
was exported with: an editor has given them anew.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from cinescribe.export.tracks.cue_rows import CueRow
from cinescribe.export.tracks.track_rows import NamedRow
from cinescribe.timing import Seconds

ALIKE = 0.6  # the share of words that two cues have in common if one is the other, changed
NEAR: Seconds = 10.0
_NOT_ONE = -1  # in place of the number of a row, where there are several


@dataclass(frozen=True)
class _Candidate:
    """A cue that was exported: its counter, its row, and the words of it."""

    counter: str
    row: CueRow
    words: tuple[str, ...]


def with_ids(
    rows: Sequence[NamedRow], exported: Sequence[CueRow], *, others: Sequence[CueRow] = (), tracks: bool
) -> list[CueRow]:
    """Return rows with the ids of the cues that they are; new cues have none.

    Args:
        rows: of the file.
        exported: the rows that it may have; in SubRip, the first had the counter 1.
        others: further rows that it may have, without counters.
        tracks: whether each row had a name when it was exported, so that rules 5 and 6 hold.
    """
    taken = {named.row.id for named in rows}
    counted = [(str(number), row) for number, row in enumerate(exported, 1)] + [("", row) for row in others]
    rest = [_Candidate(counter, row, _words(row.text)) for counter, row in counted if row.id and row.id not in taken]
    matching = _Matching([(n, named) for n, named in enumerate(rows) if named.row.id is None], rest)
    matching.pair(lambda _, row: (_words(row.text), _millisecond(row)))
    matching.pair_counted(_millisecond)
    matching.pair_counted(lambda row: _words(row.text))
    matching.pair(lambda _, row: _millisecond(row))
    matching.pair(lambda _, row: _words(row.text))
    if tracks:
        matching.pair_counted(lambda _: None)
        matching.pair_alike()
    return [_with_id(named.row, matching.found.get(n)) for n, named in enumerate(rows)]


class _Matching:
    """Pairs of rows of a file with exported rows, as far as they are found."""

    def __init__(self, rows: list[tuple[int, NamedRow]], candidates: list[_Candidate]) -> None:
        self.found: dict[int, CueRow] = {}
        self._is_renumbered = False
        self._rows, self._candidates = rows, candidates

    def pair(self, key: Callable[[str, CueRow], Hashable]) -> None:
        """Pair the rows that alone have a key with the candidates that alone have it.

        Args:
            key: of the counter and the row; None for a row that has none.
        """
        mine = _alone((key(named.name, named.row), n) for n, named in self._rows)
        theirs = _alone((key(one.counter, one.row), n) for n, one in enumerate(self._candidates))
        self._take({mine[each]: theirs[each] for each in mine if each in theirs})

    def pair_counted(self, key: Callable[[CueRow], Hashable]) -> None:
        """Pair the rows and candidates that alone have a counter and a key, if counters say anything."""
        if not self._is_renumbered:
            self.pair(lambda counter, row: (counter, key(row)) if counter else None)

    def pair_alike(self) -> None:
        """Pair the rows and candidates that share most words, where each is the other's best."""
        order = sorted(range(len(self._candidates)), key=lambda n: self._candidates[n].row.start)
        starts = [self._candidates[n].row.start for n in order]
        best, theirs = {}, defaultdict(list)
        for number, named in self._rows:
            words, start = Counter(_words(named.row.text)), named.row.start
            near = order[bisect_left(starts, start - NEAR) : bisect_right(starts, start + NEAR)]
            shares = sorted(((_shared(words, self._candidates[n].words), n) for n in near), reverse=True)
            for share, n in shares:
                theirs[n].append(share)
            is_clear = len(shares) == 1 or (len(shares) > 1 and shares[0][0] > shares[1][0])
            if shares and shares[0][0] >= ALIKE and is_clear:
                best[number] = shares[0]
        mutual = {
            number: n for number, (share, n) in best.items() if max(theirs[n]) == share and theirs[n].count(share) == 1
        }
        self._take(mutual)

    def _take(self, pairs: Mapping[int, int]) -> None:
        names = {number: named.name for number, named in self._rows}
        for number, n in pairs.items():
            candidate = self._candidates[n]
            self.found[number] = candidate.row
            self._is_renumbered |= bool(names[number]) and names[number] != candidate.counter
        used = set(pairs.values())
        self._rows = [(number, named) for number, named in self._rows if number not in pairs]
        self._candidates = [one for n, one in enumerate(self._candidates) if n not in used]


def _alone(keyed: Iterable[tuple[Hashable, int]]) -> dict[Hashable, int]:
    """The numbers by key, of the keys that stand there once; None is no key."""
    found: dict[Hashable, int] = {}
    for key, number in keyed:
        found[key] = _NOT_ONE if key in found else number
    return {key: number for key, number in found.items() if number != _NOT_ONE and key is not None}


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def _millisecond(row: CueRow) -> int:
    return round(row.start * 1000)


def _shared(words: Counter[str], others: Sequence[str]) -> float:
    """The share of words that two texts have in common, 0 to 1."""
    total = words.total() + len(others)
    return 2 * (words & Counter(others)).total() / total if total else 0.0


def _with_id(row: CueRow, found: CueRow | None) -> CueRow:
    return row if found is None else row.replace(id=found.id)
