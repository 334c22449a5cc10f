import pytest

from cinescribe.describe.editing.cue_fields import CueFieldError
from cinescribe.describe.editing.cue_list import duplicate, insert, insert_after, join, split
from cinescribe.errors import EditError
from cinescribe.schema import Evidence, Gap
from cinescribe.timing import Span
from tests.describe.editing.scripts import cue, script

TEXT = "Anna opens the door, and Bo Li runs away."
OPENS, RUNS = Evidence(10.0, "opens", word="opens"), Evidence(12.0, "runs", word="runs")
ANNA, DOOR = Evidence(10.0, "face of P1", word="p1"), Evidence(10.5, "a door")
WHOLE = cue(
    10.0,
    TEXT,
    people=("p1", "p2", "p3"),
    evidence=(OPENS, RUNS, ANNA, DOOR),
    notes=("dark",),
    why="to flee",
    recording="recordings/x.wav",
    comment="?",
)
NOW = script(WHOLE, cue(20.0, "Rain.", status="dropped"), cue(30.0, "Hail.", comment="!"), p1="Anna", p2="Bo Li")


def said(cue):
    return len(cue.text.split()) / 2


def made(changes):
    """The cues as they are afterwards."""
    return [change.after for change in changes]


def test_parts_of_a_split_cue_keep_their_people_and_evidence():
    changes = split(NOW, "c10000", TEXT.index("and"), duration=said)
    head, tail = made(changes)
    assert (head.text, tail.text) == ("Anna opens the door,", "and Bo Li runs away.")
    assert (head.id, tail.id, changes[1].before) == ("c10000", "h12400", None)
    assert (head.span, tail.span) == (Span(10.0, 12.0), Span(12.4, 14.9))
    assert (head.people, tail.people) == (("p1", "p3"), ("p2", "p3"))
    assert (head.evidence, tail.evidence) == ((OPENS, ANNA, DOOR), (RUNS, DOOR))
    assert (head.notes, tail.notes, head.why, tail.why, head.comment, tail.comment) == (
        ("dark",), (), "to flee", None, "?", None,
    )  # fmt: skip
    assert head.hand_made
    assert tail.hand_made
    assert head.recording is tail.recording is None


@pytest.mark.parametrize("at", [-3, 0, len(TEXT), 999])
def test_no_part_is_empty(at):
    with pytest.raises(CueFieldError, match="one part would have no words; choose a place between two words"):
        split(NOW, "c10000", at, duration=said)


def test_the_second_part_begins_inside_the_film():
    now = NOW.replace(film=NOW.film.replace(duration=12.0))
    assert made(split(now, "c10000", 21, duration=said))[1].span.start == 11.999


def test_an_extended_cue_is_split_into_two_that_the_film_waits_for():
    now = script(cue(10.0, "Night falls. Rain.", status="extended"))
    first, second = made(split(now, "c10000", 12, duration=said))
    assert (first.pause, second.pause) == (1.0, 0.5)
    assert first.span == second.span == Span(10.0, 10.0)


def test_a_cue_is_joined_with_the_next_one_that_is_heard():
    changes = join(NOW, "c10000", duration=said)
    both, removed = made(changes)
    assert (changes[1].cue, removed) == ("c30000", None)
    assert (both.text, both.span, both.comment) == (f"{TEXT} Hail.", Span(10.0, 15.0), "?\n!")
    assert (both.people, both.evidence, both.why) == (WHOLE.people, WHOLE.evidence, "to flee")
    assert both.recording is None


def test_impossible_joins_are_refused():
    with pytest.raises(EditError, match="no cue is heard after c30000, so there is none to join it with"):
        join(NOW, "c30000", duration=said)
    with pytest.raises(EditError, match="cue c20000 is dropped; restore it before you join it with the next"):
        join(NOW, "c20000", duration=said)
    long = NOW.replace(cues=(WHOLE, cue(30.0, "a" * 1990)))
    with pytest.raises(CueFieldError, match="the text has 2,032 characters"):
        join(long, "c10000", duration=said)


def test_a_cue_is_inserted_at_a_time():
    (new,) = made(insert(NOW, 40.0, " Bo Li  waits. ", duration=said))
    assert (new.id, new.text, new.people, new.by, new.hand_made) == (
        "h40000", "Bo Li  waits.", ("p2",), "hand", True,
    )  # fmt: skip
    assert new.span == Span(40.0, 41.5)
    now = NOW.replace(cues=(*NOW.cues, new))
    assert insert(now, 40.0, "Rain.", duration=said)[0].cue == "h40000.2"


def test_impossible_insertions_are_refused():
    with pytest.raises(CueFieldError, match=r"60 s lies outside the film, which ends at 00:01:00\.000"):
        insert(NOW, 60.0, "Rain.", duration=said)
    with pytest.raises(EditError, match=r"no gap of 1\.2 s is free after cue c10000; insert the cue at a time"):
        insert_after(NOW, "c10000", "Rain.", duration=said)


def test_a_cue_is_inserted_in_the_first_free_part_of_a_gap_after_another():
    now = NOW.replace(gaps=(Gap(Span(5.0, 12.0)), Gap(Span(29.0, 40.0))))
    assert made(insert_after(now, "c10000", "Rain.", duration=said))[0].span.start == 31.9
    now = NOW.replace(gaps=(Gap(Span(5.0, 20.0)),))
    assert made(insert_after(now, "c10000", "Rain.", duration=said))[0].span.start == 11.9


def test_copy_has_a_new_id_and_follows_the_original():
    (copy,) = made(duplicate(NOW, "c10000", duration=said))
    assert (copy.id, copy.text, copy.people, copy.span.start) == ("h11900", TEXT, WHOLE.people, 11.9)
    assert (copy.hand_made, copy.recording) == (True, None)
