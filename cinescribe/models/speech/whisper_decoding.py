"""Writes the transcript of half a minute of sound with a Whisper model of `transformers`, token by token."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import torch
import transformers  # its models by their full names, so that they are loaded where they are used: seconds each
from torch import Tensor
from transformers.modeling_outputs import BaseModelOutput

from cinescribe.media.transcription.faster_whisper import LOOPING, REPEATED
from cinescribe.models.speech.whisper_vocabulary import SpokenToken, WhisperVocabulary


@dataclass(frozen=True)
class Transcript:
    """The text of a sound.

    Args:
        tokens: of the text.
        probabilities: of the tokens, as the network chose them.
        attention: of the heads that follow the sound, from each token of the text and its end, (heads, S + 1, T).
    """

    tokens: tuple[int, ...]
    probabilities: tuple[float, ...]
    attention: Tensor


@dataclass(frozen=True)
class Listening:
    """What the network hears first.

    Args:
        sound: the encoded sound.
        language: the most probable one; None if the network knows English only.
        no_speech: probability of no speech; None if the network has no token for it.
    """

    sound: BaseModelOutput
    language: SpokenToken | None
    no_speech: float | None


@dataclass(frozen=True)
class WhisperDecoder:
    """A Whisper model with its vocabulary.

    Args:
        model: a `WhisperForConditionalGeneration` with eager attention, whose attention can be seen.
        vocabulary: of it.
        never: tokens that are never written.
        not_first: tokens that are not written first.
        heads: layer and head of each attention head that follows the sound.
    """

    model: Any
    vocabulary: WhisperVocabulary
    never: tuple[int, ...]
    not_first: tuple[int, ...]
    heads: tuple[tuple[int, int], ...]

    @torch.inference_mode()
    def listen(self, features: Tensor) -> Listening:
        """Encode a sound, and return what language is spoken, if any.

        Args:
            features: log-mel features of half a minute, (1, bins, frames).
        """
        sound = BaseModelOutput(last_hidden_state=self.model.get_encoder()(features).last_hidden_state)
        words = self.vocabulary
        logits = self._logits(sound, [words.start])[-1]
        chances = logits.softmax(dim=-1)
        language = max(words.languages, key=lambda one: float(logits[one.token]), default=None)
        return Listening(sound, language, None if words.no_speech is None else float(chances[words.no_speech]))

    @torch.inference_mode()
    def write(self, sound: BaseModelOutput, language: SpokenToken | None) -> Transcript | None:
        """Return the transcript of an encoded sound; None if it repeats itself without an end."""
        prompt = self.vocabulary.prompt(language)
        tokens = self._greedy(sound, prompt, repeats=True)
        if self._loops(tokens):
            tokens = self._greedy(sound, prompt, repeats=False)
            if self._loops(tokens):
                return None
        return self._aligned(sound, prompt, tokens)

    def _greedy(self, sound: BaseModelOutput, prompt: Sequence[int], *, repeats: bool) -> list[int]:
        """The most probable token after each other; `repeats`: whether some in a row may come again."""
        cache = transformers.EncoderDecoderCache(transformers.DynamicCache(), transformers.DynamicCache())
        tokens, new = list[int](), list(prompt)
        for _ in range(self.model.config.max_target_positions // 2 - len(prompt)):
            logits = self._logits(sound, new, cache=cache)[-1]
            logits[list(self.never)] = -torch.inf
            if not tokens:
                logits[list(self.not_first)] = -torch.inf
            if not repeats:
                logits[_repeating(tokens)] = -torch.inf
            token = int(logits.argmax())
            if token == self.vocabulary.end:
                break
            tokens.append(token)
            new = [token]
        return tokens

    def _aligned(self, sound: BaseModelOutput, prompt: Sequence[int], tokens: Sequence[int]) -> Transcript:
        whole = torch.tensor([[*prompt, *tokens, self.vocabulary.end]], device=self.model.device)
        out = self.model(decoder_input_ids=whole, encoder_outputs=sound, output_attentions=True, use_cache=False)
        first = len(prompt) - 1  # whose output is the first token of the text
        chances = out.logits[0, first : first + len(tokens)].float().softmax(dim=-1)
        seen = torch.stack([out.cross_attentions[layer][0, head] for layer, head in self.heads])
        return Transcript(
            tuple(tokens),
            tuple(float(row[token]) for row, token in zip(chances, tokens, strict=True)),
            seen[:, first : first + len(tokens) + 1],
        )

    def _logits(self, sound: BaseModelOutput, tokens: Sequence[int], *, cache: Any = None) -> Tensor:
        """The logits after each token, (S, V)."""
        ids = torch.tensor([list(tokens)], device=self.model.device)
        out = self.model(
            decoder_input_ids=ids, encoder_outputs=sound, past_key_values=cache, use_cache=cache is not None
        )
        logits: Tensor = out.logits[0].float()
        return logits

    def _loops(self, tokens: Sequence[int]) -> bool:
        text = self.vocabulary.text(tokens).encode()
        return bool(text) and len(text) / len(zlib.compress(text)) > LOOPING


def _repeating(tokens: Sequence[int]) -> list[int]:
    """The tokens that would complete a repeated run of earlier tokens."""
    last = tuple(tokens[len(tokens) - REPEATED + 1 :])
    runs = zip(*(tokens[n:] for n in range(REPEATED)), strict=False)
    return [run[-1] for run in runs if run[:-1] == last]
