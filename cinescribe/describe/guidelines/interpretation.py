"""Rules against interpretation: feelings and motives without a visible cause, and adverbs that judge or guess."""

from __future__ import annotations

from collections.abc import Iterator

from cinescribe.describe.guidelines.cue_text import CueText, PlacedSentence, WordSpan, edited
from cinescribe.describe.guidelines.finding import Fault, RuleSetting
from cinescribe.describe.guidelines.lint_input import LintInput
from cinescribe.describe.guidelines.word_lists import (
    EMOTIONAL,
    JUDGING,
    MENTAL,
    OUTWARD,
    STANCE,
    VISIBLE,
    emotional_adverbs,
)
from cinescribe.language.tokens.parsed_sentence import Word
from cinescribe.language.wordnet.wordnet import wordnet

_EMOTION = "emotion"  # WordNet's topic of `love`, `fear`, `enjoy`
_STATES = frozenset(("be", "feel", "become", "get", "seem", "remain", "grow", "appear"))  # verbs before an adjective
_REASONS = ("because",)
_PURPOSES = (("in", "order", "to"), ("so", "that"), ("in", "hopes", "of"))
_INTERPRETIVE = STANCE | JUDGING | emotional_adverbs()
_MIN_WORDS = 2  # that a sentence keeps without its adverb


def feelings(given: LintInput, setting: RuleSetting) -> Iterator[Fault]:
    """Yield the cues that name a person's feeling without its visible sign."""
    for text in given.checked:
        words = [
            word.text
            for sentence in text.sentences
            if not _shows(sentence)
            for at, word in sentence.described()
            if _is_felt(sentence, at, word)
        ]
        if words:
            yield Fault(f"a feeling that is not shown: {', '.join(map(repr, words))}", text.cue)


def motives(given: LintInput, setting: RuleSetting) -> Iterator[Fault]:
    """Yield the cues that state a person's thoughts, knowledge, wishes, intentions or reasons."""
    for text in given.checked:
        words = [phrase for sentence in text.sentences for phrase in _reasons(sentence)]
        if words:
            yield Fault(f"a motive or a thought: {', '.join(map(repr, words))}", text.cue)


def adverbs(given: LintInput, setting: RuleSetting) -> Iterator[Fault]:
    """Yield the cues with an adverb that judges or guesses; the sentence is complete without it."""
    for text in given.checked:
        found = [
            (sentence, at) for sentence in text.sentences for at, word in sentence.described() if _interprets(word)
        ]
        if found:
            words = ", ".join(repr(sentence.words[at].text) for sentence, at in found)
            yield Fault(f"interprets: {words}", text.cue, mend=_without(text, found))


def _interprets(word: Word) -> bool:
    # The parser takes rare adverbs for nouns and adjectives; but `likely` may well be an adjective.
    key = word.text.lower()
    return key in _INTERPRETIVE and (word.pos == "ADV" or not wordnet().has(key, "a"))


def _is_felt(sentence: PlacedSentence, at: int, word: Word) -> bool:
    if _is_active_verb(word) and word.lemma not in OUTWARD | MENTAL | _STATES:
        return wordnet().topics(word.lemma)[:1] == (_EMOTION,)
    if word.text.lower() not in EMOTIONAL or word.pos not in ("ADJ", "VERB"):
        return False
    has_verb = any(child.lemma in _STATES for _, child in sentence.children(at) if child.dep in ("cop", "aux:pass"))
    return has_verb or (word.dep in ("xcomp", "acl", "advcl") and sentence.words[word.head].lemma in _STATES)


def _shows(sentence: PlacedSentence) -> bool:
    return any(word.lemma in VISIBLE or word.text.lower() in VISIBLE for word in sentence.words)


def _reasons(sentence: PlacedSentence) -> Iterator[str]:
    texts = [word.text.lower() for word in sentence.words]
    for at, word in sentence.described():
        if (_is_active_verb(word) and word.lemma in MENTAL) or texts[at] in _REASONS:
            yield word.text
        for phrase in _PURPOSES:
            if tuple(texts[at : at + len(phrase)]) == phrase:
                yield " ".join(phrase)


def _is_active_verb(word: Word) -> bool:
    """Whether a word is a verb with a person as its agent, and not a participle before a noun."""
    return word.pos == "VERB" and "Voice=Pass" not in word.features and word.dep not in ("amod", "compound")


def _without(text: CueText, found: list[tuple[PlacedSentence, int]]) -> str | None:
    """The text without the adverbs; None if one of them carries the sentence."""
    places: list[tuple[WordSpan, str]] = []
    for sentence, at in found:
        others = [word for n, word in enumerate(sentence.words) if n != at and word.pos != "PUNCT"]
        if len(others) < _MIN_WORDS or any(word.dep in ("conj", "cc") for _, word in sentence.children(at)):
            return None
        start, end = sentence.places[at]
        if text.text[end : end + 1] == "," and (start == 0 or text.text[:start].rstrip().endswith(",")):
            end += 1  # the commas around it
            start = max(text.text.rfind(",", 0, start), 0) if start else 0
        places.append(((start, end), ""))
    return edited(text.text, places)
