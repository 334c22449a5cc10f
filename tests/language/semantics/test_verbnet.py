import pytest

from cinescribe.language.parser.parse import shipped_parser
from cinescribe.language.semantics.propositions import propositions
from cinescribe.language.semantics.tree import dependency_tree
from cinescribe.language.semantics.verbnet import VerbNet
from cinescribe.language.wordnet.senses import senses
from tests.language.semantics.verbnet_sample import write_sample


@pytest.fixture
def verbnet(tmp_path):
    return VerbNet.read(write_sample(tmp_path))


def match(verbnet, text, ranked=()):
    tree = dependency_tree(shipped_parser().parse([text])[0][0])
    stated = propositions(tree)[0]
    found = verbnet.match(tree, stated.clause, stated.verb, filled=stated.roles, ranked=ranked)
    return found, {role: tree.words[at].lemma for role, at in found.by_role.items()} if found else {}


def test_restrictions_choose_between_the_classes_of_a_verb(verbnet):
    film, kill = senses().of_key("shoot%2:32:01::"), senses().of_key("shoot%2:41:00::")
    found, by_role = match(verbnet, "The man shot a video.", (kill, film))
    assert (found.verb_class, found.sense, by_role) == ("film-1", film, {"Agent": "man", "Patient": "video"})
    found, by_role = match(verbnet, "The man shot the woman with a gun.", (film, kill))
    assert (found.verb_class, found.sense) == ("kill-1", kill)
    assert by_role == {"Agent": "man", "Patient": "woman", "Instrument": "gun"}


def test_a_destination_is_the_location(verbnet):
    found, by_role = match(verbnet, "The man puts a box on the table.")
    assert by_role == {"Agent": "man", "Theme": "box", "Destination": "table"}
    assert found.roles.location == 7
    assert found.roles.object == 4


@pytest.mark.parametrize(
    "text",
    ["The man sleeps.", "The man shoots.", "The storm puts a box on the table.", "The man puts a box with care."],
)
def test_sentence_without_a_fitting_frame_has_no_match(verbnet, text):
    assert match(verbnet, text)[0] is None
