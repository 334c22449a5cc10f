import json
import re
from pathlib import Path

import pytest

from cinescribe.describe.describe import write_description
from cinescribe.describe.describe_options import DescribeOptions
from cinescribe.describe.narration.film_narration import with_cues
from cinescribe.describe.narration.narrator import Narrator
from cinescribe.errors import ModelError
from cinescribe.export.narration import NARRATION, Considered, NarratedMoment, read_narration
from cinescribe.generate.narration.checks import QUESTION
from cinescribe.language import messages as of_messages
from cinescribe.models.observer.observer import Observer
from cinescribe.schema import Caption, Cue, Evidence
from cinescribe.timing import Span
from tests.dummies import NoFaces, SteadyVoice, write_film
from tests.generate.narration.scenes import ScriptedModel
from tests.generate.narration.test_narrate import Apart, checked, is_there

WALLS = {"1": "A blue wall stands there.", "2": "A small dog runs to the old gate."}


@pytest.fixture(autouse=True)
def quick_vectors(monkeypatch):
    monkeypatch.setattr("cinescribe.describe.narration.film_narration.sentence_vectors", Apart)


@pytest.fixture(scope="module")
def film(tmp_path_factory):
    return write_film(tmp_path_factory.mktemp("film") / "two.mp4")


def seer(request):
    """Sees another thing in each half of the film, knows that both are true, and words them."""
    if QUESTION in request.text:
        return checked(request, lambda statement, _: statement in WALLS.values() or is_there(statement, request))
    if request.text.startswith("You write"):
        text = re.search(r"^1\. (.+)$", request.text, re.MULTILINE)
        return json.dumps({"sentences": [{"text": f"{text[1]}.", "notes": [1]}]}) if text else "SKIP"
    own = re.search(r"Report shot (\d)", request.text)
    assert own is not None
    first, rest = WALLS[own[1]].rstrip(".").split(" ", 1)
    return json.dumps({"actions": [{"who": first, "does": rest, "to_whom": "", "shot": int(own[1])}], "detail": ""})


def options(model, **changes):
    given = {"captioner": Observer(), "voice": SteadyVoice(), "faces": NoFaces(), "narrator": Narrator(model, model)}
    return DescribeOptions(**{**given, **changes})


def stages(folder):
    lines = [json.loads(line) for line in (folder / "log.jsonl").read_text().splitlines()]
    return [(line["event"], line["stage"]) for line in lines if "stage" in line]


def events(folder, name):
    lines = [json.loads(line) for line in (folder / "log.jsonl").read_text().splitlines()]
    return [{k: v for k, v in line.items() if k not in ("at", "event")} for line in lines if line["event"] == name]


@pytest.mark.slow
def test_a_film_is_narrated_once_and_says_why(tmp_path, film):
    folder, model = tmp_path / "two.ad", ScriptedModel(seer)
    script = write_description(film, folder, options=options(model))
    assert [cue.text for cue in script.spoken()] == list(WALLS.values())
    assert {cue.by for cue in script.cues} == {"scripted"}
    first, second = script.cues
    assert first.span.end < 4.0
    assert second.span.start >= 4.0  # not before its shot
    sure = first.evidence[-1]
    assert (sure.time, sure.what) == (
        0.0,
        "probability that it is true, by what scripted says of statements whose truth is known",
    )
    assert sure.score is not None
    assert 0.9 < sure.score < 1
    assert all(item.what == "frame shown to scripted" for item in first.evidence[:-1])

    moments = read_narration(folder)
    assert [moment.cue for moment in moments] == [first.id, second.id]
    assert [exchange.step for exchange in moments[0].exchanges] == [
        "seen",
        "seen again",
        "written",
        "checked",
    ]
    (said,) = moments[0].considered
    assert said == Considered(first.text, 2.0, sure.score, is_said=True)
    assert events(folder, "answers") == [
        {"to": "seen", "json": 2},
        {"to": "seen again", "json": 2},
        {"to": "written", "json": 2},
        {"to": "checked", "numbers": 2},
    ]
    (cost,) = events(folder, "requests")
    assert (cost["views"], cost["second_views"], cost["drafts"], cost["checks"], cost["pauses"]) == (2, 2, 2, 2, 2)
    assert cost["seconds"] >= cost["own_seconds"] > 0
    n_asked = len(model.asked)
    assert write_description(film, folder, options=options(model)) == script
    assert (len(model.asked), stages(folder)[-1]) == (n_asked, ("kept", "narration"))

    write_description(film, folder, options=options(model, narrator=None))
    assert read_narration(folder) == []
    assert (folder / NARRATION).is_file()


