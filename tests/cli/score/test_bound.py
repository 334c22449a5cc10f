import json

import pytest

from cinescribe.metrics.files.caption_files import read_candidates
from tests.commands import run_command
from tests.train import world


@pytest.mark.slow
def test_the_bound_and_its_sentences_are_written(tmp_path):
    corpus = world.corpus(tmp_path / "corpus", n_films=4, n_clips=6)
    result = run_command("score", "bound", corpus, "--split", "val", "--captions", tmp_path / "b.jsonl", "--json")
    value = json.loads(result.stdout)
    assert value.keys() == {"METEOR", "mean", "clips", "signature"}
    assert 0.5 < value["METEOR"] <= 1
    assert value["clips"] == len(read_candidates(tmp_path / "b.jsonl")) == 6
    plain = run_command("score", "bound", corpus, "--split", "val").stdout
    assert plain.splitlines()[0].startswith("METEOR  ")
