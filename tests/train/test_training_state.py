import hashlib
import io

import pytest
import torch
from torch import nn

from cinescribe.errors import OutputError, TrainError
from cinescribe.train.training_state import STATE, TrainingState, read_state, write_state
from tests.full_disk import small_disk
from tests.train import world

pytestmark = pytest.mark.usefixtures("one_thread")


def write(folder, *, width=2, **changes):
    model = nn.Linear(3, width)
    optimizer = torch.optim.Adam(model.parameters())
    state = TrainingState(epoch=2, epoch_step=1, step=9, best={"fill": 0.5}, n_without_improvement=1)
    write_state(folder, model, optimizer, state=state, recipe=world.recipe(**changes).to_dict())
    return state


def read(folder, *, width=2, **changes):
    model = nn.Linear(3, width)
    return read_state(folder, model, torch.optim.Adam(model.parameters()), recipe=world.recipe(**changes).to_dict())


def test_a_state_is_read_back_and_an_empty_folder_starts_at_0(tmp_path):
    assert read(tmp_path) == TrainingState()
    assert read(tmp_path) != write(tmp_path) == read(tmp_path)


def test_the_same_state_gives_the_same_bytes(tmp_path):
    torch.manual_seed(1)
    model = nn.Linear(3, 2)
    optimizer = torch.optim.Adam(model.parameters())
    for name in ("a", "b"):
        write_state(tmp_path / name, model, optimizer, state=TrainingState(), recipe=world.recipe().to_dict())
    assert (tmp_path / "a" / STATE).read_bytes() == (tmp_path / "b" / STATE).read_bytes()
    assert b".part" not in (tmp_path / "a" / STATE).read_bytes()  # the temporary name has the number of the process


@pytest.mark.slow
def test_a_full_disk_leaves_the_state_before(tmp_path):
    state = write(tmp_path)
    with small_disk(), pytest.raises(OutputError, match=r"state\.pt\' cannot be written \(File too large"):
        write(tmp_path, width=10_000)
    assert [path.name for path in tmp_path.iterdir()] == [STATE]
    assert read(tmp_path) == state


def test_scores_update_the_best_and_count_validations_without_improvement():
    state, improved = TrainingState().with_scores({"fill": 0.5, "captions": 0.1})
    assert improved == ["fill", "captions"]
    state, improved = state.with_scores({"fill": 0.4, "captions": 0.2})
    assert (improved, state.best, state.n_without_improvement) == (["captions"], {"fill": 0.5, "captions": 0.2}, 0)
    state, improved = state.with_scores({"fill": 0.5, "captions": 0.2})
    assert (improved, state.n_without_improvement) == ([], 1)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"seed": 5}, "holds a run of another recipe or other data .seed was 1, and is 5.; name another folder"),
        ({"optimizer": {"lr": 1.0}}, r"optimizer\.lr was 0\.003, and is 1\.0"),
        ({"sizes": {"pre_norm": True}}, r"sizes\.pre_norm was None, and is True"),
    ],
)
def test_state_of_a_different_recipe_is_not_resumed(tmp_path, changes, words):
    write(tmp_path)
    with pytest.raises(TrainError, match=words):
        read(tmp_path, **changes)


def test_state_of_a_different_model_is_not_resumed(tmp_path):
    write(tmp_path)
    with pytest.raises(TrainError, match="whose model had other sizes, as from another corpus"):
        read(tmp_path, width=4)


def with_digest(folder, content):
    (folder / STATE).write_bytes(content + hashlib.sha256(content).digest())


def saved(values):
    file = io.BytesIO()
    torch.save(values, file)
    return file.getvalue()


@pytest.mark.parametrize("content", [b"nothing", b"PK\x03\x04 cut short", b"0" * 100])
def test_a_damaged_state_is_an_error(tmp_path, content):
    (tmp_path / STATE).write_bytes(content)
    with pytest.raises(
        TrainError, match=r"state\.pt' is damaged \(it is not what was written.*; remove it to start the"
    ):
        read(tmp_path)
    with_digest(tmp_path, content)
    with pytest.raises(
        TrainError, match=r"state\.pt' is damaged \(torch cannot read it\); remove it to start the run ag"
    ):
        read(tmp_path)


def test_an_altered_state_is_an_error(tmp_path):
    write(tmp_path)
    whole = bytearray((tmp_path / STATE).read_bytes())
    for place in (len(whole) // 2, -1):
        whole[place] ^= 1
        (tmp_path / STATE).write_bytes(whole)
        with pytest.raises(TrainError, match=r"is damaged \(it is not what was written"):
            read(tmp_path)
        whole[place] ^= 1
    values = torch.load(tmp_path / STATE, weights_only=True)
    torch.save(values, tmp_path / STATE)  # a valid file of torch, but without its digest
    with pytest.raises(TrainError, match="or an older release wrote it"):
        read(tmp_path)


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (lambda values: [1, 2], r"it holds \[1, 2\]"),
        (lambda values: {**values, "state": 3}, "its state is 3"),
        (lambda values: {name: value for name, value in values.items() if name != "model"}, "its model is None"),
        (lambda values: {**values, "recipe": "{"}, "Expecting property name"),
        (lambda values: {**values, "recipe": "[]"}, "no attribute 'items'"),
        (lambda values: {**values, "state": {"epoch": "two"}}, "epoch is 'two'; expected a whole number"),
        (lambda values: {**values, "state": {"colour": 1}}, "state has 'colour', which is not known there"),
        (lambda values: {**values, "state": {"best": {"fill": "a"}}}, "expected a number for each task"),
        (lambda values: {**values, "optimizer": {"param_groups": 1, "state": {}}}, "no len"),
        (lambda values: {**values, "optimizer": {}}, "param_groups"),
    ],
)
def test_a_state_of_other_values_is_an_error(tmp_path, spoil, words):
    write(tmp_path)
    values = torch.load(tmp_path / STATE, weights_only=True)
    with_digest(tmp_path, saved(spoil(values)))
    with pytest.raises(TrainError, match=rf"state\.pt' is damaged \(.*{words}.*\); remove it to start the run again"):
        read(tmp_path)
