"""Corpora of videos from judgements and published tables can be trained on."""

from functools import partial

import numpy as np
import pytest
import torch

from cinescribe.corpus.core.corpus import CorpusCard
from cinescribe.corpus.core.stills import StillSplit, write_stills
from cinescribe.corpus.datasets.formats import import_corpus
from cinescribe.corpus.metaphor_stills.haivmet import build_haivmet
from cinescribe.corpus.metaphor_stills.join_stills import join_stills
from cinescribe.media.film.image_files import write_picture
from cinescribe.models.video_lm.prompts import METAPHOR_PROMPT, PLAIN_PROMPT
from cinescribe.still_schema import Still
from cinescribe.train.experiments.video_experiment import build_video_experiment
from cinescribe.train.recipes.recipe import recipe_of
from tests.dummies import write_film
from tests.models.video_lm.tiny_video_lm import git_llava_tiny


def recipe_with(sizes, **sampling):
    return recipe_of({"name": "test", "model": "git-llava", "sizes": sizes, "sampling": sampling})


@pytest.fixture(scope="module")
def recipe(tmp_path_factory):
    folder = tmp_path_factory.mktemp("parts")
    git_llava_tiny(folder)
    sizes = {
        "git": str(folder / "git"), "language_model": str(folder / "llama"), "prompt_format": "plain", "bf16": False,
    }  # fmt: skip
    return partial(recipe_with, sizes)


@pytest.mark.slow
def test_imported_table_of_metaphors_can_be_trained_on(recipe, tmp_path):
    (tmp_path / "videos").mkdir()
    for n in (1, 2):
        write_film(tmp_path / "videos" / f"v{n}.mp4", seconds=2.0, cut_at=0.5 * n, sound=False, rate=6)
    rows = ("video_id,caption,split", "v1,a man sits by the window,train", "v2,a woman is at the table,val")
    (tmp_path / "vmcd.csv").write_text("\n".join(rows) + "\n")
    import_corpus(tmp_path / "corpus", tmp_path / "vmcd.csv", form="vmcd", films=tmp_path / "videos")
    experiment = build_video_experiment(recipe(), tmp_path / "corpus")
    assert [one.id for one in (*experiment.training, *experiment.validation)] == ["v1", "v2"]
    seen = experiment.batch([*experiment.training, *experiment.validation], 0).seen
    assert not torch.equal(seen[0], seen[1])


def test_pictures_drawn_for_metaphors_and_plain_ones_are_a_stage_1(recipe, tmp_path):
    for n in range(8):
        folder = tmp_path / "haivmet" / ("a man is a window", "the table is a woman")[n % 2] if n < 4 else tmp_path
        write_picture(folder / f"{n}.png", np.random.default_rng(n).integers(0, 256, (40, 64, 3)).astype(np.uint8))
    build_haivmet(tmp_path / "figured", pictures=tmp_path / "haivmet")
    plain = [Still(str(n), f"{n}.png", ("a man sits by the window",)) for n in range(4, 8)]
    splits = [StillSplit("train", ("4", "5", "6")), StillSplit("val", ("7",))]
    write_stills(tmp_path, CorpusCard("plain", "tests", "none"), stills=plain, splits=splits)
    join_stills(tmp_path / "joined", [tmp_path, tmp_path / "figured"])
    experiment = build_video_experiment(recipe(is_balanced=True), tmp_path / "joined")
    prompts = {one.id.split("/")[0]: (one.is_plain, one.prompt) for one in experiment.training}
    assert prompts == {tmp_path.name: (True, PLAIN_PROMPT), "figured": (False, METAPHOR_PROMPT)}
    assert sorted(item.is_plain for item in experiment.epoch(1)) == [False, False, True, True]
