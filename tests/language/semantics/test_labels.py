import pytest

from cinescribe.errors import RecordError
from cinescribe.language.parser.parse import shipped_parser
from cinescribe.language.semantics.labels import ClauseLabels, SenseLabels, label_texts, labels


def found(text, **options):
    return [label.roles for label in label_texts([text], shipped_parser(), **options)[0]]


@pytest.mark.slow
def test_an_example_of_the_paper():
    assert found("The man begins to shoot a video in the moving bus.") == [("man", "shoot", "video", "bus")]


def test_coordinated_verbs_share_subject_and_object():
    assert found("He shot and modified the video.") == [("he", "shoot", "video", ""), ("he", "modify", "video", "")]


def test_people_are_someone_unless_their_ids_are_kept():
    assert found("P1 picks up a box.") == [("someone", "pick up", "box", "")]
    assert found("P1 picks up a box.", keep_ids=True) == [("p1", "pick up", "box", "")]


def test_a_text_without_verb_has_no_labels():
    assert label_texts(["", "A dark night.", "P1 waves."], shipped_parser(), clips=["a", "b", "c"])[:2] == [[], []]


def test_only_the_first_main_clause_is_marked():
    all_labels = label_texts(["P1 and P2 wait. P3 sits down, and P4 stands up."], shipped_parser())[0]
    assert [label.is_main for label in all_labels] == [True] + [False] * (len(all_labels) - 1)


def test_labels_of_no_sentences():
    assert labels([]) == []


@pytest.mark.parametrize(
    "label",
    [
        ClauseLabels("c1", 0, 1, "man", "shoot", "video", ""),
        ClauseLabels(
            "", 0, 0, "man", "shoot", "", "bus", SenseLabels("man#1", "shoot#4"), "shoot-1", "verbnet", is_main=True
        ),
    ],
)
def test_a_label_round_trip(label):
    assert ClauseLabels.from_dict(label.to_dict()) == label
    assert "class" in label.to_dict()
    assert "senses" in label.to_dict()


def test_a_broken_label_is_refused():
    with pytest.raises(RecordError, match=r"a ClauseLabels has 'colour'"):
        ClauseLabels.from_dict({"colour": "red"})
