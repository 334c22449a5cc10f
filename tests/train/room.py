"""A small world with a model and a recipe, to be trained in tests."""

import json

from cinescribe.train.drawing import drawn_sets
from cinescribe.train.loop import Lessons, learn
from cinescribe.train.workers import Workers
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
        def reading(sets):
            if self.read == kill_at:
                raise KilledError
            self.read += 1
            return (batch or self.reader.batch)(sets)

        lessons = Lessons(
            self.epoch,
            reading,
            self.judge,
            lambda task, model, scores: self.kept.append((task, dict(scores))),
            {"captions": "captions/CIDEr"},
        )
        return learn(
            self.model, self.tokens, recipe=self.recipe, lessons=lessons, folder=self.folder, workers=self.team
        )

    def weights(self):
        return b"".join(value.numpy().tobytes() for value in self.model.state_dict().values())

    def log(self):
        return [json.loads(line) for line in (self.folder / "log.jsonl").read_text().splitlines()]
