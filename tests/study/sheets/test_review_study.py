"""A second person reviews the phrases that the first ones chose, as *Video2Commonsense*, A.3."""

import json

from cinescribe.corpus.core.corpus import CorpusCard, CorpusFilm, write_corpus
from cinescribe.corpus.datasets.sidecar_annotations import Commonsense
from cinescribe.schema import Clip
from cinescribe.store import read_records, write_records
from cinescribe.timing import Span
from tests.commands import run_command
from tests.study.sheets.filled import fill, read_rows

RAW = Commonsense("c0", "P1 eats.", ("to be full", "to fly"), ("happy",), ())


def test_commonsense_is_reviewed_in_a_study(tmp_path):
    films, clips = [CorpusFilm("film", "test")], [Clip("c0", "film", Span(0, 1), "P1 eats.")]
    write_corpus(tmp_path / "corpus", CorpusCard("x", "y", "z"), films=films, clips=clips)
    write_records(tmp_path / "raw.jsonl", [RAW])
    study, sheets = tmp_path / "study", tmp_path / "sheets"
    systems = ("--systems", f"raw={tmp_path / 'raw.jsonl'}", "--judges", 1, "--protocol", "v2c-raw")
    run_command("study", "make", "choose", tmp_path / "corpus", *systems, "-o", study)
    made = run_command("study", "sheets", study, "--raters", 1, "-o", sheets, "--json")
    (path,) = json.loads(made.stdout)["sheets"]
    marks = {
        ("intention", "to be full"): {"tick": "x"},
        ("effect", "happy"): {"new words": "glad"},
        ("attribute", ""): {"new words": "kind; calm"},
    }
    rows = read_rows(path)
    fill(path, {n: marks[key] for n, row in enumerate(rows) if (key := (row["about"], row["text"])) in marks})
    assert run_command("study", "collect", study, path).stdout.splitlines()[2:] == ["answers: 3", "open: 0"]
    run_command("study", "results", study, "-o", tmp_path / "results")
    reviewed = Commonsense("c0", "P1 eats.", ("to be full",), ("glad",), ("kind", "calm"))
    assert read_records(tmp_path / "results" / "commonsense.jsonl", Commonsense) == [reviewed]
