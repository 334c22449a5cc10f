"""Candidates paired with their references, checked once, so that no metric meets a missing or empty text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cinescribe.errors import ScoreError

MAX_LETTERS = 10_000  # of one text: about two thousand words, of which every metric makes a value within a second


@dataclass(frozen=True)
class Pairs:
    """One candidate and at least one reference for every item, in the candidates' order.

    Attributes:
        ids: the items' ids, distinct.
        candidates: the text to score, one per item; empty only with `allow_empty`.
        references: the reference texts, one or more per item, none empty.
        allow_empty: whether empty candidates are scored (by each metric's formula) or refused.
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
        """Pair candidates with references by id.

        Args:
            candidates: the text to score by id; numeric ids become texts, so 12 and "12" name one item.
            references: one text or several by id; both sides must have the same ids.
            allow_empty: score empty candidates by each metric's formula instead of refusing them.

        Raises:
            ScoreError: naming the item without a counterpart, with a text that is empty, missing, endless or no text.
        """
        by_id, references_by_id = _with_text_ids(candidates, "candidates"), _with_text_ids(references, "references")
        if not by_id:
            raise ScoreError("there is no candidate to score; give at least one caption")
        _check_same_ids(by_id, references_by_id)
        listed = [_as_list(key, references_by_id[key]) for key in by_id]
        for key, text in by_id.items():
            _check(text, f"the candidate of item {key!r}", allow_empty=allow_empty)
        for key, texts in zip(by_id, listed, strict=True):
            for text in texts:
                _check(text, f"a reference of item {key!r}", allow_empty=False)
        return cls(tuple(by_id), tuple(by_id.values()), tuple(map(tuple, listed)), allow_empty)


def _with_text_ids(texts: Mapping[Any, Any], what: str) -> dict[str, Any]:
    by_id: dict[str, Any] = {}
    for key, value in texts.items():
        if isinstance(key, bool) or not isinstance(key, (str, int)):
            raise ScoreError(f"the {what} have the id {key!r}; expected a text or a whole number")
        if _has_lone_surrogate(str(key)):
            raise ScoreError(f"the {what} have the id {key!r} with half a character in it; write the whole character")
        if str(key) in by_id:
            raise ScoreError(f"the {what} have the id {str(key)!r} twice, as a text and as a number; keep one")
        by_id[str(key)] = value
    return by_id


def _check_same_ids(candidates: Iterable[str], references: Iterable[str]) -> None:
    with_candidate, with_reference = set(candidates), set(references)
    if unpaired := sorted(map(str, with_candidate - with_reference)):
        raise ScoreError(
            f"item {unpaired[0]!r} has a candidate but no reference ({len(unpaired)} such); score the same items"
        )
    if unpaired := sorted(map(str, with_reference - with_candidate)):
        raise ScoreError(
            f"item {unpaired[0]!r} has references but no candidate ({len(unpaired)} such); score the same items"
        )


def _as_list(key: str, texts: object) -> Sequence[str]:
    if isinstance(texts, str):
        return [texts]
    if not isinstance(texts, Sequence) or isinstance(texts, bytes):
        raise ScoreError(f"the references of item {key!r} are {texts!r}; expected a text or a list of texts")
    if not texts:
        raise ScoreError(f"item {key!r} has an empty list of references; give at least one")
    return texts


def _check(text: object, what: str, *, allow_empty: bool) -> None:
    if not isinstance(text, str):
        raise ScoreError(f"{what} is {text!r}, of type {type(text).__name__}; expected a text")
    if _has_lone_surrogate(text):
        raise ScoreError(f"{what} is {text!r} with half a character in it; write the whole character")
    if len(text) > MAX_LETTERS:
        raise ScoreError(f"{what} has {len(text):,} letters; expected a caption, of at most {MAX_LETTERS:,}")
    if not text.strip() and not allow_empty:
        raise ScoreError(f"{what} is empty; write a text, or score empty candidates too (`allow_empty`)")


def _has_lone_surrogate(text: str) -> bool:
    """Return whether UTF-8 cannot hold the text, as with half of a surrogate pair from JSON."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return True
    return False
