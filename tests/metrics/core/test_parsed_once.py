"""A parse is made once and given as often as it is asked for."""

from cinescribe.metrics.core.parsed_once import ParsedOnce
from tests.metrics.plain_parser import PlainParser


def test_no_text_is_parsed_twice_and_the_order_is_that_of_asking():
    plain, texts = PlainParser(), ["P1 nods.", "P2 runs.", "P1 nods."]
    once = ParsedOnce(plain)
    assert once.parse(texts) == PlainParser().parse(texts)
    assert once.parse(["P3 sits.", "P2 runs."]) == PlainParser().parse(["P3 sits.", "P2 runs."])
    assert plain.texts == ["P1 nods.", "P2 runs.", "P3 sits."]
    assert once.name == "plain"
