"""Rows of *Movie Description*'s tables run on published arrays: IDT, LSDA, PLACES and HYBRID at their exact widths."""

from itertools import pairwise, product
from pathlib import Path

import h5py
import numpy as np
import pytest

from cinescribe.arrays import read_arrays
from cinescribe.corpus.core.corpus import CorpusCard, CorpusFilm, write_corpus
from cinescribe.corpus.extraction.import_arrays import import_arrays
from cinescribe.schema import Clip
from cinescribe.timing import Span
from cinescribe.train.run import train_model

RECIPES = Path(__file__).resolve().parents[3] / "recipes/lsmdc"
VERBS = ("runs", "waits")
THINGS = {"dog": 7, "chair": 40}  # with the class of LSDA that sees it
PLACES = {"kitchen": 3, "garden": 90}
WIDTHS = {"idt": 16_000, "lsda": 7_604, "places": 205, "hybrid": 205}
TINY = ("sizes.width=8", "sizes.word_width=8", "labels.min_count=3", "training.epochs=1", "training.batch_size=8")
TABLE_8 = [path.stem for path in sorted(RECIPES.glob("labels-[1-9]-*.toml"))]
FITTED = [*(path.stem for path in sorted(RECIPES.glob("smt-*.toml"))), *(f"nearest-{name}" for name in WIDTHS)]
ALL = ("lsda", "places", "idt")
READ = {"1": ("idt",), "2": ("lsda",), "3": ("places",), "5": ("lsda", "idt")}  # by row of table 8; else ALL

pytestmark = pytest.mark.usefixtures("one_thread")


@pytest.fixture(scope="module")
def corpus(tmp_path_factory):
    """Three films whose clips are told apart by their arrays."""
    folder = tmp_path_factory.mktemp("rows")
    clips: list[Clip] = []
    arrays: dict[str, dict[str, np.ndarray]] = {name: {} for name in WIDTHS}
    for film, (number, (verb, thing, place)) in product("abc", enumerate(product(VERBS, THINGS, PLACES))):
        text = f"P1 {verb} with the {thing} in the {place}."
        clips.append(Clip(f"{film}_{number}", film, Span(4.0 * number, 4.0 * number + 3), text))
        vectors = {name: np.zeros(width, np.float32) for name, width in WIDTHS.items()}
        vectors["idt"][VERBS.index(verb) * 4_000] = 1
        vectors["lsda"][THINGS[thing]] = 1
        vectors["places"][PLACES[place]] = vectors["hybrid"][PLACES[place]] = 1
        for name, vector in vectors.items():
            arrays[name][clips[-1].id] = vector
    films = [CorpusFilm("a", "train"), CorpusFilm("b", "train"), CorpusFilm("c", "val")]
    write_corpus(folder / "corpus", CorpusCard("rows", "test", "none"), films=films, clips=clips)
    for name, vectors in arrays.items():
        with h5py.File(folder / f"{name}.h5", "w") as file:
            file["names"], file["features"] = list(vectors), np.stack(list(vectors.values()))
    import_arrays(folder / "idt.h5", folder / "corpus", stream="actions", widths=[WIDTHS["idt"]])
    names = ("lsda", "places", "hybrid")
    paths = [folder / f"{name}.h5" for name in names]
    import_arrays(paths, folder / "corpus", stream="clip", widths=[WIDTHS[name] for name in names])
    return folder / "corpus"


def test_table_8_has_every_row_of_the_paper():
    numbers = [name.split("-")[1] for name in TABLE_8]
    assert sorted(numbers) == sorted([*"1234", *"5566778899"])


def test_table_7_has_every_row_of_the_paper():
    kinds = [f"smt-{labels}-{count}" for labels in ("sense", "text") for count in ("100", "30", "combi-100")]
    assert [name for name in FITTED if name.startswith("smt")] == kinds


@pytest.mark.parametrize("name", TABLE_8)
def test_row_of_table_8_reads_its_columns(name, corpus, tmp_path):
    result = train_model(RECIPES / f"{name}.toml", corpus, tmp_path, changes=TINY)
    assert "captions/METEOR" in result.scores
    weights = read_arrays(tmp_path / "captions/weights.safetensors")["labels.weight"]
    ends = np.cumsum([0, *(WIDTHS[part] for part in ("lsda", "places", "hybrid", "idt"))])
    parts = dict(zip(("lsda", "places", "hybrid", "idt"), pairwise(ends), strict=True))
    read = [part for part, (start, end) in parts.items() if weights[:, start:end].any()]
    assert (weights.shape[1], tuple(read)) == (ends[-1], READ.get(name.split("-")[1], ALL))


@pytest.mark.parametrize("name", FITTED)
def test_row_of_table_7_or_10_is_fitted(name, corpus, tmp_path):
    changes = ["settings.min_count=3"] if name.startswith("smt") else []
    result = train_model(RECIPES / f"{name}.toml", corpus, tmp_path, changes=changes)
    assert result.scores["captions/METEOR"] > 0
