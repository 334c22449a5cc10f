import pytest

from cinescribe.describe.guidelines.present_tense import present


@pytest.mark.parametrize(
    ("lemma", "singular"),
    [
        ("open", "opens"),
        ("go", "goes"),
        ("be", "is"),
        ("have", "has"),
        ("do", "does"),
        ("kiss", "kisses"),
        ("watch", "watches"),
        ("push", "pushes"),
        ("fix", "fixes"),
        ("carry", "carries"),
        ("play", "plays"),
        ("echo", "echoes"),
        ("woo", "woos"),
    ],
)
def test_the_third_person(lemma, singular):
    assert present(lemma, plural=False) == singular
    assert present(lemma, plural=True) == ("are" if lemma == "be" else lemma)
