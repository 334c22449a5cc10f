"""The words of on-screen text as a voice should read them: lines joined, without capitals that are spelled out."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from cinescribe.input_files import read_text
from cinescribe.language.messages.sentence_case import sentence_case
from cinescribe.language_tags import base_language
from cinescribe.media.text.text_similarity import similarity
from cinescribe.parsing import parse_json
from cinescribe.schema import ScreenText

_BETWEEN = " / "  # blocks of a text
# Of each language that has them; `all` are short words of names and titles that are known everywhere.
_FILE = Path(__file__).resolve().parent / "text_words.json"
_ALL, _ENGLISH = "all", "en"
_ABBREVIATION = 4  # letters at most; longer texts in capitals are words
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_APOSTROPHE = re.compile(r"(['’])")
_ROMAN = re.compile(r"(?=[MDCLXVI])M{0,3}(CM|CD|D?C{0,3})(XC|XL|L?X{0,3})(IX|IV|V?I{0,3})")
_BEGINS = re.compile(r"(?:^|[.:!?–—\"“„«(-])\s*$")  # before a word that has a capital in every language
_SAME = 0.9  # similarity of two readings of one text, with the same digits, from so many letters on
_LONG = 8
_VOWELS = frozenset("AEIOUYÆŒØАЕИОУЫЭЮЯІЄΑΕΗΙΟΥΩ")


@dataclass(frozen=True)
class TextWords:
    """Words of a language that matter when texts are read aloud.

    Args:
        joining: a line that ends or begins with one of these goes on: articles, prepositions and the like.
        titles: short titles without a vowel, which no voice spells.
        spelled: abbreviations with a vowel, which a voice spells or says as a whole; those without one are spelled too.
        elided: what precedes an apostrophe and is no part of the word after it: French `l`, `d`, `qu`.
        small: those that have no capital in a title; none where each word has one.
    """

    joining: frozenset[str]
    titles: frozenset[str]
    spelled: frozenset[str]
    elided: frozenset[str] = frozenset()
    small: frozenset[str] = frozenset()


def spoken_words(text: ScreenText, language: str = _ENGLISH) -> str:
    """Return the words of a text, or of its translation, in one sentence.

    A comma parts blocks of which neither goes on in the other. The lines of a title are one name: nothing is put
    between them.

    Args:
        text: the text.
        language: of the description, as BCP 47 tag: that of a translation, and of a text whose own is not known.

    Raises:
        LanguageError: when it is no tag of a language.
    """
    language = text.language if text.language is not None and text.translation is None else language
    blocks = [block.strip().rstrip(",;:") for block in (text.translation or text.text).split(_BETWEEN)]
    if text.kind == "title":
        whole = " ".join(blocks)
        parts = [whole] if whole.isupper() else blocks
        return " ".join(_sentence_form(part, language) for part in parts)
    joined = blocks[:1]
    for block in blocks[1:]:
        if _goes_on(joined[-1], block, language):
            joined[-1] = f"{joined[-1]} {block}"
        else:
            joined.append(block)
    return ", ".join(_sentence_form(block, language) for block in joined)


def says_again(words: str, read: Iterable[str]) -> bool:
    """Whether words were all read before: by the same text, read a little otherwise, or as a part of a longer one.

    A name of one word in a longer text may belong to someone else, so parts have at least two words.
    """
    return any(_is_same(words, other) or _is_part(words, other) for other in read)


@cache
def text_words(language: str) -> TextWords:
    """Return the words of a language that matter when texts are read aloud, English ones where it has none.

    Args:
        language: BCP 47 tag.

    Raises:
        LanguageError: when it is no tag of a language.
    """
    every = parse_json(read_text(_FILE), _FILE.name)
    own, common = every.get(base_language(language), every[_ENGLISH]), every[_ALL]
    return TextWords(
        joining=frozenset((*own["joining"], *common["joining"])),
        titles=frozenset(own["titles"]),
        spelled=frozenset((*own.get("spelled", ()), *common["spelled"])),
        elided=frozenset(own.get("elided", ())),
        small=frozenset(() if own.get("title_case") else own["joining"]),
    )


def _is_same(one: str, other: str) -> bool:
    if one.casefold() == other.casefold():
        return True
    has_digits = re.findall(r"\d+", one) == re.findall(r"\d+", other)
    return has_digits and len(one) >= _LONG and similarity(one, other) >= _SAME


def _is_part(one: str, other: str) -> bool:
    short, long = (" ".join(re.findall(r"[\w'&]+", words.casefold())) for words in (one, other))
    return " " in short and f" {short} " in f" {long} "


def _goes_on(one: str, other: str, language: str) -> bool:
    """Whether two blocks are one phrase, as their last and first words say, or a small first letter."""
    last, first = one.split()[-1:], other.split()[:1]
    joins = any(word.casefold() in text_words(language).joining for word in (*last, *first))
    return joins or other[:1].islower() or one.endswith("-")


def _sentence_form(words: str, language: str) -> str:
    """Return words without their capitals if all are capitals and longer than an abbreviation; `&` is a word."""
    spaced = re.sub(r"(?<=\w)&(?= )|(?<= )&(?=\w)", " & ", words)
    spaced = " ".join(spaced.split())
    letters = [letter for letter in spaced if letter.isalpha()]
    if len(letters) <= _ABBREVIATION or not all(letter.isupper() for letter in letters):
        return spaced
    return _WORD.sub(lambda found: _word_at(spaced, found, language), spaced)


def _word_at(text: str, found: re.Match[str], language: str) -> str:
    """Return a word of a text in capitals with the case that its position asks for."""
    of, begins = text_words(language), _BEGINS.search(text, 0, found.start()) is not None
    prefix, *rest = _APOSTROPHE.split(found[0], maxsplit=1)
    if rest and prefix.casefold() in of.elided:
        article = prefix.capitalize() if begins else prefix.lower()
        return f"{article}{rest[0]}{_word_form(rest[1], of, language)}"
    if found[0].casefold() in of.small and not begins:
        return found[0].lower()
    return _word_form(found[0], of, language)


def _word_form(word: str, of: TextWords, language: str) -> str:
    is_number = _ROMAN.fullmatch(word) and word.casefold() not in of.small
    is_spelled = word in of.spelled or is_number or not _has_vowel(word)
    return word if is_spelled and word not in of.titles else sentence_case(word.lower(), language)


def _has_vowel(word: str) -> bool:
    return not _VOWELS.isdisjoint(unicodedata.normalize("NFD", word))
