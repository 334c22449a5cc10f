"""Sentences in a model's prose, as plain text: without Markdown, list marks, tables and talk about the answer."""

from __future__ import annotations

import html
import re

from cinescribe.models.vlm.answers.template_marks import has_marks

_FENCE = re.compile(r"^[ \t]*(?:```|~~~)[ \t]*(?i:text|txt|plain|plaintext|markdown|md)?[ \t]*$", re.MULTILINE)
_LIST_MARK = re.compile(
    r"^\s*(?:>\s*)*(?:(?:[-*+\u2022\u2023\u25aa\u25cf\u2013\u2014]|\(?\d{1,2}[.):]|\(?[a-h][.)]|\[[ xX\d]{1,2}\]|"
    r"#{1,6})\s+)*"
)
_LABEL = re.compile(
    r"^\W{0,2}(?:final |revised )?(?:sentence|option|candidate|version|answer|description|audio description|line|draft|"
    r"variant|output|response|caption|narration|short|shorter|shortest|medium|long|longer|longest|brief|detailed|"
    r"text)s?(?: ?#?\d{1,2})?\W{0,2}(?:\([^()]{0,40}\)\W{0,2})?[:\u2013]\W{0,3}\s",
    re.IGNORECASE,
)
_IMAGE = re.compile(r"!\[[^\[\]]{0,200}\]\([^()]{0,300}\)")
_LINK = re.compile(r"\[([^\[\]]{1,200})\]\([^()]{0,300}\)")
_STRONG = re.compile(r"(\*{1,3}|_{2,3}|~~|`{1,2})(?=\S)(.{1,400}?)(?<=\S)\1")
_SLANTED = re.compile(r"(?<!\w)_(?=\S)([^_]{1,400}?)(?<=\S)_(?!\w)")
_HTML = re.compile(
    r"</?(?:b|i|u|em|strong|p|br|span|div|li|ul|ol|h[1-6]|small|mark|code)\b[^<>]{0,80}/?>", re.IGNORECASE
)
_ESCAPE = re.compile(r"\\([*_`#~\-.!()\[\]])")
_HEADING = re.compile(r"^\s*#{1,6}\s[^.!?]*$|^\s*(?:\*\*|__)[^*_.!?]*(?:\*\*|__)\s*$")
_RULE = re.compile(r"^[\s|:\-=_*~#+]+$")
# What no sentence has: brackets of JSON and code, tags, addresses, line ends as letters, keys with their values.
_LEFTOVER = re.compile(r"[{}\[\]<>|\\`]|https?://|\"\s*:|^\W*\w+\"?\s*[:=]\s*[\[{\"]|=>|\*\*|;\s*$")
# JSON or code that could not be read: then sentences beside it are talk about it.
_CODE = re.compile(
    r"[{\[]\s*[\"'{\[]|[\"']\s*:\s*[\"'\[{\d]|```\s*\w|^[ \t]*(?:def|import|from|const|let|var|function|class|return|"
    r"print)\b"
    r"[^.!?]{0,60}[=({;]|</?\w{1,20}(?:\s[^<>]{0,80})?>|\w\(\w{0,40}\)\s*[;{]",
    re.MULTILINE,
)
_TALK = re.compile(
    r"^\W*(?:sure\b|certainly\b|of course\b|absolutely\b|okay\b|ok\b|great\b|got it\b|understood\b|happy to\b|"
    r"note\b ?:|"
    r"please (?:note|let)|(?:i|i['\u2019](?:m|ve|ll|d)) |let me\b|let['\u2019]s\b|feel free\b|is there anything|"
    r"hope (?:this|that|it)|"
    r"this (?:json|answer|response|output|format|description|sentence)\b|these (?:sentences|descriptions|options|"
    r"are)\b|"
    r"the (?:json|answer|above|following|output|response|user|prompt|notes?)\b|based on (?:the|your|these)|"
    r"here(?:['\u2019]s| is| are)\b[^.!?]{0,120}\b(?:answer|json|sentences?|descriptions?|options?|output|response|"
    r"report|"
    r"candidates?|list|caption|result)|below (?:is|are)\b|thank you\b|thanks\b|you (?:asked|can|may|want)|as requested|"
    r"(?:word|character|token) count|explanation\b|reasoning\b ?:|in summary\b|overall\b|would you like|do you want|"
    r"if you (?:need|want|have|would)|step \d)",
    re.IGNORECASE,
)
_END = re.compile(r"(?:(?<=[.!?\u2026])|(?<=[.!?\u2026][\"'\u2019\u201d)]))\s+(?=[\"'\u2018\u201c(]?[^\Wa-z_])")
_WORD = re.compile(r"[^\W\d_]")
_MAX_LETTERS = 1 << 14  # of prose that is read: fifty times a long answer
_FAR_LETTER = 0x24F  # the last code point of Latin letters in common use
_PIPES = 2  # in a row of a table, at least


def prose_lines(text: str, *, any_script: bool = False) -> tuple[str, ...]:
    """Return the sentences of prose, those of one line together; () if it holds JSON, code or template marks.

    Args:
        text: an answer that holds no JSON value.
        any_script: whether sentences of another alphabet than the Latin one are expected.
    """
    text = _HTML.sub(" ", _FENCE.sub("", text[:_MAX_LETTERS]))
    if _CODE.search(text) or has_marks(text):
        return ()
    lines = text.splitlines()
    found = []
    for n, line in enumerate(lines):
        is_head = n + 1 < len(lines) and "|" in line and "-" in lines[n + 1] and _RULE.match(lines[n + 1])
        if is_head or _RULE.match(line) or _HEADING.match(line):
            continue
        for part in line.split("|") if line.count("|") >= _PIPES else [line]:
            sentences = _without_talk(part, any_script=any_script)
            if sentences:
                found.append(sentences)
    return tuple(dict.fromkeys(found))


def plain_text(text: str) -> str | None:
    """Return a text without Markdown, in one line; None if it is JSON, code, an address or holds template marks."""
    bare = html.unescape(_HTML.sub("", text)) if "<" in text or "&" in text else text
    bare = _ESCAPE.sub(r"\1", bare) if "\\" in bare else bare
    bare = _LINK.sub(r"\1", _IMAGE.sub("", bare)) if "](" in bare else bare
    if any(mark in bare for mark in "*_`~"):
        for _ in range(2):  # one inside the other
            bare = _SLANTED.sub(r"\1", _STRONG.sub(r"\2", bare))
    bare = " ".join(bare.split())
    bare = bare.strip("*_`~# ").strip()
    if _LEFTOVER.search(bare) or has_marks(bare):
        return None
    return bare


def is_latin(text: str) -> bool:
    """Return whether at least half of a text's letters are Latin: others are of another language than was asked for."""
    letters = [letter for letter in text if letter.isalpha()]
    return 2 * sum(ord(letter) > _FAR_LETTER for letter in letters) <= len(letters)


def _without_talk(line: str, *, any_script: bool) -> str:
    """Return the sentences of a line, without list marks and talk about the answer; "" if nothing is left."""
    bare = plain_text(_LIST_MARK.sub("", line, count=1))
    if not bare:
        return ""
    bare = _LABEL.sub("", _LIST_MARK.sub("", bare, count=1))
    if bare.endswith(":"):
        return ""
    kept = " ".join(part for part in _END.split(bare) if not _TALK.match(part)).strip()
    if kept[:1] in '"\u201c' and kept[-1:] in '"\u201d' and sum(kept.count(mark) for mark in '"\u201c\u201d') == 2:
        kept = kept[1:-1].strip()
    return kept if _WORD.search(kept) and (any_script or is_latin(kept)) else ""
