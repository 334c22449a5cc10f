"""Notes by the chat model that narrates: on the cues of their moments, with their chance, and never without a fit."""

import json
import re
from dataclasses import replace

import pytest

from cinescribe.describe.describe import write_description
from cinescribe.describe.describe_film import describe_film
from cinescribe.describe.describe_options import notes_by
from cinescribe.describe.narration.chat_notes import READINGS, STAGE, ChatNotes
from cinescribe.describe.narration.narrator import Narrator
from cinescribe.errors import ModelError
from cinescribe.export.folder import FEATURES
from cinescribe.generate.narration.checks import QUESTION
from cinescribe.generate.narration.moments import Role
from cinescribe.generate.readings.reading import JudgedReading
from cinescribe.generate.readings.reading_fit import KindFit, ReadingFit
from cinescribe.store import read_records, write_record
from tests.describe.narration.test_film_narration import WALLS, options, seer
from tests.dummies import write_film
from tests.generate.narration.scenes import ScriptedModel
from tests.generate.narration.test_narrate import Apart, checked, is_there

DOG = Role("P1", "A small dog", "A small dog")
WISH = "A small dog wants to chase a ball"
FIT = ReadingFit("scripted", 8, (KindFit("why", 40, 0.8, 0.9, 0.1, 0.9, 0.1, 0.9, 0.1),))


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    for module in ("film_narration", "chat_notes"):
        monkeypatch.setattr(f"cinescribe.describe.narration.{module}.sentence_vectors", Apart)
    monkeypatch.setattr("cinescribe.describe.narration.chat_notes.film_roles", lambda *_: (DOG,))


@pytest.fixture(scope="module")
def film(tmp_path_factory):
    return write_film(tmp_path_factory.mktemp("film") / "two.mp4")


def reader(request):
    """Narrates as `seer`; what the dog wants shows in the second half of the film."""
    if "What do these facts imply" in request.text:
        one = {"kind": "why", "who": DOG.name, "text": "to chase a ball", "alternative": "to sleep", "evidence": [1]}
        return json.dumps({"readings": [one]})
    if QUESTION not in request.text:
        return seer(request)
    times = [float(time) for picture in request.pictures for time in re.findall(r"at ([\d.]+) s", picture.label)]
    is_shown = max(times) >= 4.0

    def is_true(statement, _):
        if WISH in statement:
            return is_shown != statement.startswith("It is not true")
        return statement in WALLS.values() or is_there(statement, request)

    return checked(request, is_true)


def noted(film, folder, *, notes=None, announce=lambda line: None, **narrator):
    model = ScriptedModel(reader)
    given = options(
        model, narrator=Narrator(model, model, **narrator), notes=notes or ChatNotes(FIT), announce=announce
    )
    return write_description(film, folder, options=given), model


@pytest.mark.slow
def test_what_a_person_wants_is_noted_on_the_cue_of_its_moment_and_is_not_spoken(tmp_path, film):
    script, model = noted(film, tmp_path / "two.ad")
    first, second = script.spoken()
    assert [cue.text for cue in (first, second)] == list(WALLS.values())
    assert first.why is None
    assert re.fullmatch(r"A small dog: to chase a ball \(98% likely\)", second.why)
    assert (second.effect, second.trait) == (None, None)
    (one,) = read_records(tmp_path / "two.ad" / FEATURES / STAGE / READINGS, JudgedReading)
    assert (one.faults, one.answers.plain, one.answers.denied, one.answers.blind) == ((), 1.0, 0.0, 0.0)

    again, other = noted(film, tmp_path / "two.ad")
    assert again == script
    assert other.asked == []
    assert model.asked

    weak = ChatNotes(replace(FIT, kinds=(replace(FIT.kinds[0], share=0.01, hit=0.6, alarm=0.1),)))
    changed, _ = noted(film, tmp_path / "two.ad", notes=weak)
    assert [cue.why for cue in changed.cues] == [None, None]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"notes": ChatNotes()}, "no notes: nothing says how likely those of scripted are"),
        ({"checks": False}, "no notes: nothing was checked, and notes rest on sentences that were"),
    ],
)
def test_without_a_fit_or_checks_nothing_is_asked_or_noted(tmp_path, film, given, said):
    lines: list[str] = []
    script, model = noted(film, tmp_path / "two.ad", announce=lines.append, **given)
    assert {cue.why for cue in script.cues} == {None}
    assert any(line.startswith(said) for line in lines)
    assert not any("imply" in request.text for request in model.asked)


def test_notes_by_the_model_are_named_with_their_fit(tmp_path):
    write_record(tmp_path / "fit.json", FIT)
    model = ScriptedModel(reader)
    assert notes_by(f"model:{tmp_path / 'fit.json'}", Narrator(model, model)) == ChatNotes(FIT)
    assert notes_by("model", Narrator(model, model)) == ChatNotes(None)


def test_notes_by_the_model_need_one_that_narrates(tmp_path):
    with pytest.raises(ModelError, match="`notes` by the model need a captioner that writes in stages; name a"):
        notes_by("model", None)
    with pytest.raises(ModelError, match="`notes` by the model need a captioner that writes in stages"):
        describe_film(write_film(tmp_path / "two.mp4"), tmp_path / "two.ad", captioner="observer", notes="model")
