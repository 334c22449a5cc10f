import pytest

from cinescribe.describe.scenes.passing_people import with_somebody
from cinescribe.language.messages import spoken_messages
from cinescribe.schema import Caption, Evidence


def test_person_mentioned_once_without_a_face_is_called_somebody() -> None:
    word = Evidence(1.0, "the word means P6, whose figure this is", word="P6")
    said = [
        Caption("c0", "P6 stands beside P1.", ("p6", "p1"), shorter=("P6 stands.",), evidence=(word,)),
        Caption("c1", "P1 waves to P7.", ("p1", "p7")),
        Caption("c2", "P7 waves back.", ("p7",)),
    ]
    first, *others = with_somebody(said, ["p1"])
    assert (first.text, first.shorter, first.people) == ("Somebody stands beside P1.", ("Somebody stands.",), ("p1",))
    assert [(one.what, one.word) for one in first.evidence] == [
        ("the word means somebody, whose figure this is", "somebody")
    ]
    assert others == said[1:]


def test_second_unknown_is_somebody_else_and_three_keep_their_numbers() -> None:
    two, three = Caption("c0", "P6 hugs P7.", ("p6", "p7")), Caption("c1", "P8, P9 and P10 sit.", ("p8", "p9", "p10"))
    said = with_somebody([two, three], ["p1"])
    assert said[0].text == "Somebody hugs somebody else."
    assert said[1] == three


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("de", "Jemand umarmt jemand anders."),
        ("fr", "Quelqu’un umarmt quelqu’un d’autre."),
        ("pl", "Ktoś umarmt ktoś inny."),
    ],
)
def test_unknown_people_are_named_in_the_language_of_the_captions(language, text):
    caption = Caption("c0", "P6 umarmt P7.", ("p6", "p7"))
    (said,) = with_somebody([caption], ["p1"], spoken_messages(language))
    assert (said.text, said.people) == (text, ())


def test_captions_without_any_known_face_keep_their_numbers() -> None:
    said = [Caption("c0", "P6 stands.", ("p6",))]
    assert with_somebody(said, []) == said
