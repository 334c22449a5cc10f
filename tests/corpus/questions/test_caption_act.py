import pytest

from cinescribe.corpus.questions.caption_act import caption_act
from cinescribe.language.parser.parse import shipped_parser

pytestmark = pytest.mark.slow


def act(caption):
    return caption_act(caption, shipped_parser().parse([caption])[0])


@pytest.mark.parametrize(
    ("caption", "subject", "is_plural", "base", "gerund"),
    [
        ("P1 picks up the book.", "P1", False, "pick up the book", "picking up the book"),
        ("A man is singing on a stage and dancing.", "the man", False, "sing on a stage", "singing on a stage"),
        ("two men are running", "the two men", True, "run", "running"),
        ("a man and a woman are dancing", "the man and the woman", True, "dance", "dancing"),
        ("P1 and P2 shake hands.", "P1", False, "shake hands", "shaking hands"),
        ("a woman in a red dress is talking to P2", "the woman in a red dress", False, "talk to P2", "talking to P2"),
        ("Bread is being kneaded by a baker.", "the baker", False, "knead bread", "kneading bread"),
        ("They dance.", "they", True, "dance", "dancing"),
        ("His friend laughs.", "his friend", False, "laugh", "laughing"),
        ("P1, who is tired, sits down.", "P1", False, "sit down", "sitting down"),
    ],
)
def test_subject_and_action(caption, subject, is_plural, base, gerund):
    found = act(caption)
    assert (found.subject.text, found.subject.is_plural) == (subject, is_plural)
    assert (found.action.base, found.action.gerund) == (base, gerund)


def test_the_event_has_atomics_words():
    assert act("P1 is opening a door for P2.").event == "PersonX opens a door for PersonY"
    assert act("Rain.").event == "Rain."


def test_state_is_not_an_action():
    found = act("P1 is in the kitchen.")
    assert found.subject.person == "P1"
    assert found.action is None


def test_missing_subject_or_action_is_none():
    nobody, nothing = act("The bread is kneaded."), act("Rain.")
    assert nobody.subject is None
    assert nobody.action.gerund == "kneading the bread"
    assert (nothing.subject, nothing.action) == (None, None)
    assert act("").subject is None
