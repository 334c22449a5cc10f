import json
from dataclasses import replace

import cv2
import numpy as np
import pytest

from cinescribe.generate.narration.budget import Meter
from cinescribe.generate.narration.checks import QUESTION
from cinescribe.generate.narration.effort import EFFORTS
from cinescribe.generate.narration.narrate import narrate
from cinescribe.generate.narration.narrated import Narrators, Tools
from cinescribe.generate.narration.wording import NarrationVoice
from tests.generate.narration.scenes import ANNA, BEN, ScriptedModel, look, moment

ROLES = (ANNA, BEN)
DEEDS = ("opens a door", "reads a letter", "drinks tea", "climbs a ladder", "ties a shoe", "peels an apple")


class Apart:
    """Every text is unlike every other."""

    def __init__(self):
        self.rows = {}

    def vectors(self, texts):
        return np.eye(500)[[self.rows.setdefault(text, len(self.rows)) for text in texts]]


def sentences(*texts):
    return json.dumps({"sentences": [{"text": text, "notes": [1]} for text in texts], "synopsis": "Anna is busy."})


def deed(request):
    """What Anna does in the pause of a request: another thing in each, by the time of its own shot."""
    own = next(picture for picture in request.pictures if not picture.is_context)
    return DEEDS[int(float(own.label.split()[-2]) // 10) % len(DEEDS)]


def is_true(statement, request):
    return statement == f"Anna {deed(request)}." or is_there(statement, request)


def is_there(statement, request):
    """Whether a statement is about the square that is drawn."""
    colours = {"yellow": (250, 225, 20), "cyan": (20, 215, 225), "pink": (245, 60, 200), "orange": (250, 130, 10)}
    if "square" not in statement:
        return False
    corner = request_corner(request)
    nearest = min(colours, key=lambda name: np.abs(np.array(colours[name]) - corner).sum())
    return f"A {nearest} square" in statement


def request_corner(request):
    picture = np.asarray(cv2.imdecode(np.frombuffer(request.pictures[0].data, np.uint8), cv2.IMREAD_COLOR))
    return picture[-5, -5][::-1].astype(int)


def checked(request, truth=is_true):
    lines = request.text.split(QUESTION)[1].strip().splitlines()
    named = [line.split(". ", 1)[0] for line in lines if truth(line.split(". ", 1)[1], request)]
    return ", ".join(named) or "none"


def truthful(request, truth=is_true):
    if QUESTION in request.text:
        return checked(request, truth)
    if request.text.startswith("You write"):
        does = request.text.split("1. Anna ")[1].splitlines()[0]
        return sentences(f"Anna {does}.", f"Anna {does} with a red hand.", f"Ben {does}.")
    action = {"who": "Anna", "does": deed(request), "to_whom": "", "shot": 2}
    return json.dumps({"actions": [action], "detail": ""})


def pauses(n=8):
    return [moment(10.0 * k + 4, 10.0 * k + 8) for k in range(n)]


def tools(**changes):
    speaker = NarrationVoice(lambda text: len(text.split()) / 2.5)
    return Tools(look, look, speaker, Apart(), lambda texts: [()] * len(texts), **changes)


def film(reply=truthful, *, n=8, scenes=None, narrators=None, given=None):
    model = ScriptedModel(reply)
    moments = pauses(n)
    numbers = scenes or [0] * n
    return narrate(moments, numbers, ROLES, narrators or Narrators(model, model), given or tools()), model


def said(found):
    return [one.sentence.text if one.sentence else None for one in found]


def test_true_sentences_are_spoken_and_introduce_a_person_once():
    found, _ = film(n=6)
    assert said(found)[:2] == ["Anna, in blue, opens a door.", "Anna reads a letter."]
    assert all(one.sentence is None or one.sentence.probability > 0.9 for one in found)
    assert all("red hand" not in (text or "") for text in said(found))


def test_false_and_absent_are_faults():
    found, _ = film()
    faults = {candidate.text: candidate.faults for candidate in found[0].draft.candidates}
    assert faults["Ben opens a door."] == ("names Ben, who is not marked in these frames",)
    (doubt,) = faults["Anna opens a door with a red hand."]
    assert doubt.startswith("only ")
    assert doubt.endswith("sure to be true")


def test_unchecked_narration_speaks_written_sentences():
    seer = ScriptedModel(truthful)
    found, _ = film(narrators=Narrators(seer, seer, checks=False))
    assert not any(QUESTION in request.text for request in seer.asked)
    assert any(one.sentence is not None and one.sentence.probability is None for one in found)


def test_examples_are_never_spoken():
    def reply(request):
        shown = [line[2:] for line in request.text.splitlines() if line.startswith("- ")]
        return sentences(*shown) if request.text.startswith("You write") else truthful(request)

    seer = ScriptedModel(reply)
    for given in (tools(), tools(examples=("A man peels a potato.",))):
        found, _ = film(narrators=Narrators(seer, seer, checks=False), given=given)
        faults = [candidate.faults for one in found for candidate in one.draft.candidates]
        assert faults
        assert all("repeats an example" in each for each in faults)
        assert said(found) == [None] * 8


@pytest.mark.parametrize(
    "answer",
    [
        lambda request: ", ".join(str(n) for n in range(1, request.text.count("\n") + 1)),
        lambda request: "none",
        lambda request: "1",
        lambda request: request.text,
        lambda request: "I see a nice film.",
    ],
    ids=["always yes", "always no", "first option", "echo", "chatter"],
)
def test_unreliable_model_is_silent(answer):
    lines: list[str] = []

    def reply(request):
        return answer(request) if QUESTION in request.text else truthful(request)

    found, _ = film(reply, given=tools(announce=lines.append))
    assert said(found) == [None] * 8
    faults = {fault for one in found for candidate in one.draft.candidates for fault in candidate.faults}
    assert faults & {"the model cannot tell true from false", "no answer says whether it is true"}


def test_unreliable_model_is_reported_in_one_line():
    lines: list[str] = []
    film(lambda request: "all" if QUESTION in request.text else truthful(request), given=tools(announce=lines.append))
    (line,) = [line for line in lines if "cannot tell" in line]
    assert line.startswith("scripted cannot tell what is true of the pictures: of ")
    assert line.endswith("Nothing of it is spoken; name another model, or use `unchecked`")


def test_a_model_that_answers_no_check_is_named_in_one_line():
    lines: list[str] = []
    film(lambda request: "hm" if QUESTION in request.text else truthful(request), given=tools(announce=lines.append))
    (line,) = [line for line in lines if "answers no check" in line]
    assert line == "scripted answers no check, so nothing of it is spoken; name another model, or use `unchecked`"


def test_the_text_model_may_be_another():
    seer, writer = ScriptedModel(truthful), ScriptedModel(truthful)
    film(narrators=Narrators(seer, writer))
    assert all(request.text.startswith("You write") for request in writer.asked)
    assert not any(request.text.startswith("You write") for request in seer.asked)


def test_spoken_facts_are_known_only_within_the_scene():
    _, model = film(n=4, scenes=[0, 0, 1, 1])
    prompts = [request.text for request in model.asked if request.text.startswith("You write")]
    known = {text.split("1. Anna ")[1].splitlines()[0]: "knows already: " in text for text in prompts}
    assert known == {"opens a door": False, "reads a letter": True, "drinks tea": False, "climbs a ladder": True}


def test_unspoken_facts_are_not_known():
    def reply(request):
        is_first = QUESTION in request.text and deed(request) == "opens a door"
        return "none" if is_first else truthful(request)

    _, model = film(reply, n=4)
    prompt = next(r.text for r in model.asked if r.text.startswith("You write") and "reads a letter" in r.text)
    assert "knows already: " not in prompt


def test_requests_stay_within_the_budget():
    meter = Meter()
    film(n=12, given=tools(meter=meter))
    assert meter.n_requests <= EFFORTS["normal"].requests * 12
    assert meter.requests["views"] == meter.requests["checks"] == 12
    assert meter.requests["drafts"] == 12 + 2  # two more by which the time is estimated
    assert meter.requests["second_views"] == 4


def test_budget_is_announced_first_and_remaining_time_later():
    lines: list[str] = []
    now = [0.0]

    def reply(request):
        now[0] += 2.0
        return truthful(request)

    film(reply, n=12, given=tools(announce=lines.append, meter=Meter(lambda: now[0])))
    assert lines[0].startswith("12 pauses: about 4")
    # 9 views, 4 second views, 12 drafts and 12 checks, about 4 second looks, of 2 s each.
    assert lines[1] == "about 82 seconds left"


def test_a_pause_without_frames_is_silent():
    blind = replace(tools(), look=lambda one: [], other_look=lambda one: [])
    found, model = film(n=2, given=blind)
    assert said(found) == [None, None]
    assert model.asked == []


def test_a_film_without_pauses_is_silent():
    assert film(n=0)[0] == []


def test_the_same_film_gives_the_same_sentences():
    assert said(film()[0]) == said(film()[0])
