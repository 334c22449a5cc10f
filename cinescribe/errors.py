"""The tree of errors that Cinescribe raises on purpose, and how their messages show values."""

from reprlib import Repr
from typing import Any

MAX_MESSAGE = 2000  # letters, as many as fill a terminal; a file's text inside a message can have any length
_REPR = Repr()
_REPR.maxstring = _REPR.maxother = 80


def brief(value: Any) -> str:
    """Return a value as a message shows it: its `repr`, without the middle of a long text or the end of a long list."""
    return _REPR.repr(value)


class CinescribeError(Exception):
    """Base class. The message says what came, what was wanted and what to do."""

    def __str__(self) -> str:
        """The message, without the middle of a long one, and with half of a surrogate pair in a form that prints."""
        message = super().__str__().encode(errors="backslashreplace").decode()
        half = MAX_MESSAGE // 2
        return message if len(message) <= MAX_MESSAGE else f"{message[:half]} ... {message[-half:]}"


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
