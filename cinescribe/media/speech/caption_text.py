"""Separates the spoken words of a subtitle from names of speakers, sounds, music and songs."""

from __future__ import annotations

import html
import re

# Of HTML and WebVTT; times; of SubStation, also in SubRip; of MicroDVD, "{y:i}"; of old players, "{i}" for "<i>".
_TAGS = re.compile(r"</?[A-Za-z][^<>]*>|<\d[\d:.]*>|\{(?:\\[^{}]*|[cCfFsSyY]:[^{}]*|/?[bBiIuU])\}")
_NO_LETTER = re.compile(r"&#\d{8,};?")  # Unicode ends at seven digits; `html.unescape` refuses thousands
_BRACKETS = (("(", ")"), ("[", "]"), ("【", "】"), ("\uff08", "\uff09"), ("\uff3b", "\uff3d"))
# With brackets inside, one deep. Nothing is tried twice: brackets that are never closed would take quadratic time.
_BRACKETED = "|".join(
    rf"\{first}(?:[^\{first}\{last}]++|\{first}[^\{first}\{last}]*+\{last})*+\{last}" for first, last in _BRACKETS
)
_NOTE = r"(?:[♩♪♫♬¶🎵🎶]|â™[ª«])"  # also as mis-decoded UTF-8, and as Line 21 decoders write it
_DASH = r"(?:[-\u2013\u2014]|[^\S\n])*"
# "[door slams]", "(sighs)", "♪ la la ♪", "# la la #", "*thunder*". A song may take several lines, each with a note at
# its start only.
_SOUNDS = re.compile(
    rf"{_BRACKETED}|{_NOTE}+(?:(?!{_NOTE})[^\n])+$(?=\n{_DASH}{_NOTE})|{_NOTE}+(?:(?!{_NOTE}).)*?(?:{_NOTE}+|\Z)"
    rf"|^{_DASH}#\s[^#]*(?:#|\Z)|^{_DASH}\*[^*]+\*[\s.]*$",
    re.DOTALL | re.MULTILINE,
)
# "ANNOUNCER:", "- DR. SMITH:", ">> MAN #1:"; ">>" marks another speaker in Line 21 captions. In capitals only, so that
# "Note: …" stays, and with a space after the colon, so that "AT 10:30" stays.
_SPEAKER = re.compile(rf"^(?P<dash>{_DASH})(?:>{{2,3}}\s*)?(?:(?P<name>\w[^:]*+):(?=\s|$))?")
_NAME_WORDS = 3  # "U.S. MARSHAL JONES"; more words in capitals are rather a sentence
_VOICE = re.compile(r"\b(?:speak|talk|chatter|convers|narrat|announc|whisper|voic|dialogue)", re.IGNORECASE)


def subtitle_words(text: str) -> str:
    """Return the spoken words of a subtitle in one line; "" if it only names sounds, music, a song or a speaker.

    Args:
        text: the lines of the subtitle, without tags.
    """
    lines = (_without_speaker(line) for line in _SOUNDS.sub(" ", text).split("\n"))
    return " ".join(" ".join(line for line in lines if _has_words(line)).split())


def names_voice(text: str) -> bool:
    """Whether a subtitle without spoken words says that someone speaks: `[speaking French]`, `(radio chatter)`."""
    return _VOICE.search(text) is not None


def without_tags(text: str) -> str:
    """Return the lines of a subtitle without tags, positions and entities."""
    return html.unescape(_NO_LETTER.sub("\ufffd", _TAGS.sub("", text))).replace("\\h", " ")


def in_one_line(text: str) -> str:
    """Return a text with single spaces for line breaks and runs of white space."""
    return " ".join(text.split())


def _without_speaker(line: str) -> str:
    # A colon that is left over followed a name in brackets: "(Michael): Wait!".
    found = _SPEAKER.match(re.sub(rf"(^{_DASH}):\s", r"\1", line))
    if found is None:
        return line
    name = found["name"]
    is_name = name is None or (name.isupper() and len(name.split()) <= _NAME_WORDS)
    return found["dash"] + found.string[found.end() if is_name else found.start("name") :]


def _has_words(line: str) -> bool:
    return any(letter.isalnum() for letter in line)
