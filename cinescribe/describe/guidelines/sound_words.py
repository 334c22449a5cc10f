"""The rule against describing what can be heard."""

from __future__ import annotations

from collections.abc import Iterator

from cinescribe.describe.guidelines.cue_text import PlacedSentence
from cinescribe.describe.guidelines.finding import Fault, RuleSetting
from cinescribe.describe.guidelines.lint_input import LintInput
from cinescribe.describe.guidelines.word_lists import PATHS, PLAYED, SOUND_MAKERS, SOUND_VERBS, SOUNDS, UNMOVED
from cinescribe.language.tokens.parsed_sentence import Word
from cinescribe.language.wordnet.wordnet import wordnet

_HEAR = "hear"
_MADE_OF = ("compound", "amod", "nmod:poss")  # relations in which a word only names a thing: a sound booth


def sounds(given: LintInput, setting: RuleSetting) -> Iterator[Fault]:
    """Yield the cues that describe a sound, since everybody hears it: `a phone rings`, `music plays`, `is heard`."""
    for text in given.checked:
        words = [word.text for sentence in text.sentences for word in _audible(sentence)]
        if words:
            yield Fault(f"describes what is heard: {', '.join(map(repr, words))}", text.cue)


def _audible(sentence: PlacedSentence) -> Iterator[Word]:
    for at, word in sentence.described():
        if word.pos == "VERB":
            is_sound = word.lemma in SOUND_VERBS and sentence.child(at, "obj") is None and not _moves(sentence, at)
            is_heard = word.lemma == _HEAR and (
                sentence.child(at, "nsubj:pass", "aux:pass") is not None or word.dep.startswith("acl")
            )
            if is_sound or is_heard:
                yield word
        elif _is_mistaken_verb(sentence, at) or (
            word.pos == "NOUN"
            and word.dep not in _MADE_OF
            and (word.lemma in SOUNDS or (word.lemma in SOUND_MAKERS and _is_heard(sentence, at)))
        ):
            yield word


def _is_mistaken_verb(sentence: PlacedSentence, at: int) -> bool:
    """Whether a word that the parser calls a noun is the only verb of its sentence, as in `A phone rings`."""
    word, before = sentence.words[at], sentence.words[at - 1]
    # At the start of a sentence the parser takes a plural for a verb: `Footsteps echo`.
    is_subject = before.pos in ("NOUN", "PROPN") or (at == 1 and before.text.endswith("s"))
    if at == 0 or not is_subject or word.dep not in ("root", "obj") or word.pos != "NOUN":
        return False
    after = sentence.words[at + 1].text.lower() if at + 1 < len(sentence.words) else ""
    if after in PATHS and UNMOVED.isdisjoint(wordnet().bases(word.text, "v")):
        return False
    has_verb = any(other.pos in ("VERB", "AUX") for n, other in enumerate(sentence.words) if n != at - 1)
    return not has_verb and not SOUND_VERBS.isdisjoint(wordnet().bases(word.text, "v"))


def _moves(sentence: PlacedSentence, at: int) -> bool:
    """Whether a verb of sound has a path: a direction as adverb, or as preposition of what depends on it."""
    if sentence.words[at].lemma in UNMOVED:
        return False
    below = [n for n, _ in sentence.children(at)]
    cases = [child for n in below for _, child in sentence.children(n) if child.dep == "case"]
    return any(word.text.lower() in PATHS for word in (*(sentence.words[n] for n in below), *cases))


def _is_heard(sentence: PlacedSentence, at: int) -> bool:
    """Whether a noun is the subject of a verb that sounds have: `music plays`, `a siren wails`."""
    word = sentence.words[at]
    verb = sentence.words[word.head]
    return word.dep.startswith("nsubj") and verb.lemma in PLAYED
