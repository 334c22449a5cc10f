import csv
import json

import numpy as np
import pytest
from click.testing import CliRunner

from cinescribe.cli.main import main
from cinescribe.corpus.core.corpus import CorpusCard, CorpusFilm, write_corpus
from cinescribe.errors import CorpusError, ModelError
from cinescribe.explain.attention.cluster_radius_sweep import DISTANCES
from cinescribe.explain.attention.explain_attention import explain_attention, explain_sets
from cinescribe.features.store.film_shards import Provenance
from cinescribe.features.store.film_store import STREAMS, FeatureStore
from cinescribe.models.checkpoint import CheckpointCard, write_checkpoint
from cinescribe.models.micap.micap import micap_fitb, micap_joint
from tests.explain.small_micap import SIZES, model, reader, sets, shown_film
from tests.features.films import VOCABULARY

pytestmark = pytest.mark.usefixtures("one_thread")


def table(path):
    with open(path, newline="", encoding="utf-8") as opened:
        return list(csv.DictReader(opened))


@pytest.mark.slow
def test_plots_and_tables_of_a_split(tmp_path):
    report = explain_sets(
        model(), sets(), tmp_path / "why", reader=reader(), sweep_reader=reader, distances=(0.5, 0.75, 1.5)
    )
    assert [path.name for path in report.plots] == ["streams.png", "blanks.png", "reach.png"]
    assert all(path.read_bytes()[:8] == b"\x89PNG\r\n\x1a\n" for path in report.plots)
    streams, blanks, reach = map(table, report.tables)
    assert [row["words"] for row in streams[:2]] == ["person tokens", "caption tokens"]
    assert len(streams) == 2 * 4
    shares = np.array([[float(row[name]) for name in ("actions", "faces", "frames")] for row in streams])
    known = shares[~np.isnan(shares[:, 0])]
    np.testing.assert_allclose(known.sum(1), 1, atol=2e-4)
    assert {row["true"] for row in blanks} == {"P1", "P2"}
    first = [float(row["share"]) for row in blanks if row["set"] == "c0" and row["blank"] == "1"]
    assert sum(first) == pytest.approx(1, abs=1e-3)
    assert [row["eps"] for row in reach] == ["0.5", "0.75", "1.5"]
    assert [float(row["clusters_median"]) for row in reach] == [3, 3, 1]


def corpus(folder, n_sets=4):
    shown = shown_film(n_sets=n_sets)
    store = FeatureStore(folder / "features")
    for stream in STREAMS:
        store.write("f", stream, getattr(shown, stream), made=Provenance("films", "1"))
    clips = [clip for clip_set in sets(n_sets) for clip in clip_set.clips]
    write_corpus(folder, CorpusCard("c", "here", "none"), films=[CorpusFilm("f", "val")], clips=clips)
    return folder


def checkpoint(folder, build=micap_joint):
    trained = build(model(streams=("frames", "actions", "faces")).sizes)
    write_checkpoint(folder, trained, tokens=VOCABULARY, card=CheckpointCard("micap", sets=SIZES))
    return folder


@pytest.mark.slow
def test_a_checkpoint_and_a_corpus_are_enough(tmp_path):
    folders = checkpoint(tmp_path / "model"), corpus(tmp_path / "corpus")
    result = CliRunner().invoke(
        main, ["explain", "attention", *map(str, folders), "-o", str(tmp_path / "why"), "--json"]
    )
    assert result.exit_code == 0, result.output
    output = json.loads(result.output)
    names = ("streams", "blanks", "reach")
    assert output == {
        "plots": [str(tmp_path / "why" / f"{name}.png") for name in names],
        "tables": [str(tmp_path / "why" / f"{name}.csv") for name in names],
    }
    reach = table(tmp_path / "why" / "reach.csv")
    assert [float(row["eps"]) for row in reach] == list(DISTANCES)


def test_a_model_that_only_fills_in_is_refused(tmp_path):
    folder = checkpoint(tmp_path / "model", build=micap_fitb)
    with pytest.raises(ModelError, match=r"a micap that does not both write and fill in; name .* joint MICap"):
        explain_attention(folder, tmp_path / "corpus", tmp_path / "why")


@pytest.mark.slow
def test_a_split_without_an_example_is_refused(tmp_path):
    with pytest.raises(CorpusError, match=r"none of 4 sets has 3 to 14 blanks and a face"):
        explain_sets(model(), sets(), tmp_path, reader=reader(n_people=0), sweep_reader=reader)
