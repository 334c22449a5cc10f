"""`corpus export` and `corpus submit`."""

import json
from functools import partial

import pytest

from cinescribe.corpus.core.corpus import read_corpus
from cinescribe.corpus.datasets.sidecar_annotations import write_annotated
from tests.commands import run_command
from tests.corpus.annotated import example_corpus

run = partial(run_command, "corpus")


@pytest.fixture
def corpus(tmp_path):
    write_annotated(tmp_path / "corpus", example_corpus())
    return tmp_path / "corpus"


def test_a_corpus_is_exported_and_imported_again(corpus, tmp_path):
    shown = run("export", corpus, "--to", "mpii-md", "-o", tmp_path / "mpii", "--json").stdout
    assert json.loads(shown) == {"path": str(tmp_path / "mpii")}
    run("import", "mpii-md", tmp_path / "mpii", "-o", tmp_path / "again")
    assert read_corpus(tmp_path / "again").clips == read_corpus(corpus).clips


def test_a_blind_export_has_no_captions(corpus, tmp_path):
    assert run("export", corpus, "--to", "jsonl", "-o", tmp_path / "b", "--blind").stdout == f"{tmp_path / 'b'}\n"
    value = json.loads(run("check", tmp_path / "b", "--json").stdout)
    assert (value["clips"], value["captions"], value["faults"]) == (7, 0, [])


def test_captions_are_submitted(corpus, tmp_path):
    clips = [clip for clip in read_corpus(corpus).clips if clip.film == "1051_C"]
    predictions = tmp_path / "predictions.jsonl"
    lines = [{"clip": clip.id, "caption": "P1 waits.", "people": ["P1"], "set": 0} for clip in clips]
    predictions.write_text("".join(json.dumps(line) + "\n" for line in lines))
    run("submit", corpus, predictions, "-o", tmp_path / "out.json", "--someone", "--json")
    assert json.loads((tmp_path / "out.json").read_text()) == [
        {"video_id": 1, "caption": "SOMEONE waits."}, {"video_id": 2, "caption": "SOMEONE waits."},
    ]  # fmt: skip
    assert "has no line for clip" in run("submit", corpus, predictions, "-o", "x", "--split", "val", exit_code=1).stderr
