import pytest

from cinescribe.errors import CorpusError, ParameterError, RecipeError
from cinescribe.models.checkpoint import read_checkpoint
from cinescribe.train.run import train_model
from tests.train import world

pytestmark = pytest.mark.usefixtures("one_thread")


@pytest.fixture(scope="module")
def corpus(tmp_path_factory):
    return world.corpus(tmp_path_factory.mktemp("corpus"), n_films=4, n_clips=6)


def recipe(**changes):
    streams = {"streams": ["frames", "actions", "faces"]}
    validation = {"metrics": ["CIDEr", "METEOR"]}
    return world.recipe(**{"sizes": streams, "validation": validation, **changes})


@pytest.mark.slow
def test_a_run_writes_the_best_checkpoint_of_each_task(corpus, tmp_path):
    trained = train_model(recipe(), corpus, tmp_path)
    assert trained.checkpoints == {"captions": tmp_path / "captions", "fill": tmp_path / "fill"}
    assert set(trained.scores) == {
        "captions/CIDEr",
        "captions/METEOR",
        "fill/instance",
        "fill/same",
        "fill/different",
        "fill/class",
    }
    card = read_checkpoint(trained.checkpoints["fill"]).card
    assert card.drawn_films_only is False
    assert card.scores["fill/class"] == trained.scores["fill/class"]


def test_a_validation_split_of_one_set_is_an_error_before_training(tmp_path):
    corpus = world.corpus(tmp_path / "corpus", n_films=2, n_clips=3)
    with pytest.raises(
        CorpusError, match=r"the split 'val' has 1 set of 3 clips, but CIDEr of captions needs 2 or more"
    ):
        train_model(recipe(), corpus, tmp_path / "run")


def test_recipe_may_be_a_file(tmp_path):
    with pytest.raises(RecipeError, match=r"none\.toml"):
        train_model(str(tmp_path / "none.toml"), tmp_path, tmp_path / "run")
    with pytest.raises(ParameterError, match="`changes` do not apply to a recipe that is read already"):
        train_model(recipe(), tmp_path, tmp_path / "run", changes=["seed=2"])
