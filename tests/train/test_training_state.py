import pytest
import torch
from torch import nn

from cinescribe.errors import TrainError
from cinescribe.train.training_state import STATE, Place, read_state, write_state
from tests.train import world

pytestmark = pytest.mark.usefixtures("one_thread")


def written(folder, *, width=2, **changes):
    model = nn.Linear(3, width)
    optimiser = torch.optim.Adam(model.parameters())
    place = Place(epoch=2, step=1, gone=9, best={"fill": 0.5}, n_stale=1)
    write_state(folder, model, optimiser, place=place, recipe=world.recipe(**changes))
    return place


def read(folder, *, width=2, **changes):
    model = nn.Linear(3, width)
    return read_state(folder, model, torch.optim.Adam(model.parameters()), recipe=world.recipe(**changes))


def test_a_place_comes_back_and_an_empty_folder_is_the_start(tmp_path):
    assert read(tmp_path) == Place()
    assert read(tmp_path) != written(tmp_path) == read(tmp_path)


def test_a_judgement_keeps_what_is_better_and_counts_what_is_not():
    place, better = Place().judged({"fill": 0.5, "captions": 0.1})
    assert better == ["fill", "captions"]
    place, better = place.judged({"fill": 0.4, "captions": 0.2})
    assert (better, place.best, place.n_stale) == (["captions"], {"fill": 0.5, "captions": 0.2}, 0)
    place, better = place.judged({"fill": 0.5, "captions": 0.2})
    assert (better, place.n_stale) == ([], 1)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"seed": 5}, "holds a run of another recipe .seed was 1, and is 5.; name another folder"),
        ({"moves": {"rate": 1.0}}, r"moves\.rate was 0\.003, and is 1\.0"),
        ({"sizes": {"pre_norm": True}}, r"sizes\.pre_norm was None, and is True"),
    ],
)
def test_a_run_by_another_recipe_is_not_gone_on_with(tmp_path, changes, words):
    written(tmp_path)
    with pytest.raises(TrainError, match=words):
        read(tmp_path, **changes)


def test_a_run_of_another_model_is_not_gone_on_with(tmp_path):
    written(tmp_path)
    with pytest.raises(TrainError, match="whose model had other sizes, as from another corpus"):
        read(tmp_path, width=4)


@pytest.mark.parametrize("content", [b"", b"nothing", b"PK\x03\x04 cut short"])
def test_a_damaged_state_is_named(tmp_path, content):
    (tmp_path / STATE).write_bytes(content)
    with pytest.raises(TrainError, match=r"state\.pt' is damaged; remove it, and the run starts anew"):
        read(tmp_path)
