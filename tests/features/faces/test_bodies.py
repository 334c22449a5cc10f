import numpy as np
import pytest
import torch

from cinescribe.features.encoders.body_net import BodyNet, BodySizes, body_crop, body_features
from cinescribe.features.faces.bodies import BodyWatcher
from cinescribe.features.faces.extractor import FoundFace
from cinescribe.features.faces.faces import FaceFinder

BOX, OTHER = (0.4, 0.2, 0.5, 0.4), (0.1, 0.3, 0.2, 0.5)


@pytest.fixture(scope="module")
def net():
    torch.manual_seed(0)
    return BodyNet(BodySizes(n_actions=2, channels=(2, 3, 4, 5), d_hidden=6)).eval()


def picture(seed: int, *, change: int = 0) -> np.ndarray:
    """A coarse random picture, a little brighter in the middle by `change`."""
    image = np.kron(np.random.default_rng(seed).integers(0, 200, (9, 16, 1), np.uint8), np.ones((8, 8, 3), np.uint8))
    image[30:40, 60:70] += np.uint8(change)
    return image


def rows_of(net, pictures, boxes) -> np.ndarray:
    """Features of faces in the second of three grey pictures."""
    crops = [[body_crop(one[:, :, 0], box) for one in pictures] for box in boxes]
    return body_features(net, np.array(crops, np.uint8))


def test_a_face_has_the_pictures_before_at_and_after_it(net):
    watcher, pictures = BodyWatcher(net), [picture(1, change=10 * n) for n in range(4)]
    for image, boxes in zip(pictures, ([], [BOX, OTHER], [], [BOX]), strict=True):
        watcher.take(image, boxes)
    found = watcher.rows()
    assert found[:2] == pytest.approx(rows_of(net, pictures[:3], [BOX, OTHER]), abs=1e-5)
    assert found[2:] == pytest.approx(rows_of(net, [*pictures[2:], pictures[3]], [BOX]), abs=1e-5)  # the film ends
    assert np.array_equal(watcher.rows(), found)


def test_a_picture_across_a_cut_is_left_out(net):
    watcher, before, after = BodyWatcher(net), picture(1), picture(2)
    for image, boxes in ((before, [BOX]), (after, [OTHER])):
        watcher.take(image, boxes)
    wanted = np.concatenate([rows_of(net, [before] * 3, [BOX]), rows_of(net, [after] * 3, [OTHER])])
    assert watcher.rows() == pytest.approx(wanted, abs=1e-5)


def test_a_film_without_faces_has_no_rows(net):
    watcher = BodyWatcher(net)
    assert watcher.rows().shape == (0, net.sizes.width)
    watcher.take(picture(1), [])
    assert watcher.rows().shape == (0, net.sizes.width)


class OneFace:
    name, licence, width, same_distance = "one", "none", 2, 0.5

    def __init__(self):
        self.n_searched = 0

    def find(self, image):
        self.n_searched += 1
        return [FoundFace(BOX, 1.0, (), 0.0)]

    def embed(self, image, faces):
        return np.zeros((len(faces), 2), np.float32)


def test_a_finder_searches_some_pictures_and_sees_movement_in_all(net):
    extractor, pictures = OneFace(), [picture(1, change=8 * n) for n in range(6)]
    finder = FaceFinder(extractor, net, every=3)
    for n, image in enumerate(pictures):
        finder.take(n / 4, image)
    found = finder.features()
    assert extractor.n_searched == 2
    assert found.times.tolist() == [0.0, 0.75]
    wanted = [rows_of(net, [pictures[0], *pictures[:2]], [BOX]), rows_of(net, pictures[2:5], [BOX])]
    assert found.bodies == pytest.approx(np.concatenate(wanted), abs=1e-5)


def test_without_a_network_a_finder_has_no_features_of_bodies():
    finder = FaceFinder(OneFace())
    finder.take(0.0, picture(1))
    assert finder.features().bodies.shape == (1, 0)
