from fractions import Fraction

import numpy as np
import pytest
import torch

from cinescribe.features.encoders.body_net import BodyNet, BodySizes
from cinescribe.features.faces import wide_shots as module
from cinescribe.features.faces.bodies import BodyWatcher
from cinescribe.features.faces.extractor import FoundFace
from cinescribe.features.faces.faces import DlibFaces
from cinescribe.features.faces.wide_shots import FoundFaces, faceless_spans, wide_shot_faces
from cinescribe.schema import Face, Film, Shot
from cinescribe.timing import Span

BOX = (0.4, 0.2, 0.44, 0.27)
SHOTS = (Shot(Span(0, 4)), Shot(Span(4, 24), "dissolve", Span(3.5, 4.5)), Shot(Span(24, 24.5)))


def picture(seed: int) -> np.ndarray:
    return np.kron(np.random.default_rng(seed).integers(0, 255, (9, 16, 3), np.uint8), np.ones((8, 8, 1), np.uint8))


class Wide:
    """Finds one face in each picture, if it finds any."""

    name, licence, width, same_distance = "wide", "none", 2, 0.5

    def __init__(self, *, finds: bool = True) -> None:
        self.finds, self.whole, self.parts = finds, 0, 0

    def enlarged(self):
        return self

    def find(self, image):
        self.whole += 1
        return [FoundFace(BOX, 1.0, (), 0.0)] if self.finds else []

    def find_again(self, image, near, *, region, turn):
        self.parts += 1
        assert (list(near), region, turn) == ([BOX], None, None)
        return [FoundFace(BOX, 0.8, (), 0.0)]

    def embed(self, image, faces):
        return np.full((len(faces), 2), image[0, 0, 0], np.float32)


@pytest.fixture
def film(monkeypatch):
    """A film that shows one picture for 24 seconds; or a new one every quarter second, if `moves` is set."""

    class Reader:
        moves = False

        def __call__(self, film, *, pictures, within):
            times = [Fraction(n, 4) for n in range(96) if within.has(n / 4)]
            for time in times:
                pictures[0].take(float(time), picture(int(time * 4) if self.moves else 1))

    reader = Reader()
    monkeypatch.setattr(module, "read_through", reader)
    return reader


def search(extractor, faces=(), bodies=None):
    return wide_shot_faces(Film("a.mp4", 24.5), SHOTS, faces, extractor, bodies=bodies)


def test_shots_without_faces_are_searched_clear_of_blends_and_briefly():
    assert faceless_spans(SHOTS, []) == [Span(0, 3.5), Span(11.25, 17.25)]
    assert faceless_spans(SHOTS, [Face(3.9, BOX, 1.0, 0)]) == [Span(11.25, 17.25)]


def test_wide_shot_is_searched_once_and_its_faces_followed(film):
    wide = Wide()
    found = search(wide)
    assert wide.whole == 2
    assert wide.parts == len(found.faces) - 2
    assert [face.time for face in found.faces] == [*np.arange(0, 3.5, 0.5), *np.arange(11.25, 17.25, 0.5)]
    assert [face.row for face in found.faces] == list(range(19))
    assert found.embeddings.shape == (19, 2)
    assert found.torsos.shape == (19, 8, 8, 3)
    assert found.torso_shares.shape == (19,)
    assert found.bodies.shape == (19, 0)


def test_bodies_are_those_of_pictures_twice_as_dense(film):
    torch.manual_seed(0)
    net = BodyNet(BodySizes(n_actions=2, channels=(2, 3, 4, 5), d_moment=4, width=8, n_heads=2)).eval()
    found = search(Wide(), bodies=net)
    assert found.bodies.shape == (19, net.sizes.n_outputs)
    watcher = BodyWatcher(net)
    for n in range(14):
        watcher.take(n / 4, picture(1), [BOX] if n % 2 == 0 else [])
    assert found.bodies[:7] == pytest.approx(watcher.rows(), abs=1e-5)


def test_pictures_between_those_to_search_are_kept_small():
    kept, image = module._Pictures(), np.zeros((540, 960, 3), np.uint8)
    for n in range(4):
        kept.take(n / 4, image)
    assert [one.shape for _, one in kept.pictures] == [(540, 960, 3), (360, 640, 3)] * 2


def test_a_shot_in_which_nothing_is_found_costs_one_picture(film):
    wide = Wide(finds=False)
    found = search(wide, faces=[Face(1.0, BOX, 1.0, 0)])
    assert (wide.whole, wide.parts, found.faces) == (1, 0, ())
    assert found.embeddings.shape == (0, 2)


def test_a_shot_that_moves_is_not_searched(film):
    film.moves = True
    wide = Wide()
    assert search(wide).faces == ()
    assert wide.whole == 0


def test_faces_are_joined_by_time_with_their_rows():
    def one(time, value):
        return FoundFaces(
            (Face(time, BOX, 1.0, 0),),
            np.full((1, 2), value, np.float32),
            np.full((1, 8, 8, 3), value, np.uint8),
            np.full(1, value, np.float32),
            np.full((1, 3), value, np.float32),
        )

    both = one(5.0, 1).with_more(one(2.0, 2))
    assert [(face.time, face.row) for face in both.faces] == [(2.0, 0), (5.0, 1)]
    assert both.embeddings[:, 0].tolist() == both.torso_shares.tolist() == both.torsos[:, 0, 0, 0].tolist() == [2, 1]
    assert both.bodies[:, 0].tolist() == [2, 1]


def test_dlib_enlarges_with_the_same_networks():
    plain = DlibFaces()
    wide = plain.enlarged()
    assert wide._detector is plain._detector
    assert (plain._side, wide._side) == (800, 2400)
