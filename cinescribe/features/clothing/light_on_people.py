"""Measures how the light falls on a person, and whether the colour of their clothes can be trusted in it.

Skin is the one colour that is known of everybody: its hue lies between red and yellow, whatever its lightness. Where a
face has another hue, the light or the grading of the picture is coloured; where it is dark before a bright ground, the
person is lit from behind. Metal shines here and there, and long hair covers what is worn.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from cinescribe.features.clothing.colour_terms import DARK, LIGHT

_Floats = NDArray[np.float64]

# Skin, in CIE L*a*b*: hues of 41 to 64 degrees from dark to pale (Chardon et al. 1991, individual typology angle), here
# with as much to either side again for cameras; chroma of 10 to 38.
SKIN_HUE, SKIN_TOLERANCE = 52.5, 25.0
SKIN_CHROMA = 8.0, 38.0
# Set on the half of the people of `results/clothes_colours.json` that is marked so.
FACE_LIGHTNESS = 35.0, 90.0  # of a face that is lit well
BEHIND = 35.0  # by which the ground may be lighter than the face
DARKER, LIGHTER = 20.0, 8.0  # than the face, of clothes that are called dark or light
_UNEVEN = 9.0  # standard deviation of the lightness of clothes; of metal it is more
LIKE_SKIN = 18.0  # CIE76 from the face's colour, under which what is seen may be skin
LIKE_HAIR = 14.0  # CIE76 from what is beside the jaw, under which dark clothes may be hair
_INNER = 0.15  # of a crop's side to each side of its middle: cheeks and nose, without hair
_CORNER = 0.15  # of a crop's side: its upper corners show what is behind the head
_JAW = slice(0.6, 0.85), 0.15  # rows of a crop beside the jaw, and columns at each side of it, as shares of its sides
_OUTER = (0, 1, 2, 5, 6, 7)  # columns of a grid below a face without a shirt between lapels


@dataclass(frozen=True)
class LightOnPerson:
    """How the light falls on one person; all colours are CIE L*a*b*.

    Args:
        face: colour of the face.
        behind: colour behind the head.
        beside: colours to the left and right of the jaw, (2, 3).
        clothes: colour of those cells of the clothes that have the term in question.
        unevenness: standard deviation of the lightness of the clothes, without their middle.
    """

    face: _Floats
    behind: _Floats
    beside: _Floats
    clothes: _Floats
    unevenness: float

    def is_plain(self, term: str, *, has_hues: bool) -> bool:
        """Whether the light is such that clothes of these colours have the term.

        Args:
            term: `dark`, `light` or a hue.
            has_hues: whether the film has colours; in a black-and-white film faces have none.
        """
        chroma = float(np.hypot(self.face[1], self.face[2]))
        turn = abs(float(np.degrees(np.arctan2(self.face[2], self.face[1]))) - SKIN_HUE)
        is_skin = SKIN_CHROMA[0] <= chroma <= SKIN_CHROMA[1] and turn <= SKIN_TOLERANCE
        is_lit = FACE_LIGHTNESS[0] <= self.face[0] <= FACE_LIGHTNESS[1] and self.behind[0] - self.face[0] <= BEHIND
        is_cloth = self.unevenness <= _UNEVEN and float(np.linalg.norm(self.clothes - self.face)) >= LIKE_SKIN
        return is_lit and is_cloth and (is_skin or not has_hues) and self._fits(term)

    def _fits(self, term: str) -> bool:
        """Whether clothes that are called dark or light are that beside the face, and dark ones are no hair."""
        brighter = float(self.clothes[0] - self.face[0])
        if term == DARK:
            is_hair = float(np.linalg.norm(self.beside - self.clothes, axis=1).min()) < LIKE_HAIR
            return brighter <= -DARKER and not is_hair
        return term != LIGHT or brighter >= LIGHTER


def light_on_person(crop: NDArray[np.uint8], torsos: NDArray[np.uint8], has_term: NDArray[np.bool_]) -> LightOnPerson:
    """Return how the light falls on a person.

    Args:
        crop: RGB picture of the face with as much around it, (H, W, 3).
        torsos: RGB means of grids below faces, (n, 8, 8, 3).
        has_term: whether each cell has the term in question, (n, 8, 8).
    """
    height, width = crop.shape[:2]
    inner = [slice(round((0.5 - _INNER) * side), round((0.5 + _INNER) * side) + 1) for side in (height, width)]
    top, corner, side = round(_CORNER * height) + 1, round(_CORNER * width) + 1, round(_JAW[1] * width) + 1
    jaw = slice(round(_JAW[0].start * height), round(_JAW[0].stop * height) + 1)
    clothes = _lab(torsos)
    return LightOnPerson(
        face=_middle(crop[inner[0], inner[1]]),
        behind=_middle(np.concatenate([crop[:top, :corner], crop[:top, -corner:]], axis=1)),
        beside=np.stack([_middle(crop[jaw, :side]), _middle(crop[jaw, -side:])]),
        clothes=np.asarray(np.median(clothes[has_term], axis=0), np.float64),
        unevenness=float(clothes[:, :, list(_OUTER), 0].std()),
    )


def _middle(part: NDArray[np.uint8]) -> _Floats:
    return np.asarray(np.median(_lab(part).reshape(-1, 3), axis=0), np.float64)


def _lab(colours: NDArray[np.uint8]) -> _Floats:
    """Return CIE L*a*b* of RGB colours, (..., 3)."""
    pixels = np.asarray(colours, np.float32).reshape(-1, 1, 3) / np.float32(255)
    return np.asarray(cv2.cvtColor(pixels, cv2.COLOR_RGB2LAB), np.float64).reshape(colours.shape)
