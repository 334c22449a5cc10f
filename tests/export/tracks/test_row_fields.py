import pytest

from cinescribe.errors import RecordError
from cinescribe.export.tracks.row_fields import AnyNames, PeopleNames, moment, speed
from cinescribe.schema import Cue, Film, Person, Script
from cinescribe.timing import Span
from tests.export.texts import a_script


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("00:01:12.300", 72.3),
        ("00:01:12,300", 72.3),
        ("1:12", 72.0),
        ("01:12,3", 72.3),
        ("1:00:00", 3600.0),
        ("90:00", 5400.0),
        ("72.3", 72.3),
        ("72,3", 72.3),
        ("72", 72.0),
        ("72.3 s", 72.3),
        (" 1\uff1a12.3\u00a0", 72.3),
        ("1:12.0004999", 72.0),
        ("0:59.9999", 60.0),
    ],
)
def test_times_as_people_type_them(text: str, seconds: float) -> None:
    assert moment(text) == seconds


@pytest.mark.parametrize("text", ["", "1:75", "1:75:00", "soon", "1:2:3:4", "-1", "1e3", "9" * 5000, "1:12 pm", "--"])
def test_invalid_time_is_none(text: str) -> None:
    assert moment(text) is None


@pytest.mark.parametrize(
    ("text", "rate"), [("1.15", 1.15), ("1,15", 1.15), ("115 %", 1.15), ("115%", 1.15), ("1.1x", 1.1), ("1", 1.0)]
)
def test_speeds_as_people_type_them(text: str, rate: float) -> None:
    assert speed(text) == rate


@pytest.mark.parametrize("text", ["", "fast", "0", "9", "-1", "1.2.3"])
def test_invalid_speed_is_none(text: str) -> None:
    assert speed(text) is None


@pytest.mark.parametrize(
    ("text", "people"),
    [
        ("Anna & Söhne", ("p1",)),
        ("anna  &  SÖHNE; p2", ("p1", "p2")),
        ("P2, Anna & Söhne", ("p2", "p1")),
        ("P1 and P2", ("p1", "p2")),
        ("P2; P2", ("p2",)),
        ("p2;", ("p2",)),
        ("", ()),
        ("nobody", ()),
    ],
)
def test_people_are_found_by_name_label_and_id(text: str, people: tuple[str, ...]) -> None:
    assert PeopleNames.of(a_script()).read(text) == people


def test_an_unknown_person_is_refused_with_those_that_are_known() -> None:
    with pytest.raises(RecordError, match="unknown person 'Tom'; the script knows Anna & Söhne, P2"):
        PeopleNames.of(a_script()).read("P2; Tom")
    with pytest.raises(RecordError, match="unknown person 'Tom'; the script knows nobody"):
        PeopleNames.of(Script(Film("f.mp4", 9))).read("Tom")
    many = Script(Film("f.mp4", 9), people=tuple(Person(f"p{n}", f"P{n}") for n in range(30)))
    with pytest.raises(RecordError, match="P19 and 10 more"):
        PeopleNames.of(many).read("Tom")


@pytest.mark.parametrize(
    "names",
    [
        ("Anna", "Anna"),
        ("P2", "Anna"),
        ("Smith; Jones", "nobody"),
        ("Jack and Jill", "Jack"),
        ("Ann, dropped", "Ann, rate 2"),
        ("Anna", "P1"),
        ("“Red”", '"red"'),
        (",", " "),
        ("two\nlines", "\x00"),
    ],
)
def test_each_person_is_written_so_that_only_they_are_read(names: tuple[str, str]) -> None:
    people = tuple(Person(f"p{n}", f"P{n}", name) for n, name in enumerate(names, 1))
    written = PeopleNames.of(Script(Film("f.mp4", 9), people=people))
    assert written.read(written.written(["p1"])) == ("p1",)
    assert written.read(written.written(["p2", "p1"])) == ("p2", "p1")


@pytest.mark.parametrize("name", ["=0", "=", ": Anna"])
def test_a_name_that_the_text_form_would_shorten_is_written_by_its_label(name: str) -> None:
    script = Script(Film("f.mp4", 9), people=(Person("p1", "P1", name),))
    assert PeopleNames.of(script).written(["p1"]) == "P1"


def test_unlisted_person_is_written_and_read_by_id() -> None:
    names = PeopleNames.of(Script(Film("f.mp4", 9), cues=(Cue(Span(1, 2), "She runs.", people=("p7",)),)))
    assert names.read(names.written(["p7"])) == ("p7",)


@pytest.mark.parametrize(
    ("text", "names"),
    [("Anna; Bob Stone", ("Anna", "Bob Stone")), ("Anna and Bob", ("Anna", "Bob")), ("nobody", ()), ("-", ())],
)
def test_without_a_script_any_name_is_read(text, names):
    assert AnyNames().read(text) == names
