"""Rules of grammar: present tense, third person, whole sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from cinescribe.describe.guidelines.cue_text import CueText, PlacedSentence, WordSpan, edited
from cinescribe.describe.guidelines.finding import Fault, RuleSetting
from cinescribe.describe.guidelines.lint_input import LintInput
from cinescribe.describe.guidelines.present_tense import present_edits
from cinescribe.describe.guidelines.viewer_words import viewer_places
from cinescribe.describe.guidelines.word_lists import FIRST_AND_SECOND, NO_ADVERBS, OPENING
from cinescribe.language.tokens.parsed_sentence import Word

_MAIN = frozenset(("root", "conj", "parataxis"))  # relations of verbs of main clauses, all the way up
_CARRIERS = frozenset(("aux", "aux:pass", "cop"))  # words that carry the tense of their head
_WILL = frozenset(("will", "shall", "wo", "'ll", "\u2019ll"))
# Relations in a sentence whose last preposition may belong to a noun before it: `the man she looks at`.
_STRANDING = frozenset(("acl:relcl", "nsubj:pass", "csubj", "acl", "advcl", "xcomp", "ccomp"))
_QUESTIONS = frozenset(("who", "whom", "what", "which", "where", "that", "whose"))
_WORD = re.compile(r"[^\W_]+(?:['\u2019][^\W_]+)*")
_CUT = re.compile(r"\w[-\u2010]\W*$")
_ENDS = re.compile(r"[.!?\u2026:][\"'\u2018\u2019\u201c\u201d\u00ab\u00bb)\]]*$")
# Share of the other cues without an end, up to which one without is thought to be cut. Ours: of COCO's captions, where
# people cut no sentence, 25 % have none.
RARE = 0.1
_MIN_WORDS = 4  # of a cue without an end; shorter ones are often titles: `Two years later`. Ours


def tense(given: LintInput, setting: RuleSetting) -> Iterator[Fault]:
    """Yield the cues whose main clauses are in the past or the future tense.

    Subordinate clauses are ignored: reported speech, relative clauses, participles.
    """
    for text in given.checked:
        found = [(sentence, *each) for sentence in text.sentences for each in _misplaced_verbs(sentence)]
        if found:
            forms = ", ".join(repr(_form(sentence, verb)) for sentence, verb, _ in found)
            times = {_time(sentence.words[verb]) for sentence, verb, _ in found}
            yield Fault(f"{' and '.join(sorted(times))} tense: {forms}", text.cue, mend=_in_present(text, found))


def person(given: LintInput, setting: RuleSetting) -> Iterator[Fault]:
    """Yield the cues with a pronoun of the first or second person; `we see` is another rule's."""
    for text in given.checked:
        viewer = set(viewer_places(text))
        words = [
            word.text
            for sentence in text.sentences
            for at, word in sentence.described()
            if _is_first_or_second(sentence, at) and sentence.places[at] not in viewer
        ]
        if words:
            yield Fault(f"first or second person: {', '.join(map(repr, words))}", text.cue)


def unfinished(given: LintInput, setting: RuleSetting) -> Iterator[Fault]:
    """Yield the cues that end within a sentence, and whose sentence the next cue does not go on with."""
    n_prose = sum(text.is_prose for text in given.cues)
    n_open = sum(text.is_open for text in given.cues if text.is_prose)
    for at, text in given.checked_at:
        if not text.sentences or ends_with_read_text(text):
            continue
        is_rare = n_open - text.is_open <= RARE * (n_prose - 1) and n_prose > 1
        why = _why_unfinished(text, is_rare=is_rare)
        if why and not (is_continued(given.cues, at) and not has_end(text)):
            yield Fault(f"half a sentence: {why}", text.cue)


def _is_first_or_second(sentence: PlacedSentence, at: int) -> bool:
    word = sentence.words[at]
    key = word.text.lower()
    if key not in FIRST_AND_SECOND or word.text == "US":
        return False
    if key == "mine" and sentence.child(at, "det", "amod", "compound") is not None:
        return False  # a coal mine
    return word.pos in ("PRON", "DET") or key not in ("i", "mine")


def _misplaced_verbs(sentence: PlacedSentence) -> Iterator[tuple[int, int | None]]:
    """Yield the finite verbs of main clauses that are not in the present tense, with the subject of each."""
    for at, _ in sentence.described():
        if _follows_name(sentence, at):
            yield at, at - 1
            continue
        if not _is_main(sentence, at):
            continue
        subject = sentence.subject(at)
        carriers = [n for n, child in sentence.children(at) if child.dep in _CARRIERS]
        shown = [n for n in carriers if _is_past(sentence.words[n]) or sentence.words[n].text.lower() in _WILL]
        if shown:
            yield shown[0], subject
        elif (not carriers and _is_past_verb(sentence, at, subject)) or _is_going_to(sentence, at):
            yield at, subject


def _is_main(sentence: PlacedSentence, at: int) -> bool:
    """Whether a word is the head of a main clause."""
    while sentence.words[at].dep in _MAIN:
        word = sentence.words[at]
        if word.head == at or word.dep == "root":
            return True
        # With a subject of its own, it is not part of a relative clause: `a wall he cannot see and the wall moves`.
        if word.dep == "conj" and sentence.words[word.head].dep == "acl:relcl" and sentence.child(at, "nsubj"):
            return True
        at = word.head
    return False


def _is_past(word: Word) -> bool:
    return "Tense=Past" in word.features and "VerbForm=Fin" in word.features


