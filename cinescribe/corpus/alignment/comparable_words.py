"""Normalised words, to compare a screenplay with subtitles: no case, punctuation, contractions or sound labels."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from cinescribe.schema import Speech
from cinescribe.timing import Seconds, Span

# "[MUSIC]", "(sighs)", "♪", tags; and "JOHN:" or "Man 2:" before a person's speech, at the start or after a dash.
_UNSPOKEN = re.compile(r"\[[^][]*\]|\([^()]*\)|</?[A-Za-z][^<>]*>|\{\\[^{}]*\}|[♪♫#]")
_NAME = re.compile(
    r"(?:^|(?<=\n)|(?<=[-\u2013\u2014] )|(?<=[-\u2013\u2014]))[^\S\n]*[A-Z][A-Z0-9 .'\u2019-]{1,24}:(?=\s|$)",
    re.MULTILINE,
)
_LETTERS = re.compile(r"[^\W_]+(?:['\u2019][^\W_]+)*['\u2019]?")
_ENDINGS = (("n't", " not"), ("'re", " are"), ("'ll", " will"), ("'ve", " have"), ("'m", " am"), ("'d", ""), ("'s", ""))
_WHOLE = {
    "won't": "will not", "can't": "can not", "cannot": "can not", "shan't": "shall not", "ain't": "is not",
    "gonna": "going to", "wanna": "want to", "gotta": "got to", "lemme": "let me", "gimme": "give me",
    "dunno": "do not know", "kinda": "kind of", "outta": "out of", "c'mon": "come on", "y'all": "you all",
    "'em": "them", "em": "them", "ya": "you", "yeah": "yes", "yep": "yes", "ok": "okay", "o": "oh", "an'": "and",
    "til": "until", "till": "until", "'cause": "because", "cause": "because", "mister": "mr", "doctor": "dr",
    "0": "zero", "1": "one", "2": "two", "3": "three", "4": "four", "5": "five", "6": "six", "7": "seven",
    "8": "eight", "9": "nine", "10": "ten", "11": "eleven", "12": "twelve",
}  # fmt: skip


@dataclass(frozen=True)
class TimedWord:
    """A word of a subtitle, its time estimated from its position, and the number of the subtitle."""

    text: str
    span: Span
    subtitle: int


def normalised_words(text: str) -> list[str]:
    """Return the spoken words of a speech or a subtitle, in lower case with contractions expanded."""
    spoken = _NAME.sub(" ", _UNSPOKEN.sub(" ", text))
    return [part for found in _LETTERS.findall(spoken) for part in _expanded(found.replace("\u2019", "'").lower())]


def timed_words(subtitles: Sequence[Speech]) -> list[TimedWord]:
    """Return the words of subtitles; each takes a share of its subtitle's time by its number of letters."""
    out: list[TimedWord] = []
    for number, subtitle in enumerate(subtitles):
        found = normalised_words(subtitle.text or "")
        letters = sum(map(len, found))
        before = 0
        for word in found:
            start, end = (_at(subtitle.span, n / letters) for n in (before, before + len(word)))
            out.append(TimedWord(word, Span(start, end), number))
            before += len(word)
    return out


def _at(span: Span, share: float) -> Seconds:
    return span.end if share == 1 else span.start + share * span.duration


def _expanded(word: str) -> list[str]:
    if word in _WHOLE:
        return _WHOLE[word].split()
    for ending, full in _ENDINGS:
        if word.endswith(ending):
            return (word.removesuffix(ending) + full).split()
    if word.endswith("in'"):
        return [word[:-1] + "g"]
    return [word.replace("'", "")]
