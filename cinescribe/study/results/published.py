"""Figures of the papers' studies, to print beside ours.

Mean ranks and shares are as printed; what a paper lacks is None. *Unveiling the Invisible* gives the values of its
figure 4 in the image alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class PublishedTable:
    """A table of a paper.

    Attributes:
        paper: title.
        name: of the table.
        criteria: its columns.
        rows: by system, a figure for each column; None where there is none.
    """

    paper: str
    name: str
    criteria: tuple[str, ...]
    rows: Mapping[str, tuple[float | None, ...]]


_MOVIE, _COMMONSENSE = "Movie Description", "Video2Commonsense"
_RANKED = ("correctness", "grammar", "relevance")
_ASPECTS = ("effect", "attribute", "intention", "caption")

MEAN_RANKS_MPII = PublishedTable(
    _MOVIE,
    "table 10, mean rank",
    _RANKED,
    {"SMT-Best": (2.11, 2.39, 2.08), "S2VT": (2.02, 1.67, 2.06), "Visual-Labels": (1.87, 1.94, 1.86)},
)
MEAN_RANKS_LSMDC = PublishedTable(
    _MOVIE,
    "table 13, mean rank",
    (*_RANKED, "helpful"),
    {
        "Visual-Labels": (3.32, 3.37, 3.32, 3.26),
        "S2VT": (3.55, 3.09, 3.53, 3.42),
        "Frame-Video-Concept Fusion": (3.10, 2.70, 3.29, 3.29),
        "Temporal Attention": (3.14, 2.71, 3.31, 3.36),
        "reference": (1.88, 3.13, 1.56, 1.57),
    },
)
CHOICES = PublishedTable(
    _MOVIE,
    "table 5, % of pairs by majority",
    ("correctness", "relevance"),
    {"script": (33.9, 33.4), "description": (66.1, 66.6)},
)
CHOICES_CLEAR = PublishedTable(
    _MOVIE,
    "table 5, % of pairs on which 4 of 5 judges agree",
    ("correctness", "relevance"),
    {"script": (11.2, 16.8), "description": (35.7, 44.9)},
)
PARSER = PublishedTable(
    _MOVIE, "table 6, accuracy in %", ("clause", "nlp", "roles", "wsd"), {"parser": (89.0, 62.0, 86.0, 70.0)}
)


def _commonsense(measure: str, task: str, rows: Mapping[str, tuple[float | None, ...]]) -> PublishedTable:
    """A half of table 3 or 8 of *Video2Commonsense*, by the columns of table 3."""
    return PublishedTable(_COMMONSENSE, f"{measure}, {task}", _ASPECTS, rows)


_VALID, _DEVIATION = "table 3, % valid", "table 8, standard deviation (% of an unstated scale)"
_IRAS, _SMOOTH = "table 8, IRAS in %", "table 8, smooth IRAS in %"
_GOLD = (75.19, 83.03, 80.11, 95.01)
VALID_COMPLETION = _commonsense(
    _VALID,
    "completion",
    {
        "9Enc9Dec": (44.23, 52.01, 49.72, None),
        "COMET": (54.98, 56.28, 66.32, None),
        "Att-Enc-Dec": (66.09, 52.40, 56.26, None),
        "V2C-Transformer": (66.83, 63.45, 67.37, None),
        "gold": _GOLD,
    },
)
VALID_GENERATION = _commonsense(
    _VALID,
    "generation",
    {
        "Att-Enc-Dec": (55.93, 74.87, 65.54, 74.67),
        "V2C-Transformer": (62.99, 73.54, 66.74, 73.17),
        "gold": _GOLD,
    },
)
DEVIATION_COMPLETION = _commonsense(
    _DEVIATION,
    "completion",
    {"Att-Enc-Dec": (19.63, 10.54, 17.99, None), "V2C-Transformer": (18.39, 9.74, 15.02, None)},
)
DEVIATION_GENERATION = _commonsense(
    _DEVIATION,
    "generation",
    {"Att-Enc-Dec": (18.54, 15.42, 17.60, None), "V2C-Transformer": (17.56, 13.16, 16.27, None)},
)
IRAS_COMPLETION = _commonsense(
    _IRAS,
    "completion",
    {"Att-Enc-Dec": (58.03, 69.06, 56.02, None), "V2C-Transformer": (56.76, 71.28, 59.80, None)},
)
IRAS_GENERATION = _commonsense(
    _IRAS,
    "generation",
    {"Att-Enc-Dec": (56.69, 59.80, 57.84, None), "V2C-Transformer": (57.40, 62.25, 58.47, None)},
)
SMOOTH_IRAS_COMPLETION = _commonsense(_SMOOTH, "completion", {"Att-Enc-Dec": (69.28, 80.24, 69.43, None)})
SMOOTH_IRAS_GENERATION = _commonsense(_SMOOTH, "generation", {"Att-Enc-Dec": (69.54, 73.51, 70.66, None)})
SYNTHETIC = PublishedTable(
    "Unveiling the Invisible",
    "A.5.2, % of 500 synthetic captions",
    ("fluency", "creativity", "consistency"),
    {"synthetic": (98.7, 97.8, 96.4)},
)
HISTOGRAMS, BARS = "Video2Commonsense, figures 14 to 18", "Unveiling the Invisible, figure 4"
# Unveiling the Invisible, table 3: agreement of raters A, B and C.
KAPPAS = {"A and B": 0.639, "A and C": 0.637, "B and C": 0.685}
FLEISS_KAPPA = 0.653
