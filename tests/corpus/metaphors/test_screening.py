import pytest

from cinescribe.corpus.metaphors.screening import BRIEFING, read_screening_key
from cinescribe.errors import CorpusError
from cinescribe.metrics.embedding.metaphor import metaphor


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("test,clip,metaphor\n3,a,yes\n", "line 2 has the test '3'"),
        ("test,clip,metaphor\n1,a,perhaps\n", "line 2 has 'perhaps' under 'metaphor'; write 'yes' or 'no'"),
        ("test,clip,metaphor\n1,a,yes\n", "has no video for test 2; both tests need one at least"),
    ],
)
def test_malformed_key_is_refused(tmp_path, text, words):
    (tmp_path / "key.csv").write_text(text)
    with pytest.raises(CorpusError, match=words):
        read_screening_key(tmp_path / "key.csv")


def test_the_examples_of_the_briefing_follow_the_template():
    rows = [line.strip("| ").split(" | ") for line in BRIEFING.splitlines() if "| yes |" in line]
    assert len(rows) == 3
    assert all(metaphor(row[-1]) for row in rows)