@pytest.mark.slow
def test_a_model_that_fails_leaves_nothing_half_done(tmp_path, film):
    folder = tmp_path / "two.ad"

    def failing(request):
        if QUESTION in request.text:
            raise ModelError("it is gone")
        return seer(request)

    with pytest.raises(ModelError, match="it is gone"):
        write_description(film, folder, options=options(ScriptedModel(failing)))
    assert not (folder / NARRATION).exists()
    script = write_description(film, folder, options=options(ScriptedModel(seer)))
    assert len(script.spoken()) == 2


@pytest.mark.slow
def test_another_writer_narrates_again(tmp_path, film):
    folder, model = tmp_path / "two.ad", ScriptedModel(seer)
    write_description(film, folder, options=options(model))
    other = ScriptedModel(seer, name="other")
    script = write_description(film, folder, options=options(model, narrator=Narrator(model, other)))
    assert {cue.by for cue in script.cues} == {"scripted and other"}
    assert stages(folder)[-1] == ("done", "narration")


def test_moments_are_matched_to_cues_by_their_evidence():
    def moment(is_said):
        return NarratedMoment(Span(0, 1), 0.0, considered=(Considered("A.", 1.0, is_said=is_said),))

    def caption(score):
        return Caption("", "A.", by="x", evidence=(Evidence(0.0, "sure", score=score),))

    cues = [Cue(Span(0, 1), "A.", by="x", evidence=caption(n).evidence, id=f"c{n}") for n in (0.1, 0.2)]
    found = with_cues(
        [moment(True), moment(False), moment(True), moment(True)], [caption(0.2), caption(0.1), caption(0.1)], cues
    )
    assert [one.cue for one in found] == ["c0.2", None, "c0.1", None]


GERMAN = {"1": "Eine blaue Wand steht da.", "2": "Ein kleiner Hund rennt zum alten Tor."}


def german_seer(request):
    """The same in German; what is seen stays English."""
    if QUESTION in request.text:
        return checked(
            request, lambda statement, _: statement in GERMAN.values() or is_german_square(statement, request)
        )
    if request.text.startswith("Put these notes"):
        notes = re.findall(r"^(\d+)\. (.+)$", request.text, re.MULTILINE)
        said = {text.rstrip("."): GERMAN[number] for number, text in WALLS.items()}
        return json.dumps({"sentences": [{"number": int(number), "text": said[text]} for number, text in notes]})
    if request.text.startswith("You write"):
        number = next((number for number, text in WALLS.items() if f"1. {text.rstrip('.')}" in request.text), None)
        texts = [GERMAN[number], WALLS[number]] if number else []
        return json.dumps({"sentences": [{"text": text, "notes": [1]} for text in texts]}) if texts else "SKIP"
    return seer(request)


def is_german_square(statement, request):
    colours = {"gelbes": "yellow", "türkises": "cyan", "rosa": "pink", "orangefarbenes": "orange"}
    english = next((colours[word] for word in colours if f"{word} Quadrat" in statement), None)
    article = "An" if english == "orange" else "A"
    return english is not None and is_there(f"{article} {english} square is in the lower right corner.", request)


@pytest.mark.slow
def test_undetectable_language_is_announced(tmp_path, film):
    lines = list[str]()
    model = ScriptedModel(lambda request: "[]" if request.text.startswith("Put these notes") else seer(request))
    messages = Path(of_messages.__file__).parent / "spoken_texts" / "en.ftl"
    given = options(model, announce=lines.append)
    write_description(film, tmp_path / "hsb.ad", language="hsb", messages=messages, options=given)
    assert "sentences in other languages than Upper Sorbian cannot be detected here; listen for them" in lines


@pytest.mark.slow
def test_a_film_is_narrated_in_its_language_and_english_is_not_spoken(tmp_path, film):
    folder, lines = tmp_path / "de.ad", list[str]()
    given = options(ScriptedModel(german_seer), announce=lines.append)
    script = write_description(film, folder, language="de", options=given)
    assert script.language == "de"
    assert [cue.text for cue in script.spoken()] == list(GERMAN.values())
    assert (
        "2 of 4 sentences were not in German, and are not spoken; if there are many, name another model as `writer`"
        in lines
    )
    considered = [one for moment in read_narration(folder) for one in moment.considered]
    faults = {one.text: one.faults for one in considered if one.text in WALLS.values()}
    assert faults == dict.fromkeys(WALLS.values(), ("is no German sentence",))
    narrator = Narrator(ScriptedModel(german_seer), ScriptedModel(german_seer), ("A door opens slowly.",))
    write_description(
        film, folder, language="de", options=options(narrator.seer, narrator=narrator, announce=lines.append)
    )
    assert "none of the `examples` is in German, so the bundled ones are used; name some that are" in lines
    model = ScriptedModel(seer)
    english = write_description(film, folder, language="en", options=options(model))
    assert [cue.text for cue in english.spoken()] == list(WALLS.values())  # another language is narrated anew
