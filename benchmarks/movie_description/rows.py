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


BEST = "labels-8-roc"  # the paper's Visual-Labels

TABLE_7 = (
    RowOfTable("text labels, actions, 30 or more", "smt-text-30", (5.59,)),
    RowOfTable("text labels, actions, 100 or more", "smt-text-100", (5.51,)),
    RowOfTable("text labels, all features, 100 or more", "smt-text-combi-100", (5.42,)),
    RowOfTable("text labels, all features, 30 or more, not in the paper", "smt-text-combi-30"),
    RowOfTable("sense labels, actions, 30 or more", "smt-sense-30", (4.93,)),
    RowOfTable("sense labels, actions, 100 or more", "smt-sense-100", (5.12,)),
    RowOfTable("sense labels, all features, 100 or more", "smt-sense-combi-100", (5.19,)),
)
TABLE_8 = (
    RowOfTable("1 all labels by actions [IDT]", "labels-1-actions", (6.73,)),
    RowOfTable("2 all labels by objects [LSDA]", "labels-2-objects", (7.07,)),
    RowOfTable("3 all labels by places [PLACES]", "labels-3-places", (7.10,)),
    RowOfTable("4 all labels by all features", "labels-4-all-features", (7.24,)),
    RowOfTable("5 verbs, others: trained", "labels-5-verbs-others", (7.27,)),
    RowOfTable("5 retrieved", "labels-5-verbs-others-retrieved", (7.08,)),
    RowOfTable("6 verbs, places, others: trained", "labels-6-verbs-places-others", (7.39,)),
    RowOfTable("6 retrieved", "labels-6-verbs-places-others-retrieved", (7.09,)),
    RowOfTable("7 verbs, places, objects: trained", "labels-7-verbs-places-objects", (7.48,)),
    RowOfTable("7 retrieved", "labels-7-verbs-places-objects-retrieved", (7.10,)),
    RowOfTable("8 + ROC area of .7 or more: trained", BEST, (7.54,)),
    RowOfTable("8 retrieved", "labels-8-roc-retrieved", (7.41,)),
    RowOfTable("9 labels of 8, all features: trained", "labels-9-stacked", (7.20,)),
    RowOfTable("9 retrieved", "labels-9-stacked-retrieved", (7.16,)),
)
TABLE_9 = (
    RowOfTable("1 layer, dropout .5 of the LSTM", BEST, (7.54,)),
    RowOfTable("2 layers, unfactored", "labels-two-layers", (7.54,)),
    RowOfTable("2 layers, factored", "labels-two-layers-factored", (7.41,)),
    RowOfTable("no dropout", "labels-no-dropout", (7.19,)),
    RowOfTable("dropout of words", "labels-language-dropout", (7.13,)),
    RowOfTable("dropout of scores", "labels-visual-dropout", (7.34,)),
    RowOfTable("dropout of both", "labels-concat-dropout", (7.29,)),
    RowOfTable("dropout .1 of the LSTM", "labels-dropout-10", (7.22,)),
    RowOfTable("dropout .25", "labels-dropout-25", (7.42,)),
    RowOfTable("dropout .75", "labels-dropout-75", (7.46,)),
)
TABLE_10 = (
    RowOfTable("nearest neighbour, actions [IDT]", "nearest-actions", (4.87,)),
    RowOfTable("nearest neighbour, pictures [PLACES]", "nearest-clip", (4.28,)),
    RowOfTable("nearest neighbour, ImageNet [LSDA]", "nearest-imagenet", (4.45,)),
    RowOfTable("translation [SMT-Best]", "smt-text-30", (5.59,)),
    RowOfTable("translation, all features, not in the paper", "smt-text-combi-30"),
    RowOfTable("S2VT", "s2vt", (6.27,)),
    RowOfTable("Visual-Labels", BEST, (7.03,)),
    RowOfTable("temporal attention, not in the paper's table 10", "temporal-attention"),
    RowOfTable("Frame-Video-Concept Fusion, not in the paper's table 10", "frame-video-concept"),
)
BOUND = 19.43  # of retrieval, table 10
TABLE_12 = (
    RowOfTable("Visual-Labels", BEST, (16.1, 5.2, 2.1, 0.9, 7.1, 16.4, 11.2)),
    RowOfTable("S2VT", "s2vt", (17.4, 5.3, 1.8, 0.7, 7.0, 16.1, 9.1)),
    RowOfTable("Frame-Video-Concept Fusion", "frame-video-concept", (11.0, 3.4, 1.3, 0.6, 6.1, 15.6, 9.0)),
    RowOfTable("Temporal Attention", "temporal-attention", (5.6, 1.5, 0.6, 0.3, 5.2, 13.4, 6.2)),
)
TABLE_14 = {  # mean words, vocabulary, distinct captions, percent that are not in training
    BEST: (7.47, 525, 4320, 67.63),
    "s2vt": (8.77, 663, 2890, 72.61),
    "frame-video-concept": (5.16, 401, 871, 33.62),
    "temporal-attention": (3.63, 117, 133, 7.36),
}
COMPARED = (  # pairs of which the first is better in the paper
    (BEST, "s2vt"),
    (BEST, "smt-text-30"),
    (BEST, "smt-text-combi-30"),
    ("s2vt", "smt-text-30"),
    ("smt-text-30", "nearest-actions"),
    ("s2vt", "temporal-attention"),
)
