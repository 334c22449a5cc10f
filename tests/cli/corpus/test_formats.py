"""`corpus export`, `corpus submit`, and `corpus check` where there are faults."""

import json

import pytest
from click.testing import CliRunner

from cinescribe.cli.main import main
from cinescribe.corpus.core.corpus import read_corpus
from cinescribe.corpus.datasets.formats import READERS
from cinescribe.corpus.datasets.sidecar_annotations import write_annotated
from cinescribe.store import write_records
from tests.corpus.annotated import told_films


def run(*arguments, exit_code=0):
    result = CliRunner().invoke(main, ["corpus", *map(str, arguments)])
    assert result.exit_code == exit_code, result.output
    return result


@pytest.fixture
def corpus(tmp_path):
    write_annotated(tmp_path / "corpus", told_films())
    return tmp_path / "corpus"


def test_a_corpus_is_exported_and_built_again(corpus, tmp_path):
    shown = run("export", corpus, "--to", "mpii-md", "-o", tmp_path / "mpii", "--json").stdout
    assert json.loads(shown) == {"path": str(tmp_path / "mpii")}
    run("build", tmp_path / "again", "--from", "mpii-md", "--annotations", tmp_path / "mpii")
    assert read_corpus(tmp_path / "again").clips == read_corpus(corpus).clips


def test_a_blind_export_has_no_captions(corpus, tmp_path):
    assert run("export", corpus, "--to", "jsonl", "-o", tmp_path / "b", "--blind").stdout == f"{tmp_path / 'b'}\n"
    value = json.loads(run("check", tmp_path / "b", "--json").stdout)
    assert (value["clips"], value["captions"], value["faults"]) == (7, 0, [])


@pytest.mark.parametrize("source", READERS)
def test_what_a_source_needs_is_asked_for(tmp_path, source):
    assert f"--from {source} needs --annotations" in run("build", tmp_path, "--from", source, exit_code=2).stderr


def test_captions_are_submitted(corpus, tmp_path):
    clips = [clip for clip in read_corpus(corpus).clips if clip.film == "1051_C"]
    told = tmp_path / "told.jsonl"
    lines = [{"clip": clip.id, "caption": "P1 waits.", "people": ["P1"], "set": 0} for clip in clips]
    told.write_text("".join(json.dumps(line) + "\n" for line in lines))
    run("submit", corpus, told, "-o", tmp_path / "out.json", "--someone", "--json")
    assert json.loads((tmp_path / "out.json").read_text()) == [
        {"video_id": 1, "caption": "SOMEONE waits."}, {"video_id": 2, "caption": "SOMEONE waits."},
    ]  # fmt: skip
    assert "tells nothing of clip" in run("submit", corpus, told, "-o", "x", "--split", "val", exit_code=1).stderr


def test_every_fault_is_told_and_the_exit_code_is_1(corpus):
    clips = read_corpus(corpus).clips
    write_records(corpus / "clips.jsonl", [clip.replace(text="") for clip in clips[:3]] + [*clips[3:]])
    refused = run("check", corpus, "--json", exit_code=1)
    value = json.loads(refused.stdout)
    assert value["clips"] == 7
    assert value["faults"] == [f"clip {clip.id!r} has an empty text; write one, or leave it out" for clip in clips[:3]]
    refused = run("check", corpus, exit_code=1)
    assert refused.stderr.splitlines() == [f"Fault: {fault}" for fault in value["faults"]]
    assert refused.stdout.splitlines()[-1].startswith("in all")
