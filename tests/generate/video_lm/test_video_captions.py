"""Captions of videos that are asked different prompts, and the prompt of a checkpoint wherever it captions."""

import importlib
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import torch

from cinescribe.corpus.core.corpus import CorpusCard, CorpusFilm, write_corpus
from cinescribe.corpus.core.stills import StillSplit, write_stills
from cinescribe.generate.caption_corpus import caption_corpus
from cinescribe.generate.greedy import greedy
from cinescribe.generate.video_lm.metaphor_writer import MetaphorWriter
from cinescribe.generate.video_lm.video_captioner import VideoCaptioner
from cinescribe.generate.video_lm.video_captions import (
    VIDEO_BATCH_SIZE,
    caption_video_corpus,
    caption_videos,
    is_plain_still,
)
from cinescribe.media.film.image_files import write_picture
from cinescribe.models.video_lm.git_llava import build_git_llava
from cinescribe.models.video_lm.prompts import METAPHOR_PROMPT, PLAIN_PROMPT
from cinescribe.models.video_lm.video_checkpoint import VideoCard, read_video_checkpoint, write_video_checkpoint
from cinescribe.schema import Clip
from cinescribe.still_schema import Still
from cinescribe.timing import Span
from tests.dummies import write_film
from tests.models.video_lm.tiny_video_lm import git_llava_tiny

OWN_PROMPT = "What does the film mean?"
OWN_PLAIN_PROMPT = "What does the film show?"
LONGEST = 8


@pytest.fixture(scope="module")
def checkpoint(tmp_path_factory):
    folder = tmp_path_factory.mktemp("parts")
    torch.manual_seed(0)
    model = build_git_llava(git_llava_tiny(folder))
    card = VideoCard("git-llava", n_tokens=LONGEST, prompt=OWN_PROMPT, plain_prompt=OWN_PLAIN_PROMPT)
    write_video_checkpoint(folder / "own", model, card)
    return folder / "own"


@pytest.fixture(scope="module")
def trained(checkpoint):
    return read_video_checkpoint(checkpoint)


@pytest.fixture(scope="module")
def corpus(tmp_path_factory):
    folder = tmp_path_factory.mktemp("corpus")
    write_film(folder / "a.mp4", seconds=2.0, cut_at=1.0, sound=False, rate=6)
    clips = [Clip("c0", "a", Span(0.0, 1.0)), Clip("c1", "a", Span(1.0, 2.0))]
    films = [CorpusFilm("a", "test", "a.mp4", 2.0)]
    return write_corpus(folder, CorpusCard("tiny", "made by tests", "none"), films=films, clips=clips)


def videos(model, n):
    drawn = np.random.default_rng(0).integers(0, 256, (n, 6, 40, 64, 3)).astype(np.uint8)
    return [model.look(frames) for frames in drawn]


class Decoding:
    """A decoder that keeps the prompts of each batch."""

    def __init__(self, model):
        self._texts = {tuple(model.tokens.prompt(text)): text for text in (METAPHOR_PROMPT, PLAIN_PROMPT, OWN_PROMPT)}
        self.batches: list[list[str]] = []

    def __call__(self, model, batch, **settings):
        self.batches.append([self._texts[tuple(row)] for row in batch.prompts.tolist()])
        return greedy(model, batch, **settings)


def test_each_video_is_captioned_with_its_own_prompt_in_order(trained):
    seen = videos(trained.model, 4)
    prompts = [PLAIN_PROMPT, METAPHOR_PROMPT, PLAIN_PROMPT, METAPHOR_PROMPT]
    decoder = Decoding(trained.model)
    found = caption_videos(trained.model, seen, prompts=prompts, longest=LONGEST, decoder=decoder)
    assert decoder.batches == [[PLAIN_PROMPT] * 2, [METAPHOR_PROMPT] * 2]
    for n, (text, score) in enumerate(found):
        [alone] = caption_videos(trained.model, seen[n : n + 1], prompts=prompts[n : n + 1], longest=LONGEST)
        assert alone[0] == text
        assert alone[1] == pytest.approx(score, abs=1e-5)
        [other] = caption_videos(trained.model, seen[n : n + 1], prompts=[OWN_PROMPT], longest=LONGEST)
        assert abs(other[1] - score) > 1e-4


