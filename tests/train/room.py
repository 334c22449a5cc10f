"""A small world with a model and a recipe, to be trained in tests."""

import json

from cinescribe.train.data.feature_dropout import with_drops
from cinescribe.train.data.sampling import drawn_sets
from cinescribe.train.distributed import Workers
from cinescribe.train.loop import Lessons, learn
from cinescribe.train.objectives.clip_objectives import groups_of
from tests.train import world


class KilledError(Exception):
    """A run ends here."""


class Room:
    """A world, a model and the lessons that it is taught."""

    def __init__(self, folder, *, judge=None, **changes):
        features, self.films = world.world()
        self.tokens = world.vocabulary(self.films)
        self.recipe = world.recipe(**changes)
        self.reader = world.reader(features, self.tokens)
        self.sets = self.epoch(0)
        self.model = world.model(self.reader.batch(self.sets), self.tokens, **self.recipe.sizes)
        self.folder, self.kept, self.read, self.team = folder, [], 0, Workers()
        self.judge = judge or (lambda model: {"captions/CIDEr": 1.0})

    def epoch(self, number):
        return drawn_sets(self.films, self.recipe.drawing, n_clips=3, seed=self.recipe.seed, epoch=number)

    def learn(self, *, batch=None, kill_at=None):
        def reading(sets, seed):
            if self.read == kill_at:
                raise KilledError
            self.read += 1
            drawing, read = self.recipe.drawing, (batch or self.reader.batch)(sets)
            return with_drops(read, frames=drawing.frames_dropped, faces=drawing.faces_dropped, seed=seed)

        lessons = Lessons(
            groups_of(self.tokens, self.recipe.weights),
            self.epoch,
            reading,
            self.judge,
            lambda task, model, scores: self.kept.append((task, dict(scores))),
            {"captions": "captions/CIDEr"},
        )
        return learn(self.model, lessons, recipe=self.recipe, folder=self.folder, workers=self.team)

    def weights(self):
        return b"".join(value.numpy().tobytes() for value in self.model.state_dict().values())

    def log(self):
        return [json.loads(line) for line in (self.folder / "log.jsonl").read_text().splitlines()]
