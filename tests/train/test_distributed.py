import pytest
import torch

from cinescribe.errors import TrainError
from cinescribe.train.distributed import Workers, process_group
from tests.train.small_experiment import SmallExperiment, in_two_processes

pytestmark = pytest.mark.usefixtures("one_thread")

TRAINING = {"epochs": 2, "batch_size": 6, "mixed_precision": False}  # exact


def train_in(folder, team):
    """Run a short training as one of several processes, each with gradient accumulation in two parts."""
    experiment = SmallExperiment(folder, training={**TRAINING, "gradient_accumulation": 2})
    experiment.workers = team
    experiment.fit()
    if team.is_main:
        torch.save(experiment.net.state_dict(), folder / "weights.pt")


def train_as_one_of_two(folder):
    """What each process of the launcher runs."""
    torch.set_num_threads(1)
    with process_group() as team:
        train_in(folder, team)


@pytest.mark.slow
@pytest.mark.filterwarnings("default:.*fork.*:DeprecationWarning")  # the child of a fork runs our code only
def test_two_processes_train_like_one(tmp_path):
    in_two_processes(train_as_one_of_two, tmp_path)
    alone = SmallExperiment(tmp_path / "alone", training=TRAINING)
    alone.fit()
    parallel = SmallExperiment(tmp_path, training=TRAINING)
    for one, other in zip(parallel.log(), alone.log(), strict=True):
        assert one.get("loss/fill") == pytest.approx(other.get("loss/fill"), abs=2e-5)
        assert one.get("loss/caption") == pytest.approx(other.get("loss/caption"), abs=2e-5)
    weights = torch.load(tmp_path / "weights.pt", weights_only=True)
    for name, value in alone.net.state_dict().items():
        torch.testing.assert_close(weights[name], value, atol=2e-4, rtol=1e-3)


def test_fewer_sets_than_processes_are_refused():
    with pytest.raises(TrainError, match=r"a step has 1 items for 2 processes; raise training\.batch_size"):
        Workers(0, 2).share([1])
