import numpy as np
import pytest

from cinescribe.errors import LanguageError
from cinescribe.features.clip_sets.batch import ClipInput, PictureLevels
from cinescribe.language.messages import spoken_messages
from cinescribe.models.hub.prompts import named_people, one_sentence, prompt, visible_people, with_people
from cinescribe.schema import Clip, Face, Person
from cinescribe.timing import Span

ANN, P2, P3 = Person("p1", "P1", name="Ann"), Person("p2", "P2"), Person("p3", "P3")
EVERYBODY = (ANN, P2, P3)


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        ("a man sits at a table", "A man sits at a table."),
        ("  A man\n sits. He looks up. ", "A man sits."),
        ("a picture of a man with a hat", "A man with a hat."),
        ("The image shows a woman at a desk.", "A woman at a desk."),
        ("In this video, a dog runs!", "A dog runs!"),
        ("Sure! Here is a description: P1 sits.", "P1 sits."),
        ("assistant: P1 walks away", "P1 walks away."),
        ("we see P1 at a desk", "P1 at a desk."),
        ('"P1 sits"', "P1 sits."),
        ("", ""),
        (" . 12 !", ""),
        ("a man " * 40, " ".join(["A man", *["a man"] * 14]) + "."),
        ("word " * 20 + "end, " + "word " * 20, "Word " + "word " * 19 + "end."),
    ],
)
def test_an_answer_becomes_one_sentence(answer, sentence):
    assert one_sentence(answer) == sentence


@pytest.mark.parametrize(
    ("sentence", "here", "named"),
    [
        ("A man sits by the window.", [P2], "P2 sits by the window."),
        ("A young woman sits and the woman reads.", [ANN], "Ann sits and Ann reads."),
        ("Two people talk.", [ANN, P2], "Ann and P2 talk."),
        ("A man and a woman talk.", [ANN], "A man and a woman talk."),  # which of them is Ann is not known
        ("Two men talk to a woman.", [ANN, P2], "Two men talk to a woman."),
        ("A man sits.", [], "A man sits."),
        ("P2 sits, a man stands.", [P2], "P2 sits, a man stands."),
        ("P3 talks to P2.", [P2], "Somebody talks to P2."),
        ("P2 talks to P9.", [P2], "P2 talks to somebody."),
        ("Ann waves.", [], "Somebody waves."),
        ("P12 waves.", [Person("p1", "P1")], "Somebody waves."),
    ],
)
def test_only_people_in_the_clip_are_named(sentence, here, named):
    assert with_people(sentence, here, EVERYBODY) == named


def test_in_another_language_only_its_own_words_are_put_in():
    german = spoken_messages("de")
    assert with_people("P9 winkt, und a man sits.", [P2], EVERYBODY, german) == "Jemand winkt, und a man sits."
    assert with_people("ijs smelt bij P9.", [P2], EVERYBODY, spoken_messages("nl")) == "IJs smelt bij iemand."


def test_a_model_is_asked_for_the_language():
    english = prompt([(ANN, "on the left")])
    assert prompt([(ANN, "on the left")], "en-GB") == english
    assert prompt([(ANN, "on the left")], "de") == english.replace(
        " The people are", " Write the sentence in German. The people are"
    )
    with pytest.raises(LanguageError, match="unknown language"):
        prompt([], "no language")


def test_who_is_mentioned():
    assert named_people("P2 looks at Ann, not at P30.", EVERYBODY) == [ANN, P2]


def clip_with(*faces: tuple[str | None, float]) -> ClipInput:
    none = np.zeros(0, np.float32)
    levels = PictureLevels(np.zeros(0), none, none, np.zeros((0, 2), np.float32), none, none)
    found = tuple(Face(n / 4, (x - 0.1, 0.2, x + 0.1, 0.4), 1.0, n, n, who) for n, (who, x) in enumerate(faces))
    return ClipInput(Clip("c", "f", Span(0, 4)), (), np.zeros((0, 0, 0, 3), np.uint8), found, (), levels, None)


def test_the_prompt_names_the_people_and_their_places_from_left_to_right():
    clip = clip_with(("p2", 0.8), ("p1", 0.2), ("p2", 0.9), (None, 0.5), ("p1", 0.2))
    here = visible_people(clip, EVERYBODY)
    assert here == [(ANN, "on the left"), (P2, "on the right")]
    assert prompt(here).endswith("The people are: Ann (on the left) and P2 (on the right). Call them by these names.")
    assert "present tense" in prompt([])
    assert "people are" not in prompt([])
