import pytest

from cinescribe.corpus.statistics.text_counts import parse_texts
from cinescribe.errors import CorpusError
from tests.metrics.plain_parser import PlainParser


def test_a_caption_that_is_a_document_is_refused():
    with pytest.raises(
        CorpusError, match=r"a caption has 40,000 letters \('\[\[.*\); expected at most 10,000, split it"
    ):
        parse_texts(["Rain.", "[" * 40_000], PlainParser())
