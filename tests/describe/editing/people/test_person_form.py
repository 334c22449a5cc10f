import pytest

from cinescribe.describe.editing.people.person_form import PersonFieldError, person_of, read_change
from cinescribe.describe.editing.revisions import PersonChange
from cinescribe.errors import EditError
from cinescribe.timing import Span
from tests.describe.editing.scripts import script


@pytest.mark.parametrize(
    ("sent", "wanted"),
    [
        ({"name": " Eve  Li "}, PersonChange("p2", name="Eve Li")),
        ({"into": "p1"}, PersonChange("p2", into="p1")),
        ({"start": "00:00:10", "end": "0:20"}, PersonChange("p2", split=Span(10.0, 20.0))),
    ],
)
def test_a_form_is_read(sent, wanted):
    assert read_change({"person": "p2", **sent}, script(), ()) == wanted


@pytest.mark.parametrize(
    ("sent", "field", "words"),
    [
        ({"name": "Anna"}, "name", "'Anna' is P1 already; merge the two, or give another name"),
        ({"name": ""}, "name", "P2 is called so already; enter another name"),
        ({"name": "12"}, "name", "expected a name with letters"),
        ({"name": "a" * 101}, "name", "101 letters; expected at most 100"),
        ({"name": "a\u200fb"}, "name", "invisible character"),
        ({"into": "p2"}, "into", "choose another person"),
        ({"into": ""}, "into", "no person was chosen"),
        ({"start": "soon", "end": "0:20"}, "start", "soon"),
        ({"start": "0:20", "end": "0:10"}, "end", "end after the start"),
        ({"start": "0:01", "end": "0:02"}, "start", "P2 is not seen then"),
        ({"start": "0:01", "end": "0:50"}, "end", "P2 is only seen then"),
    ],
)
def test_invalid_form_values_name_their_field(sent, field, words):
    with pytest.raises(PersonFieldError, match=words) as caught:
        read_change({"person": "p2", **sent}, script(), (10.0, 20.0))
    assert caught.value.field == field


def test_an_unknown_person():
    with pytest.raises(EditError, match="no person has the id 'p9'; they may have been merged since"):
        person_of(script(), "p9")
