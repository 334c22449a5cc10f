"""Speech to text by a server that speaks OpenAI's interface: `/v1/audio/transcriptions`."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from cinescribe.errors import ModelError
from cinescribe.language.vectors.hub_files import to_stderr
from cinescribe.language_tags import base_language
from cinescribe.media.sound.soundtrack import Soundtrack
from cinescribe.media.sound.write import wav_bytes
from cinescribe.media.transcription.quiet_cuts import quiet_pieces
from cinescribe.media.transcription.transcriber import TRANSCRIBER_RATE_HZ, Transcription
from cinescribe.models.speech.served_answers import NoTimesError, detected_language, read_served_transcript
from cinescribe.models.vlm.answers.completion import NoAnswerError
from cinescribe.models.vlm.connection.server_address import server_address
from cinescribe.models.vlm.connection.server_connection import ServerConnection
from cinescribe.models.vlm.connection.server_failures import FailedError, failure_without_answer
from cinescribe.models.vlm.connection.timed_client import FileUpload
from cinescribe.timing import Seconds

_PATIENCE: Seconds = 900.0  # for the transcript of one piece: a large model needs minutes of one core for it
_PATH = "/audio/transcriptions"
_MAX_BYTES = 24_000_000  # of a file: OpenAI and its kin take 25 MB
_LONGEST: Seconds = _MAX_BYTES / (2 * TRANSCRIBER_RATE_HZ)
_SHORTEST: Seconds = 5.0  # of a piece: a server that refuses less is of no use
_FIRST_PAUSE: Seconds = 1.0  # before the second try; doubled before each further one
_TOO_LARGE, _MISSING, _FAILED = 413, 404, 500
_UNFIT = (400, 415, 422, 500, 501)  # states of HTTP that may mean that a server does not know a form of answers
# What is asked for, the best first: not every server gives words, or times in JSON.
_FORMS: tuple[Mapping[str, str | list[str]], ...] = (
    {"response_format": "verbose_json", "timestamp_granularities[]": ["word", "segment"]},
    {"response_format": "verbose_json"},
    {"response_format": "srt"},
    {"response_format": "vtt"},
    {"response_format": "json"},
)


@dataclass
class _Learnt:
    """What a server turned out to take: which of the forms, and how long a piece."""

    form: int = 0
    longest: Seconds = _LONGEST
    is_proved: bool = False  # whether it has answered


@dataclass(frozen=True)
class ServedTranscriber:
    """A model on a server; a `Transcriber`.

    A form of answers that the server does not know, and a piece that is too long for it, are learnt from its errors.

    Args:
        connection: to the server.
        sleep: waits for some seconds.
    """

    connection: ServerConnection
    sleep: Callable[[Seconds], None] = time.sleep
    _learnt: _Learnt = field(default_factory=_Learnt, compare=False)

    @property
    def name(self) -> str:
        """`server:URL#MODEL`."""
        return f"server:{self.connection.address}"

    def transcribe(self, samples: NDArray[np.float32], *, language: str | None = None) -> Transcription:
        """Return the words of a sound; see `Transcriber`.

        Raises:
            ModelError: when the server does not answer, refuses, or sends no times.
        """
        if not len(samples):
            return Transcription(language=language)
        longest = self._learnt.longest
        pieces = quiet_pieces(samples, longest=longest)
        try:
            parts = [(first, self._piece(samples[first:after], language)) for first, after in pieces]
        except _TooLongError as error:
            if len(samples) / TRANSCRIBER_RATE_HZ / 2 < _SHORTEST:
                raise ModelError(self.connection.fault(str(error))) from error
            self._learnt.longest = min(longest, len(samples) / TRANSCRIBER_RATE_HZ) / 2
            return self.transcribe(samples, language=language)
        words = [
            word.replace(span=word.span.shifted(at / TRANSCRIBER_RATE_HZ)) for at, part in parts for word in part.words
        ]
        silences = [part.no_speech for _, part in parts if part.no_speech is not None]
        spoken = next((part.language for _, part in parts if part.language is not None), language)
        return Transcription(tuple(words), spoken, min(silences, default=None))

    def _piece(self, samples: NDArray[np.float32], language: str | None) -> Transcription:
        """The words of a piece; asked for again in the language that was heard, if the server took another one."""
        sound = wav_bytes(Soundtrack(samples[None], TRANSCRIBER_RATE_HZ))
        body, found = self._asked(sound, len(samples) / TRANSCRIBER_RATE_HZ, language)
        heard = None if language is not None else detected_language(body)
        return found if heard is None else self._asked(sound, len(samples) / TRANSCRIBER_RATE_HZ, heard)[1]

    def _asked(self, sound: bytes, duration: Seconds, language: str | None) -> tuple[str, Transcription]:
        """The body of an answer and its words: in another form where the server refuses one, again where that helps."""
        n_failed = 0
        while True:
            form = self._learnt.form
            try:
                body = self.connection.send("POST", _PATH, upload=self._upload(sound, language, form))
                found = read_served_transcript(body, duration=duration)
            except NoTimesError as error:
                self._take_next_form(form, f"{error}; name a server that gives times (`verbose_json`, `srt` or `vtt`)")
            except NoAnswerError as error:
                n_failed += 1
                self._raise_at_end(failure_without_answer(error, body), n_failed)
            except FailedError as error:
                n_failed += 1
                if self._may_be_unfit(error, n_failed) and form + 1 < len(_FORMS):
                    self._learnt.form, n_failed = form + 1, 0
                    continue
                self._raise_at_end(error, n_failed)
                self.sleep(_FIRST_PAUSE * 2 ** (n_failed - 1) if error.pause is None else error.pause)
            else:
                self._learnt.is_proved = True
                return body, found

    def _upload(self, sound: bytes, language: str | None, form: int) -> FileUpload:
        fields = {"model": self.connection.address.model, "temperature": "0", **_FORMS[form]}
        if language is not None:
            fields["language"] = base_language(language)
        return FileUpload("sound.wav", sound, "audio/wav", fields)

    def _take_next_form(self, form: int, why: str) -> None:
        if form + 1 == len(_FORMS):
            raise ModelError(self.connection.fault(why))
        self._learnt.form = form + 1

    def _may_be_unfit(self, error: FailedError, n_failed: int) -> bool:
        """Whether a server may refuse the form of answers; some fail at one that they do not know."""
        if self._learnt.is_proved or error.status not in _UNFIT:
            return False
        return error.status != _FAILED or n_failed > 1

    def _raise_at_end(self, error: FailedError, n_failed: int) -> None:
        """Raise the error of a request that is not worth another try."""
        if error.status == _TOO_LARGE:
            raise _TooLongError(str(error)) from error
        if error.status == _MISSING:
            raise ModelError(
                self.connection.fault(
                    f"{error}; name a model that it has, and a server that has {_PATH}; whisper.cpp's is started with "
                    f"--inference-path /v1{_PATH}"
                )
            ) from error
        if not error.may_pass:
            raise ModelError(self.connection.fault(str(error))) from error
        if n_failed >= error.n_tries:
            raise ModelError(self.connection.fault(f"{error} ({n_failed} attempts)")) from error


class _TooLongError(Exception):
    """A server refuses a piece since it is too long."""


def served_transcriber(address: str, *, announce: Callable[[str], None] = to_stderr) -> ServedTranscriber:
    """Return a model on a server that speaks OpenAI's interface as a transcriber.

    Args:
        address: `URL#MODEL`.
        announce: called with one line before sound leaves this machine, and where nothing answers.

    Raises:
        ModelError: when the address is malformed.
    """
    connection = ServerConnection(server_address(address), n_parallel=1, patience=_PATIENCE)
    url = connection.address.url
    if not connection.address.is_local:
        announce(f"the sound of the film is sent to {url}")
    if not connection.listens():
        announce(f"nothing answers at {url}; only what was written down before can be used")
    return ServedTranscriber(connection)
