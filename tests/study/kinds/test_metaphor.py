"""Question c of a study takes the times that the sheets without a study take, and gives the same records."""

import pytest

from cinescribe.errors import StudyError
from cinescribe.study.kinds.judgement import Judgement
from cinescribe.study.kinds.metaphor import METAPHOR
from cinescribe.study.sheets.judgement_sheets import collect_judgements, write_judgement_sheet
from cinescribe.timing import Span
from tests.corpus.metaphors.judged import AT, videos
from tests.study.sheets.filled import fill

CORPUS = videos(1).corpus  # 30 s
ANSWERS = {
    "present": True,
    "audio": False,
    "primary": "the car",
    "secondary": "cheetah",
    "property": "fast",
    "caption": "The car is as fast as a cheetah.",
}
COLUMNS = {
    "a metaphor": "yes",
    "b audio needed": "no",
    "d primary concept": "the car",
    "e secondary concept": "cheetah",
    "f property": "fast",
    "g sentence": "The car is as fast as a cheetah.",
}
TIME = next(one for one in METAPHOR.protocols["vmcd"] if one.name == "time")


def judged(time, duration=30.0):
    """A judgement in a study, at the time `AT`."""
    return Judgement(
        "v0", "p1", None, (), (), ANSWERS | {"time": time}, True, None, finished=1_767_225_600.0, duration=duration
    )


def records(*judgements):
    found = METAPHOR.records(judgements, (), 1)
    return found["metaphors.jsonl"], found["judgements.jsonl"]


@pytest.mark.parametrize(
    "typed",
    ["12", "12.5", "0:12", "0:12-0:20; 0:25-0:28", "12-20, 22-25", "from 3 to 5 and 8 s", "20 to end", "whole video"],
)
def test_records_equal_those_of_sheets_without_study(tmp_path, typed):
    write_judgement_sheet(tmp_path / "p1.csv", CORPUS, annotator="p1")
    sheet = fill(tmp_path / "p1.csv", {0: COLUMNS | {"c time": typed}})
    metaphors, judgements = records(judged(typed))
    assert tuple(judgements) == collect_judgements([sheet], CORPUS, at=AT).records
    assert (metaphors[0].time, metaphors[0].spans) == (typed, judgements[0].spans)


@pytest.mark.parametrize(
    ("typed", "time", "spans"),
    [
        ("12,5", "12.5", [(12.5, 13.5)]),
        ("1,25-2,5; 3", "1.25-2.5; 3", [(1.25, 2.5), (3, 4)]),
        ("12-20,22-25", "12-20,22-25", [(12, 20), (22, 25)]),
        ("0:12,0:20", "0:12,0:20", [(12, 13), (20, 21)]),
    ],
)
def test_comma_between_digits_is_decimal_where_it_can_be(typed, time, spans):
    (metaphor,), (version,) = records(judged(typed))
    assert (
        (metaphor.time, metaphor.spans) == (version.time, version.spans) == (time, tuple(Span(*one) for one in spans))
    )


def test_answer_of_earlier_study_is_the_second_that_begins_there():
    (metaphor,), (version,) = records(judged(12.5, duration=13.0))
    assert (metaphor.time, metaphor.spans) == (version.time, version.spans) == ("12.5", (Span(12.5, 13.5),))


@pytest.mark.parametrize(
    ("typed", "duration", "message"),
    [
        ("soon", 30.0, "'time' was answered 'soon'; write times in the 30.00 s of the video, such as 12.5"),
        ("20-40", 30.0, "'20-40'; write times in the 30.00 s"),
        ("5-3", 30.0, "'5-3'; write times"),
        ("whole video", None, "'whole video'; write times, such as 12.5, 0:12-0:20 or whole video"),
    ],
)
def test_time_that_cannot_be_read_is_refused(typed, duration, message):
    with pytest.raises(StudyError, match=message):
        METAPHOR.check(TIME, {"time": typed}, duration)
    METAPHOR.check(TIME, {"time": "20-25"}, duration)


def test_unread_time_gives_no_spans_and_no_version():
    (metaphor,), versions = records(judged("soon"))
    assert (metaphor.time, metaphor.spans, versions) == ("soon", (), [])


def test_question_of_earlier_study_is_checked_by_its_form_only():
    METAPHOR.check(TIME.replace(form="time"), {"time": 99.0}, 30.0)
