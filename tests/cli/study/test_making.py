"""`study make`: what an option that was left out means, and options that would do nothing are refused."""

import json

import pytest

from cinescribe.corpus.core.corpus import CorpusCard, CorpusFilm, write_corpus
from cinescribe.schema import Clip
from cinescribe.timing import Span
from tests.commands import run_command


def test_a_pass_mark_without_tests_is_refused(tmp_path):
    options = ["-o", tmp_path / "study", "--pass-mark", 70]
    error = run_command("study", "make", "metaphor", tmp_path, *options, exit_code=2).stderr
    assert "--pass-mark needs --screening" in error
    assert not (tmp_path / "study").exists()


@pytest.mark.parametrize(("options", "wanted"), [([], 0.8), (["--pass-mark", 70], 0.7)])
def test_tests_have_the_pass_mark_that_is_given_or_80_percent(tmp_path, options, wanted):
    clips = [Clip(f"c{n}", "film", Span(n, n + 1), f"Reference {n}.") for n in range(4)]
    write_corpus(tmp_path / "corpus", CorpusCard("x", "y", "z"), films=[CorpusFilm("film", "test")], clips=clips)
    (tmp_path / "key.csv").write_text("test,clip,metaphor\n1,c0,yes\n2,c1,no\n")
    screening = ["--screening", tmp_path / "key.csv", "-o", tmp_path / "study"]
    run_command("study", "make", "metaphor", tmp_path / "corpus", *screening, *options)
    card = json.loads((tmp_path / "study" / "study.json").read_text())
    assert f'"pass_mark": {wanted}' in json.dumps(card)
