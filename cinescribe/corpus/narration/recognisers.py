"""Which recognisers of speech there are, by name: one that comes installed, and Whisper's models of the hub."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from cinescribe.language.vectors.hub_files import CTRANSLATE2, model_folder, to_stderr
from cinescribe.media.speech.asr import Asr
from cinescribe.media.speech.pocketsphinx_asr import PocketsphinxAsr
from cinescribe.media.speech.whisper_asr import WhisperAsr

OWN = "pocketsphinx"  # needs nothing fetched


@dataclass(frozen=True)
class Recogniser:
    """A recogniser that is not loaded yet, so that it can be told to other processes.

    Args:
        name: as a corpus notes it.
        load: loads it.
    """

    name: str
    load: Callable[[], Asr]


def recogniser(name: str = OWN, *, fetch: bool = False, announce: Callable[[str], None] = to_stderr) -> Recogniser:
    """The recogniser that a name means.

    Args:
        name: `pocketsphinx`; or an id of the hub, such as `Systran/faster-whisper-small`, or a folder with a model in
            CTranslate2's format.
        fetch: consent to fetch what is not on this machine.
        announce: is told size and licence, in one line, before anything is fetched.

    Raises:
        ModelError: when the model is not here and may not, or cannot, be fetched.
    """
    if name == OWN:
        return Recogniser(name, PocketsphinxAsr)
    folder = model_folder(name, fetch=fetch, announce=announce, weights=CTRANSLATE2)
    return Recogniser(name, partial(WhisperAsr, folder))
