"""One text as Stanford's Penn Treebank tokeniser splits it: at each place the longest rule that fits.

The rules follow the answers of CoreNLP 3.4.1 (`-preserveLines -lowerCase`, as the COCO tools run it) to probes, odd
ones included: `a:b` is parted, `a?b` is not.
"""

from __future__ import annotations

from collections.abc import Iterable

import regex

from cinescribe.language.tokens.ptb_words import (
    BEFORE_NUMBERS,
    ENDING,
    ENDING_CAPITALISED,
    ENDING_SMALL,
    FUSED,
    GOING_ON,
    GOING_ON_SMALL,
    SENTENCE_STARTS,
)

_LETTER = r"[\p{L}\p{M}]"
_ALNUM = r"[\p{L}\p{M}\p{Nd}]"
_QUOTE = "['\u2019`]"
_HYPHEN = "[-_\u058a\u2010\u2011]"
_NUMBER = r"(?:\d*(?:[.:,]\d+)+|\d+)"
_CLITIC = rf"{_QUOTE}(?i:[dms]|ll|re|ve)(?!{_LETTER})"
_ACRONYM = r"[A-Za-z](?:\.[A-Za-z])+"
_PART = rf"(?:[dDoOlL]{_QUOTE}{_ALNUM}{{2,}}|{_ALNUM}+)"
_SLASHED = r"[A-Za-z0-9]+(?:-[A-Za-z]+){0,2}"


def _one_of(marks: str) -> str:
    return f"[{regex.escape(marks)}]"


def _but(marks: str) -> str:
    return f"[^{regex.escape(marks)}]"


# What no address holds anywhere, what only a path holds, and what a sentence may put behind either.
_OUTSIDE, _BRACES, _BEHIND = ' "<>|()', "{}", ".!?,-"
# Hosts are in small letters: what ASCII has from the comma to the underscore, digits and capitals too, is in none.
_NO_HOST = "".join(map(chr, range(ord(","), ord("_") + 1))) + "!$`'"
_HOST = rf"{_but(_OUTSIDE + _BRACES + _NO_HOST)}+"
_PATH = rf"{_but(_OUTSIDE)}+{_but(_OUTSIDE + _BRACES + _BEHIND)}"
_LABEL = rf"{_but(_OUTSIDE + _BRACES + '.')}+"
_MAIL = rf"[A-Za-z0-9]{_but(_OUTSIDE + _BRACES)}*@(?:{_LABEL}\.)*{_LABEL}"
# What numbers are dialled: an area, then a number in one or two parts.
_AREA, _DIALLED = r"\d{2,4}", r"\d{3,4}[- ]?\d{3,5}"
_EYES, _NOSE, _MOUTH = _one_of(":;="), _one_of("-o*'"), _one_of("()[]{|@DPOdp\\")
_NAME = r"[A-Za-z][A-Za-z0-9.:_-]*"
_VALUE = rf'(?:"[^"]*"|\'[^\']*\'|{_NAME})'


def _any_case(words: Iterable[str]) -> str:
    return f"(?i:{'|'.join(words)})"


def _small_or_title(words: Iterable[str]) -> str:
    return "|".join(f"{word}|{word.title()}" for word in words)


_CAPITALISED = "|".join(f"{word.title()}|{word.upper()}" for word in ENDING_CAPITALISED)
_ENDING = rf"(?:{_any_case(ENDING)}|{_CAPITALISED}|{_small_or_title(ENDING_SMALL)}|(?i:ph\.d))\."
_GOING_ON = rf"(?:{_any_case(GOING_ON)}|{_small_or_title(GOING_ON_SMALL)})\."
_SENTENCE = rf"\s*$|\s+(?=[A-Z]){_any_case(map(regex.escape, SENTENCE_STARTS))}(?!\S)"

