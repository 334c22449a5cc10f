"""A small experiment with a model and a recipe, to be trained in tests."""

import json

from torch.distributed.launcher.api import LaunchConfig, elastic_launch

from cinescribe.train.data.feature_dropout import drop_features
from cinescribe.train.data.sampling import training_sets
from cinescribe.train.distributed import Workers
from cinescribe.train.fit import fit
from cinescribe.train.objectives.clip_objectives import build_clip_objectives
from tests.train import world


def in_two_processes(work, *args):
    """Call a function in two processes, as `torchrun` does.

    They are forked from this one: to import everything again takes ten times a short training.
    """
    launch = LaunchConfig(
        min_nodes=1,
        max_nodes=1,
        nproc_per_node=2,
        rdzv_backend="c10d",
        rdzv_endpoint="127.0.0.1:0",
        run_id="test",
        start_method="fork",
        max_restarts=0,
    )
    elastic_launch(launch, work)(*args)


class KilledError(Exception):
    """Raised in a test where a run is killed."""


class SmallExperiment:
    """A `fit.Experiment` on the synthetic films."""

    def __init__(self, folder, *, validate=None, **changes):
        features, self.films = world.world()
        self.tokens = world.vocabulary(self.films)
        self.recipe = world.recipe(**changes)
        self.reader = world.reader(features, self.tokens)
        self.sets = self.epoch(0)
        self.net = world.model(self.reader.batch(self.sets), self.tokens, **self.recipe.sizes)
        self.folder, self.saved, self.n_read, self.workers = folder, [], 0, Workers()
        self.read, self.kill_at = self.reader.batch, None
        self.validate = validate or (lambda model: {"captions/CIDEr": 1.0})
        self.objectives = build_clip_objectives(self.tokens, self.recipe.loss)
        self.best_score = {"captions": "captions/CIDEr"}

    def model(self):
        return self.net

    def epoch(self, number):
        return training_sets(self.films, self.recipe.sampling, n_clips=3, seed=self.recipe.seed, epoch=number)

    def batch(self, sets, seed):
        if self.n_read == self.kill_at:
            raise KilledError
        self.n_read += 1
        sampling, batch = self.recipe.sampling, self.read(sets)
        return drop_features(batch, frames=sampling.frame_dropout, faces=sampling.face_dropout, seed=seed)

    def save_best(self, folder, task, model, scores):
        self.saved.append((task, dict(scores)))

    def final_scores(self, folder):
        return {}

    def fit(self, *, kill_at=None):
        self.kill_at = kill_at
        return fit(self, folder=self.folder, workers=self.workers)

    def weights(self):
        return b"".join(value.numpy().tobytes() for value in self.net.state_dict().values())

    def log(self):
        return [json.loads(line) for line in (self.folder / "log.jsonl").read_text().splitlines()]
