"""Training of captioners that begin as a pretrained language model."""

import pytest
import torch

from cinescribe.corpus.core.corpus import read_corpus
from cinescribe.errors import ModelError, RecipeError
from cinescribe.generate.caption_corpus import caption_corpus
from cinescribe.language.tokens.subwords import Subwords
from cinescribe.models.checkpoint import read_checkpoint
from cinescribe.models.prefix_lm import Gpt2Prefix, T5Prefix
from cinescribe.models.pretrained_lm import load_language_model
from cinescribe.train.experiments.clip_experiment import build_clip_experiment
from cinescribe.train.recipes.recipe import recipe_of
from cinescribe.train.run import train_model
from tests.models import tiny_lms
from tests.train import world

pytestmark = pytest.mark.usefixtures("one_thread")


@pytest.fixture(scope="module")
def corpus(tmp_path_factory):
    return world.corpus(tmp_path_factory.mktemp("corpus"), n_films=3, n_clips=6)


def recipe(model, language_model, **inputs):
    values = world.recipe().to_dict() | {"model": model, "sizes": {}}
    values["inputs"] |= {"text_encoder": "", "language_model": str(language_model), **inputs}
    values["loss"]["objective"], values["sets"]["n_tokens"] = "xe", 150
    return recipe_of(values)


@pytest.mark.parametrize("model", ["t5", "gpt2"])
def test_training_begins_as_the_language_model(corpus, tmp_path, model):
    folder = getattr(tiny_lms, model)(tmp_path / "lm")
    experiment = build_clip_experiment(recipe(model, folder), read_corpus(corpus), fetch=False)
    found = experiment.model()
    assert isinstance(experiment.tokens, Subwords)
    assert isinstance(found, T5Prefix | Gpt2Prefix)
    wanted = type(found)(found.sizes)  # type: ignore[arg-type]
    load_language_model(wanted, folder, name="lm", tokens=experiment.tokens)
    for name, value in getattr(wanted, model).state_dict().items():
        assert torch.equal(getattr(found, model).state_dict()[name], value)


@pytest.mark.slow
def test_a_checkpoint_writes_captions_without_the_language_model(corpus, tmp_path):
    folder = tiny_lms.t5(tmp_path / "lm")
    train_model(recipe("t5", folder), corpus, tmp_path / "run")
    (folder / "model.safetensors").unlink()
    trained = read_checkpoint(tmp_path / "run" / "captions")
    assert isinstance(trained.tokens, Subwords)
    assert len(trained.card.data["language_model"]) == 12
    assert caption_corpus(tmp_path / "run" / "captions", corpus, split="val")


def test_a_language_model_that_is_not_here_is_not_fetched_unasked(corpus):
    with pytest.raises(ModelError, match=r"'google-t5/t5-none' is not on this machine; name a folder .* with `fetch`"):
        build_clip_experiment(recipe("t5", "google-t5/t5-none"), read_corpus(corpus), fetch=False)


@pytest.mark.parametrize(
    ("model", "sizes", "inputs", "message"),
    [
        ("micap", {}, {}, "micap begins as no language model; leave out inputs.language_model, or train t5 or gpt2"),
        (
            "t5",
            {},
            {"word_pieces": "b"},
            "inputs.word_pieces and inputs.language_model both give the vocabulary; name one",
        ),
        ("t5", {"width": 16}, {}, "sizes has 'width', which follows from inputs.language_model; leave it out"),
        ("t5", {"gated": True}, {}, "sizes has 'gated', which follows"),
    ],
)
def test_settings_that_a_language_model_excludes_are_refused(model, sizes, inputs, message):
    values = recipe("t5", "t5").to_dict()
    values |= {"model": model, "sizes": sizes, "inputs": values["inputs"] | inputs}
    with pytest.raises(RecipeError, match=message):
        recipe_of(values)
