"""The rule against `we see`: words that put the viewer between the description and the film."""

from __future__ import annotations

from collections.abc import Iterator

from cinescribe.describe.guidelines.cue_text import CueText, PlacedSentence, WordSpan, edited
from cinescribe.describe.guidelines.finding import Fault, RuleSetting
from cinescribe.describe.guidelines.lint_input import LintInput
from cinescribe.describe.guidelines.present_tense import present
from cinescribe.language.wordnet.wordnet import wordnet

_VIEWERS = frozenset(("we", "you"))
_PERCEPTION = "perception"  # WordNet's topic of `see`, `watch`, `notice`, `hear`


def we_see(given: LintInput, setting: RuleSetting) -> Iterator[Fault]:
    """Yield the cues in which `we` or `you` see, watch, notice or hear something."""
    for text in given.checked:
        found = list(_viewer_verbs(text))
        if found:
            sentence, viewer, verb = found[0]
            words = text.text[sentence.places[viewer][0] : sentence.places[verb][1]]
            yield Fault(f"names the viewer: {words!r}", text.cue, mend=_without_viewer(text, found))


def viewer_places(text: CueText) -> Iterator[WordSpan]:
    """Yield the places of the pronouns in `we see`."""
    return (sentence.places[viewer] for sentence, viewer, _ in _viewer_verbs(text))


def _viewer_verbs(text: CueText) -> Iterator[tuple[PlacedSentence, int, int]]:
    """Yield each sentence with a viewer who perceives something, and the indices of the viewer and the verb."""
    for sentence in text.sentences:
        for at, word in sentence.described():
            head = sentence.words[word.head]
            is_viewer = word.text.lower() in _VIEWERS and word.dep.startswith("nsubj") and word.head > at
            if is_viewer and wordnet().topics(head.lemma)[:1] == (_PERCEPTION,):
                yield sentence, at, word.head


def _without_viewer(text: CueText, found: list[tuple[PlacedSentence, int, int]]) -> str | None:
    """`We see a man opening a door.` as `A man opens a door.`; None where the rest would be no sentence."""
    sentence, viewer, verb = found[0]
    if len(found) > 1 or not _opens(sentence, viewer) or verb + 1 >= len(sentence.words):
        return None
    following = sentence.words[verb + 1]
    if following.pos in ("PUNCT", "ADP", "PRON") and following.text.lower() not in ("that", "him", "her"):
        return None
    start = verb + 2 if following.text.lower() == "that" and _has_clause(sentence, verb) else verb + 1
    if start >= len(sentence.words) or sentence.words[start].text.lower() in ("him", "her", "them", "me", "us"):
        return None
    edits = [((sentence.places[0][0], sentence.places[start][0]), "")]
    edits += _finite_edits(sentence, verb, start)
    first = sentence.places[0][0]
    own = [((start - first, end - first), words) for (start, end), words in edits]
    return text.text[:first] + edited(text.text[first:], own)


def _opens(sentence: PlacedSentence, viewer: int) -> bool:
    """Whether the viewer begins the sentence, but for an adverb: `Now we see`."""
    return all(word.pos in ("ADV", "PUNCT", "CCONJ") for word in sentence.words[:viewer])


def _has_clause(sentence: PlacedSentence, verb: int) -> bool:
    return any(child.dep == "ccomp" for _, child in sentence.children(verb))


def _finite_edits(sentence: PlacedSentence, verb: int, start: int) -> list[tuple[WordSpan, str]]:
    """The edit that makes the first participle or infinitive after the verb finite: `opening` to `opens`."""
    for at in range(start, len(sentence.words)):
        word = sentence.words[at]
        if word.pos not in ("VERB", "AUX"):
            continue
        noun = word.head if word.dep.startswith("acl") else sentence.subject(at)
        noun = sentence.child(verb, "obj", "nsubj") if noun is None else noun
        # In `we see Anna walk`, parsers also take `walk` for a plural.
        is_bare = word.text.lower() == word.lemma and noun is not None and not sentence.is_plural(noun)
        if ("VerbForm=Fin" in word.features and not is_bare) or word.dep in ("amod", "compound"):
            return []
        is_open = is_bare or any(form in word.features for form in ("Ger", "Tense=Pres", "VerbForm=Inf"))
        if not is_open or noun is None or noun >= at or sentence.words[at - 1].text.lower() == "to":
            return []
        return [(sentence.places[at], present(word.lemma, plural=sentence.is_plural(noun)))]
    return []
