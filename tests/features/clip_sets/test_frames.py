import cv2
import numpy as np
import PIL.Image
import pytest

from cinescribe.errors import OutputError, RecordError
from cinescribe.features.clip_sets.frames import (
    FrameWriter,
    PictureMeter,
    frame_times,
    read_frame,
    read_frames,
    write_frame,
)
from cinescribe.timing import Span

HEIGHT, WIDTH = 90, 160


@pytest.fixture(scope="module")
def world():
    """A wall of blurred coloured patches, larger than any view of it."""
    random = np.random.default_rng(7)
    patches = random.integers(0, 256, (40, 60, 3), np.uint8)
    return cv2.GaussianBlur(cv2.resize(patches, (600, 400), interpolation=cv2.INTER_NEAREST), (0, 0), 1.5)


def view(world, x=220.0, y=150.0, zoom=1.0):
    """The view of a camera with its top left corner at (x, y), scaled by `zoom` about its middle."""
    matrix = np.array(
        [[zoom, 0, -zoom * (x + WIDTH / 2) + WIDTH / 2], [0, zoom, -zoom * (y + HEIGHT / 2) + HEIGHT / 2]]
    )
    return cv2.warpAffine(world, matrix, (WIDTH, HEIGHT))


def measured(images, rate_hz=5.0):
    meter = PictureMeter()
    for n, image in enumerate(images):
        meter.take(n / rate_hz, image)
    return meter.levels()


def plain(red, green, blue):
    return np.full((HEIGHT, WIDTH, 3), (red, green, blue), np.uint8)


def test_light_and_colour_of_plain_pictures():
    levels = measured([plain(255, 255, 255), plain(0, 0, 0), plain(255, 0, 0), plain(0, 0, 255)])
    np.testing.assert_allclose(levels.brightness, [1, 0, 0.299, 0.114], atol=1e-3)
    np.testing.assert_allclose(levels.warmth, [0, 0, 1, -1], atol=1e-3)
    np.testing.assert_allclose(levels.times, [0, 0.2, 0.4, 0.6])


def test_a_pan_and_a_tilt_are_measured_in_pictures_a_second(world):
    right = measured([view(world, x=200 + 4 * n) for n in range(6)])
    np.testing.assert_allclose(right.shift[1:, 0], 4 / WIDTH * 5, rtol=0.05)
    np.testing.assert_allclose(right.shift[1:, 1], 0, atol=0.01)
    down = measured([view(world, y=100 + 3 * n) for n in range(6)])
    np.testing.assert_allclose(down.shift[1:, 1], 3 / HEIGHT * 5, rtol=0.05)


def test_a_zoom_is_relative_growth_a_second(world):
    levels = measured([view(world, zoom=1.02**n) for n in range(6)])
    np.testing.assert_allclose(levels.zoom[1:], 0.02 * 5, rtol=0.1)
    np.testing.assert_allclose(levels.shift[1:], 0, atol=0.02)


def test_camera_movement_is_not_activity(world):
    panned = measured([view(world, x=200 + 4 * n) for n in range(6)])
    assert panned.activity[1:].max() < 0.01
    images = [view(world) for _ in range(3)]
    images[2][30:60, 60:100] = 255 - images[2][30:60, 60:100]  # a part changes
    changed = measured(images)
    assert changed.activity[1] < 1e-3
    assert changed.activity[2] > 0.02


def test_unknown_movement_is_nan(world):
    cut = measured([view(world), view(world[::-1, ::-1])])
    assert np.isnan(cut.shift[1]).all()
    assert np.isnan(cut.zoom[1])
    assert cut.activity[1] > 0.1
    wall = measured([plain(90, 90, 90)] * 3)
    assert np.isnan(wall.shift).all()
    assert np.isnan(wall.zoom).all()
    first = measured([view(world)])
    assert np.isnan(first.shift).all()
    assert np.isnan(first.activity).all()


def test_a_person_moving_in_front_is_not_the_camera(world):
    images = [plain(90, 90, 90) for _ in range(5)]
    for n, image in enumerate(images):
        image[10:80, 20 + 5 * n : 75 + 5 * n] = view(world)[10:80, 20:75]
    assert np.isnan(measured(images).shift).all()


