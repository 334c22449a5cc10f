"""Training of a pointer, with and without truth about faces."""

import pytest

from cinescribe.corpus.core.corpus import read_corpus
from cinescribe.errors import RecipeError
from cinescribe.generate.caption_corpus import fill_corpus
from cinescribe.models.checkpoint import read_checkpoint
from cinescribe.models.pointer.pointer import Pointer
from cinescribe.train.data.face_truth import TrueFacesBatch
from cinescribe.train.experiments.clip_experiment import build_clip_experiment
from cinescribe.train.recipes.recipe import recipe_of
from cinescribe.train.run import train_model
from tests.train import world
from tests.train.small_experiment import KilledError

pytestmark = pytest.mark.usefixtures("one_thread")
SIZES = {"width": 16, "n_heads": 2, "ff_width": 32, "n_layers": 1}


@pytest.fixture(scope="module")
def corpus(tmp_path_factory):
    return world.corpus(tmp_path_factory.mktemp("corpus"), n_films=3, n_clips=6)


def recipe(**changes):
    values = world.recipe().to_dict() | {"model": "pointer", "sizes": SIZES}
    values["inputs"]["face_tokens"] = "grouped-detections"
    values["loss"]["objective"] = "point"
    for name, change in changes.items():
        values[name] = {**values[name], **change} if isinstance(change, dict) else change
    return recipe_of(values)


def test_corpus_without_truth_trains_without_parts_and_announces_it(corpus, capsys):
    experiment = build_clip_experiment(recipe(), read_corpus(corpus), fetch=False)
    said = capsys.readouterr().err
    assert "films of the split 'train' come without truth about their faces" in said
    assert "without the loss of parts in the action" in said
    batch = experiment.batch(experiment.epoch(0)[:2], seed=0)
    assert not isinstance(batch, TrueFacesBatch)
    assert experiment.objectives[0][0].loss(experiment.model(), batch).item() > 0


@pytest.mark.slow
def test_a_pointer_trains_fills_in_and_resumes_to_the_same_bytes(corpus, tmp_path):
    def weights(folder):
        return (folder / "fill" / "weights.safetensors").read_bytes()

    def kill(stage, share):
        if stage == "epoch 2":
            raise KilledError

    train_model(recipe(), corpus, tmp_path / "whole")
    with pytest.raises(KilledError):
        train_model(recipe(), corpus, tmp_path / "again", progress=kill)
    train_model(recipe(), corpus, tmp_path / "again")
    assert weights(tmp_path / "whole") == weights(tmp_path / "again")
    assert isinstance(read_checkpoint(tmp_path / "whole" / "fill").model, Pointer)
    filled = fill_corpus(tmp_path / "whole" / "fill", corpus, split="val")
    assert [len(clip.people) for clip in filled] == [1] * 6


def test_objectives_and_models_that_do_not_fit_are_refused():
    with pytest.raises(RecipeError, match="loss: objective is 'point'; choose one of fill, joint, joint-stepwise, xe"):
        world.recipe(loss={"objective": "point"})
    with pytest.raises(RecipeError, match="loss: objective is 'joint'; choose one of point"):
        recipe(loss={"objective": "joint"})