# Where a pattern has a group, the group is the token. What follows it must be there, and counts in "longest".
_HYPHENED = rf"[A-Za-z0-9][A-Za-z0-9.,]*(?:-(?:{_ACRONYM}\.|[A-Za-z0-9]+))+"
_DOTTED = rf"{_LETTER}{_ALNUM}*(?:[.?!]{_LETTER}{_ALNUM}*)+"
_SITE = rf"(?:{_HOST}\.)+(?:com|net|org|edu)(?:/{_PATH})?"
_BEGUN_BY_LETTER_OR_DIGIT = (
    rf"([A-Za-z]*[A-MO-Za-mo-z])[nN]{_QUOTE}[tT]",
    rf"({_ALNUM}+|{_DOTTED}){_CLITIC}",
    rf"{_ALNUM}+",
    rf"{_PART}(?:{_HYPHEN}{_PART})+",
    _HYPHENED,
    rf"((?:{_PART}(?:{_HYPHEN}{_PART})*|{_HYPHENED}|{_DOTTED})\.)[,;:]",
    rf"{_SLASHED}(?:\\?/{_SLASHED}){{1,2}}",
    _SITE,
    rf"{_MAIL}>?",
)
_BEGUN_BY_LETTER = (
    _DOTTED,
    # Looks two characters ahead, and so wins over a word that goes on for one: `Inc.-A`.
    rf"({_ENDING})(?:..|.?$)",
    *(rf"(?i:({first}){second})(?!{_ALNUM})" for first, second in map(str.split, FUSED)),
    rf"[nN]{_QUOTE}[tT](?!{_LETTER})",
    *_BEGUN_BY_LETTER_OR_DIGIT,
    # An apostrophe inside a word: d'or, O'Neil, ma'am; or at its end.
    rf"[dDoOlL]{_QUOTE}{_ALNUM}{{2,}}",
    rf"[A-HJ-XZn]{_QUOTE}{_LETTER}{{2,}}",
    rf"{_LETTER}+[aeiouyAEIOUY]{_QUOTE}[aeiouA-Z]{_LETTER}*",
    rf"(?i:e{_QUOTE}er|c{_QUOTE}est|c{_QUOTE}mon|(?:[ldj]|ol|dunkin|somethin){_QUOTE})",
    rf"[yY]{_QUOTE}(?={_LETTER})",
    # A stop at the end of an abbreviation.
    rf"{_ACRONYM}\.?",
    _GOING_ON,
    rf"[A-Za-z]\.(?!{_SENTENCE})",
    rf"({_any_case(BEFORE_NUMBERS)}\.)\s?\d",
    r"[A-Z]+(?:[&+][A-Z]+)+",
    r"[A-Z]+\$|[cC]\+\+|[cC]#",
    rf"(?i:https?)://{_PATH}",
    rf"(?i:www)\.(?:{_but(_OUTSIDE + _BRACES + '.!?,')}+\.)+[A-Za-z]{{2,4}}(?:/{_PATH})?",
)
_NUMBERS = (
    rf"[-+]?{_NUMBER}",
    r"(?:\d{1,4}[- ])?\d{1,4}/\d{1,4}",
    r"\d{1,2}[-/]\d{1,2}[-/]\d{2,4}",
    rf"(?:\(\d{{2,3}}\) ?|\+{{0,2}}(?:{_AREA}[- ])?{_AREA}[- ]){_DIALLED}",
    rf"\+{{0,2}}(?:{_AREA}\.)?{_AREA}\.\d{{3,4}}\.\d{{3,5}}",
)
_BEGUN_BY_DIGIT = (*_BEGUN_BY_LETTER_OR_DIGIT, *_NUMBERS)
_BEGUN_BY_MARK = (
    rf"</?{_NAME}(?: +{_NAME}(?: *= *{_VALUE})?)* */?>|<!--[^>]*-->|<[?!][A-Za-z][^>]*>",
    rf"<{_MAIL}>?",
    rf"({_QUOTE}[tT])(?i:is|was)(?!{_ALNUM})",
    _CLITIC,
    rf"(?i:{_QUOTE}(?:em|till?|cause|n(?:{_QUOTE}|(?!\S))))",
    rf"{_QUOTE}[2-9]0s|{_QUOTE}\d\d(?!\S)",
    *_NUMBERS,
    _SITE,
    rf"@[A-Za-z_][A-Za-z0-9_]*|#{_LETTER}+",
    rf"[<>]?{_EYES}{_NOSE}?{_MOUTH}(?!{_ALNUM})",
    r"[\^x=~<>]\.[\^x=~<>]|[-^x=~<>']_[-^x=~<>']",
    r"[?!]+|\*+|_+|#+|-{2,}|<<|>>|\.{3,5}|''|``",
    r"(?i:&(?:amp|lt|gt|quot|apos|nbsp|mdash|eacute);)|&#\d+;",
)

