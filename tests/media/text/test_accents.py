import pytest

from cinescribe.media.text.accents import with_accents
from cinescribe.media.text.text_networks import Reading
from tests.media.text.lines import reading


@pytest.mark.parametrize(
    ("network", "other", "text"),
    [
        (reading("Euvre"), reading("Œuvre"), "Œuvre"),
        (reading("MAŻ", 0.99), reading("MĄŻ"), "MĄŻ"),
        (reading("ŽLE", 0.8), reading("ŹLE"), "ŹLE"),
        (reading("Żródto", 0.8), reading("Źródło"), "Żródto"),  # another letter differs
        (reading("élan"), reading("ÉLan"), "élan"),  # capitals are the network's
        (reading("őszi", 0.8), reading("ŐSZI"), "őszi"),
        (reading("Pingüino", 0.99), reading("Pingúino"), "Pingüino"),  # the network is sure of another accent
        (reading("Euvre"), reading("Œuvre", 0.8), "Euvre"),
        (reading("Straße"), reading("Strasse"), "Straße"),
        (reading(""), reading(""), ""),
    ],
)
def test_accents_are_those_of_the_reader_of_the_language(network, other, text):
    found = with_accents(network, other)
    assert found.text == text
    assert len(found.scores) == len(text)


def test_accented_letter_takes_the_score_of_its_reader():
    found = with_accents(Reading("ZLE", (0.7, 0.8, 0.9)), Reading("ŹLE", (0.95, 0.96, 0.97)))
    assert found == Reading("ŹLE", (0.95, 0.8, 0.9))
