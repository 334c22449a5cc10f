"""The words of on-screen text as a voice should read them: lines joined, without capitals that are spelled out."""

from __future__ import annotations

import re
from collections.abc import Iterable

from cinescribe.media.text.text_similarity import similarity
from cinescribe.schema import ScreenText

BETWEEN = " / "  # blocks of a text
_ABBREVIATION = 4  # letters at most; longer texts in capitals are words
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")  # noqa: RUF001
_ROMAN = re.compile(r"(?=[MDCLXVI])M{0,3}(CM|CD|D?C{0,3})(XC|XL|L?X{0,3})(IX|IV|V?I{0,3})")
_SAME = 0.9  # similarity of two readings of one text, with the same digits, from so many letters on
_LONG = 8
# That a voice spells or says as a whole; all others without a vowel are spelled too.
_SPELLED = frozenset({"USA", "UK", "UFO", "FBI", "CIA", "EU", "AI", "NASA", "OK"})
_SHORT_TITLES = frozenset({"MR", "MRS", "MS", "DR", "ST", "JR", "SR"})
_NO_VOWEL = re.compile(r"[^AEIOUYÀ-Ý]+")
# A line that ends or begins with one of these goes on: prepositions, articles, conjunctions, possessives and the like.
_JOINING = frozenset(
    {
        *("a", "an", "the", "this", "that", "these", "those", "my", "your", "his", "her", "its", "our", "their"),
        *("of", "from", "in", "on", "at", "to", "by", "for", "with", "without", "into", "onto", "over", "under"),
        *("and", "or", "nor", "but", "&", "+", "vs", "v", "as", "is", "are", "was", "were"),
        *("de", "la", "le", "les", "du", "des", "et", "el", "los", "las", "y", "e", "der", "die", "das", "von", "und"),
        *("che", "di", "del", "della", "il", "lo", "gli"),
    }
)


def spoken_words(text: ScreenText) -> str:
    """Return the words of a text in one sentence; a comma parts blocks of which neither goes on in the other.

    The lines of a title are one name: nothing is put between them.
    """
    blocks = [block.strip().rstrip(",;:") for block in text.text.split(BETWEEN)]
    if text.kind == "title":
        whole = " ".join(blocks)
        return _sentence_form(whole) if whole.isupper() else " ".join(map(_sentence_form, blocks))
    joined = blocks[:1]
    for block in blocks[1:]:
        if _goes_on(joined[-1], block):
            joined[-1] = f"{joined[-1]} {block}"
        else:
            joined.append(block)
    return ", ".join(map(_sentence_form, joined))


def says_again(words: str, read: Iterable[str]) -> bool:
    """Whether words were all read before: by the same text, read a little otherwise, or as a part of a longer one.

    A name of one word in a longer text may be somebody else's, so that parts have two words at least.
    """
    return any(_is_same(words, other) or _is_part(words, other) for other in read)


def _is_same(one: str, other: str) -> bool:
    if one.casefold() == other.casefold():
        return True
    has_digits = re.findall(r"\d+", one) == re.findall(r"\d+", other)
    return has_digits and len(one) >= _LONG and similarity(one, other) >= _SAME


def _is_part(one: str, other: str) -> bool:
    short, long = (" ".join(re.findall(r"[\w'&]+", words.casefold())) for words in (one, other))
    return " " in short and f" {short} " in f" {long} "


def _goes_on(one: str, other: str) -> bool:
    """Whether two blocks are one phrase, as their last and first words say, or a small first letter."""
    last, first = one.split()[-1:], other.split()[:1]
    joins = any(word.casefold() in _JOINING for word in (*last, *first))
    return joins or other[:1].islower() or one.endswith("-")


def _sentence_form(words: str) -> str:
    """Return words without their capitals if all are capitals and longer than an abbreviation; `&` stands alone."""
    spaced = re.sub(r"(?<=\w)&(?= )|(?<= )&(?=\w)", " & ", words)
    spaced = " ".join(spaced.split())
    letters = [letter for letter in spaced if letter.isalpha()]
    if len(letters) <= _ABBREVIATION or not all(letter.isupper() for letter in letters):
        return spaced
    return _WORD.sub(lambda found: _word_form(found.group()), spaced)


def _word_form(word: str) -> str:
    if word in _SHORT_TITLES or not (word in _SPELLED or _ROMAN.fullmatch(word) or _NO_VOWEL.fullmatch(word)):
        return word.capitalize()
    return word
