from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from cinescribe.errors import FilmError
from cinescribe.media.film.probe import probe
from cinescribe.media.shots.dissolves import Blend, non_overlapping
from cinescribe.media.shots.frame_signature import Bars
from cinescribe.media.shots.shots import CHUNK, ShotFinder, shots
from cinescribe.timing import Span
from tests.media.films import tone, write_film
from tests.shared import shared

RATE_HZ = 24
WIDTH, HEIGHT = 96, 54

Take = Iterator[np.ndarray]


def take(seed: int, *, pan: float = 0.0) -> Take:
    """An endless take: a landscape of soft spots, with a camera that moves by `pan` per frame."""
    random = np.random.default_rng(seed)
    coarse = random.uniform(20, 230, (9, 40))
    land = np.repeat(np.repeat(coarse, 6, axis=0), 12, axis=1)
    land = (land + np.roll(land, 4, axis=1) + np.roll(land, 8, axis=1)) / 3
    n = 0
    while True:
        yield np.roll(land, -round(n * pan), axis=1)[:, :WIDTH] + random.normal(0, 1, (HEIGHT, WIDTH))
        n += 1


def black() -> Take:
    while True:
        yield np.full((HEIGHT, WIDTH), 16.0)


def frames(one: Take, seconds: float) -> list[np.ndarray]:
    return [next(one) for _ in range(round(seconds * RATE_HZ))]


def mixed(one: Take, other: Take, seconds: float) -> list[np.ndarray]:
    n = round(seconds * RATE_HZ)
    return [(1 - k / (n + 1)) * next(one) + k / (n + 1) * next(other) for k in range(1, n + 1)]


