import cv2
import numpy as np
import pytest
import torch

from cinescribe.errors import ModelError
from cinescribe.features.encoders.body_net import (
    BODY_PARTS,
    CROP_HEIGHT,
    CROP_WIDTH,
    PICTURES_PER_MOMENT,
    BodyNet,
    BodySizes,
    body_crop,
    body_features,
    load_body_net,
    moment_vectors,
)

BOX = (0.4, 0.3, 0.5, 0.5)  # of a face, 40 pixels high in a picture of 200 lines


def scene(height: int = 200) -> np.ndarray:
    """A grey picture with white spots: a face's height below the face, to the right of it, and down to the left."""
    picture = np.full((200, 300), 90, np.uint8)
    for x, y in ((135, 120), (215, 80), (20, 190)):
        cv2.circle(picture, (x, y), 6, 255, -1)
    return cv2.resize(picture, (height * 3 // 2, height), interpolation=cv2.INTER_AREA)


def spots(crop: np.ndarray) -> list[tuple[float, float]]:
    """The middles of the white spots in a crop, from the left."""
    _, _, stats, middles = cv2.connectedComponentsWithStats((crop > 130).astype(np.uint8))
    return sorted((float(x), float(y)) for (x, y), stat in zip(middles[1:], stats[1:], strict=True) if stat[4] > 1)


def test_crop_is_scaled_by_the_height_of_the_face():
    crop = body_crop(scene(), BOX)
    assert crop.shape == (CROP_HEIGHT, CROP_WIDTH)
    corner, below, aside = spots(crop)
    scale = CROP_WIDTH / 8.7  # pixels per height of a face
    assert corner == pytest.approx((CROP_WIDTH / 2 - 2.875 * scale, scale * (1.75 + 2.75)), abs=1)
    assert below == pytest.approx((CROP_WIDTH / 2, scale * (1.75 + 1)), abs=1)
    assert aside == pytest.approx((CROP_WIDTH / 2 + 2 * scale, scale * 1.75), abs=1)


@pytest.mark.parametrize("height", [100, 400, 1000])
def test_a_crop_does_not_depend_on_the_size_of_the_picture(height):
    large, small = (body_crop(scene(lines), BOX).astype(float) for lines in (200, height))
    assert np.abs(large - small).mean() < 4
    assert spots(large.astype(np.uint8))[0] == pytest.approx(spots(small.astype(np.uint8))[0], abs=1)


def test_a_mirrored_picture_has_the_mirrored_crop():
    mirrored = body_crop(np.ascontiguousarray(scene()[:, ::-1]), (0.5, 0.3, 0.6, 0.5))
    assert np.abs(mirrored[:, ::-1].astype(float) - body_crop(scene(), BOX)).mean() < 4


def test_beyond_the_picture_a_crop_is_black():
    crop = body_crop(np.full((200, 300), 200, np.uint8), (-0.05, 0.0, 0.05, 0.2))
    assert not crop[:, : CROP_WIDTH // 2 - 2].any()
    assert (crop[20:40, CROP_WIDTH // 2 + 2 :] == 200).all()
    for box in ((3.0, 3.0, 3.1, 3.1), (-3.0, -3.0, -2.9, -2.9), (0.5, 0.5, 0.5, 0.5)):
        assert body_crop(np.full((900, 900), 200, np.uint8), box).shape == (CROP_HEIGHT, CROP_WIDTH)


def small() -> BodyNet:
    torch.manual_seed(0)
    return BodyNet(BodySizes(4, (2, 3, 4, 5), d_moment=4, n_segments=3, width=8, n_heads=2)).eval()


def test_the_network_reads_three_pictures_and_their_differences():
    net, crops = small(), torch.rand(2, PICTURES_PER_MOMENT, CROP_HEIGHT, CROP_WIDTH)
    x = (crops - 0.5) * 4
    moved = torch.stack([x[:, 0], x[:, 1], x[:, 2], 2 * (x[:, 1] - x[:, 0]), 2 * (x[:, 2] - x[:, 1])], 1)
    assert torch.allclose(net.moments(crops), net.moment(net.stages(moved).flatten(1)), atol=1e-6)


def test_moments_of_a_person_are_averaged_over_equal_parts_of_them():
    net, moments = small(), torch.randn(10, 4)
    people = torch.tensor([0, 1, 1, 1, 1, 2, 2, 3, 3, 3])
    parts = {0: [[], [0], []], 1: [[1], [2, 3], [4]], 2: [[5], [], [6]], 3: [[7], [8], [9]]}
    said = net.people(moments, people)
    assert said.shape == (4, len(BODY_PARTS) + 4 + 1)
    for person, rows in parts.items():
        means = [moments[some].mean(0) for some in rows if some]
        places = [n for n, some in enumerate(rows) if some]
        x = net.segment(torch.stack(means).relu()) + net.places[places]
        hidden = net.encoder(x[None], torch.ones(1, len(x), dtype=torch.bool))[0]
        assert torch.allclose(said[person], net.classifier(hidden.mean(0)), atol=1e-5)


def test_the_order_of_moments_matters():
    net, moments = small(), torch.randn(3, 4)
    people = torch.zeros(3, dtype=torch.long)
    assert not torch.allclose(net.people(moments, people), net.people(moments.flip(0), people), atol=1e-3)


def test_features_do_not_depend_on_the_batch():
    net, rng = load_body_net(), np.random.default_rng(0)
    crops, people = (
        rng.integers(0, 256, (4, PICTURES_PER_MOMENT, CROP_HEIGHT, CROP_WIDTH), np.uint8),
        np.array([0, 0, 1, 2]),
    )
    moments = moment_vectors(net, crops)
    assert np.concatenate([moment_vectors(net, crop[None]) for crop in crops]) == pytest.approx(moments, abs=1e-4)
    together = body_features(net, moments, people)
    assert together.shape == (3, net.sizes.n_outputs)
    alone = [body_features(net, moments[people == n], np.zeros((people == n).sum(), np.int64)) for n in range(3)]
    assert np.concatenate(alone) == pytest.approx(together, abs=1e-4)
    assert body_features(net, moments[:0], people[:0]).shape == (0, net.sizes.n_outputs)


def test_a_folder_without_a_network_is_refused(tmp_path):
    with pytest.raises(ModelError, match="holds no picture network"):
        load_body_net(tmp_path)
