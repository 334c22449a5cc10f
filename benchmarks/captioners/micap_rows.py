"""The rows of MICap's tables 2 to 6: which recipe makes each, where it is printed, and what the paper has there.

The paper's figures are of LSMDC's validation films, in percent; rows of table 5 whose order its text makes plain are
read so. A dash is what the paper, or Backlot, does not have: its frame encoders and face embeddings are one kind each.
"""

from __future__ import annotations

from dataclasses import dataclass

CLASS = "fill/class"
FILLING = {"Same": "fill/same", "Diff": "fill/different", "Inst": "fill/instance", "Class": CLASS}
CAPTIONS = {"C": "captions/CIDEr", "M": "captions/METEOR", "S": "captions/SPICE", "iS": "captions/iSPICE"}

# What is trained, the most telling first: by row, the recipe in recipes/backlot.
TRAINED = {
    "text-only": "fitb-text-only-enc-dec",
    "fitb": "micap-fitb",  # all it can see: also the row "+ frames" of table 2
    "joint": "micap-joint",
    "captions": "micap-captions",
    "fillin": "fillin",
    "someone": "micap-captions",  # on captions that call everybody `someone`
    "fillin-text": "fillin-text-only",
    "fitb-dec": "fitb-frames-dec",
    "faces": "fitb-raw-faces-enc-dec",
    "faces-dec": "fitb-raw-faces-dec",
    "clusters": "fitb-clip-clusters-enc-dec",
    "clusters-dec": "fitb-clip-clusters-dec",
    "t5": "t5",
    "gpt2": "gpt2",
    "t5-frames": "t5-clip-only",
    "gpt2-frames": "gpt2-clip-only",
}
SOMEONE = "someone"

# What is made of trained rows' words: the row whose captions are taken, and what becomes of their people.
DERIVED = {
    "two-stage": SOMEONE,  # filled by `fillin`
    "someone-same": SOMEONE,
    "someone-different": SOMEONE,
    "joint-same": "joint",
    "joint-different": "joint",
}

# Rows held to each other: the better one by the paper, the other, and the scores.
COMPARED = (
    ("fitb", "text-only", (CLASS,)),
    ("fitb", "fillin", (CLASS,)),
    ("joint", "fitb", (CLASS,)),
    ("joint", "captions", tuple(CAPTIONS.values())),
    ("joint", "two-stage", tuple(CAPTIONS.values())),
    ("joint", "joint-same", (CAPTIONS["iS"],)),
    ("joint", "joint-different", (CAPTIONS["iS"],)),
)


@dataclass(frozen=True)
class Cell:
    """One figure: our row and its score, and the paper's figure; either may be missing."""

    row: str | None
    score: str
    paper: float | None = None


@dataclass(frozen=True)
class Table:
    """A table of the paper: heads of its columns, and its lines with a cell for each."""

    title: str
    heads: tuple[str, ...]
    lines: tuple[tuple[str, tuple[Cell, ...]], ...]


def _filled(row: str | None, *paper: float) -> tuple[Cell, ...]:
    return tuple(Cell(row, score, value) for score, value in zip(FILLING.values(), paper, strict=True))


def _told(row: str, *paper: float | None, fills: bool = False) -> tuple[Cell, ...]:
    """C, M, S and iS, and, in tables that have it, Class."""
    values = (*paper, *[None] * (len(CAPTIONS) + 1 - len(paper)))
    scores = (*CAPTIONS.values(), CLASS)
    cells = tuple(Cell(row, score, value) for score, value in zip(scores, values, strict=True))
    return cells if fills else cells[: len(CAPTIONS)]


def _both(decoder: str | None, encoder: str | None, *paper: float | None) -> tuple[Cell, ...]:
    """Only-decoder and encoder-decoder of table 2."""
    return tuple(Cell(row, CLASS, value) for row, value in zip((decoder, encoder), paper, strict=True))


TABLES = (
    Table(
        "Table 2: what filling in sees (Class)",
        ("Only Dec", "Enc-Dec"),
        (
            ("FillIn text-only", _both(None, "fillin-text", None, 64.4)),
            ("FillIn multimodal", _both(None, "fillin", None, 65.9)),
            ("MICap text-only", _both(None, "text-only", None, 64.45)),
            ("MICap, FillIn's face clusters", _both("clusters-dec", "clusters", 66.56, 67.29)),
            ("MICap, raw faces", _both("faces-dec", "faces", 67.48, 67.35)),
            ("+ frames (CLIP)", _both("fitb-dec", "fitb", 67.38, 67.70)),
            ("+ better faces (ArcFace)", _both(None, None, 68.94, 69.14)),
        ),
    ),
    Table(
        "Table 3: filling in",
        tuple(FILLING),
        (
            ("FillIn", _filled("fillin", 63.5, 68.4, 69.0, 65.9)),
            ("MICap, only decoder", _filled("fitb-dec", 65.1, 73.3, 73.0, 68.94)),
            ("MICap", _filled("fitb", 65.7, 72.9, 73.0, 69.14)),
        ),
    ),
    Table(
        "Table 4: joint training",
        (*CAPTIONS, "Class"),
        (
            ("FITB only", _told("fitb", None, None, None, None, 69.14, fills=True)),
            ("Full caption only", _told("captions", 8.01, 12.29, 13.11, 0.777, fills=True)),
            ("Joint", _told("joint", 9.09, 12.47, 13.30, 0.788, 70.01, fills=True)),
        ),
    ),
    Table(
        "Table 5: captions with people",
        tuple(CAPTIONS),
        (
            ("Stage 1, same id", _told("someone-same", 7.03, 9.41, 9.01, 0.591)),
            ("Stage 1, all different", _told("someone-different", 7.0, 9.11, 12.98, 0.202)),
            ("Stage 1 + FillIn", _told("two-stage", 7.77, 10.68)),
            ("MICap, same id", _told("joint-same", 8.44, 10.9, 9.26, 0.687)),
            ("MICap, all different", _told("joint-different", 8.74, 11.01, 13.09, 0.264)),
            ("MICap (joint)", _told("joint", 9.09, 12.47, 13.30, 0.788)),
        ),
    ),
    Table(
        "Table 6: language models behind features (ours small and untaught, the paper's pretrained)",
        tuple(CAPTIONS),
        (
            ("MICap (joint)", _told("joint", 9.09, 12.47, 13.30, 0.788)),
            ("T5, frames alone", _told("t5-frames", 4.9, 8.5, 7.1, 0.755)),
            ("T5, all features", _told("t5", 4.5, 7.9, 6.8, 0.723)),
            ("GPT-2, frames alone", _told("gpt2-frames", 3.6, 8.7, 10.7, 0.640)),
            ("GPT-2, all features", _told("gpt2", 4.4, 8.9, 9.2, 0.595)),
        ),
    ),
)
