"""Finds wrong spelling and grammar, names and brands in metaphors (VMCD, section 3.2 and appendix A.1).

The paper asks a language model for spelling and grammar. Here rules and WordNet find them, offline, for an expert who
decides.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

from cinescribe.corpus.commonsense.sheets import FirstPlaces, read_sheet
from cinescribe.corpus.metaphors.brand_words import AMBIGUOUS, BRANDS
from cinescribe.corpus.metaphors.judgements import MetaphorJudgement, latest_judgements
from cinescribe.corpus.metaphors.word_list import is_word, near_words, word_set
from cinescribe.language.names.name_words import MONTHS, PLACE_NAMES, TITLES
from cinescribe.language.wordnet.wordnet import wordnet
from cinescribe.metrics.embedding.metaphor import metaphor
from cinescribe.record import Record

_WORD = re.compile(r"[A-Za-z\u00c0-\u024f]+(?:['\u2019-][A-Za-z\u00c0-\u024f]+)*['\u2019]?")
_SENTENCE_END = re.compile(r"[.!?]\s+\S")
_ADDRESS = re.compile(r"(?:https?://|www\.)\S+|[@#]\w+|\S+\.(?:com|net|org)\b", re.IGNORECASE)
_LETTER_WORD = re.compile(r"[A-Z]-[a-z]+")  # X-ray, T-shirt
_SIGN = re.compile(r"[\u00ae\u2122\u00a9]")
_SPACE_BEFORE = re.compile(r"\s[,.;:!?]")
_ARTICLE = re.compile(r"\b(an?)\s+([A-Za-z]+)", re.IGNORECASE)
_SINGULAR = re.compile(r"^(?:an?|this|that|each|every)\s+[\w\s'-]*?\b(are)\s+as\b", re.IGNORECASE)
_PLURAL = re.compile(r"^(?:these|those|many|several|both|two|three)\s+[\w\s'-]*?\b(is)\s+as\b", re.IGNORECASE)
_ONE_VERB = re.compile(r"^([\w\s-]+?)\s+is\s+as\b", re.IGNORECASE)
# These words follow the head of a subject: `the king of the cats is`.
_OF = word_set("of in on at by with from for over under near between behind to that who which whose")
_TITLE = re.compile(rf"\b(?:{'|'.join(sorted(TITLES))})\.?\s+[A-Z]\w+")
# Letters do not say how a word begins to sound: `an hour`, `a university`.
_VOWEL_SOUND = ("hour", "honest", "honor", "honour", "heir")
_CONSONANT_SOUND = ("uni", "use", "usu", "util", "eu", "one", "once", "ubiq", "ukulele", "ute", "ura", "uro")
_NOT_CONSONANT = ("unim", "unin", "unid")  # unimportant, uninvited, unidentified
_ALWAYS_CAPITAL = MONTHS | word_set(
    "I TV DVD CD PC DJ UFO DNA SUV VIP OK AI XL Christmas Halloween Easter Monday Tuesday Wednesday Thursday Friday "
    "Saturday Sunday"
)
# Adjectives of peoples and religions have capitals and identify no one.
_PEOPLES = word_set(
    "American British English French German Italian Spanish Chinese Japanese Indian Russian African Asian European "
    "Mexican Greek Roman Egyptian Irish Scottish Dutch Swiss Swedish Turkish Arab Christian Muslim Jewish Buddhist "
    "Viking Olympic Victorian"
)
_DOUBLED = frozenset(("that", "had"))  # may follow themselves


@dataclass(frozen=True)
class LintedCaption(Record):
    """A sentence in which something was found.

    Args:
        clip: its clip.
        by: the annotator.
        caption: the sentence.
        faults: a remark for each fault.
    """

    clip: str
    by: str
    caption: str
    faults: tuple[str, ...]


@dataclass(frozen=True)
class CaptionLint:
    """What a sentence is checked with.

    Args:
        brands: brands and names, in lower case, with the common words to write instead; beside our own list.
        words: further words that are right, in lower case.
    """

    brands: Mapping[str, str] = field(default_factory=dict)
    words: Collection[str] = frozenset()

    def faults(self, text: str) -> tuple[str, ...]:
        """Return what is wrong with a sentence, a remark for each fault; none where nothing was found."""
        known = {**BRANDS, **self.brands}
        brands, covered = _brands(text, known)
        addresses = [range(found.start(), found.end()) for found in _ADDRESS.finditer(text)]
        covered |= {at for address in addresses for at in address}
        identified = [*brands, *_identification(text, covered)]
        return tuple(dict.fromkeys((*identified, *self._spelling(text, covered, identified), *_grammar(text))))

    def _spelling(self, text: str, covered: Collection[int], identified: Collection[str]) -> Iterator[str]:
        for found in _WORD.finditer(text):
            word = found[0]
            if found.start() in covered or word.lower() in self.words or any(f"'{word}'" in one for one in identified):
                continue
            if word in _PEOPLES | _ALWAYS_CAPITAL | TITLES or is_word(word):
                continue
            near = near_words(word, allowed=self.words)
            yield f"spelling: '{word}'" + (f"; is it {' or '.join(near)}?" if near else "")


def lint_judgements(judgements: Iterable[MetaphorJudgement], lint: CaptionLint) -> tuple[LintedCaption, ...]:
    """Return the latest sentences in which something was found, with what it is.

    Raises:
        CorpusError: as `latest_judgements`.
    """
    captions = ((one.clip, one.by, one.caption) for one in latest_judgements(judgements).values() if one.caption)
    found = (LintedCaption(clip, by, caption, lint.faults(caption)) for clip, by, caption in captions)
    return tuple(one for one in found if one.faults)


def read_brands(path: Path) -> CaptionLint:
    """Return what sentences are checked with, with brands and right words of a CSV file beside our own.

    Args:
        path: a table with the columns `brand` and `instead`; a row without `instead` is a word that is right.

    Raises:
        RecordError: when the file cannot be read.
        CorpusError: naming file and line, when a brand is missing or there twice.
    """
    brands, words, seen = {}, set(), FirstPlaces()
    for row in read_sheet(path, ("brand", "instead")):
        brand = row.needed("brand").lower()
        seen.claim(brand, where=row.where, what=f"the brand {brand!r}")
        if row.cells["instead"]:
            brands[brand] = row.cells["instead"]
        else:
            words.add(brand)
    return CaptionLint(brands, frozenset(words))


def _brands(text: str, known: Mapping[str, str]) -> tuple[list[str], set[int]]:
    """Remarks on the brands of a list, and where their words begin."""
    remarks, covered = [], set()
    words = list(_WORD.finditer(text))
    starts = {found.start(): n for n, found in enumerate(words)}
    lower = text.lower().replace("\u2019", "'")
    for brand, instead in known.items():
        at = lower.find(brand)
        while at >= 0:
            if _is_apart(lower, at, at + len(brand)):
                remarks.append(f"brand or name: '{text[at : at + len(brand)]}'; write '{instead}'")
                covered |= {place for place in starts if at <= place < at + len(brand)}
            at = lower.find(brand, at + 1)
    for n, found in enumerate(words):
        bare = found[0].removesuffix("'s").removesuffix("\u2019s")
        if n and bare.istitle() and bare.lower() in AMBIGUOUS and found.start() not in covered:
            remarks.append(f"brand or name: '{bare}'; write '{AMBIGUOUS[bare.lower()]}', or a small letter")
            covered.add(found.start())
    return remarks, covered


def _is_apart(text: str, start: int, end: int) -> bool:
    """Whether letters `start` to `end` are whole words."""
    return not (start and text[start - 1].isalnum()) and not (
        end < len(text) and text[end].isalnum() and not text.startswith("'s", end)
    )


def _identification(text: str, covered: Collection[int]) -> Iterator[str]:
    """Yield remarks on names that no list of brands has."""
    yield from (f"identifies somebody: '{found[0]}'; leave it out" for found in _ADDRESS.finditer(text))
    yield from (f"brand: the sign '{found[0]}'; write a common word" for found in _SIGN.finditer(text))
    titled = {n for found in _TITLE.finditer(text) for n in range(found.start(), found.end())}
    yield from (f"name: '{found[0]}'; write who it is, such as 'the doctor'" for found in _TITLE.finditer(text))
    for n, found in enumerate(_WORD.finditer(text)):
        word = found[0].removesuffix("'s").removesuffix("\u2019s")
        is_known = word in _ALWAYS_CAPITAL or word in _PEOPLES or found.start() in covered or found.start() in titled
        if is_known or not any(letter.isupper() for letter in word):
            continue
        if _LETTER_WORD.fullmatch(word):
            continue
        # The first word has a capital anyway; then it must be a place, or unknown to WordNet, to be a name.
        is_first = n == 0 or text[: found.start()].rstrip().endswith((".", "!", "?"))
        if not is_first or word in PLACE_NAMES or not word.istitle() or not is_word(word):
            yield f"brand or name: '{word}'; write a common word, or a small letter"


def _grammar(text: str) -> Iterator[str]:
    words = [found[0].lower() for found in _WORD.finditer(text)]
    for one, other in pairwise(words):
        if one == other and one not in _DOUBLED:
            yield f"grammar: '{one} {other}'; write it once"
    for found in _ARTICLE.finditer(text):
        yield from _article(found[1], found[2])
    if _SPACE_BEFORE.search(text):
        yield "grammar: a space before a mark; leave it out"
    if text.count("(") != text.count(")") or text.count('"') % 2:
        yield "grammar: a bracket or quotation mark without its other half"
    if _SENTENCE_END.search(text):
        yield "grammar: more than one sentence; write one"
    if _SINGULAR.match(text):
        yield "grammar: 'are' after one thing; write 'is'"
    if _PLURAL.match(text) or _is_several(text):
        yield "grammar: 'is' after several things; write 'are'"
    parts = metaphor(text)
    if parts is not None and parts.primary.casefold() == parts.secondary.casefold():
        yield f"sense: '{parts.primary}' is compared to itself; name another concept"
    if parts is not None and _is_no_adjective(parts.property.lower()):
        yield f"grammar: '{parts.property}' is no adjective; write one between 'as' and 'as'"


def _is_several(text: str) -> bool:
    """Whether `is` follows a plural: a word that WordNet knows only as the plural of another, as `cars`."""
    found = _ONE_VERB.match(text)
    words = [] if found is None else found[1].lower().split()
    if not words or _OF & set(words) or words[0].endswith("ing"):  # `eating sweets is`
        return False
    single = wordnet().morphy(words[-1], "n")
    return single not in {None, words[-1]} and not any(wordnet().has(words[-1], part) for part in ("n", "a"))


def _is_no_adjective(word: str) -> bool:
    """Whether WordNet knows a word, but not between `as` and `as`; of participles it has only some."""
    is_participle = word.endswith(("ing", "ed", "en")) and wordnet().morphy(word, "v") not in {None, word}
    if is_participle or " " in word:
        return False
    return is_word(word) and not any(wordnet().morphy(word, part) for part in ("a", "r"))


def _article(article: str, word: str) -> Iterator[str]:
    """Yield remarks on `a` and `an`: before the wrong sound, or before several things."""
    lower = word.lower()
    if article == "A" and len(word) == 1:
        return
    wanted = "an" if _sounds_like_vowel(word) else "a"
    if article.lower() != wanted:
        yield f"grammar: '{article} {word}'; write '{wanted} {word}'"
    single = wordnet().morphy(lower, "n")
    is_other = any(wordnet().has(lower, part) for part in ("n", "v", "a", "r"))
    if single is not None and lower.endswith("s") and single + "s" == lower and not is_other:
        yield f"grammar: '{article} {word}' is one thing; write '{single}', or leave '{article}' out"


def _sounds_like_vowel(word: str) -> bool:
    lower = word.lower()
    if word.isupper():  # its letters are read out: an MRI, a UFO
        return word[0] in "AEFHILMNORSX"
    if lower.startswith(_VOWEL_SOUND):
        return True
    if lower.startswith(_CONSONANT_SOUND) and not lower.startswith(_NOT_CONSONANT):
        return False
    return lower[:1] in set("aeiou")
