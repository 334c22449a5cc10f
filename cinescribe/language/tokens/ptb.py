"""Stanford's Penn Treebank tokeniser for one text: at each position, the longest matching rule wins.

The rules reproduce the answers of CoreNLP 3.4.1 (`-preserveLines -lowerCase`, as the COCO tools run it) to probes,
including its oddities: `a:b` is split, `a?b` is not.
"""

from __future__ import annotations

from collections.abc import Iterable

import regex

from cinescribe.language.tokens.ptb_words import (
    BEFORE_NUMBERS,
    FUSED,
    MID_SENTENCE,
    MID_SENTENCE_NOT_UPPER,
    SENTENCE_FINAL,
    SENTENCE_FINAL_CAPITALISED,
    SENTENCE_FINAL_NOT_UPPER,
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


def _one_of(characters: str) -> str:
    return f"[{regex.escape(characters)}]"


def _none_of(characters: str) -> str:
    return f"[^{regex.escape(characters)}]"


# Characters that no address holds, that only a path holds, and that a sentence may put after an address.
_NEVER_IN_URL, _BRACES, _TRAILING = ' "<>|()', "{}", ".!?,-"
# Hosts are in lower case: none holds a character of ASCII from the comma to the underscore (digits and capitals too).
_NO_HOST = "".join(map(chr, range(ord(","), ord("_") + 1))) + "!$`'"
_HOST = rf"{_none_of(_NEVER_IN_URL + _BRACES + _NO_HOST)}++"
_PATH = rf"{_none_of(_NEVER_IN_URL)}+{_none_of(_NEVER_IN_URL + _BRACES + _TRAILING)}"
_LABEL = rf"{_none_of(_NEVER_IN_URL + _BRACES + '.')}+"
_MAIL = rf"[A-Za-z0-9]{_none_of(_NEVER_IN_URL + _BRACES)}*@(?:{_LABEL}\.)*{_LABEL}"
# Telephone numbers: an area code, then a number in one or two parts.
_AREA, _LOCAL_NUMBER = r"\d{2,4}", r"\d{3,4}[- ]?\d{3,5}"
_EYES, _NOSE, _MOUTH = _one_of(":;="), _one_of("-o*'"), _one_of("()[]{|@DPOdp\\")
_NAME = r"[A-Za-z][A-Za-z0-9.:_-]*"
_VALUE = rf'(?:"[^"]*"|\'[^\']*\'|{_NAME})'


def _any_case(words: Iterable[str]) -> str:
    return f"(?i:{'|'.join(words)})"


def _small_or_title(words: Iterable[str]) -> str:
    return "|".join(f"{word}|{word.title()}" for word in words)


_CAPITALISED = "|".join(f"{word.title()}|{word.upper()}" for word in SENTENCE_FINAL_CAPITALISED)
_ENDING = rf"(?:{_any_case(SENTENCE_FINAL)}|{_CAPITALISED}|{_small_or_title(SENTENCE_FINAL_NOT_UPPER)}|(?i:ph\.d))\."
_GOING_ON = rf"(?:{_any_case(MID_SENTENCE)}|{_small_or_title(MID_SENTENCE_NOT_UPPER)})\."
_SENTENCE = rf"\s*$|\s+(?=[A-Z]){_any_case(map(regex.escape, SENTENCE_STARTS))}(?!\S)"

# What is possessive (`++`) cannot match with less, and trying so would take quadratic time in a long word.
# Where a pattern has a group, the group is the token. The rest of the match is context, and counts in "longest".
_HYPHENED = rf"[A-Za-z0-9][A-Za-z0-9.,]*+(?:-(?:{_ACRONYM}\.|[A-Za-z0-9]+))+"
_DOTTED = rf"{_LETTER}{_ALNUM}*+(?:[.?!]{_LETTER}{_ALNUM}*+)++"
# A name on the internet has at most 127 parts (RFC 1035).
_SITE = rf"(?:{_HOST}\.){{1,126}}(?:com|net|org|edu)(?:/{_PATH})?"
_STARTING_WITH_LETTER_OR_DIGIT = (
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
_STARTING_WITH_LETTER = (
    _DOTTED,
    # This looks two characters ahead, and so beats a word that is one character longer: `Inc.-A`.
    rf"({_ENDING})(?:..|.?$)",
    *(rf"(?i:({first}){second})(?!{_ALNUM})" for first, second in map(str.split, FUSED)),
    rf"[nN]{_QUOTE}[tT](?!{_LETTER})",
    *_STARTING_WITH_LETTER_OR_DIGIT,
    # An apostrophe inside a word (d'or, O'Neil, ma'am) or at its end.
    rf"[dDoOlL]{_QUOTE}{_ALNUM}{{2,}}",
    rf"[A-HJ-XZn]{_QUOTE}{_LETTER}{{2,}}",
    rf"{_LETTER}{{2,}}+(?<=[aeiouyAEIOUY]){_QUOTE}[aeiouA-Z]{_LETTER}*",
    rf"(?i:e{_QUOTE}er|c{_QUOTE}est|c{_QUOTE}mon|(?:[ldj]|ol|dunkin|somethin){_QUOTE})",
    rf"[yY]{_QUOTE}(?={_LETTER})",
    # A full stop at the end of an abbreviation.
    rf"{_ACRONYM}\.?",
    _GOING_ON,
    rf"[A-Za-z]\.(?!{_SENTENCE})",
    rf"({_any_case(BEFORE_NUMBERS)}\.)\s?\d",
    r"[A-Z]+(?:[&+][A-Z]+)+",
    r"[A-Z]+\$|[cC]\+\+|[cC]#",
    rf"(?i:https?)://{_PATH}",
    rf"(?i:www)\.(?:{_none_of(_NEVER_IN_URL + _BRACES + '.!?,')}+\.)+[A-Za-z]{{2,4}}(?:/{_PATH})?",
)
_NUMBERS = (
    rf"[-+]?{_NUMBER}",
    r"(?:\d{1,4}[- ])?\d{1,4}/\d{1,4}",
    r"\d{1,2}[-/]\d{1,2}[-/]\d{2,4}",
    rf"(?:\(\d{{2,3}}\) ?|\+{{0,2}}(?:{_AREA}[- ])?{_AREA}[- ]){_LOCAL_NUMBER}",
    rf"\+{{0,2}}(?:{_AREA}\.)?{_AREA}\.\d{{3,4}}\.\d{{3,5}}",
)
_STARTING_WITH_DIGIT = (*_STARTING_WITH_LETTER_OR_DIGIT, *_NUMBERS)
_STARTING_WITH_MARK = (
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
    for first, patterns in (("a", _STARTING_WITH_LETTER), ("0", _STARTING_WITH_DIGIT), (".", _STARTING_WITH_MARK))
}
# Letters that rules look at, unless a token is half as long: some search all of the text for a letter that they need.
_WINDOW = 1000
_FIRST_LETTER, _FIRST_DIGIT = regex.compile(_LETTER), regex.compile(r"\p{Nd}")

# Signs outside ASCII that become tokens; all others separate words and vanish, as does all beyond the basic plane.
_SIGNS = regex.compile(
    r"[\p{L}\p{M}\p{Nd}"
    "\xa1\xa5-\xa9\xac\xae-\xb4\xb6-\xb9\xbf\xd7\xf7\u2016\u2017\u201a\u201e-\u2023\u2030-\u2038\u203b\u203e-\u2042\u2044"
    "\u2070\u2074-\u207e\u2080-\u208e\u20a4\u2100\u2101\u2103-\u2106\u2108\u2109\u2114\u2116-\u2118\u211e-\u2123\u2125"
    "\u2127\u2129\u212e\u213a\u213b\u2140-\u2144\u214a-\u214d\u214f\u2155-\u215e\u2190-\u2bff\u3001\u3002\u3012\u30fb"
    "\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65\uffe0\uffe1\uffe5\uffe6]"
)
_PRINTED_AS = {
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
_BEYOND_BMP, _SEPARATOR = regex.compile(r"[^\x00-\uffff]"), "\uffff"  # no character: it separates words and vanishes
_SOFT_HYPHEN = "\xad"


def ptb_tokens(text: str) -> list[str]:
    """Return the tokens of a text in lower case, with punctuation; every quotation mark becomes `'`."""
    plain = _BEYOND_BMP.sub(_SEPARATOR, _SPACE.sub(" ", text.replace(_SOFT_HYPHEN, "")))
    at, tokens = 0, []
    while at < len(plain):
        token = _token(plain, at)
        at += len(token)
        if printed := _printed(token):
            tokens.append(printed)
    return tokens


def _token(text: str, at: int) -> str:
    token = _longest_match(text, at, at + _WINDOW)
    return token if len(token) < _WINDOW // 2 else _longest_match(text, at, len(text))


def _longest_match(text: str, at: int, until: int) -> str:
    first = "a" if _FIRST_LETTER.match(text, at) else "0" if _FIRST_DIGIT.match(text, at) else "."
    best, end = text[at], at
    for rule in _COMPILED[first]:
        found = rule.match(text, at, until)
        if found and found.end() > end:
            best, end = found[found.lastindex or 0], found.end()
    return best


def _printed(token: str) -> str:
    """The token as Stanford's tokeniser prints it; empty where it prints nothing."""
    small = token.lower()
    if small in _PRINTED_AS:
        return _PRINTED_AS[small]
    if _CLITICS.fullmatch(small):
        return small.replace("\u2019", "'")
    if len(token) == 1 and not token.isascii() and not _SIGNS.match(token):
        return ""
    return small.replace("(", "-lrb-").replace(")", "-rrb-").replace(" ", "\xa0")
