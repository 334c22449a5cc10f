"""Speech to text by a Whisper model of `transformers`, in this process."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
import transformers  # its models by their full names, so that they are loaded where they are used: seconds each
from numpy.typing import NDArray

from cinescribe.errors import ModelError
from cinescribe.language.vectors.hub_files import (
    CTRANSLATE2,
    TRANSFORMERS,
    model_folder,
    to_stderr,
    weights_digest,
)
from cinescribe.language.vectors.hub_loading import load_pretrained, loading
from cinescribe.media.transcription.faster_whisper import FasterWhisper
from cinescribe.media.transcription.quiet_cuts import quiet_pieces
from cinescribe.media.transcription.transcriber import TRANSCRIBER_RATE_HZ, HeardWord, Transcriber, Transcription
from cinescribe.models.hub.inputs import model_type
from cinescribe.models.speech.whisper_decoding import Transcript, WhisperDecoder
from cinescribe.models.speech.whisper_vocabulary import SpokenToken, whisper_vocabulary
from cinescribe.models.speech.word_alignment import token_frames
from cinescribe.models.vlm.hub_chat_loading import compute_dtype
from cinescribe.timing import Seconds, Span

_WANTED = "a Whisper model of transformers"
_LONGEST: Seconds = 30.0  # that a Whisper hears at once
_FRAME = TRANSCRIBER_RATE_HZ // 50  # samples of one frame of the encoder
# Attention runs ahead of the sound: the median word begins and ends this much later (set on the five sentences of
# `austen` and on `acoustic_corpus` of benchmarks/speech/transcription.py; the other recordings are set aside).
_AHEAD: Seconds = 0.06


def hub_transcriber(name: str, *, fetch: bool = False, announce: Callable[[str], None] = to_stderr) -> Transcriber:
    """Return a Whisper model as a transcriber: of `transformers`, or in CTranslate2's format by faster-whisper.

    It runs on a CUDA device where there is one.

    Args:
        name: an id of the hub, `owner/model`, or a folder with the model's files.
        fetch: whether the model may be downloaded if it is not on this machine.
        announce: called with one line, size and licence, before a download.

    Raises:
        ModelError: when the model is not here, cannot be downloaded or loaded, or is no Whisper model.
    """
    folder = model_folder(name, fetch=fetch, announce=announce, weights=(*TRANSFORMERS, *CTRANSLATE2))
    if not any(any(folder.glob(pattern)) for pattern in TRANSFORMERS):
        return FasterWhisper(folder, name=name)
    kind = model_type(folder)
    if kind != "whisper":
        raise ModelError(f"{name!r} is a {kind!r}, which writes down no speech; expected {_WANTED}")
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    with loading(name, wanted=_WANTED):
        tokenizer = transformers.WhisperTokenizer.from_pretrained(folder, local_files_only=True)
        loaded = load_pretrained(transformers.WhisperForConditionalGeneration, folder, name=name)
        model: Any = loaded.model
        model.set_attn_implementation("eager")  # others do not say where they look
        model = model.to(device, compute_dtype(model.config, device))
        hearing = _feature_extractor(folder, model.config)
        return HubTranscriber(f"hub:{name} {weights_digest(folder)}", _decoder(model, tokenizer), hearing)


@dataclass(frozen=True)
class HubTranscriber:
    """A Whisper model; a `Transcriber`. Sound of more than half a minute is cut where it is quiet.

    Args:
        name: of the model and its training.
        decoder: writes transcripts.
        hearing: makes log-mel features of sound.
    """

    name: str
    decoder: WhisperDecoder
    hearing: Any

    def transcribe(self, samples: NDArray[np.float32], *, language: str | None = None) -> Transcription:
        """Return the words of a sound; see `Transcriber`. A language that the model does not know is found out."""
        if not len(samples):
            return Transcription(language=language)
        spoken = None if language is None else self.decoder.vocabulary.spoken(language)
        parts = []
        for first, after in quiet_pieces(samples, longest=_LONGEST):
            part, spoken = self._part(samples[first:after], spoken)
            parts.append((first / TRANSCRIBER_RATE_HZ, part))
        words = [word.replace(span=word.span.shifted(start)) for start, part in parts for word in part.words]
        silences = [part.no_speech for _, part in parts if part.no_speech is not None]
        return Transcription(tuple(words), _tag(spoken), min(silences, default=None))

    def _part(
        self, samples: NDArray[np.float32], spoken: SpokenToken | None
    ) -> tuple[Transcription, SpokenToken | None]:
        """The words of at most half a minute, and the language."""
        made = self.hearing(samples, sampling_rate=TRANSCRIBER_RATE_HZ, return_tensors="pt")
        model = self.decoder.model
        heard = self.decoder.listen(made.input_features.to(model.device, model.dtype))
        language = spoken or heard.language
        written = self.decoder.write(heard.sound, language)
        words = () if written is None else self._words(written, len(samples), language)
        return Transcription(words, _tag(language), heard.no_speech), language

    def _words(self, written: Transcript, n_samples: int, language: SpokenToken | None) -> tuple[HeardWord, ...]:
        frames = token_frames(written.attention, -(-n_samples // _FRAME))
        vocabulary, last = self.decoder.vocabulary, n_samples / TRANSCRIBER_RATE_HZ
        words = []
        for word in vocabulary.words(written.tokens, _tag(language)):
            text = vocabulary.text(written.tokens[word.first : word.after]).strip()
            start, end = (
                min(float(frames[n]) * _FRAME / TRANSCRIBER_RATE_HZ + _AHEAD, last) for n in (word.first, word.spoken)
            )
            if text:
                chance = float(np.mean(written.probabilities[word.first : word.after]))
                words.append(HeardWord(Span(start, end), text, chance))
        return tuple(words)


def _tag(language: SpokenToken | None) -> str:
    return "en" if language is None else language.tag  # without tokens of languages, a checkpoint knows English only


def _decoder(model: Any, tokenizer: Any) -> WhisperDecoder:
    settings: transformers.GenerationConfig = model.generation_config
    is_multilingual = getattr(settings, "is_multilingual", None)
    vocabulary = whisper_vocabulary(tokenizer, n_tokens=model.config.vocab_size, is_multilingual=is_multilingual)
    special = range(vocabulary.text_tokens, model.config.vocab_size)
    silent = _tokens(settings, model.config, "suppress_tokens")
    return WhisperDecoder(
        model,
        vocabulary,
        never=tuple({*silent, *special} - {vocabulary.end}),
        not_first=_tokens(settings, model.config, "begin_suppress_tokens"),
        heads=_heads(settings, model.config),
    )


def _tokens(settings: Any, config: Any, name: str) -> tuple[int, ...]:
    found = getattr(settings, name, None) or getattr(config, name, None) or ()
    return tuple(int(token) for token in found if 0 <= token < config.vocab_size)


def _heads(settings: Any, config: Any) -> tuple[tuple[int, int], ...]:
    """The heads that follow the sound: as the checkpoint says, else all of the upper half of the decoder."""
    n_layers, n_heads = config.decoder_layers, config.decoder_attention_heads
    known = [(int(layer), int(head)) for layer, head in getattr(settings, "alignment_heads", None) or ()]
    fit = tuple((layer, head) for layer, head in known if 0 <= layer < n_layers and 0 <= head < n_heads)
    return fit or tuple((layer, head) for layer in range(n_layers // 2, n_layers) for head in range(n_heads))


def _feature_extractor(folder: Path, config: Any) -> Any:
    """The maker of features as the checkpoint says; by the size of the network where it says nothing."""
    if (folder / "preprocessor_config.json").is_file():
        return transformers.WhisperFeatureExtractor.from_pretrained(folder, local_files_only=True)
    kind: Any = transformers.WhisperFeatureExtractor
    return kind(feature_size=config.num_mel_bins)
