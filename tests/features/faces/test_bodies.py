import numpy as np
import pytest
import torch

from cinescribe.features.encoders.body_net import BodyNet, BodySizes, body_crop, body_features, moment_vectors
from cinescribe.features.faces.bodies import BodyWatcher
from cinescribe.features.faces.extractor import FoundFace
from cinescribe.features.faces.faces import FaceFinder

BOX, OTHER = (0.4, 0.2, 0.5, 0.4), (0.1, 0.3, 0.2, 0.5)


@pytest.fixture(scope="module")
def net():
    torch.manual_seed(0)
    return BodyNet(BodySizes(n_actions=2, channels=(2, 3, 4, 5), d_moment=4, width=8, n_heads=2)).eval()


def picture(seed: int, *, change: int = 0) -> np.ndarray:
    """A coarse random picture, a little brighter in the middle by `change`."""
    image = np.kron(np.random.default_rng(seed).integers(0, 200, (9, 16, 1), np.uint8), np.ones((8, 8, 3), np.uint8))
    image[30:40, 60:70] += np.uint8(change)
    return image


def rows_of(net, *moments) -> np.ndarray:
    """Features of one person, of whose moments (three pictures, box) come."""
    crops = [[body_crop(one[:, :, 0], box) for one in pictures] for pictures, box in moments]
    vectors = moment_vectors(net, np.array(crops, np.uint8))
    return body_features(net, vectors, np.zeros(len(moments), np.int64))


def watched(net, pictures, boxes, *, step: float = 0.25) -> np.ndarray:
    watcher = BodyWatcher(net)
    for n, (image, some) in enumerate(zip(pictures, boxes, strict=True)):
        watcher.take(n * step, image, some)
    found = watcher.rows()
    assert np.array_equal(watcher.rows(), found)
    return found


def test_a_person_has_the_pictures_before_at_and_after_each_moment(net):
    pictures = [picture(1, change=10 * n) for n in range(4)]
    found = watched(net, pictures, ([], [BOX, OTHER], [], [BOX]))
    end = [*pictures[2:], pictures[3]]  # the film ends
    first, other = rows_of(net, (pictures[:3], BOX), (end, BOX)), rows_of(net, (pictures[:3], OTHER))
    assert found == pytest.approx(np.concatenate([first, other, first]), abs=1e-5)


def test_person_changes_after_a_cut(net):
    before, after = picture(1), picture(2)
    found = watched(net, [before, after], ([BOX], [BOX]))
    wanted = [rows_of(net, ([one] * 3, BOX)) for one in (before, after)]
    assert found == pytest.approx(np.concatenate(wanted), abs=1e-5)


def test_person_changes_after_a_long_absence(net):
    pictures = [picture(1)] * 7
    found = watched(net, pictures, ([BOX], [], [], [], [], [], [BOX]))
    alone = rows_of(net, ([pictures[0]] * 3, BOX))
    assert found == pytest.approx(np.concatenate([alone, alone]), abs=1e-5)


def test_a_film_without_faces_has_no_rows(net):
    assert watched(net, [], []).shape == (0, net.sizes.n_outputs)
    assert watched(net, [picture(1)], [[]]).shape == (0, net.sizes.n_outputs)


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
    wanted = rows_of(net, ([pictures[0], *pictures[:2]], BOX), (pictures[2:5], BOX))
    assert found.bodies == pytest.approx(np.concatenate([wanted, wanted]), abs=1e-5)


def test_without_a_network_a_finder_has_no_features_of_bodies():
    finder = FaceFinder(OneFace())
    finder.take(0.0, picture(1))
    assert finder.features().bodies.shape == (1, 0)