def found(pictures: Sequence[np.ndarray], rate_hz: float = RATE_HZ) -> list[tuple[str, float]]:
    """Transitions and start times of the shots of grey pictures, except the first."""
    finder = ShotFinder()
    colours = np.full((HEIGHT // 2, WIDTH), 128.0)
    for n, luma in enumerate(pictures):
        finder.take(n / rate_hz, np.concatenate([luma, colours]).clip(0, 255).round().astype(np.uint8))
    got = finder.shots(len(pictures) / rate_hz)
    assert got[0].span.start == 0
    assert got[-1].span.end == len(pictures) / rate_hz
    assert all(one.span.end == other.span.start for one, other in pairwise(got))
    assert all((shot.blend is None) == (shot.transition == "cut") for shot in got)
    assert all(shot.blend is None or shot.blend.middle == pytest.approx(shot.span.start) for shot in got)
    return [(shot.transition, shot.span.start) for shot in got[1:]]


def test_cuts_are_found_to_the_frame() -> None:
    film = frames(take(1), 2) + frames(take(2), 1) + frames(take(3), 2)
    assert found(film) == [("cut", 2.0), ("cut", 3.0)]


def test_cuts_of_a_flat_film_are_found() -> None:
    film = frames(take(1), 2) + frames(take(2), 1) + frames(take(3), 2)
    assert found([100 + 0.15 * (luma - 100) for luma in film]) == [("cut", 2.0), ("cut", 3.0)]


@pytest.mark.parametrize("seconds", [0.4, 1.0, 2.0])
def test_a_dissolve_is_found_with_its_length(seconds: float) -> None:
    one, other = take(1), take(2)
    film = frames(one, 3) + mixed(one, other, seconds) + frames(other, 3)
    finder = ShotFinder()
    for n, luma in enumerate(film):
        finder.take(n / RATE_HZ, np.concatenate([luma, np.full((27, 96), 128.0)]).clip(0, 255).astype(np.uint8))
    _, shot = finder.shots(6 + seconds)
    assert shot.transition == "dissolve"
    assert shot.blend is not None
    assert (shot.blend.start, shot.blend.end) == pytest.approx((3, 3 + seconds), abs=0.1)


def test_a_dissolve_between_moving_pictures_is_found() -> None:
    one, other = take(1, pan=0.3), take(2, pan=-0.2)
    film = frames(one, 3) + mixed(one, other, 1) + frames(other, 3)
    ((transition, time),) = found(film)
    assert transition == "dissolve"
    assert time == pytest.approx(3.5, abs=0.15)


@pytest.mark.parametrize("seconds", [0.2, 0.6])
def test_a_fade_out_and_in_is_one_transition(seconds: float) -> None:
    one, other = take(1), take(2)
    film = frames(one, 2) + mixed(one, black(), seconds) + frames(black(), 0.25)
    film += mixed(black(), other, seconds) + frames(other, 2)
    ((transition, time),) = found(film)
    assert transition == "fade"
    assert time == pytest.approx(2 + seconds + 0.125, abs=0.1)


def test_a_cut_to_black_and_a_fade_in_are_one_transition() -> None:
    other = take(2)
    film = frames(take(1), 2) + frames(black(), 1) + mixed(black(), other, 1) + frames(other, 2)
    ((transition, time),) = found(film)
    assert transition == "fade"
    assert time == pytest.approx(3.0, abs=0.1)


def test_a_film_that_opens_and_ends_in_black_has_no_shot_there() -> None:
    one = take(1)
    film = frames(black(), 1) + mixed(black(), one, 1) + frames(one, 3) + mixed(one, black(), 1) + frames(black(), 1)
    assert found(film) == []


@pytest.mark.parametrize("pan", [0.0, 0.5, 1.5])
def test_moving_camera_is_not_a_cut(pan: float) -> None:
    assert found(frames(take(1, pan=pan), 8)) == []


def test_change_of_light_is_not_a_cut() -> None:
    light = 0.6 + 0.4 * np.cos(np.arange(8 * RATE_HZ) / RATE_HZ * 3)
    assert found([level * image for level, image in zip(light, frames(take(1), 8), strict=True)]) == []


def test_appearing_caption_is_not_a_cut() -> None:
    film = frames(take(1), 4)
    for image in film[48:]:
        image[40:48, 20:60] = 235
    assert found(film) == []


def test_black_bars_do_not_hide_a_cut() -> None:
    film = frames(take(1), 3) + frames(take(2), 3)
    for image in film:
        image[:12] = image[-12:] = 16
    assert found(film) == [("cut", 3.0)]


def test_bars_are_found_but_not_in_a_dark_film() -> None:
    bars, dark = Bars(), Bars()
    picture = np.full((54, 96), 100, np.uint8)
    picture[:8] = picture[-10:] = 16
    bars.add(picture)
    dark.add(np.full((54, 96), 20, np.uint8))
    assert bars.crop() == (slice(8, 44), slice(0, 96))
    assert dark.crop() == (slice(0, 54), slice(0, 96))


@pytest.mark.slow
def test_chunks_do_not_change_the_shots() -> None:
    one, other = take(1), take(2)
    n_before = CHUNK - 12  # the dissolve lies across the end of the first chunk
    film = [next(one) for _ in range(n_before)] + mixed(one, other, 1)
    film += [next(other) for _ in range(CHUNK)] + frames(take(3), 2)
    (dissolve, cut) = found(film)
    assert dissolve[0] == "dissolve"
    assert dissolve[1] == pytest.approx((n_before + 12) / RATE_HZ, abs=0.1)
    assert cut == ("cut", (n_before + 24 + CHUNK) / RATE_HZ)


def test_memory_does_not_grow_with_the_film() -> None:
    finder = ShotFinder()
    image = np.concatenate([next(take(1)), np.full((27, 96), 128.0)]).astype(np.uint8)
    for n in range(3 * CHUNK):
        finder.take(n / RATE_HZ, image)
        assert len(finder._pictures) < 2 * CHUNK


def test_few_pictures_make_one_shot() -> None:
    assert ShotFinder().shots(1.0) == ()
    assert found(frames(take(1), 1 / RATE_HZ)) == []
    assert found(frames(take(1), 0.1)) == []


def test_the_better_of_two_overlapping_blends_is_kept() -> None:
    weak, strong, later = (
        Blend(Span(start, start + 1), score, from_plain=False, to_plain=False)
        for start, score in ((0.0, 0.4), (0.5, 0.9), (2.0, 0.5))
    )
    assert non_overlapping([later, weak, strong]) == [strong, later]


def test_film_without_pictures_has_no_shots(tmp_path: Path) -> None:
    film = probe(write_film(tmp_path / "sound.wav", sounds=[(0, tone(1), "mono")]))
    with pytest.raises(FilmError, match="has no pictures, so it has no shots; name a film with a picture"):
        shots(film)


@pytest.mark.slow
def test_real_film_with_a_dissolve_and_three_cuts() -> None:
    got = shots(probe(shared("data/video/w3c_perspective/perspective-video.mp4")))
    # The network takes the title that slides in at 0.6 s for a cut.
    assert [shot.transition for shot in got[1:]] == ["cut", "dissolve", "cut", "cut", "cut"]
    assert [shot.span.start for shot in got[2:]] == pytest.approx([5.13, 6.708, 10.25, 14.917], abs=0.1)