def test_no_pictures_give_empty_levels():
    levels = PictureMeter().levels()
    assert levels.times.shape == (0,)
    assert levels.shift.shape == (0, 2)
    assert levels.activity.shape == (0,)


@pytest.fixture
def folder(tmp_path):
    writer = FrameWriter(tmp_path / "frames")
    for n in range(10):
        writer.take(n / 2, np.full((36, 64, 3), (25 * n, 100, 30), np.uint8))
    return tmp_path / "frames"


def test_frames_are_named_by_their_milliseconds(folder):
    names = sorted(path.name for path in folder.iterdir())
    assert names[:3] == ["000000000.jpg", "000000500.jpg", "000001000.jpg"]
    assert len(names) == 10


def test_frames_are_read_with_their_times_and_colours(folder):
    times, frames = read_frames(folder, Span(1.0, 2.5), at_most=10)
    assert times == (1.0, 1.5, 2.0)
    assert frames.shape == (3, 36, 64, 3)
    assert frames.dtype == np.uint8
    np.testing.assert_allclose(frames.reshape(3, -1, 3).mean(1), [[50, 100, 30], [75, 100, 30], [100, 100, 30]], atol=3)


@pytest.mark.parametrize(("at_most", "times"), [(1, (2.5,)), (2, (1.0, 3.5)), (5, (0.5, 1.5, 2.5, 3.5, 4.5)), (0, ())])
def test_frames_are_read_from_the_middles_of_equal_parts(folder, at_most, times):
    assert read_frames(folder, Span(0.0, 5.0), at_most=at_most)[0] == times


def test_single_frames_are_written_and_read_by_their_times(folder):
    write_frame(folder, 7.1234, np.full((36, 64, 3), (10, 200, 30), np.uint8))
    assert frame_times(folder) == (*(n / 2 for n in range(10)), 7.123)
    np.testing.assert_allclose(read_frame(folder, 7.123).mean((0, 1)), [10, 200, 30], atol=3)
    with pytest.raises(RecordError, match=r"000007124\.jpg.*describe the film again"):
        read_frame(folder, 7.124)


def test_span_without_frames_is_empty(folder):
    times, frames = read_frames(folder, Span(7.0, 9.0), at_most=4)
    assert times == ()
    assert frames.shape[0] == 0


def test_a_missing_folder_and_a_broken_frame_are_named(folder):
    with pytest.raises(RecordError, match=r"frames folder .*missing.* cannot be read .*describe the film again"):
        read_frames(folder / "missing", Span(0, 1), at_most=1)
    (folder / "000000500.jpg").write_bytes(b"not a picture")
    with pytest.raises(RecordError, match=r"000000500\.jpg.* is no JPEG file"):
        read_frames(folder, Span(0.0, 1.0), at_most=2)


@pytest.mark.parametrize(
    ("size", "said"),
    [((90, 60), "the frames in .* differ in size; remove it"), ((8, 4000), "is not a frame by Cinescribe")],
)
def test_frame_of_a_different_size_is_refused(folder, size, said):
    PIL.Image.new("RGB", size).save(folder / "000000500.jpg")
    with pytest.raises(RecordError, match=said):
        read_frames(folder, Span(0.0, 1.0), at_most=2)


def test_other_pictures_in_the_folder_are_ignored(folder):
    (folder / "holiday.jpg").write_bytes(b"not a picture")
    assert len(read_frames(folder, Span(0.0, 1.0), at_most=9)[0]) == 2


def test_a_folder_that_cannot_be_created_is_reported(tmp_path):
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(OutputError, match=r"cannot be created .*name a writable folder"):
        FrameWriter(tmp_path / "file" / "frames")


def test_a_frame_that_cannot_be_written_is_reported(tmp_path):
    writer = FrameWriter(tmp_path / "frames")
    (tmp_path / "frames" / "000000000.jpg").mkdir()
    with pytest.raises(OutputError, match="cannot be written"):
        writer.take(0.0, plain(1, 2, 3))
    assert [path.name for path in (tmp_path / "frames").iterdir()] == ["000000000.jpg"]
