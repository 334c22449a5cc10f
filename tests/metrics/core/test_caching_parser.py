"""A cached parse is used again."""

from cinescribe.metrics.core.caching_parser import CachingParser
from tests.metrics.plain_parser import PlainParser


def test_no_text_is_parsed_twice_and_results_keep_the_order():
    plain, texts = PlainParser(), ["P1 nods.", "P2 runs.", "P1 nods."]
    cached = CachingParser(plain)
    assert cached.parse(texts) == PlainParser().parse(texts)
    assert cached.parse(["P3 sits.", "P2 runs."]) == PlainParser().parse(["P3 sits.", "P2 runs."])
    assert plain.texts == ["P1 nods.", "P2 runs.", "P3 sits."]
    assert cached.name == "plain"
