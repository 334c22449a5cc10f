"""The tree of errors that Cinescribe raises on purpose, and how their messages show values."""

import re
from collections.abc import Iterable
from difflib import get_close_matches
from reprlib import Repr
from typing import Any

MAX_MESSAGE = 300  # letters: three or four lines of a terminal, in which what to do is found
_REPR = Repr()
_REPR.maxstring = _REPR.maxother = 80
_BRIEF = 120  # letters of a value that a message shows
# What a long message may lose, less first: letters that a value or a path keeps, and items that a list keeps.
_LENGTHS = ((120, 12), (120, 6), (90, 6), (90, 3), (60, 3), (40, 2), (24, 2))
_READ = 2000  # letters of a message in which values are looked for; what is longer is one huge value
_HEAD = MAX_MESSAGE // 3  # of what is kept of a message that is long without long values; its end says what to do
_GAP = " ... "
_NAMED = 12  # names that a message lists
# A text in quotation marks, as `repr` writes it; not the apostrophe in a word.
_QUOTED = r"""(?<!\w)(?:'(?:[^'\\]|\\.|'(?=\w))*'|"(?:[^"\\]|\\.|"(?=\w))*")(?!\w)"""
_VALUE = re.compile(rf"{_QUOTED}|[^\s'\"]{{24,}}", re.DOTALL)
# An item of a list: a value in quotation marks, or one to three words; more are a part of the sentence.
_ITEM = r"""(?:'[^']{0,120}'|"[^"]{0,120}"|[^\s,;:()'"]{1,120}(?: [^\s,;:()'"]{1,60}){0,2})"""
_LIST = re.compile(rf"{_ITEM}(?:, {_ITEM}){{3,}}")


def brief(value: Any) -> str:
    """Return a value as a message shows it: its `repr`, without the middle of a long text or the end of a long list."""
    return _without_middle(_REPR.repr(value), _BRIEF)


def known_names(known: Iterable[str], *, came: str) -> str:
    """Return names as a message lists them: all of a dozen; of more those nearest to what came, and how many more."""
    names = list(known)
    if len(names) <= _NAMED:
        return ", ".join(names)
    shown = list(dict.fromkeys([*get_close_matches(came, names), *names]))[:_NAMED]
    return f"{', '.join(shown)} and {len(names) - _NAMED} more"


def brief_message(message: str) -> str:
    """Return a message in at most `MAX_MESSAGE` letters, in which what was wanted and what to do stay.

    Long values, paths and lists lose their middle, as much as is needed. A path of up to 120 letters stays whole where
    the rest leaves room for it; of a longer one, the end stays, with the name of the file. Only a message that is still
    too long loses its middle.
    """
    if len(message) <= MAX_MESSAGE:
        return message
    read = message if len(message) <= _READ else message[: _READ // 2] + message[-_READ // 2 :]
    for letters, items in _LENGTHS:
        short = _VALUE.sub(lambda found: _without_middle(found[0], letters), read)  # noqa: B023  used at once
        short = _LIST.sub(lambda found: _without_items(found[0], items), short)  # noqa: B023
        if len(short) <= MAX_MESSAGE:
            return short
    head, tail = short[:_HEAD], short[_HEAD + len(_GAP) - MAX_MESSAGE :]
    return f"{head.rstrip()}{_GAP}{tail.lstrip()}"


def _without_middle(text: str, letters: int) -> str:
    """A text of at most so many letters; a path keeps more of its end."""
    if len(text) <= letters:
        return text
    head = (letters - 3) // (4 if "/" in text else 2)
    return f"{text[:head]}...{text[head + 3 - letters :]}"


def _without_items(listed: str, items: int) -> str:
    """A list of at most so many items, with its last one and the number of those that are left out."""
    parts = listed.split(", ")
    n_left = len(parts) - items - 1
    return listed if n_left < 2 else ", ".join([*parts[:items], f"({n_left} more)", parts[-1]])


class CinescribeError(Exception):
    """Base class. The message says what came, what was wanted and what to do."""

    def __str__(self) -> str:
        """The message as `brief_message` gives it, with half of a surrogate pair in a form that prints."""
        return brief_message(super().__str__().encode(errors="backslashreplace").decode())


class InputError(CinescribeError):
    """The input is at fault."""


class ParameterError(InputError):
    """Parameters are missing, or do not go together."""


class FilmError(InputError):
    """A film, or one of its streams, cannot be used."""


class SubtitleError(InputError):
    """A subtitle or description file cannot be read."""


class CastError(InputError):
    """A cast file is malformed or names somebody the film does not have."""


class RecordError(InputError):
    """A stored record is malformed."""


class EditError(InputError):
    """An edited description cannot be read, or does not fit the description that it was made from."""


class OutputError(CinescribeError):
    """A result cannot be written."""


class VoiceError(CinescribeError):
    """The voice could not speak."""


class ModelError(CinescribeError):
    """A model cannot be found, loaded or run."""


class ScoreError(InputError):
    """Texts, ratings or predictions cannot be scored as they are."""


class LanguageError(InputError):
    """A text, word table or treebank cannot be read."""


class CorpusError(InputError):
    """An annotated corpus is malformed or incomplete."""


class FeatureError(InputError):
    """Features are missing, stale, damaged or of another shape than wanted."""


class RecipeError(InputError):
    """A recipe is malformed or names something unknown."""


class StudyError(InputError):
    """A study, an answer to it, or the person who gives it, is not what is wanted."""


class ChallengeError(InputError):
    """A challenge, a submission to it, or who sends it, is not what is wanted."""


class ServeError(InputError):
    """The web program cannot be started as it was asked."""


class DatabaseError(CinescribeError):
    """A database cannot be opened, read or written; nothing was stored."""


class TrainError(CinescribeError):
    """A training run had to stop."""


class WorkError(CinescribeError):
    """Work in several processes failed: a worker died, or a library that starts them is missing."""
