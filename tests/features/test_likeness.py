import numpy as np
import pytest

from cinescribe.errors import FeatureError, ModelError
from cinescribe.features.likeness import fit_known, load_known, write_known


def cloud(n, seed, shift=0.0):
    """Rows along a slanted direction, thin across it."""
    random = np.random.default_rng(seed)
    along = random.normal(size=(n, 1)) * np.array([[3.0, 3.0, 0.0]])
    return (along + random.normal(size=(n, 3)) * 0.3 + shift).astype(np.float32)


@pytest.fixture
def known():
    return fit_known(cloud(2000, 1), held_out=cloud(1000, 2))


def test_others_of_the_kind_are_like_it_and_strangers_are_not(known):
    assert known.likeness(cloud(1000, 3)) > 0.97
    assert known.likeness(cloud(1000, 3, shift=np.array([4.0, -4.0, 0.0]))) < 0.03  # not far, but across
    assert known.strangeness(cloud(1000, 3)).mean() == pytest.approx(1.0, abs=0.2)


def test_half_the_rows_strange_is_half_a_likeness(known):
    rows = np.concatenate([cloud(500, 4), cloud(500, 4, shift=20)])
    assert known.likeness(rows) == pytest.approx(0.5, abs=0.02)


def test_a_film_without_pictures_is_like_nothing(known):
    assert known.likeness(np.zeros((0, 3), np.float32)) == 0.0


def test_written_and_read_it_says_the_same(known, tmp_path):
    write_known(tmp_path, known)
    again = load_known(tmp_path)
    np.testing.assert_allclose(again.strangeness(cloud(50, 5)), known.strangeness(cloud(50, 5)), rtol=0.02)


def test_rows_of_another_width_are_refused(known):
    with pytest.raises(FeatureError, match=r"rows of shape \(2, 4\) came, but what is known are rows of 3 numbers"):
        known.strangeness(np.zeros((2, 4), np.float32))


def test_a_folder_without_it_is_told(tmp_path):
    with pytest.raises(ModelError, match="does not tell what the frame network knows"):
        load_known(tmp_path)
