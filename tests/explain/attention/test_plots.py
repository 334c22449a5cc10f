import cv2
import numpy as np
import pytest

from cinescribe.errors import OutputError
from cinescribe.explain.attention.attention_summary import BlankAttention
from cinescribe.explain.attention.cluster_radius_sweep import RadiusResult
from cinescribe.explain.attention.plots import plot_blanks, plot_radius_sweep, plot_streams


def blank_attention(n_blanks=3, n_faces=40):
    rng = np.random.default_rng(0)
    return BlankAttention(
        truth=("P1",) * n_blanks,
        filled=("P2",) * n_blanks,
        clips=(0,) * n_blanks,
        shares=rng.dirichlet(np.full(n_faces, 0.1), n_blanks).astype(np.float32),
        face_clips=tuple(np.arange(n_faces) * 5 // n_faces),
        face_clusters=tuple(np.arange(n_faces) % 7),
    )


def read(path):
    image = cv2.imread(str(path))
    assert image is not None
    return image


def colours(path):
    """Return the number of colours of a picture."""
    return len(np.unique(read(path).reshape(-1, 3), axis=0))


@pytest.mark.slow
@pytest.mark.parametrize(
    "shares",
    [np.random.default_rng(0).dirichlet((1, 2, 3), (50, 2)), np.full((4, 2, 3), 1 / 3), np.full((1, 2, 3), 0.2)],
    ids=["spread", "all alike", "one set"],
)
def test_streams_of_any_sample(tmp_path, shares):
    plot_streams(shares.astype(np.float32), tmp_path / "streams.png")
    assert colours(tmp_path / "streams.png") > 50


@pytest.mark.slow
def test_sets_without_people_leave_the_other_density(tmp_path):
    shares = np.random.default_rng(0).dirichlet((1, 2, 3), (50, 2)).astype(np.float32)
    plot_streams(shares, tmp_path / "both.png")
    shares[:, 0] = np.nan
    plot_streams(shares, tmp_path / "one.png")
    red = [np.sum(np.ptp(read(tmp_path / name).astype(int), axis=2) > 100) for name in ("both.png", "one.png")]
    assert red[0] > red[1]


@pytest.mark.slow
def test_each_set_has_a_row_of_heat_maps(tmp_path):
    plot_blanks([blank_attention()], tmp_path / "one.png")
    plot_blanks([blank_attention(), blank_attention(n_blanks=8, n_faces=3)], tmp_path / "two.png")
    one, two = (read(tmp_path / name).shape for name in ("one.png", "two.png"))
    assert one[1] == two[1]
    assert one[0] < two[0]


@pytest.mark.slow
def test_the_radius_sweep_is_plotted(tmp_path):
    plot_radius_sweep(
        [RadiusResult(0.3, 0.5, (4, 5, 9)), RadiusResult(0.75, 0.6, (0, 0, 0))], tmp_path / "new" / "reach.png"
    )
    assert colours(tmp_path / "new" / "reach.png") > 20


def test_a_path_that_cannot_be_written_is_reported(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(OutputError, match=r"reach.png' cannot be written"):
        plot_radius_sweep([RadiusResult(0.3, 0.5, (4,))], tmp_path / "file" / "reach.png")
