"""Keeps spoken texts in memory, so that a repeated text is available at once."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager

from cinescribe.media.voice.pronunciation import letters_said
from cinescribe.media.voice.voice import Spoken, Voice

_MOST_BYTES = 64 << 20  # of samples: about 200 sentences


class CachedVoice:
    """A voice that caches its latest texts; several threads may use it, and it speaks one text at a time.

    Args:
        voice: what speaks.
        most_bytes: of samples that are kept.
    """

    def __init__(self, voice: Voice, *, most_bytes: int = _MOST_BYTES) -> None:
        self._voice, self._most_bytes = voice, most_bytes
        self._said: OrderedDict[tuple[str, float], Spoken] = OrderedDict()
        self._n_bytes = 0
        self._speaking, self._keeping = threading.Lock(), threading.Lock()

    @property
    def name(self) -> str:
        """Name of the voice."""
        return self._voice.name

    def say(self, text: str, *, rate: float = 1.0) -> Spoken:
        """Return a spoken text.

        Raises:
            VoiceError: when the voice fails.
        """
        found = self._kept(text, rate)
        if found is not None:
            return found
        with self._speaking:
            found = self._kept(text, rate)  # another thread may have asked for it meanwhile
            if found is None:
                found = self._voice.say(text, rate=rate)
                self._keep(text, rate, found)
            return found

    def respelled(self, text: str) -> str:
        """Return the letters that are said for a text."""
        return letters_said(self._voice, text)

    @contextmanager
    def idle(self) -> Iterator[None]:
        """Let the voice speak nothing inside the block, so that its process may end."""
        with self._speaking:
            yield

    def _kept(self, text: str, rate: float) -> Spoken | None:
        with self._keeping:
            found = self._said.get((text, rate))
            if found is not None:
                self._said.move_to_end((text, rate))
            return found

    def _keep(self, text: str, rate: float, spoken: Spoken) -> None:
        with self._keeping:
            self._said[text, rate] = spoken
            self._n_bytes += spoken.samples.nbytes
            while self._n_bytes > self._most_bytes:
                _, oldest = self._said.popitem(last=False)
                self._n_bytes -= oldest.samples.nbytes
