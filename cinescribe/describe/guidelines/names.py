"""Rules about names: introduced before they are used, one name for one person, no raw labels."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from cinescribe.describe.guidelines.cue_text import CueText, PlacedSentence, PlainWords, WordSpan, edited
from cinescribe.describe.guidelines.finding import Fault, RuleSetting
from cinescribe.describe.guidelines.languages.language_words import language_words
from cinescribe.describe.guidelines.languages.plain_names import PlainNames
from cinescribe.describe.guidelines.lint_input import LintInput
from cinescribe.language.names.mentions import NameFinder
from cinescribe.language.names.names import NamedPerson
from cinescribe.timing import Seconds

# Relations of words that describe a name: `the old man, Proog`, `Anna, in a red coat`, `the younger Emo`.
_DESCRIBING = frozenset(("appos", "amod", "det", "nmod", "acl", "acl:relcl", "compound", "nummod", "flat"))
_LABEL = re.compile(
    r"\bP\d{1,3}\b|\b(?:Person|PERSON|person)[ _#-]?\d{1,3}\b|\b(?:Speaker|Face|Track|Actor|Character)[ _#]\d{1,3}\b"
    r"|\bSOMEONE\b|\[(?:PERSON|NAME)\d*\]|\bunknown person\b"
)
_WORD = re.compile(r"[^\W\d_]+")
_MIN_NAME = 3  # letters; shorter ones are too close to each other
_LONG_NAME = 7  # letters; such a name may have two slips
# Languages in which names take no ending but a genitive or plural `s`.
_UNINFLECTED = frozenset(("en", "de", "nl", "fr", "es", "it", "pt", "ca", "gl", "sv", "da", "nb", "nn", "no"))
_RARE = 4  # a slip is at least this many times as rare as the name


def name_before_introduction(given: LintInput, setting: RuleSetting) -> Iterator[Fault]:
    """Yield the cues that use a name first, without a description of the person, before the dialogue has used it.

    Whom the audience knows from before needs no description.
    """
    finder = NameFinder(given.people) if given.plain is None else PlainNames(given.people)
    known = {person.name: person for person in given.people}
    met = {person.name for person in given.script.people if person.name and person.introduced is not None}
    checked = {text.cue.id for text in given.checked}
    wanted = {one.name for text in given.checked for one in finder.mentions(text.described) if one.name is not None}
    forms = [form.casefold() for name in wanted for form in known[name].forms]
    for text in given.cues:
        if text.cue.id not in checked and (wanted <= met or not _may_mention(text, forms)):
            continue
        for mention in finder.mentions(text.described):
            if mention.name is None or mention.name in met:
                continue
            met.add(mention.name)
            if text.cue.id not in checked:
                continue
            place = mention.start, mention.end
            if not _is_described(text, place, given.plain) and not _is_said(
                given, known[mention.name], text.span.start
            ):
                yield Fault(f"uses the name {text.text[slice(*place)]!r} before saying who that is", text.cue)


def name_drift(given: LintInput, setting: RuleSetting) -> Iterator[Fault]:
    """Yield the cues with a name that is almost, but not quite, one that the description or the dialogue uses."""
    right = _slips(given)
    for text in given.checked:
        found = [(place, word) for place, word in text.capitalised if word in right]
        if found:
            names = ", ".join(f"{word!r} for {right[word]!r}" for word in dict.fromkeys(word for _, word in found))
            mend = edited(text.text, [(place, right[word]) for place, word in found])
            yield Fault(f"two names for one person: {names}", text.cue, mend=mend)


def raw_label(given: LintInput, setting: RuleSetting) -> Iterator[Fault]:
    """Yield the cues with labels that a program gave: `P3`, `Person 3`; a person of the cast has a name instead."""
    names = {person.label: person.name for person in given.script.people if person.name}
    patterns = (_LABEL, *_labels(given.language))
    for text in given.checked:
        found = [label for pattern in patterns for label in pattern.finditer(text.described)]
        if found:
            edits = [(label.span(), names.get(label[0])) for label in found]
            whole = [(place, name) for place, name in edits if name is not None]
            mend = edited(text.text, whole) if len(whole) == len(edits) else None
            yield Fault(
                f"a label in place of a name: {', '.join(repr(label[0]) for label in found)}", text.cue, mend=mend
            )


@lru_cache
def _labels(language: str) -> tuple[re.Pattern[str], ...]:
    """The labels that programs give in a language other than English: `Sprecher 2`, `unbekannte Person`."""
    known = language_words(language)
    if known is None:
        return ()
    nouns = "|".join(re.escape(noun) for noun in known.labels if " " not in noun)
    phrases = "|".join(re.escape(noun) for noun in known.labels if " " in noun)
    # `Person 3` is found in every language.
    return (re.compile(rf"\b(?!Person\b)(?:{nouns})[ _#-]?\d{{1,3}}\b|\b(?:{phrases})\b", re.IGNORECASE),)


def _may_mention(text: CueText, forms: Sequence[str]) -> bool:
    words = text.described.casefold()
    return any(form in words for form in forms)


def _is_described(text: CueText, place: WordSpan, plain: PlainWords | None) -> bool:
    """Whether the words around a name say who that is."""
    if plain is not None:
        return plain.introduces(text.text, place)
    for sentence in text.sentences:
        for at, (start, end) in enumerate(sentence.places):
            if start >= place[0] and end <= place[1] and _has_description(sentence, at, place):
                return True
    return False


def _has_description(sentence: PlacedSentence, at: int, place: WordSpan) -> bool:
    def is_outside(n: int) -> bool:
        return not (place[0] <= sentence.places[n][0] < place[1])

    word = sentence.words[at]
    around = [n for n, child in sentence.children(at) if child.dep in _DESCRIBING]
    # `the old man, Proog`: the name hangs on the description. The parser may call this a coordination without `and`.
    is_beside = word.dep in ("appos", "flat") or (word.dep == "conj" and sentence.child(at, "cc") is None)
    around += [word.head] if is_beside and sentence.words[word.head].pos != "VERB" else []
    # `Two men, Proog and Emo`: a description of the first holds for the second.
    if word.dep == "conj" and word.head != at and sentence.words[word.head].pos in ("PROPN", "NOUN"):
        return any(map(is_outside, around)) or _has_description(sentence, word.head, place)
    return any(map(is_outside, around))


def _is_said(given: LintInput, person: NamedPerson, before: Seconds) -> bool:
    """Whether the dialogue has used a person's name before a time, as far as its words are known."""
    forms = {word for form in person.forms for word in _WORD.findall(form.casefold()) if len(word) > 1}
    heard = (part.text.casefold() for part in given.script.speech if part.text and part.span.start < before)
    return any(not forms.isdisjoint(_WORD.findall(words)) for words in heard)


