"""GIT fine-tuned (Wang et al. 2022), the baseline that writes with its own decoder and reads no prompt."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Self

import torch
import transformers  # its models by their full names, so that they are loaded where they are used: seconds each
from torch import Tensor, nn

from cinescribe.language.vectors.hub_files import to_stderr
from cinescribe.media.film.frame_scaling import Image
from cinescribe.models.video_lm.backlot_git import N_FRAMES, BacklotGitSizes
from cinescribe.models.video_lm.frozen_git import (
    BACKLOT_GIT,
    NamedGit,
    backlot_pictures,
    load_backlot_git,
    load_hub_git,
)
from cinescribe.models.video_lm.language_tokens import LanguageTokens
from cinescribe.models.video_lm.prefixed_lm import KeysValues, keys_values
from cinescribe.models.video_lm.prompts import PromptFormat
from cinescribe.models.video_lm.video_batch import VideoBatch
from cinescribe.models.video_lm.video_lm import LearnedWeights

_LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789'-,.!?"


@dataclass(frozen=True)
class FineTunedGitSettings:
    """The settings of a fine-tuned GIT.

    Args:
        git: where its training begins, a name of `frame_features.load_git`.
    """

    git: str = BACKLOT_GIT


@dataclass(frozen=True)
class GitState:
    """The decoding state: keys and values of the video and of the words so far, and the number of these words."""

    past: KeysValues
    n_words: int


class FineTunedGit(LearnedWeights):
    """A GIT of which all weights are learned; a `VideoLM`.

    Args:
        settings: its settings.
        network: a `GitForCausalLM`.
        tokens: its tokens; the prompt is its start token.
        inputs: returns the `pixel_values` of a video's frames, without gradients.
        name: of the model that training begins with.
    """

    def __init__(
        self,
        settings: FineTunedGitSettings,
        network: Any,
        tokens: LanguageTokens,
        inputs: Callable[[Image], Tensor],
        name: str,
    ) -> None:
        super().__init__()
        self.settings, self.n_frames = settings, N_FRAMES
        self.network, self.tokens = network.requires_grad_(True), tokens
        self._inputs = inputs
        self.parts = {"git": name}
        self.look_name = f"{name}-inputs"

    def look(self, frames: Image) -> Tensor:
        """Return the input of the image encoder, which learns.

        Args:
            frames: `n_frames` frames, (T, H, W, 3).
        """
        return self._inputs(frames)

    def forward(self, batch: VideoBatch) -> Tensor:
        """Return the logits of each token of the answers, (n_targets, V)."""
        answers = batch.answers
        first = torch.full_like(answers[:, :, :1], self.tokens.start)
        words = torch.cat([first, answers[:, :, :-1]], 2)
        # GIT repeats a batch's videos as a whole: first answers of all, then second ones.
        rows = words.transpose(0, 1).flatten(0, 1)
        hidden = self.network.git(input_ids=rows, pixel_values=self._pixels(batch)).last_hidden_state
        states = hidden[:, -words.shape[2] :].unflatten(0, (words.shape[1], len(batch))).transpose(0, 1)
        logits: Tensor = self.network.output(states[batch.answer_mask])
        return logits

    def start(self, batch: VideoBatch) -> GitState:
        """Return the state before the start token: keys and values of the videos, which see no words."""
        cache = transformers.DynamicCache()
        first = torch.full((len(batch), 1), self.tokens.start, device=batch.seen.device)
        self.network.git(input_ids=first, pixel_values=self._pixels(batch), past_key_values=cache, use_cache=True)
        return GitState(tuple((keys[:, :, :-1], values[:, :, :-1]) for keys, values in keys_values(cache)), 0)

    def step(self, tokens: Tensor, state: GitState) -> tuple[Tensor, GitState]:
        """Take one token a row, (R,); gives the logits of the next, (R, V), and the state after it."""
        cache = transformers.DynamicCache(state.past)
        places = torch.full((1, 1), state.n_words, device=tokens.device)
        hidden = self.network.git(
            input_ids=tokens[:, None], position_ids=places, past_key_values=cache, use_cache=True
        ).last_hidden_state
        return self.network.output(hidden[:, -1]), GitState(keys_values(cache), state.n_words + 1)

    def select(self, state: GitState, rows: Tensor) -> GitState:
        """Return the state of some rows, by number."""
        return GitState(tuple((keys[rows], values[rows]) for keys, values in state.past), state.n_words)

    def train(self, mode: bool = True) -> Self:
        """Set the mode; statistics of normalisation stay as they are, because no checkpoint has them."""
        super().train(mode)
        for part in self.modules():
            if isinstance(part, nn.BatchNorm1d):
                part.eval()
        return self

    def _pixels(self, batch: VideoBatch) -> Tensor:
        return batch.seen.to(next(self.network.parameters()).dtype)


def build_fine_tuned_git(
    settings: FineTunedGitSettings, *, fetch: bool = False, announce: Callable[[str], None] = to_stderr
) -> FineTunedGit:
    """Build a GIT with its weights, to be fine-tuned.

    Raises:
        ModelError: when it is missing, or takes other inputs.
    """
    ours = load_backlot_git(settings.git)
    if ours is not None:
        return _of_backlot(settings, ours)
    hub = load_hub_git(settings.git, fetch=fetch, announce=announce)
    config = hub.model.config
    hub.tokenizer.eos_token = hub.tokenizer.convert_ids_to_tokens(config.eos_token_id)
    first = hub.tokenizer.convert_ids_to_tokens(config.bos_token_id)
    tokens = LanguageTokens(hub.tokenizer, PromptFormat(after=first), name=settings.git)
    return FineTunedGit(
        settings, hub.model, tokens, lambda frames: hub.viewer.inputs(frames)["pixel_values"][0], hub.name
    )


def _of_backlot(settings: FineTunedGitSettings, ours: NamedGit) -> FineTunedGit:
    """Return one of our own GITs; it gets tokens for letters, which spell the words that it does not know."""
    tokenizer = letter_tokenizer(ours.net.sizes)
    git = ours.net.git
    git.resize_token_embeddings(len(tokenizer), mean_resizing=False)
    tokens = LanguageTokens(tokenizer, PromptFormat(after=tokenizer.cls_token), name=settings.git)
    cells = ours.net.frame_cells
    return FineTunedGit(
        settings, git, tokens, lambda frames: cells(backlot_pictures(frames)[None])[0, :, None], ours.name
    )


def letter_tokenizer(sizes: BacklotGitSizes) -> Any:
    """Return a tokenizer with the tokens of one of our own GITs, and new ones for letters within and without words."""
    known = ["[PAD]", "[CLS]", "[SEP]", *sizes.words]  # the ids of `BacklotGit`
    new = [one for one in (*_LETTERS, *(f"##{one}" for one in _LETTERS), "[UNK]", "[MASK]") if one not in sizes.words]
    tokenizer = transformers.BertTokenizer(vocab={word: n for n, word in enumerate([*known, *new])}, do_lower_case=True)
    tokenizer.eos_token = "[SEP]"
    return tokenizer
