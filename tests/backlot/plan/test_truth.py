import dataclasses
import importlib
import re
from pathlib import Path

import pytest

from cinescribe.backlot.films.continuity import cast_members, filmed_clips, filmed_shots, spoken_lines
from cinescribe.backlot.plan.caption_templates import TemplateCaption
from cinescribe.backlot.plot.fountain import screenplay
from cinescribe.backlot.plot.screenplay import plan_film
from cinescribe.errors import RecordError
from cinescribe.record import Record
from cinescribe.timing import Span
from tests.backlot.dummies import line, plan, take

truth = importlib.import_module("cinescribe.backlot.plan.truth")

DOC = (Path(__file__).resolve().parents[3] / "docs" / "backlot.md").read_text(encoding="utf-8")
OWN = [one for one in vars(truth).values() if isinstance(one, type) and one.__module__ == truth.__name__]
RECORDS = [TemplateCaption, *OWN]


def film_truth(planned, **more):
    script = screenplay(planned)
    files = dict.fromkeys(("film", "subtitles", "screenplay", "described", "sightings"), "a file")
    return truth.FilmTruth(
        planned.id, planned.seed, planned.title, **files, duration=planned.duration, width=640, height=360, rate_hz=24,
        hard=planned.hard, cast=cast_members(planned), clips=tuple(filmed_clips(planned)), shots=filmed_shots(planned),
        speech=spoken_lines(planned), script=script.elements, deviations=script.deviations, **more,
    )  # fmt: skip


@pytest.mark.parametrize("hard", [False, True])
def test_the_truth_survives_its_dict(hard):
    metaphor = truth.AdvertMetaphor("cup", "warm", "a hug", "A cup is as warm as a hug.")
    narration = (truth.Narration(Span(1, 2), "c001", "Anna waves."),)
    known = film_truth(plan_film(8, n_clips=12, hard=hard), metaphor=metaphor, narration=narration, music=(Span(0, 4),))
    assert truth.FilmTruth.from_dict(known.to_dict()) == known
    assert any(member.alike for member in known.cast) == hard


def test_frame_sightings_survive_their_dict():
    seen = (
        truth.Sighting("P1", (0.0, 0.1, 0.5, 1.0), (0.1, 0.1, 0.2, 0.2), 0.5),
        truth.Sighting("box", (0.5, 0.5, 0.6, 0.6)),
    )
    frame = truth.FrameSightings(0.25, 0, seen)
    assert truth.FrameSightings.from_dict(frame.to_dict()) == frame


def test_unknown_kinds_are_refused():
    with pytest.raises(RecordError, match=r"Deviation\.kind is 'line sung'"):
        truth.Deviation.from_dict({"kind": "line sung"})


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.__name__)
def test_every_field_of_every_record_is_documented(record):
    assert issubclass(record, Record)
    about = re.split(r"^### ", DOC, flags=re.M)[1:]
    mine = "".join(part for part in about if f"{record.__name__}" in part)
    names = {name for field in dataclasses.fields(record) for name in _written(field.name)}
    assert names <= set(re.findall(r"`(\w+)`", mine)), names - set(re.findall(r"`(\w+)`", mine))


def _written(name):
    return ("start", "end") if name == "span" else (name,)


def test_the_documented_version_is_the_written_one():
    assert f"## The truth, version {truth.TRUTH_VERSION}\n" in DOC


def test_a_line_belongs_to_the_clip_in_which_it_begins_and_a_fade_has_its_span():
    planned = plan(
        take(0, 4), take(4, 9, clip="c002", grey=101, transition="fade", blend=1.0), lines=[line(1, 2), line(5, 6)]
    )
    known = film_truth(planned)
    assert [one.clip for one in known.speech] == ["c001", "c002"]
    assert [one.blend for one in known.shots] == [None, Span(3.5, 4.5)]