def _slips(given: LintInput) -> Mapping[str, str]:
    """The right name for each misspelt one."""
    counts = Counter(word for text in given.cues for _, word in text.capitalised)
    times = Counter(
        word for part in given.script.speech for word in _WORD.findall(part.text or "") if word[:1].isupper()
    )
    # Capitalised words have no full stop: `Jr.` is found as `Jr`.
    certain = {word.rstrip(".") for person in given.script.people if person.name for word in person.name.split()}
    of_people = {word.rstrip(".") for person in given.people for form in person.forms for word in form.split()}
    right = sorted(certain | of_people, key=lambda word: (-counts[word] - times[word], word))
    slips = {}
    for word, n in counts.items():
        if word in certain or times[word] or (given.plain is not None and word in of_people):
            continue
        nearest = (name for name in right if _is_slip(word, name) and not _is_inflected(given, word, name))
        for name in nearest:
            if name in certain or n * _RARE <= counts[name] + times[name]:
                slips[word] = name
                break
    return slips


def _is_slip(word: str, name: str) -> bool:
    """Whether a word is a name with one slip of the pen, or two in a long one; a plural is none."""
    if word == name or len(name) < _MIN_NAME or word in (f"{name}s", f"{name}es") or name in (f"{word}s", f"{word}es"):
        return False
    most = 2 if len(name) >= _LONG_NAME else 1
    return abs(len(word) - len(name)) <= most and _distance(word.casefold(), name.casefold()) <= most


def _is_inflected(given: LintInput, word: str, name: str) -> bool:
    """Whether a word may be a name with another ending, in a language that inflects names: `Anny`, `Marka`."""
    if given.language in _UNINFLECTED:
        return False
    fleeting = int(name[-2:-1] in ("e", "\u0435"))  # Marek, Marka; Cyrillic too
    common = next((at for at, (one, other) in enumerate(zip(word, name, strict=False)) if one != other), len(word))
    return common >= len(name) - 1 - fleeting


def _distance(one: str, other: str) -> int:
    """Letters that are left out, added, replaced or swapped with their neighbour (optimal string alignment)."""
    rows = [list(range(len(other) + 1))]
    for i, letter in enumerate(one, 1):
        row = [i]
        for j, wanted in enumerate(other, 1):
            best = min(rows[-1][j] + 1, row[-1] + 1, rows[-1][j - 1] + (letter != wanted))
            if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == wanted:
                best = min(best, rows[-2][j - 2] + 1)
            row.append(best)
        rows.append(row)
    return rows[-1][-1]
