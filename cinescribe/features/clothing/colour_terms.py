"""Names colours with the terms that most people use for them, and only where they agree.

The hues are those of the xkcd colour survey (Munroe 2010, CC0): the colours of more than 200,000 people whose most
common name ends in a basic colour term (Berlin and Kay 1969). `colour_terms.json` holds the 528 that do, without black,
white and grey. A colour has a term if all of its nearest neighbours in the survey have it.
"""

from __future__ import annotations

import json
from functools import lru_cache
from importlib.resources import files
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray
from scipy.spatial import KDTree

_Floats: TypeAlias = NDArray[np.float32]

DARK, LIGHT = "dark", "light"  # the terms of colours too dark or too light for a hue, and of greys

# Lightness of "very dark" and "very light" greys, Munsell values 2.5 and 8.5 (Kelly and Judd 1976), as CIE L*.
_VERY_DARK, _VERY_LIGHT = 25.6, 86.2
_GREYISH = 12.0  # CIE chroma below which a colour is near a grey: ISCC-NBS "greyish" begins there
# Set on every second colour of the survey, each left out in turn: the term is right for .995 of those that get one. For
# the other half, which set nothing, it is .994.
_SOME, _FAINT, _RATHER_DARK, _RATHER_LIGHT = 3, 9.0, 32.0, 78.0  # of which only some people would use a term
_NEIGHBOURS = 5  # that must all have the same term,
_FARTHEST = 20.0  # ... and the CIE76 difference to the last of them


def colour_terms(colours: NDArray[np.uint8]) -> list[str | None]:
    """Return the terms of RGB colours (n, 3): a hue, `dark`, `light`, or None where people would not agree."""
    if not len(colours):
        return []
    lab = _lab(colours)
    names, tree, terms = _survey()
    distances, nearest = tree.query(lab, k=_NEIGHBOURS)
    votes = np.stack([(terms[nearest] == n).sum(axis=1) for n in range(len(names))], axis=1)
    is_agreed = (votes.max(axis=1) == _NEIGHBOURS) & (distances[:, -1] <= _FARTHEST)
    chroma = np.hypot(lab[:, 1], lab[:, 2])
    out: list[str | None] = []
    for lightness, strength, agreed, vote in zip(lab[:, 0], chroma, is_agreed, votes.argmax(axis=1), strict=True):
        if strength >= _GREYISH and agreed:
            out.append(names[vote])
        elif lightness < _VERY_DARK:
            out.append(DARK)
        else:
            out.append(LIGHT if lightness > _VERY_LIGHT and strength < _GREYISH else None)
    return out


def nearest_terms(colour: tuple[int, int, int]) -> frozenset[str]:
    """Return all terms that some people would use for an RGB colour: of the nearest in the survey, dark and light."""
    lab = _lab(np.array([colour], np.uint8))[0]
    names, tree, terms = _survey()
    _, nearest = tree.query(lab, k=_SOME)
    found = {names[terms[n]] for n in nearest} if np.hypot(lab[1], lab[2]) >= _FAINT else set()
    found |= {DARK} if lab[0] < _RATHER_DARK else set()
    return frozenset(found | ({LIGHT} if lab[0] > _RATHER_LIGHT else set()))


def chroma_spread(colours: NDArray[np.uint8]) -> float:
    """Return how far the hues of RGB colours (n, 3) spread, in CIE a* and b*: about 0 for a black-and-white film."""
    return float(_lab(colours)[:, 1:].std(axis=0).max()) if len(colours) else 0.0


def _lab(colours: NDArray[np.uint8]) -> _Floats:
    """Return CIE L*a*b* of RGB colours, (n, 3)."""
    pixels = np.asarray(colours, np.float32).reshape(-1, 1, 3) / np.float32(255)
    return np.asarray(cv2.cvtColor(pixels, cv2.COLOR_RGB2LAB), np.float32).reshape(-1, 3)


@lru_cache
def _survey() -> tuple[list[str], KDTree, NDArray[np.intp]]:
    """The terms, the colours of the survey in a tree, and the number of the term of each."""
    named = json.loads((files("cinescribe") / "features" / "clothing" / "colour_terms.json").read_text("utf-8"))
    hexes = [(n, code) for n, codes in enumerate(named.values()) for code in codes]
    colours = np.array([tuple(bytes.fromhex(code.removeprefix("#"))) for _, code in hexes], np.uint8)
    return list(named), KDTree(_lab(colours)), np.array([n for n, _ in hexes])
