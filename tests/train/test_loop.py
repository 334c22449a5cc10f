import pytest

from cinescribe.train.drawing import drawn_sets
from cinescribe.train.learner import Learner
from cinescribe.train.loop import Lessons, learn
from cinescribe.train.workers import Workers
from tests.train import world

pytestmark = pytest.mark.usefixtures("one_thread")


class Room:
    """A world, a model and the lessons that it is taught."""

    def __init__(self, folder, *, judge=None, **changes):
        features, self.films = world.world()
        self.tokens = world.vocabulary(self.films)
        self.recipe = world.recipe(**changes)
        self.reader = world.reader(features, self.tokens)
        self.sets = self.epoch(0)
        self.model = world.model(self.reader.batch(self.sets), self.tokens, **self.recipe.sizes)
        self.folder = folder
        self.kept = []
        self.judge = judge or (lambda model: {"captions/CIDEr": 1.0})

    def epoch(self, number):
        return drawn_sets(self.films, self.recipe.drawing, n_clips=3, seed=self.recipe.seed, epoch=number)

    def learn(self, **options):
        lessons = Lessons(
            self.epoch,
            options.pop("batch", self.reader.batch),
            self.judge,
            lambda task, model, scores: self.kept.append((task, dict(scores))),
            {"captions": "captions/CIDEr"},
        )
        return learn(
            self.model,
            self.tokens,
            recipe=self.recipe,
            lessons=lessons,
            folder=self.folder,
            workers=Workers(),
            **options,
        )


def test_joint_training_learns_a_small_world_by_heart(tmp_path):
    room = Room(tmp_path, course={"n_epochs": 60, "batch_size": 6}, moves={"rate": 5e-3}, judging={"n_epochs": 60})
    room.learn()
    batch = room.reader.batch(room.sets)
    losses = (
        Learner(room.model, room.tokens, recipe=room.recipe, workers=Workers(), folder=tmp_path)
        .step([batch], gone=0, total=1)
        .losses
    )
    assert losses["caption"] < 0.1
    assert losses["fill"] < 0.1
