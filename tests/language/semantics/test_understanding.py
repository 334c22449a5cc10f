import pytest

from cinescribe.language.parser.parse import shipped_parser
from cinescribe.language.semantics.labels import label_texts
from cinescribe.language.semantics.understanding import Lexicons
from cinescribe.language.semantics.verbnet import VerbNet
from tests.language.semantics.verbnet_sample import write_sample


def understood(text, **options):
    [found] = label_texts([text], shipped_parser(), lexicons=Lexicons(**options))
    return found[0]


@pytest.mark.slow
def test_table_4_of_movie_description(tmp_path):
    verbnet = VerbNet.read(write_sample(tmp_path))
    for text in (
        "He began to shoot a video in the moving bus.",
        "The man begins to shoot a video in the moving bus.",
    ):
        found = understood(text, kind="text", verbnet=verbnet)
        assert found.senses.to_dict() == {
            "subject": "man#1",
            "verb": "shoot#4",
            "object": "video#1",
            "location": "bus#1",
        }
        assert (found.roles[1:], found.by, found.verb_class) == (("shoot", "video", "bus"), "verbnet", "film-1")


@pytest.mark.slow
def test_synonyms_share_a_sense_label():
    first = understood("The man drives a car.")
    second = understood("The man drives an automobile.")
    assert first.object == second.object == "car.n.01"
    assert (first.by, first.verb_class) == ("syntax", None)


@pytest.mark.slow
def test_people_and_unknown_words():
    found = understood("P1 sees Zorblax.")
    assert (found.subject, found.object) == ("person.n.01", "zorblax")
    assert (found.senses.subject, found.senses.object) == ("person#1", "")
