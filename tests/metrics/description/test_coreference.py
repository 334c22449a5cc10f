import pytest

from cinescribe.language.names.names import NamedPerson, people_from_cast
from cinescribe.language.parser.parse import shipped_parser
from cinescribe.metrics.description.coreference import people_meant
from tests.metrics.plain_parser import PlainParser

CAST = people_from_cast(["Anna Smith", "Joey Brown", "Ross Green"])
ANNA, JOEY, ROSS = (person.name for person in CAST)


def meant(*texts, cast=CAST):
    return [set(people) for people in people_meant(texts, cast, shipped_parser())]


pytestmark = pytest.mark.slow


def test_names_and_parts_of_names_mean_the_person():
    assert meant("Anna Smith sits down.", "Joey pats Anna on the back.") == [{ANNA}, {ANNA, JOEY}]


def test_a_pronoun_means_the_nearest_person_before_it():
    assert meant("Anna opens the door.", "She looks inside.") == [{ANNA}, {ANNA}]
    assert meant("Anna opens the door.", "Ross sits at a desk.", "He looks up.") == [{ANNA}, {ROSS}, {ROSS}]


def test_pronoun_before_any_name_is_unresolved():
    assert meant("She opens the door.", "Anna nods.") == [set(), {ANNA}]


def test_a_pronoun_reaches_three_sentences_back():
    between = ["The street is empty."]
    assert meant("Anna nods.", *between * 2, "She leaves.")[-1] == {ANNA}
    assert meant("Anna nods.", *between * 3, "She leaves.")[-1] == set()


def test_an_object_is_not_the_subject_of_its_verb():
    assert meant("Joey enters the room.", "Ross watches him.") == [{JOEY}, {ROSS, JOEY}]
    assert meant("Ross watches him.") == [{ROSS}]
    assert meant("Joey greets Ross.", "He watches Joey.") == [{JOEY, ROSS}, {JOEY, ROSS}]


def test_possessive_pronoun_gives_the_gender():
    assert meant("Anna raises her hand.", "Ross opens a door.", "Anna meets Ross.", "He nods.")[-1] == {ROSS}


def test_a_person_of_known_gender_is_passed_over():
    texts = ["Anna nods.", "She smiles.", "The house is dark.", "The road is empty.", "The sky is grey."]
    assert meant(*texts, "Joey enters.", "Anna stands up.", "He waves.")[-1] == {JOEY}


def test_titles_give_the_gender():
    cast = [NamedPerson("Mr. White", ("Mr. White",)), NamedPerson("Mrs. Black", ("Mrs. Black",))]
    assert meant("Mr. White meets Mrs. Black.", "She smiles.", cast=cast)[-1] == {"Mrs. Black"}


def test_pronoun_may_refer_to_an_unnamed_person():
    assert meant("Anna waits.", "A man opens the door.", "He steps inside.") == [{ANNA}, set(), set()]
    assert meant("The man, Ross, opens the door.", "He steps inside.") == [{ROSS}, {ROSS}]


@pytest.mark.xfail(reason="the parser that learned from descriptions reads `old man` and `Ross` as two people")
def test_name_beside_a_noun_with_an_adjective_is_one_person():
    assert meant("The old man, Ross, opens the door.", "He steps inside.") == [{ROSS}, {ROSS}]


def test_plural_pronoun_is_unresolved():
    assert meant("Anna and Joey sit down.", "They eat.") == [{ANNA, JOEY}, set()]


def test_a_parser_that_changes_words_loses_no_name():
    assert people_meant(["Anna sees Joey."], CAST, PlainParser()) == [{ANNA, JOEY}]
    assert people_meant([""], CAST, PlainParser()) == [frozenset()]
