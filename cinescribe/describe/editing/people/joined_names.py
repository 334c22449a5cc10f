"""Lists of people in a text that name one person twice, as they come about when two people are one: `Anna and Anna`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from cinescribe.describe.guidelines.cue_text import PlacedSentence, placed_sentences
from cinescribe.describe.guidelines.present_tense import present
from cinescribe.language import parser  # loaded when a text has such a list

_BETWEEN = r"(?:\s*,\s*(?:and\s+)?|\s+(?:and|&)\s+)"
_AUXILIARIES = ("aux", "aux:pass", "cop")
_MODALS = ("can", "could", "may", "might", "must", "shall", "should", "will", "would")
_BOTH = re.compile(r"^\s+both\b")
_POSSESSIVE = re.compile(r"['\u2019]s\b")
_SENTENCES = re.compile(r"(?<=[.!?])\s+")


def with_single_names(text: str, name: str, others: Sequence[str]) -> str:
    """Return a text whose lists of people name a person once; a verb whose subject is now one person agrees with it.

    Args:
        text: sentences.
        name: the person's.
        others: names of other people, who may be in the same list.

    Example:
        >>> with_single_names("Anna and Anna open the door.", "Anna", ["Bob"])
        'Anna opens the door.'
    """
    for found in reversed(list(_lists(text, name, others))):
        if _names(found[0]).count(name.casefold()) > 1:
            before, kept, after = text[: found.start()], _joined(found[0]), text[found.end() :]
            is_one = kept.casefold() == name.casefold() and not _POSSESSIVE.match(after)
            text = _in_singular(before, kept, _BOTH.sub("", after)) if is_one else before + kept + after
    return text


def repeats_name(text: str, name: str) -> bool:
    """Return whether a sentence names a person more than once, other than as an owner: `Anna hugs Anna`."""
    pattern = re.compile(rf"(?<![\w-]){re.escape(name)}(?![\w-]|['\u2019]s\b)", re.IGNORECASE)
    return any(len(pattern.findall(sentence)) > 1 for sentence in _SENTENCES.split(text))


def _lists(text: str, name: str, others: Sequence[str]) -> Iterator[re.Match[str]]:
    spellings = {one[:1].upper() + one[1:] for one in (name, *others)} | {name, *others}
    either = "|".join(map(re.escape, sorted(spellings, key=len, reverse=True)))
    return re.finditer(rf"(?<![\w-])(?:{either})(?:{_BETWEEN}(?:{either}))+(?![\w-])", text)


def _names(words: str) -> list[str]:
    return re.split(_BETWEEN, words.casefold())


def _joined(words: str) -> str:
    """A list with each name once, and with the marks that it has."""
    first: dict[str, str] = {}
    for name in re.split(_BETWEEN, words):
        first.setdefault(name.casefold(), name)
    names = list(first.values())
    if len(names) < 3:
        return " and ".join(names)
    comma = "," if re.search(r",\s+and\b", words) else ""
    return f"{', '.join(names[:-1])}{comma} and {names[-1]}"


def _in_singular(before: str, name: str, after: str) -> str:
    """A text with one name in place of several; their verbs agree with it."""
    stand_in = "They" if name[0].isupper() else "they"  # parsed more surely than `person 1 and person 1`
    text, place = f"{before}{stand_in}{after}", len(before)
    edits = []
    for sentence in placed_sentences(text, parser.shipped_parser()):
        subject = next((n for n, (start, _) in enumerate(sentence.places) if start == place), None)
        for at, word in enumerate(sentence.words) if subject is not None else ():
            is_finite = word.text == word.lemma or word.text in ("are", "were", "have", "do")
            if word.pos in ("VERB", "AUX") and is_finite and _subject(sentence, at) == subject:
                form = "was" if word.text == "were" else present(word.lemma, plural=False)
                edits.append((sentence.places[at], form))
    for (start, end), words in sorted([*edits, ((place, place + len(stand_in)), name)], reverse=True):
        text = text[:start] + words + text[end:]
    return text


def _subject(sentence: PlacedSentence, at: int) -> int | None:
    """The subject with which a verb agrees; None for an infinitive, and where an auxiliary agrees in its place."""
    word = sentence.words[at]
    if word.text in _MODALS or ("VerbForm=Inf" in word.features and sentence.child(at, "mark") is not None):
        return None
    if word.dep in _AUXILIARIES:
        return sentence.subject(word.head)
    if sentence.child(at, *_AUXILIARIES) is not None or _shares_auxiliary(sentence, at):
        return None
    return sentence.subject(at)


def _shares_auxiliary(sentence: PlacedSentence, at: int) -> bool:
    """Whether a verb is joined to one with an auxiliary that goes on holding: `can run and jump`."""
    word = sentence.words[at]
    if word.dep != "conj" or sentence.child(at, "nsubj", "nsubj:pass") is not None:
        return False
    return any(child.dep == "aux" and child.text in (*_MODALS, "do") for _, child in sentence.children(word.head))