_COMPILED = {
    first: tuple(map(regex.compile, patterns))
    for first, patterns in (("a", _BEGUN_BY_LETTER), ("0", _BEGUN_BY_DIGIT), (".", _BEGUN_BY_MARK))
}
_FIRST_LETTER, _FIRST_DIGIT = regex.compile(_LETTER), regex.compile(r"\p{Nd}")

# Signs outside ASCII that become a token; the others part words and vanish, as does all beyond the basic plane.
_KEPT = regex.compile(
    r"[\p{L}\p{M}\p{Nd}"
    "\xa1\xa5-\xa9\xac\xae-\xb4\xb6-\xb9\xbf\xd7\xf7\u2016\u2017\u201a\u201e-\u2023\u2030-\u2038\u203b\u203e-\u2042\u2044"
    "\u2070\u2074-\u207e\u2080-\u208e\u20a4\u2100\u2101\u2103-\u2106\u2108\u2109\u2114\u2116-\u2118\u211e-\u2123\u2125"
    "\u2127\u2129\u212e\u213a\u213b\u2140-\u2144\u214a-\u214d\u214f\u2155-\u215e\u2190-\u2bff\u3001\u3002\u3012\u30fb"
    "\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65\uffe0\uffe1\uffe5\uffe6]"
)
_WRITTEN_AS = {
    **dict(zip("()[]{}", ("-lrb-", "-rrb-", "-lsb-", "-rsb-", "-lcb-", "-rcb-"), strict=True)),
    **dict.fromkeys("€¤₠", "$"),
    **{"£": "#", "¢": "cents", "½": "1/2", "¼": "1/4", "¾": "3/4", "⅓": "1/3", "⅔": "2/3", "…": "..."},
    **dict.fromkeys('\u2018\u201b\u2019\u2039\u203a\u201c\u201d«»"', "'"),
    **dict.fromkeys("\u2013\u2014\u2015", "--"),
    **{" ": "", "---": "--", "----": "--", "....": "...", ".....": "..."},
    **{"&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": "'", "&apos;": "'", "&nbsp;": "", "&mdash;": "--"},
}
_CLITICS = regex.compile("(?:n[\u2019']t|[\u2019'](?:[dms]|ll|re|ve|t))")


_SPACE = regex.compile(r"\s")
_BEYOND, _NOTHING = regex.compile(r"[^\x00-\uffff]"), "\uffff"  # no character, so that it parts words and vanishes
_SOFT_HYPHEN = "\xad"


def lexed(text: str) -> list[str]:
    """The tokens of a text in lower case, punctuation included; quotation marks of all kinds are `'`."""
    plain = _BEYOND.sub(_NOTHING, _SPACE.sub(" ", text.replace(_SOFT_HYPHEN, "")))
    at, tokens = 0, []
    while at < len(plain):
        token = _token(plain, at)
        at += len(token)
        if written := _written(token):
            tokens.append(written)
    return tokens


def _token(text: str, at: int) -> str:
    first = "a" if _FIRST_LETTER.match(text, at) else "0" if _FIRST_DIGIT.match(text, at) else "."
    best, end = text[at], at
    for rule in _COMPILED[first]:
        found = rule.match(text, at)
        if found and found.end() > end:
            best, end = found[found.lastindex or 0], found.end()
    return best


def _written(token: str) -> str:
    """How the tokeniser prints a token; nothing for what it leaves out."""
    small = token.lower()
    if small in _WRITTEN_AS:
        return _WRITTEN_AS[small]
    if _CLITICS.fullmatch(small):
        return small.replace("\u2019", "'")
    if len(token) == 1 and not token.isascii() and not _KEPT.match(token):
        return ""
    return small.replace("(", "-lrb-").replace(")", "-rrb-").replace(" ", "\xa0")
