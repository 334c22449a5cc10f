"""Sentences of audio description with tuples judged by hand, and how many of them a parser's labels hold.

The sentences belong to the describers of the films, so only digests of them are kept here, with places of characters.
They are looked up in two public files of annotations of AutoAD-Zero (Xie et al. 2024): `madeval_anno.csv` and
`tvad_anno.csv`.
"""

from __future__ import annotations

import csv
import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cinescribe.language.semantics.people import parse_people
from cinescribe.language.semantics.propositions import label, propositions
from cinescribe.language.semantics.tree import dependency_tree
from cinescribe.language.tokens.parsed_sentence import Parser, Sentence

JUDGEMENTS = Path(__file__).with_name("judged_sentences.json")
SECOND_READER = Path(__file__).with_name("second_reader.json")  # a language model's, made from the texts alone
PARTS = ("who", "verb", "what", "where")
_COLUMNS = ("sentence", "text")  # of the two files
_ENCODING = "latin-1"  # a few bytes of one file are not UTF-8; judged sentences are ASCII

Span = tuple[int, int]  # characters, half-open
Place = int | None  # the first character of a word
Found = tuple[Place, Place, Place, Place]


@dataclass(frozen=True)
class Filler:
    """What may fill a part: any of some spans, nothing, or whatever.

    Attributes:
        spans: the first is the judge's choice, the others are as good; None is nothing.
        is_free: whether the part is not judged.
    """

    spans: tuple[Span | None, ...]
    is_free: bool = False

    def holds(self, place: Place) -> bool:
        """Whether a word, by its first character, or no word is right."""
        if self.is_free:
            return True
        return any(
            place is None if span is None else place is not None and span[0] <= place < span[1] for span in self.spans
        )

    @property
    def chosen(self) -> Span | None:
        """The judge's choice; None for nothing."""
        return self.spans[0] if self.spans else None


@dataclass(frozen=True)
class JudgedTuple:
    """Who, verb, what and where of a clause; `is_optional` marks clauses that need not be found."""

    parts: tuple[Filler, Filler, Filler, Filler]
    is_optional: bool = False


Reading = tuple[JudgedTuple, ...]


@dataclass(frozen=True)
class JudgedSentence:
    """A sentence with two readings by the reader who wrote the rules, in the test half also one by a second reader.

    Attributes:
        digest: SHA-256 of the sentence.
        film: film or series.
        is_test: whether its film set nothing.
        first: the first reading.
        second: the second reading of the same reader, without alternatives.
        other: the second reader's; None where that reader read nothing.
    """

    digest: str
    film: str
    is_test: bool
    first: Reading
    second: Reading
    other: Reading | None = None


@dataclass
class Counts:
    """How many judged tuples were found, and which of their parts are right.

    Attributes:
        n_judged: tuples that must be found.
        n_found: tuples found, without optional ones.
        right: judged tuples with the part right, by part; `whole` needs all four.
        n_places: judged tuples with a place.
        n_places_right: of these, with the place right.
        n_false_places: tuples with a place where the judge has none.
    """

    n_judged: int
    n_found: int
    right: dict[str, int]
    n_places: int
    n_places_right: int
    n_false_places: int


def read_judgements(path: Path = JUDGEMENTS, second_reader: Path = SECOND_READER) -> list[JudgedSentence]:
    """Return the judged sentences, in the order of the first file."""
    others = {one["digest"]: _tuples(one["tuples"]) for one in json.loads(second_reader.read_text(encoding="utf-8"))}
    return [
        JudgedSentence(
            one["digest"],
            one["film"],
            one["is_test"],
            _tuples(one["first"]),
            _tuples(one["second"]),
            others.get(one["digest"]),
        )
        for one in json.loads(path.read_text(encoding="utf-8"))
    ]


def texts_of(judged: Sequence[JudgedSentence], files: Sequence[Path]) -> list[str]:
    """Return the text of each judged sentence, from files with a column `sentence` or `text`.

    Raises:
        SystemExit: when the files lack a sentence; the message says how many.
    """
    known: dict[str, str] = {}
    for path in files:
        with path.open(encoding=_ENCODING, newline="") as opened:
            for row in csv.DictReader(opened):
                text = next(row[column] for column in _COLUMNS if column in row).strip()
                known[hashlib.sha256(text.encode()).hexdigest()] = text
    missing = [one for one in judged if one.digest not in known]
    if missing:
        raise SystemExit(f"{len(missing)} of {len(judged)} sentences are not in {', '.join(map(str, files))}")
    return [known[one.digest] for one in judged]


def counted(readings: Sequence[Reading], texts: Sequence[str], parser: Parser) -> Counts:
    """Return how many judged tuples the labels of the texts hold."""
    counts = Counts(0, 0, dict.fromkeys((*PARTS, "whole"), 0), 0, 0, 0)
    for reading, text, parse in zip(readings, texts, parse_people(texts, parser), strict=True):
        _count(counts, reading, found_tuples(text, parse))
    return counts


def found_tuples(text: str, parse: Sequence[Sentence]) -> list[Found]:
    """Return the tuples of a parsed text as places of words: who, verb, what, where; equal labels count once."""
    found: list[Found] = []
    start = 0
    for sentence in parse:
        places = []
        for word in sentence:
            places.append(text.lower().index(word.text.lower(), start))
            start = places[-1] + len(word.text)
        tree = dependency_tree(sentence)
        seen = set()
        for stated in propositions(tree):
            at, roles = stated.clause.at, stated.roles
            if stated.clause.is_copula:
                at = next(child for child in tree.children[at] if tree.dep(child) == "cop")
            words = (roles.subject, roles.object, roles.location)
            key = (stated.verb, *(label(tree, word) for word in words))
            if key not in seen:
                seen.add(key)
                who, what, where = (None if word is None else places[word] for word in words)
                found.append((who, places[at], what, where))
    return found


