"""Language models that read projected features of frozen image encoders: the baselines of *Unveiling the Invisible*.

Video-LLaVA (Lin et al. 2023) reads all features of eight frames, LLaVA-1.5 (Liu et al. 2023) the places of one frame,
Video-ChatGPT (Maaz et al. 2023) and Valley (Luo et al. 2023) means of them. Each is built of parts: an image encoder,
a projection that begins random, a language model. LLaVA and Video-LLaVA can also be whole models of the hub. Small
ones have the image encoder of our own GIT and SmolLM2: they have the architecture of the row, not its pretraining.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from torch import Tensor, nn

from cinescribe.language.causal_lm import CausalLM, load_causal_lm
from cinescribe.language.vectors.hub_files import to_stderr
from cinescribe.media.film.frame_scaling import Image
from cinescribe.models.video_lm.frame_features import FrameFeatures, load_frame_features
from cinescribe.models.video_lm.frozen_git import BACKLOT_GIT
from cinescribe.models.video_lm.language_settings import LanguageSettings, check_positive
from cinescribe.models.video_lm.language_tokens import LanguageTokens
from cinescribe.models.video_lm.llava_checkpoints import load_llava, load_video_llava
from cinescribe.models.video_lm.pooled_frames import all_features, frames_and_places, place_features, places_and_classes
from cinescribe.models.video_lm.prefixed_lm import PrefixedLM
from cinescribe.models.video_lm.prefixed_video_lm import PrefixedVideoLM
from cinescribe.models.video_lm.prompts import PROMPT_FORMATS
from cinescribe.models.video_lm.random_frame import random_frame
from cinescribe.models.video_lm.tuning import tune
from cinescribe.models.video_lm.video_batch import VideoBatch


@dataclass(frozen=True)
class PooledFramesSettings(LanguageSettings):
    """The settings of a Video-ChatGPT or a Valley, besides those of `LanguageSettings`.

    Args:
        vision: the frozen image encoder, a name of `frame_features.load_frame_features`.
        n_frames: frames of a video.

    Raises:
        ModelError: for a value out of range.
    """

    vision: str = BACKLOT_GIT
    n_frames: int = 8

    def __post_init__(self) -> None:
        super().__post_init__()
        check_positive("n_frames", self.n_frames)


@dataclass(frozen=True)
class VideoLlavaSettings(PooledFramesSettings):
    """The settings of a Video-LLaVA.

    Args:
        checkpoint: a whole model of the hub, or its folder, in place of `vision` and `language_model`; empty for parts.
    """

    checkpoint: str = ""


@dataclass(frozen=True)
class LlavaSettings(VideoLlavaSettings):
    """The settings of a LLaVA on one random frame.

    Args:
        n_frames: frames of a video, of which one is chosen.
        frame_seed: of the choice; a video has the same frame in all epochs.
    """

    n_frames: int = 16
    frame_seed: int = 1


@dataclass(frozen=True)
class Vision:
    """What is looked at, and how.

    Args:
        encoder: the frozen image encoder.
        pool: returns what the language model reads of the features of frames, a function of `pooled_frames`.
        choose: returns the frames that are looked at.
        name: of the pooling and choice: what is seen under one name with one encoder is the same.
    """

    encoder: FrameFeatures
    pool: Callable[[Tensor], Tensor]
    name: str
    choose: Callable[[Image], Image] = lambda frames: frames


class VisionProjectorLM(PrefixedVideoLM):
    """A language model that reads projected features of frames; a `VideoLM`.

    Args:
        settings: its settings.
        vision: the frozen part. It is no part of this module, so that it is never trained or saved.
        projection: from the width of features to that of the language model.
        language: the language model, which is changed as `tuning` says.
    """

    def __init__(
        self, settings: PooledFramesSettings, vision: Vision, projection: nn.Module, language: CausalLM
    ) -> None:
        super().__init__()
        self.settings, self.n_frames = settings, settings.n_frames
        self._vision = vision
        self.tokens = LanguageTokens(language.tokenizer, PROMPT_FORMATS[settings.prompt_format], name=language.name)
        self.language = PrefixedLM(language, self.tokens.before)
        self.map = projection.float().requires_grad_(True)
        tune(language.network, settings.tuning, rank=settings.lora_rank)
        self.parts = {"vision": vision.encoder.name, "language_model": language.identity}

    def lookers(self) -> tuple[nn.Module, ...]:
        """Return the network of the frozen part."""
        return (self._vision.encoder.network,)

    @property
    def look_name(self) -> str:
        """What the features depend on: encoder, pooling, and frames."""
        return f"{self._vision.encoder.name}-{self._vision.name}-{self.n_frames}"

    def look(self, frames: Image) -> Tensor:
        """Return the features of a video that the language model reads, before their projection, (P, D).

        Args:
            frames: `n_frames` frames, (T, H, W, 3).
        """
        return self._vision.pool(self._vision.encoder.features(self._vision.choose(frames)))

    def prefix(self, batch: VideoBatch) -> Tensor:
        """Return the projected features of each video, (B, P, D)."""
        projected: Tensor = self.map(batch.seen.float())
        return projected


def build_video_llava(
    settings: VideoLlavaSettings, *, fetch: bool = False, announce: Callable[[str], None] = to_stderr
) -> VisionProjectorLM:
    """Build a Video-LLaVA, which reads all features of its frames; eight in its paper.

    Raises:
        ModelError: when a part is missing or does not fit.
    """
    if not settings.checkpoint:
        return _of_parts(settings, all_features, "all", two_layers, fetch=fetch, announce=announce)
    whole = load_video_llava(settings.checkpoint, fetch=fetch, announce=announce, dtype=settings.dtype)
    return VisionProjectorLM(settings, Vision(whole.encoder, all_features, "all"), whole.projection, whole.language)


def build_llava(
    settings: LlavaSettings, *, fetch: bool = False, announce: Callable[[str], None] = to_stderr
) -> VisionProjectorLM:
    """Build a LLaVA that reads the places of one random frame.

    Raises:
        ModelError: when a part is missing or does not fit.
    """
    choose, name = random_frame(settings.frame_seed), f"one-of-seed-{settings.frame_seed}"
    if not settings.checkpoint:
        return _of_parts(settings, place_features, name, two_layers, fetch=fetch, announce=announce, choose=choose)
    whole = load_llava(settings.checkpoint, fetch=fetch, announce=announce, dtype=settings.dtype)
    vision = Vision(whole.encoder, place_features if whole.leaves_class_out else all_features, name, choose)
    return VisionProjectorLM(settings, vision, whole.projection, whole.language)


def build_video_chatgpt(
    settings: PooledFramesSettings, *, fetch: bool = False, announce: Callable[[str], None] = to_stderr
) -> VisionProjectorLM:
    """Build a Video-ChatGPT: means over space beside means over time, and one linear layer; 100 frames in its paper.

    Raises:
        ModelError: when a part is missing or does not fit.
    """
    return _of_parts(settings, frames_and_places, "means", nn.Linear, fetch=fetch, announce=announce)


def build_valley(
    settings: PooledFramesSettings, *, fetch: bool = False, announce: Callable[[str], None] = to_stderr
) -> VisionProjectorLM:
    """Build a Valley: means over time beside each frame's class token, and one linear layer; 8 frames in its code.

    Raises:
        ModelError: when a part is missing or does not fit.
    """
    return _of_parts(settings, places_and_classes, "classes", nn.Linear, fetch=fetch, announce=announce)


def two_layers(d_in: int, d_out: int) -> nn.Module:
    """Return a random projection of LLaVA-1.5 and Video-LLaVA: linear, GELU, linear."""
    return nn.Sequential(nn.Linear(d_in, d_out), nn.GELU(), nn.Linear(d_out, d_out))


def _of_parts(
    settings: PooledFramesSettings,
    pool: Callable[[Tensor], Tensor],
    name: str,
    projection: Callable[[int, int], nn.Module],
    *,
    fetch: bool,
    announce: Callable[[str], None],
    choose: Callable[[Image], Image] | None = None,
) -> VisionProjectorLM:
    encoder = load_frame_features(settings.vision, fetch=fetch, announce=announce)
    language = load_causal_lm(settings.language_model, fetch=fetch, announce=announce, dtype=settings.dtype)
    width = int(language.network.get_input_embeddings().weight.shape[1])
    vision = Vision(encoder, pool, name, choose) if choose else Vision(encoder, pool, name)
    return VisionProjectorLM(settings, vision, projection(encoder.width, width), language)
