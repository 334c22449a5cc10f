import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest
import torch

from cinescribe.errors import TrainError
from cinescribe.train.distributed import Workers
from tests.train.small_experiment import SmallExperiment

ROOT = Path(__file__).resolve().parents[2]
pytestmark = pytest.mark.usefixtures("one_thread")

PARALLEL = """
import sys
from pathlib import Path
import torch
from cinescribe.train.distributed import workers
from tests.train.test_distributed import train_in
torch.set_num_threads(1)
with workers() as team:
    train_in(Path(sys.argv[1]), team)
"""
TRAINING = {"epochs": 2, "batch_size": 6, "mixed_precision": False}  # exact


def train_in(folder, team):
    """Run a short training as one of several processes, each with gradient accumulation in two parts."""
    experiment = SmallExperiment(folder, training={**TRAINING, "gradient_accumulation": 2})
    experiment.workers = team
    experiment.fit()
    if team.is_main:
        torch.save(experiment.net.state_dict(), folder / "weights.pt")


@pytest.mark.slow
def test_two_processes_train_like_one(tmp_path):
    script = tmp_path / "parallel.py"
    script.write_text(PARALLEL, encoding="utf-8")
    torchrun = [sys.executable, "-m", "torch.distributed.run", "--nproc-per-node", "2", "--master-port", free_port()]
    subprocess.run(
        [*torchrun, str(script), str(tmp_path)],
        check=True,
        timeout=240,
        capture_output=True,
        env={**os.environ, "PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1"},
    )
    alone = SmallExperiment(tmp_path / "alone", training=TRAINING)
    alone.fit()
    parallel = SmallExperiment(tmp_path, training=TRAINING)
    for one, other in zip(parallel.log(), alone.log(), strict=True):
        assert one.get("loss/fill") == pytest.approx(other.get("loss/fill"), abs=2e-5)
        assert one.get("loss/caption") == pytest.approx(other.get("loss/caption"), abs=2e-5)
    weights = torch.load(tmp_path / "weights.pt", weights_only=True)
    for name, value in alone.net.state_dict().items():
        torch.testing.assert_close(weights[name], value, atol=2e-4, rtol=1e-3)


def free_port():
    with socket.socket() as opened:
        opened.bind(("127.0.0.1", 0))
        return str(opened.getsockname()[1])


def test_fewer_sets_than_processes_are_refused():
    with pytest.raises(TrainError, match=r"a step has 1 items for 2 processes; raise training\.batch_size"):
        Workers(0, 2).share([1])
