"""`corpus check`."""

import json
from functools import partial

from cinescribe.corpus.core.corpus import read_corpus
from cinescribe.corpus.datasets.sidecar_annotations import write_annotated
from cinescribe.store import write_records
from tests.commands import run_command
from tests.corpus.annotated import example_corpus

run = partial(run_command, "corpus")


def test_a_folder_without_a_corpus_is_named(tmp_path):
    assert "corpus.json' cannot be read" in run("check", tmp_path, exit_code=1).stderr


def test_every_fault_is_listed_and_the_exit_code_is_1(tmp_path):
    corpus = tmp_path / "corpus"
    write_annotated(corpus, example_corpus())
    clips = read_corpus(corpus).clips
    write_records(corpus / "clips.jsonl", [clip.replace(text="") for clip in clips[:3]] + [*clips[3:]])
    refused = run("check", corpus, "--json", exit_code=1)
    value = json.loads(refused.stdout)
    assert value["clips"] == 7
    assert value["faults"] == [f"clip {clip.id!r} has an empty text; write one, or leave it out" for clip in clips[:3]]
    refused = run("check", corpus, exit_code=1)
    assert refused.stderr.splitlines() == [f"Fault: {fault}" for fault in value["faults"]]
    assert refused.stdout.splitlines()[-1].startswith("in all")
