"""Labels of clips, mined from their captions by the semantic parser (*Movie Description*, §4.2.1)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from cinescribe.corpus.core.blanks import SOMEONE, with_someone
from cinescribe.errors import TrainError
from cinescribe.language.semantics.labels import ClauseLabels, label_texts
from cinescribe.language.tokens.parsed_sentence import Parser
from cinescribe.language.tokens.tokenize import tokenize
from cinescribe.language.wordnet.wordnet import wordnet
from cinescribe.schema import Clip

_NO_LABELS = frozenset({"", SOMEONE})  # everybody is someone


@dataclass(frozen=True, order=True)
class RoleLabel:
    """A label in a role: `walk` as a verb is another than `walk` as a noun.

    Args:
        text: the label, in lower case; several words for phrasal verbs and compounds.
        is_verb: whether it is the verb of its clause, rather than a noun: subject, object or location.
    """

    text: str
    is_verb: bool


@dataclass(frozen=True)
class MinedLabels:
    """The labels of clips.

    Args:
        of_clips: the labels of each clip, from all its captions.
        n_unparsed: captions that the parser found no label in.
        n_matched: those of them that got labels by their words.
    """

    of_clips: tuple[frozenset[RoleLabel], ...]
    n_unparsed: int
    n_matched: int


def mined_labels(
    clips: Sequence[Clip], parser: Parser, *, known: Iterable[RoleLabel] | None = None, match: bool = True
) -> MinedLabels:
    """Return the labels of the captions of clips.

    Args:
        clips: with captions; people in them are `someone`.
        parser: parses the captions.
        known: the labels that are looked for in captions without any; by default those of the other captions.
        match: whether labels are looked for there.

    Raises:
        TrainError: when no caption has a label.
    """
    captions = [
        [with_someone(text) for text in (clip.text, *clip.paraphrases) if text and text.strip()] for clip in clips
    ]
    texts = list(dict.fromkeys(text for some in captions for text in some))
    found = dict(zip(texts, (_labels(clauses) for clauses in label_texts(texts, parser)), strict=True))
    if not any(found.values()):
        raise TrainError(f"the parser found no label in {len(texts)} captions; give captions with verbs")
    unparsed = [text for text in texts if not found[text]]
    wanted = known if known is not None else {label for labels in found.values() for label in labels}
    matched = matched_labels(unparsed, wanted) if match else [frozenset[RoleLabel]() for _ in unparsed]
    found |= dict(zip(unparsed, matched, strict=True))
    of_clips = (frozenset(label for text in some for label in found[text]) for some in captions)
    return MinedLabels(tuple(of_clips), len(unparsed), sum(map(bool, matched)))


def matched_labels(texts: Sequence[str], labels: Iterable[RoleLabel]) -> list[frozenset[RoleLabel]]:
    """Return the labels in the words of each text, inflected or not: `walk up` in `Walking up the stairs`."""
    by_first: dict[str, list[tuple[list[str], RoleLabel]]] = {}
    for label in labels:
        words = label.text.split()
        by_first.setdefault(words[0], []).append((words, label))
    found = []
    for words in tokenize(texts):
        forms = [_bases(word) for word in words]
        found.append(
            frozenset(
                label
                for at, first in enumerate(forms)
                for base, pos in first
                for wanted, label in by_first.get(base, [])
                if pos in (None, label.is_verb) and _continues(wanted[1:], forms[at + 1 :])
            )
        )
    return found


def _labels(clauses: Iterable[ClauseLabels]) -> frozenset[RoleLabel]:
    pairs = (
        RoleLabel(text.lower(), text == clause.verb and role == 1)
        for clause in clauses
        for role, text in enumerate(clause.roles)
    )
    return frozenset(label for label in pairs if label.text not in _NO_LABELS)


def _bases(word: str) -> set[tuple[str, bool | None]]:
    """Return the forms that a word may be of: base and whether it is a verb's; None for the word itself."""
    known = wordnet()
    verbs = {(base, True) for base in known.bases(word, "v")}
    nouns = {(base, False) for base in known.bases(word, "n")}
    return verbs | nouns | {(word, None)}


def _continues(wanted: Sequence[str], forms: Sequence[set[tuple[str, bool | None]]]) -> bool:
    return len(wanted) <= len(forms) and all(
        any(base == word for base, _ in some) for word, some in zip(wanted, forms, strict=False)
    )
