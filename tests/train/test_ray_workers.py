"""Training in processes of a real Ray cluster, one of which is killed."""

import os
import signal
from contextlib import nullcontext
from functools import partial
from types import SimpleNamespace

import pytest
import torch

from cinescribe.errors import ParameterError, TrainError, WorkError
from cinescribe.progress import no_progress
from cinescribe.train import ray_workers
from cinescribe.train.distributed import process_group
from cinescribe.train.ray_workers import run_on_ray
from cinescribe.train.run import train_model
from tests.train.small_experiment import SmallExperiment, in_two_processes

TRAINING = {"epochs": 3, "batch_size": 6, "mixed_precision": False}


def train(folder, progress, kill=False):
    """What each of two processes runs; with `kill`, the second one dies once in the second epoch."""
    torch.set_num_threads(1)
    with process_group() as team:
        experiment = SmallExperiment(folder, training=TRAINING)
        experiment.workers = team
        if kill and team.rank == 1 and not (folder / "killed").exists():
            read = experiment.read

            def dies(sets):
                if (folder / "state.pt").exists():  # the first epoch is saved
                    (folder / "killed").touch()
                    os.kill(os.getpid(), signal.SIGKILL)
                return read(sets)

            experiment.read = dies
        progress("training", 0.0)
        experiment.fit()
        if team.is_main:
            torch.save(experiment.net.state_dict(), folder / "weights.pt")


def refused(progress):
    raise TrainError("there is no training data")


@pytest.mark.skipif("LONG_TESTS" not in os.environ, reason="takes minutes: set LONG_TESTS=1 to run it")
@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.filterwarnings("default:.*fork.*:DeprecationWarning")  # the child of a fork runs our code only
@pytest.mark.filterwarnings("ignore::DeprecationWarning:ray")  # it warns of its own settings
def test_processes_of_ray_one_of_them_killed_train_to_the_same_bytes_as_those_of_torchrun(tmp_path):
    ray = pytest.importorskip("ray")
    ours, theirs = tmp_path / "ray", tmp_path / "torchrun"
    ours.mkdir()
    theirs.mkdir()
    in_two_processes(train, theirs, no_progress)
    told = []
    with ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level="ERROR"):
        run_on_ray(
            partial(train, ours, kill=True),
            n_workers=2,
            device="cpu",
            folder=tmp_path,
            progress=lambda *said: told.append(said),
        )
        with pytest.raises(TrainError, match="there is no training data"):
            run_on_ray(refused, n_workers=1, device=None, folder=tmp_path, progress=no_progress)
        assert ray.is_initialized()  # whose cluster it is stops it
    assert (ours / "killed").exists()
    assert told == [("training", 0.0)] * 2  # from the main process, started twice
    alone, other = SmallExperiment(theirs, training=TRAINING).log(), SmallExperiment(ours, training=TRAINING).log()
    assert [line["loss/fill"] for line in other if "loss/fill" in line] == [
        line["loss/fill"] for line in alone if "loss/fill" in line
    ]
    expected = torch.load(theirs / "weights.pt", weights_only=True)
    found = torch.load(ours / "weights.pt", weights_only=True)
    assert all(torch.equal(found[name], value) for name, value in expected.items())
    assert sorted(path.name for path in tmp_path.iterdir()) == ["ray", "torchrun"]  # Ray's notes are gone


def test_processes_that_die_each_time_are_given_up(tmp_path, monkeypatch):
    train_of_ray = pytest.importorskip("ray.train")
    started = []

    def fit():
        started.append(1)
        raise train_of_ray.WorkerGroupError("a process was killed", worker_failures={0: RuntimeError("gone")})

    monkeypatch.setattr(ray_workers, "_trainer", lambda *_, **__: SimpleNamespace(fit=fit))
    cluster = SimpleNamespace(cluster_resources=lambda: {"GPU": 1.0})
    monkeypatch.setattr(ray_workers, "ray_cluster", lambda _: nullcontext(cluster))
    monkeypatch.setattr(ray_workers, "_relayed", lambda *_: nullcontext())
    with pytest.raises(WorkError, match=r"started 3 times, .* as Ray says: .*a process was killed.*; look for too"):
        run_on_ray(refused, n_workers=1, device=None, folder=tmp_path, progress=no_progress)
    assert len(started) == 3


def test_several_local_workers_are_for_torchrun(tmp_path):
    with pytest.raises(ParameterError, match=r"2 local workers were asked for; start them with torchrun"):
        train_model("recipes/backlot/tiny.toml", tmp_path, tmp_path / "run", workers=2)
