"""Signatures of films whose pictures and sound are drawn at random, and of other versions of them."""

from dataclasses import dataclass

import cv2
import numpy as np

from cinescribe.media.sound.mono import MonoTrack
from cinescribe.media.versions.film_signature import PICTURE_HZ, SIZE, SOUND_HZ, FilmSignature
from cinescribe.schema import Film

RATE_HZ = 25
SCENE = 5  # seconds


@dataclass(frozen=True)
class Drawn:
    """Pictures at 25 a second and sound, (n, 36, 64) and (n * 640,)."""

    pictures: np.ndarray
    samples: np.ndarray

    def part(self, start, end):
        first, last = round(start * RATE_HZ), round(end * RATE_HZ)
        ratio = SOUND_HZ // RATE_HZ
        return Drawn(self.pictures[first:last], self.samples[first * ratio : last * ratio])


def drawn(seed, *, seconds=60, still=False):
    """A film of scenes of five seconds, in each of which a texture moves."""
    rng = np.random.default_rng(seed)
    pictures, loudness = [], []
    for _ in range(seconds // SCENE):
        texture = cv2.GaussianBlur(rng.uniform(0, 255, (80, 200)).astype(np.float32), (0, 0), 5)
        texture = (texture - texture.mean()) / texture.std() * 40 + 128
        at = 0.0
        for _ in range(SCENE * RATE_HZ):
            at += 0.0 if still else rng.uniform(0, 1)
            pictures.append(texture[20:56, int(at) : int(at) + 64].clip(0, 255).astype(np.uint8))
        loudness.append(np.repeat(rng.uniform(0.02, 1.0, SCENE * 10), SOUND_HZ // 10))
    noise = rng.normal(0, 0.1, seconds * SOUND_HZ)
    return Drawn(np.stack(pictures), (noise * np.concatenate(loudness)).astype(np.float32))


def joined(*parts):
    return Drawn(np.concatenate([one.pictures for one in parts]), np.concatenate([one.samples for one in parts]))


def black(seconds):
    n = round(seconds * RATE_HZ)
    return Drawn(np.zeros((n, SIZE[1], SIZE[0]), np.uint8), np.zeros(n * SOUND_HZ // RATE_HZ, np.float32))


def signature(film, *, sound=True, speed=1.0, seen=True, crop=None):
    """Its signature; at a speed of .96 it is shorter, as for television at 25 pictures a second."""
    times = np.arange(len(film.pictures)) / RATE_HZ * speed
    duration = len(film.pictures) / RATE_HZ * speed
    clock = np.arange(int(duration * PICTURE_HZ)) / PICTURE_HZ
    thumbs = film.pictures[np.searchsorted(times, clock + 1e-6, side="right") - 1]
    changes = np.abs(np.diff(film.pictures.astype(np.int16), axis=0, prepend=film.pictures[:1])).mean(axis=(1, 2))
    track = None
    if sound:
        track = MonoTrack(SOUND_HZ)
        at = np.arange(int(len(film.samples) * speed)) / speed
        track.append(np.interp(at, np.arange(len(film.samples)), film.samples).astype(np.float32))
    if not seen:
        times, thumbs, changes = times[:0], thumbs[:0], changes[:0]
    if crop is not None:
        top, left = crop
        thumbs = np.stack([cv2.resize(one[top : SIZE[1] - top, left : SIZE[0] - left], SIZE) for one in thumbs])
    whole = (slice(0, SIZE[1]), slice(0, SIZE[0]))
    return FilmSignature(Film("drawn", duration), thumbs, whole, times, changes.astype(np.float32), track)
