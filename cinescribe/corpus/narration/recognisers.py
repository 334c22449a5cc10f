"""Speech recognisers by name: pocketsphinx, which is installed, and Whisper models of the hub."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from cinescribe.language.vectors.hub_files import CTRANSLATE2, model_folder, to_stderr
from cinescribe.media.transcription.faster_whisper import FasterWhisper
from cinescribe.media.transcription.pocketsphinx_transcriber import PocketsphinxTranscriber
from cinescribe.media.transcription.transcriber import Transcriber

_OWN = "pocketsphinx"  # needs no download


@dataclass(frozen=True)
class Recogniser:
    """A recogniser that is not loaded yet, so that it can be sent to other processes.

    Args:
        name: name of the recogniser, as stored in a corpus.
        load: function that loads it.
    """

    name: str
    load: Callable[[], Transcriber]


def recogniser(name: str = _OWN, *, fetch: bool = False, announce: Callable[[str], None] = to_stderr) -> Recogniser:
    """Return the recogniser of a name.

    Args:
        name: `pocketsphinx`, an id of the hub such as `Systran/faster-whisper-small`, or a folder with a model in
            CTranslate2's format.
        fetch: whether a missing model may be downloaded.
        announce: called with one line about size and licence before a download.

    Raises:
        ModelError: if the model is missing and may not, or cannot, be downloaded.
    """
    if name == _OWN:
        return Recogniser(name, PocketsphinxTranscriber)
    folder = model_folder(name, fetch=fetch, announce=announce, weights=CTRANSLATE2)
    return Recogniser(name, partial(FasterWhisper, folder))