def _count(counts: Counts, judged: Reading, found: Sequence[Found]) -> None:
    wanted = _required(judged)
    matches = _matched(wanted, found)
    free = [one for at, one in enumerate(found) if at not in matches.values()]
    optional = [one for one in judged if one.is_optional]
    counts.n_found += len(matches) + sum(not any(o.parts[1].holds(one[1]) for o in optional) for one in free)
    counts.n_judged += len(wanted)
    for n, one in enumerate(wanted):
        best = found[matches[n]] if n in matches else None
        right = [best is not None and part.holds(place) for part, place in zip(one.parts, best or (), strict=False)]
        for name, is_right in zip(PARTS, right, strict=False):
            counts.right[name] += is_right
        counts.right["whole"] += bool(right) and all(right)
        where = one.parts[3]
        if not where.is_free and None not in where.spans[:1]:
            counts.n_places += 1
            counts.n_places_right += bool(right) and right[3]
        elif best is not None and not where.holds(best[3]):
            counts.n_false_places += 1


def _matched(wanted: Sequence[JudgedTuple], found: Sequence[Found]) -> dict[int, int]:
    """For each judged tuple the found one with the same verb; those that agree most are matched first."""
    pairs = [
        (sum(part.holds(place) for part, place in zip(one.parts, other, strict=True)), n, at)
        for n, one in enumerate(wanted)
        for at, other in enumerate(found)
        if one.parts[1].holds(other[1])
    ]
    matches: dict[int, int] = {}
    for _, n, at in sorted(pairs, key=lambda pair: (-pair[0], *pair[1:])):
        if n not in matches and at not in matches.values():
            matches[n] = at
    return matches


def kappas(firsts: Sequence[Reading], seconds: Sequence[Reading], texts: Sequence[str]) -> dict[str, float]:
    """Return Cohen's kappa of two readings of the texts for each part.

    A reading says of each word whether it fills the part, for verbs in its sentence, for other parts in each clause
    that both readings have; `none` is one more word.
    """
    pairs: dict[str, list[tuple[bool, bool]]] = {part: [] for part in PARTS}
    for first, second, text in zip(firsts, seconds, texts, strict=True):
        starts = [at for at in range(len(text)) if text[at] != " " and (at == 0 or text[at - 1] == " ")]
        pairs["verb"] += [(_is_verb(at, first), _is_verb(at, second)) for at in starts]
        for mine, theirs in _chosen(first, second):
            for n in (0, 2, 3):
                pairs[PARTS[n]] += [(_fills(at, mine[n]), _fills(at, theirs[n])) for at in (None, *starts)]
    return {part: _kappa(each) for part, each in pairs.items()}


def differing(firsts: Sequence[Reading], seconds: Sequence[Reading]) -> dict[str, int]:
    """Return how many clauses two readings have, by `both`, and in how many they choose other words, by part."""
    counts = {"first": 0, "second": 0, "both": 0, **dict.fromkeys((*PARTS, "any"), 0)}
    for first, second in zip(firsts, seconds, strict=True):
        counts["first"] += len(_required(first))
        counts["second"] += len(_required(second))
        for mine, theirs in _chosen(first, second):
            counts["both"] += 1
            for part, one, other in zip(PARTS, mine, theirs, strict=True):
                counts[part] += one != other
            counts["any"] += mine != theirs
    return counts


def _required(reading: Reading) -> list[JudgedTuple]:
    return [one for one in reading if not one.is_optional]


def _chosen(first: Reading, second: Reading) -> list[tuple[list[Span | None], list[Span | None]]]:
    """The choices of two readings in each clause that both have; spans that overlap are made equal."""
    wanted, others = _required(first), _required(second)
    found = []
    for n, at in sorted(_matched(wanted, [_chosen_places(one) for one in others]).items()):
        mine = [part.chosen for part in wanted[n].parts]
        theirs = [part.chosen for part in others[at].parts]
        same = [_overlap(one, other) for one, other in zip(mine, theirs, strict=True)]
        found.append(
            (mine, [one if is_same else other for one, other, is_same in zip(mine, theirs, same, strict=True)])
        )
    return found


def _chosen_places(one: JudgedTuple) -> Found:
    who, verb, what, where = (None if part.chosen is None else part.chosen[0] for part in one.parts)
    return who, verb, what, where


def _overlap(one: Span | None, other: Span | None) -> bool:
    return one is not None and other is not None and one[0] < other[1] and other[0] < one[1]


def _is_verb(at: int, reading: Reading) -> bool:
    return any((one.parts[1].chosen or (0, 0))[0] == at for one in _required(reading))


def _fills(at: int | None, span: Span | None) -> bool:
    return span is None if at is None else span is not None and span[0] <= at < span[1]


def _kappa(pairs: Sequence[tuple[bool, bool]]) -> float:
    n = len(pairs)
    agreed = sum(one == other for one, other in pairs) / n
    first, second = sum(one for one, _ in pairs) / n, sum(other for _, other in pairs) / n
    expected = first * second + (1 - first) * (1 - second)
    return 1.0 if expected == 1 else (agreed - expected) / (1 - expected)


def _tuples(rows: Sequence[dict[str, Any]]) -> Reading:
    return tuple(
        JudgedTuple(tuple(_filler(part) for part in row["parts"]), row.get("is_optional", False))  # type: ignore[arg-type]
        for row in rows
    )


def _filler(spans: list[list[int] | None] | None) -> Filler:
    if spans is None:
        return Filler((), is_free=True)
    return Filler(tuple(None if span is None else (span[0], span[1]) for span in spans))
