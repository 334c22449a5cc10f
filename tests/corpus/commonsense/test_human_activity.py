import pytest

from cinescribe.corpus.commonsense.human_activity import event_of
from cinescribe.language.parser.parse import shipped_parser

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(
    ("caption", "event"),
    [
        ("P1 is opening a door for P2.", "PersonX opens a door for PersonY"),
        ("P1 gives P2 his book.", "PersonX gives PersonY his book"),
        ("The car is driven by a woman.", "PersonX drives the car"),
        ("He is pushed by P2.", "PersonX pushes PersonY"),
        ("P1 and P2 shake hands with P3.", "PersonX shakes hands with PersonY"),
        ("Two girls are dancing in a room.", "PersonX dances in a room"),
        ("She looks at him and smiles.", "PersonX looks at PersonY"),
        ("a person is cooking", "PersonX cooks"),
        ("At night, P1 raises her arm.", "PersonX raises her arm at night"),
        ("It rains, and SOMEONE opens an umbrella.", "PersonX opens an umbrella"),
    ],
)
def test_action_of_a_person_is_an_event(caption, event):
    (sentence,) = shipped_parser().parse([caption])[0]
    assert event_of(sentence) == event


@pytest.mark.parametrize(
    "caption",
    ["The dog barks at a man.", "A dark kitchen.", "The man is tall.", "The letter is opened.", "P1 resembles P2."],
)
def test_caption_without_human_action_has_no_event(caption):
    (sentence,) = shipped_parser().parse([caption])[0]
    assert event_of(sentence) is None
