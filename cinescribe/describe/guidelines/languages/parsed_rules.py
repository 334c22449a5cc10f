"""Rules of grammar in languages other than English, where the user has installed a spaCy pipeline of the language.

They read the morphology of Universal Dependencies, which these pipelines share, and of relations only which verbs are
in main clauses.
"""

from __future__ import annotations

from collections.abc import Iterator

from cinescribe.describe.guidelines.cue_text import CueText, PlacedSentence
from cinescribe.describe.guidelines.finding import Fault, RuleSetting
from cinescribe.describe.guidelines.languages.language_words import language_words
from cinescribe.describe.guidelines.languages.word_rules import person_words
from cinescribe.describe.guidelines.lint_input import LintInput
from cinescribe.language.tokens.parsed_sentence import Word

# Relations of coordinated main clauses: Universal Dependencies, and TIGER, which German has.
_MAIN = frozenset(("root", "conj", "parataxis", "cj", "cd"))
_PAST = ("Tense=Past", "Tense=Imp", "Tense=Pqp")
_HAVE = frozenset(("avoir", "haben", "hebben", "haber", "avere", "ter"))  # with a participle: a past tense
_WILL = frozenset(("zullen", "werden"))  # with an infinitive: the future
_PERSONS = ("Person=1", "Person=2")
# Languages in which a verb has its pronoun beside it: there, a verb of the first person is a mistake of the parser.
_WITH_PRONOUNS = frozenset(("da", "de", "fr", "nb", "nl", "nn", "no", "sv"))
_BELOW_AUXILIARY = "oc"  # relation of a participle or infinitive below its auxiliary in TIGER
_VERBS = frozenset(("VERB", "AUX"))


def parsed_tense(given: LintInput, setting: RuleSetting) -> Iterator[Fault]:
    """Yield the cues whose main clauses are in the past or the future tense; none without a parser."""
    known = language_words(given.language)
    endings = () if known is None else known.past_endings
    for text in given.parsed:
        found = [
            (word, time)
            for sentence in text.sentences
            for at, word in sentence.described()
            if (time := _time(sentence, at, endings))
        ]
        if found:
            times = " and ".join(sorted({time for _, time in found}))
            yield Fault(f"{times} tense: {', '.join(repr(word.text) for word, _ in found)}", text.cue)


def parsed_person(given: LintInput, setting: RuleSetting) -> Iterator[Fault]:
    """Yield the cues with a pronoun, or a verb without one, of the first or second person."""
    reported = set[str]()
    for fault in person_words(given, setting):
        reported.add(fault.cue.id if fault.cue else "")
        yield fault
    for text in given.parsed if given.language not in _WITH_PRONOUNS else ():
        verbs = [] if text.cue.id in reported else list(_personal_verbs(text))
        if verbs:
            yield Fault(f"first or second person: {', '.join(map(repr, verbs))}", text.cue)


def _personal_verbs(text: CueText) -> Iterator[str]:
    for sentence in text.sentences:
        for _, word in sentence.described():
            is_finite = word.pos in _VERBS and "VerbForm=Fin" in word.features and "Mood=Imp" not in word.features
            if is_finite and any(person in word.features for person in _PERSONS):
                yield word.text


def _time(sentence: PlacedSentence, at: int, past_endings: tuple[str, ...]) -> str:
    """`past` or `future` for a verb that gives its main clause this tense; "" for another."""
    word = sentence.words[at]
    if word.pos not in _VERBS or not _is_main(sentence, at):
        return ""
    if "VerbForm=Fin" in word.features and "Mood=Cnd" not in word.features and "Mood=Sub" not in word.features:
        is_past = not past_endings or word.text.lower().endswith(past_endings)
        if is_past and any(tense in word.features for tense in _PAST):
            return "past"
        if "Tense=Fut" in word.features:
            return "future"
    return _compound_time(sentence, at, word)


def _compound_time(sentence: PlacedSentence, at: int, word: Word) -> str:
    """The tense of an auxiliary with the form of its verb, whichever of the two is the head."""
    if word.lemma not in _HAVE | _WILL or "VerbForm=Fin" not in word.features:
        return ""
    above = [sentence.words[word.head]] if word.dep.startswith("aux") else []
    below = [child for _, child in sentence.children(at) if child.dep == _BELOW_AUXILIARY]
    forms = [other.features for other in (*above, *below)]
    if word.lemma in _HAVE and any("VerbForm=Part" in features for features in forms):
        return "past"
    return "future" if word.lemma in _WILL and any("VerbForm=Inf" in features for features in forms) else ""


def _is_main(sentence: PlacedSentence, at: int) -> bool:
    """Whether a verb, or the one that it is an auxiliary of, is the head of a main clause."""
    word = sentence.words[at]
    if word.dep.startswith(("aux", "cop")):
        at = word.head
    while sentence.words[at].dep in _MAIN:
        if sentence.words[at].head == at or sentence.words[at].dep == "root":
            return True
        at = sentence.words[at].head
    return False
