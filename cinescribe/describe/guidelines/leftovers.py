"""The rule against leftovers of a model: marks, markup, data, placeholders, and talk to the user."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

from cinescribe.describe.guidelines.cue_text import CueText
from cinescribe.describe.guidelines.finding import Fault, RuleSetting
from cinescribe.describe.guidelines.languages.word_rules import talk_words
from cinescribe.describe.guidelines.lint_input import LintInput


def _any_of(*patterns: str, flags: re.RegexFlag = re.NOFLAG) -> re.Pattern[str]:
    return re.compile("|".join(patterns), flags)


_LONGEST = 40  # letters of a leftover that a finding shows
# Capitals are no tag unless HTML has it: a sign may say `<EXIT>`.
_HTML = _any_of(
    r"</?(?:a|b|body|br|center|code|div|em|font|h[1-6]|head|hr|html|i|img|li|ol|p|pre|script|span|strong|table|td|th|tr"
    r"|u|ul)(?:\s[^<>]*)?/?>",
    r"&(?:nbsp|amp|lt|gt|quot|apos|#\d+|#x[0-9a-f]+);",
    r"\{\\[^{}]*\}",  # SubStation
    flags=re.IGNORECASE,
)
# What chat templates put between turns and around thoughts: ChatML, Llama, Gemma, Mistral, DeepSeek, Harmony, Alpaca.
_MARKS = _any_of(
    r"<[|\uff5c][^<>]*[|\uff5c]?>?",
    r"[|\uff5c]>",
    r"</[A-Za-z][^<>]*>",
    r"</?[a-z][\w:|-]*(?:\s[^<>]*)?>",
    r"</?[A-Za-z][\w:|-]*$",  # cut off
    r"<<?/?SYS>>?",
    r"<0x[0-9A-F]{2}>",
    r"\[/?(?:INST|SYS|SYSTEM_PROMPT|THINK|AVAILABLE_TOOLS|TOOL_\w+|IMG\w*|BOS|EOS|PAD|UNK|SEP|CLS|MASK|gMASK)\]",
    r"#{2,} ?(?:Assistant|Human|User|System|Instruction|Response|Input|Output|End)\b",
    r"\bassistant(?:final|analysis|commentary)\b",
    r"(?:^|[.!?]\s)(?:ASSISTANT|Assistant|assistant):",
    r"\u2581|\w\u0120",  # a space as SentencePiece and byte-level BPE write it
    r"\ufffd",  # a letter that is cut
)
_MARKDOWN = _any_of(
    r"`{3}|~{3}",
    r"(?<!`)`[^`\n]+`(?!`)",
    r"^ {0,3}#{1,6}\s+(?=[^\W\d])",  # not `#1`
    r"^\s*[*+\u2022]\s+(?=\w)",
    r"^\s*>\s+(?=\w)",
    r"^\s*\d{1,2}[.)]\s+(?=(?:A|An|He|It|She|Somebody|Someone|The|They|Two)\b)",  # not `1. FC Union`
    r"^\s*(?:-{3,}|\*{3,})\s*$",
    r"(?<![\w*])(\*{1,3})(?=[^\s*])[^*\n]*[^\s*]\1(?![\w*])",  # not `M*A*S*H`
    r"\*\*",
    r"(?<!\w)(_{1,2})(?=[^\W_])[^_\n]*[^\s_]\2(?!\w)",
    r"\[[^\]\n]*\]\((?:https?:|/|#|data:)[^)\s]*\)",
    r"\|(?:\s*:?-{3,}:?\s*\|)+",
    r"\\boxed\b|\\(?:text|frac|begin)\{",
    flags=re.MULTILINE,
)
_PLACEHOLDER = _any_of(
    r"\[(?:the )?(?:name|action|actor|blank|character|city|colou?r|date|description|emotion|film|location|man|movie"
    r"|noun|number|object|person|place|scene|sentence|setting|subject|text|time|title|verb|woman)(?:['\u2019]?s)?"
    r"(?:[ _-](?:name|here|of [a-z ]+))?(?:[ _-]?(?:\d+|[A-Z]))?\]",
    r"\[(?:insert|your|add|fill in)\b[^\]]*\]",
    r"[\[<(]\s*(?:\.{3}|\u2026)\s*[\]>)]",
    r"\[\s*\]",
    r"_{3,}",
    r"\$?\{[^{}\"]{0,60}\}",
    r"\[object Object\]",
    r"\blorem ipsum\b",
    r"\bNaN\b",
    flags=re.IGNORECASE,
)
_JSON = _any_of(
    r"[\"'][a-z_]\w*[\"']\s*:\s*(?:[\[{\"']|-?\d|true\b|false\b|null\b)",
    r"\[\s*\[|\]\s*\]",
    r"^\s*\[\s*[\"']|[\"']\s*\]\s*$",
    r"(?<![:;8=-])[{}]",  # not `:}`
    r"\\u[0-9a-f]{4}|\\\"|(?<=[\s.,!?\"'])\\[nrt](?![a-z])",
)
_ROW_OF_MARKS = re.compile(r"([^\w\s.\u2013\u2014-])\1{4,}")  # what a server with broken weights answers: `!!!!!!!!`
# Text that is allowed nowhere, not even in text that is read from the screen.
_ANYWHERE: Mapping[str, re.Pattern[str]] = {
    "markup": _HTML,
    "mark of a chat template": _MARKS,
    "placeholder": _PLACEHOLDER,
    "JSON": _JSON,
    "Markdown": _MARKDOWN,
    "row of marks": _ROW_OF_MARKS,
}
# What programs print where there is no text.
_NO_VALUE = re.compile(
    r"\W*(?:null|undefined|none|nan|n/a|nil|true|false|string|skip|tbd|todo|unknown)\W*", re.IGNORECASE
)
_NOTHING = frozenset(("null", "undefined"))
# Relations of adjectives: `an undefined shape`, `it is null and void`.
_ADJECTIVES = frozenset(("amod", "xcomp", "advcl", "acl", "ccomp", "compound", "root"))
_NOT = r"(?:no|['\u2019])t"
_TALK = _any_of(
    r"\bas an? (?:ai|artificial intelligence|(?:large |vision[- ]|visual )*language model|assistant)\b",
    r"\b(?:i|we)(?:['\u2019]m| am| are)? (?:(?:really |very |so )?sorry|apologi[sz]e|(?:unable|not able) to)\b",
    r"^\W*sorry, (?:but )?(?:i|we)\b",
    rf"\bi (?:ca(?:n?n)?{_NOT}|can not|could ?n{_NOT}|do ?n{_NOT} have)\b",
    r"\bhope (?:this|that|it) helps\b|\bfeel free to\b|\bis there anything else\b",
    r"\blet me (?:know|think|see|look|check|describe|write|try|start)\b",
    r"\b(?:would you like me|do you want me|(?:can|may|how can|shall) i (?:help|assist))\b",
    r"\bplease (?:provide|share|upload|note|let me|specify|clarify|try again)\b",
    r"^\W*(?:sure|certainly|absolutely|of course|okay|ok|got it|great question)\b"
    r"(?:[!.:]|, (?:so )?(?:here|i|let|the user)\b)",
    r"\bhere(?:['\u2019]s| is| are)(?: \w+,?){0,6}? (?:answer|caption|description|json|list|narration|option|response"
    r"|sentence|summary|text|version)s?\b",
    r"^\W*here(?:['\u2019]s| is| are)\b[^:]*:",
    r"\bthe user (?:wants|asks|asked|is asking|said|provided|has)\b",
    r"\b(?:the|this|these) (?:provided|given|attached|uploaded) (?:image|picture|frame|video|clip|note|fact|text)s?\b",
    r"\b(?:this|the|these) (?:image|frame|screenshot)s? (?:show|depict|feature|capture|display|portray|contain|appear"
    r"|seem)s?\b",
    r"^\W*in (?:this|the(?: provided)?) (?:image|video|screenshot|frame)\b",
    r"\bno (?:image|video|picture|frame)s? (?:was|were|is|are|has been|have been) (?:provided|attached|given)\b",
    r"^\W*unable to (?:see|view|describe|determine|provide|process|identify|assist)\b",
    r"^\W*(?:final answer|answer|output|response|sentence|candidate|option|reasoning|explanation|thought|draft)s?"
    r"(?: ?#?\d+)?\s*:",
    flags=re.IGNORECASE,
)
_LETTER_OR_DIGIT = re.compile(r"[^\W_]")


def leftovers(given: LintInput, setting: RuleSetting) -> Iterator[Fault]:
    """Yield the cues with something that a model has written and that is no description."""
    yield from _leftover_faults(given, _english_talk)


def plain_leftovers(given: LintInput, setting: RuleSetting) -> Iterator[Fault]:
    """Yield the cues with what a model has left, in a language other than English; models also talk English there."""
    yield from _leftover_faults(given, lambda text: talk_words(text, given.language) or _talk(text))


def _leftover_faults(given: LintInput, talk: Callable[[CueText], str]) -> Iterator[Fault]:
    for text in given.checked:
        found = dict(_leftovers(text, talk(text)))
        if found:
            shown = "; ".join(f"{kind}: {_short(words)!r}" for kind, words in found.items())
            yield Fault(f"leftover of a model: {shown}", text.cue)


def _leftovers(text: CueText, talk: str) -> Iterator[tuple[str, str]]:
    """Yield each kind of leftover in a cue, with its words."""
    matches = ((kind, pattern.search(text.cue.text)) for kind, pattern in _ANYWHERE.items())
    marked = next(((kind, found[0]) for kind, found in matches if found is not None), None)
    if marked is not None:
        yield marked  # only the first: `<div class="a">` also looks like data
    elif not _LETTER_OR_DIGIT.search(text.text) or _NO_VALUE.fullmatch(text.described):
        yield "no words", text.text
    elif missing := _missing_value(text):
        yield "no words", missing
    if talk:
        yield "talk to the user", talk


def _english_talk(text: CueText) -> str:
    return _talk(text) if text.sentences else ""  # the patterns are English


def _talk(text: CueText) -> str:
    found = _TALK.search(text.described)
    return "" if found is None else found[0]


def _missing_value(text: CueText) -> str:
    """`undefined` or `null` where a person or a thing should be; "" if there is none."""
    for sentence in text.sentences:
        for at, word in sentence.described():
            if word.text in _NOTHING and (at == 0 or word.dep not in _ADJECTIVES):
                return word.text
    return ""


def _short(words: str) -> str:
    line = " ".join(words.split())
    return line if len(line) <= _LONGEST else line[: _LONGEST - 3] + "..."