def test_videos_of_one_prompt_are_captioned_in_batches(trained):
    seen = videos(trained.model, 1) * (VIDEO_BATCH_SIZE + 1)
    decoder = Decoding(trained.model)
    caption_videos(trained.model, seen, prompts=[PLAIN_PROMPT] * len(seen), longest=LONGEST, decoder=decoder)
    assert list(map(len, decoder.batches)) == [VIDEO_BATCH_SIZE, 1]


def test_no_videos_have_no_captions(trained):
    assert caption_videos(trained.model, [], prompts=[], longest=LONGEST) == []


def test_another_number_of_prompts_is_refused(trained):
    with pytest.raises(ValueError, match="zip"):
        caption_videos(trained.model, videos(trained.model, 2), prompts=[PLAIN_PROMPT], longest=LONGEST)


@pytest.fixture
def asked(monkeypatch):
    """What captioners ask, in the order of the videos."""
    given: list[str] = []

    def captions(model, seen, *, prompts, longest, **_):
        given.extend(prompts)
        assert longest == LONGEST
        return [("a man", -1.0)] * len(seen)

    for name in ("metaphor_writer", "video_captioner", "video_captions"):
        module = importlib.import_module(f"cinescribe.generate.video_lm.{name}")
        monkeypatch.setattr(module, "caption_videos", captions)
    return given


def test_metaphors_of_a_film_use_the_prompt_of_the_checkpoint(trained, corpus, asked):
    spans = [Span(0.0, 1.0), Span(1.0, 2.0)]
    MetaphorWriter(trained, name="own").captions(corpus.folder / "a.mp4", spans)
    assert asked == [OWN_PROMPT] * 2


def test_clips_of_a_film_use_the_prompt_of_the_checkpoint(trained, corpus, asked):
    frames = np.zeros((6, 40, 64, 3), np.uint8)
    batch: Any = SimpleNamespace(clips=[SimpleNamespace(clip=clip, frames=frames) for clip in corpus.clips])
    VideoCaptioner(trained, name="own").caption(batch)
    assert asked == [OWN_PROMPT] * 2


def test_corpus_captions_use_the_prompt_of_the_checkpoint(checkpoint, corpus, asked):
    assert len(list(caption_video_corpus(checkpoint, corpus, split="test", decoder=None, device="cpu"))) == 2
    assert asked == [OWN_PROMPT] * 2


@pytest.fixture
def stills(tmp_path):
    made = []
    captions = {"plain": "a man sits", "metaphor": "the car is as fast as a cheetah", "unknown": ""}
    for n, (id, text) in enumerate(captions.items()):
        write_picture(tmp_path / f"{id}.png", np.full((40, 64, 3), 60 * n, np.uint8))
        made.append(Still(id, f"{id}.png", (text,) if text else ()))
    return write_stills(
        tmp_path,
        CorpusCard("tiny", "made by tests", "none"),
        stills=made,
        splits=[StillSplit("test", tuple(still.id for still in made))],
    )


def test_still_captions_use_the_prompt_of_training(checkpoint, stills, asked):
    assert len(list(caption_video_corpus(checkpoint, stills, split="test", decoder=None, device="cpu"))) == 3
    assert asked == [OWN_PLAIN_PROMPT, OWN_PROMPT, OWN_PROMPT]


@pytest.mark.parametrize(
    ("text", "is_metaphor", "wanted"),
    [
        ("a man sits", None, True),
        ("a man sits", True, False),
        ("the car is as fast as a cheetah", None, False),
        ("the car is as fast as a cheetah", False, True),
        ("", None, False),
        ("", False, True),
    ],
)
def test_still_is_plain_by_its_field_or_its_captions(text, is_metaphor, wanted):
    assert is_plain_still(Still("s", "s.png", (text,) if text else (), is_metaphor=is_metaphor)) == wanted


def test_stills_are_captioned_one_by_one(checkpoint, stills):
    found = list(caption_corpus(checkpoint, stills.folder, split="test"))
    assert [(one.set, one.caption.clip, one.caption.by) for one in found] == [
        (None, id, "git-llava") for id in ("plain", "metaphor", "unknown")
    ]
