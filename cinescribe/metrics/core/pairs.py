"""Candidates beside their references, checked once, so that no metric meets a missing or empty text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cinescribe.errors import ScoreError


@dataclass(frozen=True)
class Pairs:
    """One candidate and at least one reference for every item, in the candidates' order.

    Attributes:
        ids: the items' ids, distinct.
        candidates: the texts under test, one an item; empty only where that was allowed.
        references: the texts they are held to, at least one an item, none empty.
        allow_empty: whether empty candidates are scored (as each metric's formula has it) or refused.
    """

    ids: tuple[str, ...]
    candidates: tuple[str, ...]
    references: tuple[tuple[str, ...], ...]
    allow_empty: bool = False

    @classmethod
    def of(
        cls,
        candidates: Mapping[str, str] | Mapping[int, str],
        references: Mapping[str, str | Sequence[str]] | Mapping[int, str | Sequence[str]],
        *,
        allow_empty: bool = False,
    ) -> Pairs:
        """Bring together what two files say of the same items.

        Args:
            candidates: the text under test by id; numbers as ids become texts, so 12 and "12" name one item.
            references: one text or several by id; ids without a candidate are an error, as are candidates without one.
            allow_empty: score an empty candidate as each metric's formula has it, rather than refuse it.

        Raises:
            ScoreError: naming the item without a counterpart, with an empty or missing text, or of another type.
        """
        tested, held = _named(candidates, "candidates"), _named(references, "references")
        if not tested:
            raise ScoreError("there is no candidate to score; give at least one caption under test")
        _same_keys(tested, held)
        listed = [_listed(key, held[key]) for key in tested]
        for key, text in tested.items():
            _check(text, f"the candidate of item {key!r}", allow_empty=allow_empty)
        for key, texts in zip(tested, listed, strict=True):
            for text in texts:
                _check(text, f"a reference of item {key!r}", allow_empty=False)
        return cls(tuple(tested), tuple(tested.values()), tuple(map(tuple, listed)), allow_empty)


def _named(texts: Mapping[Any, Any], what: str) -> dict[str, Any]:
    named: dict[str, Any] = {}
    for key, value in texts.items():
        if isinstance(key, bool) or not isinstance(key, (str, int)):
            raise ScoreError(f"the {what} have the id {key!r}; wanted a text or a whole number")
        if _is_broken(str(key)):
            raise ScoreError(f"the {what} have the id {key!r}, which has half a character in it; write it whole")
        if str(key) in named:
            raise ScoreError(f"the {what} have the id {str(key)!r} twice, as a text and as a number; keep one")
        named[str(key)] = value
    return named


def _same_keys(candidates: Iterable[str], references: Iterable[str]) -> None:
    tested, known = set(candidates), set(references)
    if alone := sorted(map(str, tested - known)):
        raise ScoreError(
            f"item {alone[0]!r} has a candidate but no reference ({len(alone)} such); score the same items"
        )
    if alone := sorted(map(str, known - tested)):
        raise ScoreError(f"item {alone[0]!r} has references but no candidate ({len(alone)} such); score the same items")


def _listed(key: str, texts: object) -> Sequence[str]:
    if isinstance(texts, str):
        return [texts]
    if not isinstance(texts, Sequence) or isinstance(texts, bytes):
        raise ScoreError(f"the references of item {key!r} are {texts!r}; wanted a text or a list of texts")
    if not texts:
        raise ScoreError(f"item {key!r} has an empty list of references; give at least one")
    return texts


def _check(text: object, what: str, *, allow_empty: bool) -> None:
    if not isinstance(text, str):
        raise ScoreError(f"{what} is {text!r}, of type {type(text).__name__}; wanted a text")
    if _is_broken(text):
        raise ScoreError(f"{what} is {text!r}, which has half a character in it; write it whole")
    if not text.strip() and not allow_empty:
        raise ScoreError(f"{what} is empty; write a text there (empty candidates are scored where that is allowed)")


def _is_broken(text: str) -> bool:
    """Whether no file can hold a text: JSON's `\\ud83d` alone is half of a character."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return True
    return False
