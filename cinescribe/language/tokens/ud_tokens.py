"""English word segmentation of Universal Dependencies: spaCy's rules, changed where treebanks differ.

spaCy's own rules split contractions as treebanks do (`do n't`, `man 's`). Treebanks also split compounds with figures
(`15 - year`) and with slashes (`and / or`), keep words with a prefix whole (`non-stop`), and keep runs of punctuation
whole (`!!!`, `----`).
"""

from __future__ import annotations

import re

from spacy.lang.char_classes import ALPHA
from spacy.language import Language
from spacy.symbols import ORTH  # type: ignore[import-not-found]  # compiled
from spacy.tokenizer import Tokenizer  # type: ignore[import-not-found]
from spacy.util import compile_infix_regex, compile_prefix_regex, compile_suffix_regex

_RUNS = [r"\.\.+", r"[!?][!?.]+", r"\.[!?]+", *(rf"{re.escape(mark)}{re.escape(mark)}+" for mark in "-=*_~+<>$#")]
_JOINTS = [rf"(?<=[{ALPHA}])-(?=[0-9])", rf"(?<=[0-9])-(?=[{ALPHA}])", rf"(?<=[{ALPHA}0-9)])/(?=[{ALPHA}0-9(])"]
# Words with a prefix, dates, telephone numbers.
_WHOLE = re.compile(
    r"(?:anti|co|counter|e|ex|mid|multi|neo|non|over|post|pre|pro|re|semi|sub|un|x)-[a-z]+"
    r"|[0-9]+/[0-9]+(?:/[0-9]+)?|[0-9]+(?:-[0-9]+){2,}|[0-9]{3}-[0-9]{4}",
    re.IGNORECASE,
)
_NO_EXCEPTION = ("and/or",)  # spaCy keeps it whole, treebanks do not
_SPLIT = (("wan", "na"), ("Wan", "na"), ("out", "ta"))


def ud_tokenizer(nlp: Language) -> Tokenizer:
    """Return a tokeniser with these rules for a blank English pipeline."""
    defaults = nlp.Defaults
    rules = {
        text: [{ORTH: part[ORTH]} for part in parts]  # without norms: our parser gives them another meaning
        for text, parts in (defaults.tokenizer_exceptions or {}).items()
        if text not in _NO_EXCEPTION
    }
    tokenizer = Tokenizer(
        nlp.vocab,
        rules=rules,
        prefix_search=compile_prefix_regex([*_RUNS, *(defaults.prefixes or ())]).search,
        suffix_search=compile_suffix_regex([*_RUNS, *(defaults.suffixes or ())]).search,
        infix_finditer=compile_infix_regex([*_RUNS, *(defaults.infixes or ()), *_JOINTS]).finditer,
        token_match=_WHOLE.fullmatch,
        url_match=defaults.url_match,
    )
    for parts in _SPLIT:
        tokenizer.add_special_case("".join(parts), [{ORTH: part} for part in parts])
    return tokenizer