def _is_past_verb(sentence: PlacedSentence, at: int, subject: int | None) -> bool:
    """Whether a verb without an auxiliary is in the past tense."""
    word = sentence.words[at]
    if word.pos not in ("VERB", "AUX") or "Tense=Past" not in word.features or word.text.endswith("s"):
        return False  # no past tense ends in `s`, whatever the parser says
    if sentence.child(at, "nsubj:pass") is not None:  # a participle whose auxiliary is left out, as in headlines
        return False
    if subject is None and sentence.child(at, "expl") is None:
        # `Nearby stood Anna.` But a title begins with its participle (`Produced by`), and so may a noun.
        after = sentence.child(at, "obj")
        is_whole = after is not None and (
            sentence.words[after].pos == "PROPN" or sentence.child(after, "det") is not None
        )
        return at > 0 and is_whole and "VerbForm=Fin" in word.features
    if word.text.lower() == word.lemma:  # `put` after `they` is also the present tense
        return subject is not None and not sentence.is_plural(subject) and sentence.words[subject].pos != "NUM"
    if _is_compound(sentence, at, subject):
        return False
    if "VerbForm=Fin" in word.features:
        return True
    # Without an auxiliary, a participle after its subject or after a past tense is one that the parser has mistaken.
    if word.dep == "conj" and _is_past(sentence.words[word.head]):
        return True
    return word.dep == "root" and sentence.child(at, "nsubj") is not None and subject is not None and subject < at


def _is_compound(sentence: PlacedSentence, at: int, subject: int | None) -> bool:
    """Whether a noun and a participle describe the noun after them: `a snow covered slope`."""
    if at == 0 or at + 1 == len(sentence.words) or sentence.words[at + 1].pos not in ("NOUN", "ADJ"):
        return False
    is_subject = subject == at - 1 and sentence.child(at - 1, "det") is not None  # `The man opened doors`
    return sentence.words[at - 1].pos in ("NOUN", "ADJ") and not is_subject


def _follows_name(sentence: PlacedSentence, at: int) -> bool:
    """Whether a participle is a past tense that the parser has mistaken, as it does after a name that it does not know.

    `Emo watched from afar.`; but `Emo, followed by Proog, leaves.`
    """
    word, before = sentence.words[at], sentence.words[at - 1]
    if at == 0 or before.pos != "PROPN" or "Tense=Past|VerbForm=Part" not in word.features or word.pos != "VERB":
        return False
    is_alone = not any(other.dep in _CARRIERS or other.text == "by" for _, other in sentence.children(at))
    is_followed = at + 1 < len(sentence.words) and sentence.words[at + 1].text != "by"
    is_top = word.dep == "root" or (word.dep == "acl" and word.head == at - 1 and before.dep == "root")
    return is_alone and is_followed and is_top


def _is_going_to(sentence: PlacedSentence, at: int) -> bool:
    return sentence.words[at].text.lower() == "going" and any(
        child.dep == "xcomp" and "VerbForm=Inf" in child.features and sentence.child(n, "mark") is not None
        for n, child in sentence.children(at)
    )


def _form(sentence: PlacedSentence, verb: int) -> str:
    word = sentence.words[verb].text
    return "going to" if word.lower() == "going" else word


def _time(word: Word) -> str:
    return "future" if word.text.lower() in _WILL or word.text.lower() == "going" else "past"


def _in_present(text: CueText, found: list[tuple[PlacedSentence, int, int | None]]) -> str | None:
    """The text in the present tense; None if no single verb can change, or another clause is in the past too."""
    verbs = {sentence.places[verb] for sentence, verb, _ in found}
    others = (sentence.places[at] for sentence in text.sentences for at, word in sentence.described() if _is_past(word))
    if any(place not in verbs for place in others):
        return None
    edits: list[tuple[WordSpan, str]] = []
    for sentence, verb, subject in found:
        changes = present_edits(sentence, verb, subject)
        if not changes:
            return None
        edits += changes
    return edited(text.text, edits)


def _why_unfinished(text: CueText, *, is_rare: bool) -> str:
    """What shows that a sentence is cut; "" if nothing does."""
    words = _WORD.findall(text.text)
    if _CUT.search(text.text):
        return f"it ends within the word {text.text.split()[-1]!r}"
    if words and (words[-1] in OPENING or _lacks_noun(words[-1], text.sentences[-1])):
        return f"it ends in {words[-1]!r}"
    if is_rare and text.is_open and len(words) >= _MIN_WORDS and _is_clause(text.sentences[-1]):
        return f"it has no end after {words[-1]!r}"
    return ""


def has_end(text: CueText) -> bool:
    """Return whether a cue ends with a mark that ends sentences."""
    return _ENDS.search(text.text) is not None


def ends_with_read_text(text: CueText) -> bool:
    """Return whether the last word of a cue is read from the screen; also where there is no word."""
    last = _WORD.search(text.text[::-1])
    return last is None or any(first <= len(text.text) - last.end() < end for first, end in text.read)


def _lacks_noun(word: str, sentence: PlacedSentence) -> bool:
    """Whether a preposition at the end has no noun; in `the man she looks at`, the noun precedes it."""
    if word not in NO_ADVERBS or (
        word == "to" and any(one.lemma == "come" for one in sentence.words[-3:])
    ):  # he comes to
        return False
    return not any(one.dep in _STRANDING or one.text.lower() in _QUESTIONS for one in sentence.words)


def _is_clause(sentence: PlacedSentence) -> bool:
    """Whether a sentence has a finite verb with words after it; titles such as `Anna Stone presents` do not."""
    last = len(sentence.words) - 1
    return any("VerbForm=Fin" in word.features and at < last for at, word in enumerate(sentence.words))


def is_continued(cues: Sequence[CueText], at: int) -> bool:
    """Return whether the next cue continues the sentence, as captions of long sentences do."""
    return at + 1 < len(cues) and cues[at + 1].text[:1].islower()
