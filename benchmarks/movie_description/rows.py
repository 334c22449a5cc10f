"""The rows of *Movie Description*'s tables 7 to 10 and 12: recipes in recipes/backlot, and the paper's figures.

The paper's figures are METEOR in percent with one reference: tables 7 to 9 on validation films of MPII-MD, table 10 on
its test films; table 12 on LSMDC's blind test films.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class RowOfTable:
    """A row: its label, our recipe, and the paper's figures, one for each of its columns."""

    label: str
    recipe: str
    paper: tuple[float | None, ...] = (None,)


TABLE_7 = (
    RowOfTable("text labels, actions, 30 or more", "smt-text-30", (5.59,)),
    RowOfTable("text labels, actions, 100 or more", "smt-text-100", (5.51,)),
    RowOfTable("text labels, all features, 100 or more", "smt-text-combi-100", (5.42,)),
    RowOfTable("sense labels, actions, 30 or more", "smt-sense-30", (4.93,)),
    RowOfTable("sense labels, actions, 100 or more", "smt-sense-100", (5.12,)),
    RowOfTable("sense labels, all features, 100 or more", "smt-sense-combi-100", (5.19,)),
)
TABLE_10 = (
    RowOfTable("nearest neighbour, actions [IDT]", "nearest-actions", (4.87,)),
    RowOfTable("nearest neighbour, pictures [PLACES]", "nearest-clip", (4.28,)),
    RowOfTable("nearest neighbour, ImageNet [LSDA]", "nearest-imagenet", (4.45,)),
    RowOfTable("translation [SMT-Best]", "smt-text-30", (5.59,)),
    RowOfTable("S2VT", "s2vt", (6.27,)),
    RowOfTable("Visual-Labels", "labels-roc", (7.03,)),
)
BOUND = 19.43  # of retrieval, table 10
TABLE_12 = (
    RowOfTable("Visual-Labels", "labels-roc", (16.1, 5.2, 2.1, 0.9, 7.1, 16.4, 11.2)),
    RowOfTable("S2VT", "s2vt", (17.4, 5.3, 1.8, 0.7, 7.0, 16.1, 9.1)),
    RowOfTable("Frame-Video-Concept Fusion", "frame-video-concept", (11.0, 3.4, 1.3, 0.6, 6.1, 15.6, 9.0)),
    RowOfTable("Temporal Attention", "temporal-attention", (5.6, 1.5, 0.6, 0.3, 5.2, 13.4, 6.2)),
)
TABLE_14 = {  # mean words, vocabulary, distinct captions, percent that are not in training
    "labels-roc": (7.47, 525, 4320, 67.63),
    "s2vt": (8.77, 663, 2890, 72.61),
    "frame-video-concept": (5.16, 401, 871, 33.62),
    "temporal-attention": (3.63, 117, 133, 7.36),
}
COMPARED = (  # pairs of which the first is better in the paper
    ("labels-roc", "s2vt"),
    ("labels-roc", "smt-text-30"),
    ("s2vt", "smt-text-30"),
    ("smt-text-30", "nearest-actions"),
    ("s2vt", "temporal-attention"),
)
