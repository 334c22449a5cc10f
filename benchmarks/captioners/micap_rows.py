"""The rows of MICap's tables 2 to 6: the recipe of each, its place in the tables, and the paper's scores.

The paper's scores are on LSMDC's validation films, in percent; rows of table 5 are assigned by the paper's text. A dash
marks what the paper or Backlot lacks: Backlot has one kind of frame encoder and one of face embeddings.
"""

from __future__ import annotations

from dataclasses import dataclass

CLASS = "fill/class"
FILLING = {"Same": "fill/same", "Diff": "fill/different", "Inst": "fill/instance", "Class": CLASS}
CAPTIONS = {"C": "captions/CIDEr", "M": "captions/METEOR", "S": "captions/SPICE", "iS": "captions/iSPICE"}

# Trained rows, the most important first, with their recipes in recipes/backlot.
TRAINED = {
    "text-only": "fitb-text-only-enc-dec",
    "fitb": "micap-fitb",  # all inputs: also the row "+ frames" of table 2
    "joint": "micap-joint",
    "captions": "micap-captions",
    "fillin": "fillin",
    "someone": "micap-captions",  # trained on captions in which every person is `someone`
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
    "joint-stepwise": "micap-joint-stepwise",
    "joint-shuffled": "micap-joint-shuffled-clusters",
    "gender": "micap-fitb",  # with a text encoder that learnt the gender of blanks
}
SOMEONE = "someone"
GENDER = "gender"

# Rows derived from the captions of trained rows by relabelling people.
DERIVED = {
    "two-stage": SOMEONE,  # people filled in by `fillin`
    "someone-same": SOMEONE,
    "someone-different": SOMEONE,
    "joint-same": "joint",
    "joint-different": "joint",
}

# Compared rows: the better one in the paper, the other one, and the scores.
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
    """One cell: our row and its score, and the paper's score; either may be missing."""

    row: str | None
    score: str
    paper: float | None = None


@dataclass(frozen=True)
class Table:
    """A table of the paper: column heads, and rows with a cell for each."""

    title: str
    heads: tuple[str, ...]
    lines: tuple[tuple[str, tuple[Cell, ...]], ...]


def _fill_cells(row: str | None, *paper: float) -> tuple[Cell, ...]:
    return tuple(Cell(row, score, value) for score, value in zip(FILLING.values(), paper, strict=True))


def _caption_cells(row: str, *paper: float | None, fills: bool = False) -> tuple[Cell, ...]:
    """Cells of C, M, S and iS, and of Class in tables that have it."""
    values = (*paper, *[None] * (len(CAPTIONS) + 1 - len(paper)))
    scores = (*CAPTIONS.values(), CLASS)
    cells = tuple(Cell(row, score, value) for score, value in zip(scores, values, strict=True))
    return cells if fills else cells[: len(CAPTIONS)]


def _decoder_cells(decoder: str | None, encoder: str | None, *paper: float | None) -> tuple[Cell, ...]:
    """Cells of decoder-only and encoder-decoder models, table 2."""
    return tuple(Cell(row, CLASS, value) for row, value in zip((decoder, encoder), paper, strict=True))


TABLES = (
    Table(
        "Table 2: inputs of filling in (Class)",
        ("Only Dec", "Enc-Dec"),
        (
            ("FillIn text-only", _decoder_cells(None, "fillin-text", None, 64.4)),
            ("FillIn multimodal", _decoder_cells(None, "fillin", None, 65.9)),
            ("MICap text-only", _decoder_cells(None, "text-only", None, 64.45)),
            ("MICap, FillIn's face clusters", _decoder_cells("clusters-dec", "clusters", 66.56, 67.29)),
            ("MICap, raw faces", _decoder_cells("faces-dec", "faces", 67.48, 67.35)),
            ("+ frames (CLIP)", _decoder_cells("fitb-dec", "fitb", 67.38, 67.70)),
            ("+ frames, texts tuned for gender", _decoder_cells(None, GENDER, None, None)),
            ("+ better faces (ArcFace)", _decoder_cells(None, None, 68.94, 69.14)),
        ),
    ),
    Table(
        "Table 3: filling in",
        tuple(FILLING),
        (
            ("FillIn", _fill_cells("fillin", 63.5, 68.4, 69.0, 65.9)),
            ("MICap, only decoder", _fill_cells("fitb-dec", 65.1, 73.3, 73.0, 68.94)),
            ("MICap", _fill_cells("fitb", 65.7, 72.9, 73.0, 69.14)),
        ),
    ),
    Table(
        "Table 4: joint training",
        (*CAPTIONS, "Class"),
        (
            ("FITB only", _caption_cells("fitb", None, None, None, None, 69.14, fills=True)),
            ("Full caption only", _caption_cells("captions", 8.01, 12.29, 13.11, 0.777, fills=True)),
            ("Joint", _caption_cells("joint", 9.09, 12.47, 13.30, 0.788, 70.01, fills=True)),
            ("Joint, one step per objective", _caption_cells("joint-stepwise", fills=True)),
            ("Joint, numbers of face groups shuffled (ours)", _caption_cells("joint-shuffled", fills=True)),
        ),
    ),
    Table(
        "Table 5: captions with people",
        tuple(CAPTIONS),
        (
            ("Stage 1, same id", _caption_cells("someone-same", 7.03, 9.41, 9.01, 0.591)),
            ("Stage 1, all different", _caption_cells("someone-different", 7.0, 9.11, 12.98, 0.202)),
            ("Stage 1 + FillIn", _caption_cells("two-stage", 7.77, 10.68)),
            ("MICap, same id", _caption_cells("joint-same", 8.44, 10.9, 9.26, 0.687)),
            ("MICap, all different", _caption_cells("joint-different", 8.74, 11.01, 13.09, 0.264)),
            ("MICap (joint)", _caption_cells("joint", 9.09, 12.47, 13.30, 0.788)),
        ),
    ),
    Table(
        "Table 6: language models on features (ours small and not pretrained, the paper's pretrained)",
        tuple(CAPTIONS),
        (
            ("MICap (joint)", _caption_cells("joint", 9.09, 12.47, 13.30, 0.788)),
            ("T5, frames alone", _caption_cells("t5-frames", 4.9, 8.5, 7.1, 0.755)),
            ("T5, all features", _caption_cells("t5", 4.5, 7.9, 6.8, 0.723)),
            ("GPT-2, frames alone", _caption_cells("gpt2-frames", 3.6, 8.7, 10.7, 0.640)),
            ("GPT-2, all features", _caption_cells("gpt2", 4.4, 8.9, 9.2, 0.595)),
        ),
    ),
)
