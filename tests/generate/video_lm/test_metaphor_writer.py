"""Metaphors of stretches of a film: only captions that are metaphors, of the frames of each stretch."""

import importlib

import pytest
import torch

from cinescribe.describe.captioner_selection import load_figures
from cinescribe.errors import FilmError, ModelError
from cinescribe.generate.video_lm.metaphor_writer import MetaphorWriter
from cinescribe.generate.video_lm.video_captioner import VideoCaptioner
from cinescribe.models.video_lm.prompts import METAPHOR_PROMPT
from cinescribe.models.video_lm.video_checkpoint import VideoCard, VideoCheckpoint, write_video_checkpoint
from cinescribe.models.video_lm.video_table import VIDEO_LMS
from cinescribe.timing import Span
from tests.dummies import write_film
from tests.models.video_lm.tiny_baselines import backlot_git
from tests.models.video_lm.tiny_video_lm import git_llava_tiny, tiny_llama

metaphor_writer = importlib.import_module("cinescribe.generate.video_lm.metaphor_writer")
SPANS = [Span(0.0, 1.0), Span(1.0, 2.0)]


@pytest.fixture(scope="module")
def checkpoint(tmp_path_factory):
    folder = tmp_path_factory.mktemp("parts")
    settings = git_llava_tiny(folder)
    model = VIDEO_LMS["git-llava"].build(settings)
    write_video_checkpoint(folder / "trained", model, VideoCard("git-llava", n_tokens=8))
    return folder / "trained"


@pytest.fixture(scope="module")
def film(tmp_path_factory):
    return write_film(tmp_path_factory.mktemp("film") / "two.mp4", seconds=2.0, cut_at=1.0, sound=False, rate=12)


@pytest.mark.slow
def test_each_stretch_is_seen_and_only_metaphors_are_written(checkpoint, film, monkeypatch):
    given = []

    def captions(model, seen, *, prompts, longest):
        given.extend(seen)
        assert prompts == [METAPHOR_PROMPT] * 2
        assert longest == 8
        return [("The car is as fast as a cheetah.", -0.1), ("A car stands there.", -0.1)]

    monkeypatch.setattr(metaphor_writer, "caption_videos", captions)
    writer = load_figures(checkpoint)
    assert writer.figures(film, SPANS) == ["The car is as fast as a cheetah.", None]
    assert len(given) == 2
    assert not torch.equal(given[0], given[1])
    assert writer.name.startswith(f"git-llava:{checkpoint}@")


def test_model_with_confidence_states_it_and_omits_unlikely_metaphors(tmp_path, monkeypatch):
    card = VideoCard("git", confidence={"metaphor": [3.0, 2.0]})
    writer = MetaphorWriter(VideoCheckpoint(tmp_path, card, None), name="one")
    car, sun = "The car is as fast as a cheetah.", "The lamp is as bright as the sun."
    written = [(car, -0.5), (car, -1.49), (sun, -1.51), ("A car stands there.", -0.1)]
    monkeypatch.setattr(writer, "captions", lambda film, spans: written)
    assert writer.figures(tmp_path, SPANS * 2) == [f"{car} (88% likely)", f"{car} (50% likely)", None, None]


@pytest.mark.slow
def test_bundled_metaphor_model_writes_figures(checkpoint, film):
    assert len(load_figures(checkpoint).figures(film, SPANS)) == 2
    with pytest.raises(FilmError):
        load_figures(checkpoint).figures(film.with_name("none.mp4"), SPANS)


@pytest.mark.parametrize(
    ("parts", "wanted"),
    [
        ({"git": "backlot-git-1a2b", "language_model": "llama 1"}, True),
        ({"vision": "backlot-git-1a2b-rows", "language_model": "llama 1"}, True),
        ({"git": "git-1a2b", "language_model": "llama 1"}, False),
        ({"vision": "clip-1a2b", "language_model": "backlot-git-lm 1"}, False),
    ],
)
def test_drawn_films_only_follows_from_the_video_encoder(tmp_path, parts, wanted):
    trained = VideoCheckpoint(tmp_path, VideoCard("git-llava", parts=parts), None)
    assert MetaphorWriter(trained, name="one").drawn_films_only == wanted
    assert VideoCaptioner(trained, name="one").drawn_films_only == wanted


@pytest.mark.slow
@pytest.mark.parametrize(("model", "key"), [("git-llava", "git"), ("git", "git"), ("llava", "vision")])
def test_models_with_bundled_git_know_only_drawn_films(tmp_path, model, key):
    small = {"language_model": str(tiny_llama(tmp_path / "llama")), "prompt_format": "plain", "bf16": False}
    settings = {key: str(backlot_git(tmp_path / "git")), **(small if model != "git" else {})}
    built = VIDEO_LMS[model].build(VIDEO_LMS[model].settings(**settings))
    write_video_checkpoint(tmp_path / "trained", built, VideoCard(model))
    assert load_figures(tmp_path / "trained").drawn_films_only


def test_a_folder_without_a_model_is_refused(tmp_path):
    with pytest.raises(ModelError, match=r"checkpoint\.json"):
        load_figures(tmp_path)
