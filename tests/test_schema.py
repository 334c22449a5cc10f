import pytest

from cinescribe.errors import RecordError
from cinescribe.question_schema import Question
from cinescribe.schema import (
    Caption,
    Clip,
    ClipSet,
    Cue,
    Evidence,
    Face,
    Film,
    Gap,
    Person,
    Script,
    Shot,
    Speech,
    Stream,
)
from cinescribe.still_schema import Region, Still
from cinescribe.timing import Span

FILM = Film(
    "film.mp4", 10.0, (Stream(0, "video", "h264", width=640, height=360, rate_hz=24.0), Stream(1, "audio", "aac"))
)
EVIDENCE = Evidence(1.5, "face of P1", (0.1, 0.2, 0.3, 0.4), 0.9)
CUE = Cue(Span(1, 2), "P1 appears.", ("p1",), why="to leave", evidence=(EVIDENCE,), by="observer", rate=1.1)
RECORDS = [
    FILM,
    Shot(Span(0, 2)),
    Shot(Span(2, 4), "dissolve", Span(1.5, 2.5)),
    Speech(Span(3, 4), "subtitles", "Hello."),
    Gap(Span(0, 3)),
    Face(0.5, (0, 0, 0.5, 0.5), 0.9, 3, track=2, person="p1"),
    Face(0.5, (0, 0, 0.5, 0.5), 0.9, 3, facing=-0.25),
    Person("p1", "P1", "Anna", "portraits/p1.jpg"),
    ClipSet((Clip("c1", "film", Span(0, 2), "P1 waves.", ("p1",)), Clip("c2", "film", Span(2, 4)))),
    Caption("c1", "P1 waves.", ("p1",), -0.5, "observer", ("P1.",), (EVIDENCE,)),
    Question("c1", "Why?", ("to greet",), "intention"),
    Region((0.0, 0.1, 0.5, 1.0), "umbrella"),
    Region((0.0, 0.0, 1.0, 1.0)),
    Still("s1", "pictures/s1.jpg", ("a man waves", "a man"), (Region((0, 0, 0.5, 0.5), "man"), Region((0, 0, 1, 1)))),
    Still("s2", "run/s2.png", sequence="run"),
    CUE,
    Script(FILM, (Person("p1", "P1"),), (Shot(Span(0, 2)),), (), (Gap(Span(0, 3)),), (CUE.replace(id="c1000"),)),
]


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: type(record).__name__)
def test_records_survive_a_round_trip(record):
    assert type(record).from_dict(record.to_dict()) == record


def test_a_face_kept_before_facing_was_measured_is_read():
    kept = {"time": 0.5, "box": [0, 0, 0.5, 0.5], "score": 0.9, "row": 3, "track": 2, "person": "p1"}
    assert Face.from_dict(kept).facing is None
    assert Face.from_dict(kept).to_dict() == kept


def test_spans_are_written_as_start_and_end():
    assert Gap(Span(1, 2)).to_dict() == {"start": 1, "end": 2}


@pytest.mark.parametrize(
    ("kind", "values", "words"),
    [
        (Gap, [], "a Gap is list; expected an object"),
        (Gap, {"start": 0, "end": 1, "colour": 1}, "a Gap has 'colour'; its fields are span"),
        (Gap, {}, "a Gap has only nothing"),
        (Gap, {"start": "0", "end": 1}, "Gap.span is '0'; expected a number of at most"),
        (Shot, {"start": 0, "end": 1, "transition": "wipe"}, "expected one of cut, dissolve, fade"),
        (Shot, {"start": 0, "end": 1, "blend": {"start": 0}}, "expected start and end"),
        (Face, {"time": 0, "box": [0, 1], "score": 1, "row": 1}, "expected a list of 4"),
        (Clip, {"id": "a", "film": "b", "start": 0, "end": 1, "people": "p1"}, "Clip.people is 'p1'; expected a list"),
    ],
)
def test_a_malformed_record_is_named(kind, values, words):
    with pytest.raises(RecordError, match=words):
        kind.from_dict(values)


def test_a_copy_leaves_the_original():
    assert CUE.replace(text="x").text == "x"
    assert CUE.text == "P1 appears."


def test_helpers_of_records():
    assert FILM.track("audio") == FILM.streams[1]
    assert FILM.track("subtitle") is None
    assert Person("p1", "P1").called == "P1"
    assert Person("p1", "P1", "Anna").called == "Anna"
    dropped = CUE.replace(status="dropped")
    assert [cue.id for cue in Script(FILM, cues=(dropped, CUE)).spoken()] == ["c2"]


def test_a_cue_without_an_id_gets_one_that_no_other_cue_has():
    named = CUE.replace(id="c2")
    script = Script(FILM, cues=(CUE, CUE, named))
    assert [cue.id for cue in script.cues] == ["c1", "c2-2", "c2"]
    assert script.cues[2] is named
    assert Script.from_dict(script.to_dict()) == script


def test_a_script_of_an_older_version_is_read():
    values = Script(FILM, cues=(CUE,)).to_dict()
    del values["cues"][0]["id"]
    assert Script.from_dict(values).cues == (CUE.replace(id="c1"),)


def test_two_cues_with_one_id_are_refused():
    with pytest.raises(RecordError, match="two cues have the id 'c5'; give each cue an id of its own"):
        Script(FILM, cues=(CUE.replace(id="c5"), CUE.replace(id="c5")))
