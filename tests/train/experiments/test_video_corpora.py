"""Corpora of videos from judgements and published tables can be trained on."""

import pytest
import torch

from cinescribe.corpus.datasets.formats import import_corpus
from cinescribe.train.experiments.video_experiment import build_video_experiment
from cinescribe.train.recipes.recipe import recipe_of
from tests.dummies import write_film
from tests.models.video_lm.tiny_video_lm import git_llava_tiny


@pytest.fixture(scope="module")
def recipe(tmp_path_factory):
    folder = tmp_path_factory.mktemp("parts")
    git_llava_tiny(folder)
    sizes = {
        "git": str(folder / "git"), "language_model": str(folder / "llama"), "prompt_format": "plain", "half": False,
    }  # fmt: skip
    return recipe_of({"name": "test", "model": "git-llava", "sizes": sizes, "training": {"epochs": 1}})


@pytest.mark.slow
def test_an_imported_table_of_metaphors_is_looked_at(recipe, tmp_path):
    (tmp_path / "videos").mkdir()
    for n in (1, 2):
        write_film(tmp_path / "videos" / f"v{n}.mp4", seconds=2.0, cut_at=0.5 * n, sound=False, rate=6)
    rows = ("video_id,caption,split", "v1,a man sits by the window,train", "v2,a woman is at the table,val")
    (tmp_path / "vmcd.csv").write_text("\n".join(rows) + "\n")
    import_corpus(tmp_path / "corpus", tmp_path / "vmcd.csv", form="vmcd", films=tmp_path / "videos")
    experiment = build_video_experiment(recipe, tmp_path / "corpus")
    assert [one.id for one in (*experiment.training, *experiment.validation)] == ["v1", "v2"]
    seen = experiment.batch([*experiment.training, *experiment.validation], 0).seen
    assert not torch.equal(seen[0], seen[1])
