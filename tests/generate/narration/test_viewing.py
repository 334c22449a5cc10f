import json
from dataclasses import replace

import pytest

from cinescribe.generate.narration.viewing import Fact, second_view_request, view_request, with_answer
from cinescribe.models.vlm.chat import ChatAnswer
from tests.generate.narration.scenes import ANNA, BEN, face, frame, look, moment
from tests.growth_of_readers.growth import TOO_MUCH, growth


def asked(pause=None, frames=None):
    pause = pause or moment(dialogue=("Who's there?",))
    return view_request(pause, frames or look(pause), (ANNA, BEN))


def answered(view, text):
    return with_answer(view, ChatAnswer(text))


def test_prompt_describes_the_frames():
    view, request = asked()
    assert "Frames: 1: shot 1 at 2.5 s, 2: shot 2 at 4.5 s, 3: shot 3 at 8.5 s." in view.prompt
    assert "coloured circles around their heads: Anna (red)." in view.prompt
    assert "and not to be reported: shots 1 and 3." in view.prompt
    assert 'Said meanwhile: "Who\'s there?"' in view.prompt
    assert "Report shot 2, for" in view.prompt
    assert "Which objects do they hold or use?" in view.prompt  # a medium shot
    assert (request.words, view.times) == (view.prompt, (2.5, 4.5, 8.5))
    assert [picture.is_context for picture in request.pictures] == [True, False, True]
    assert request.schema is not None
    assert request.temperature == 0


def test_second_view_uses_another_prompt():
    pause = moment()
    view, request = second_view_request(pause, look(pause), (ANNA, BEN))
    assert "Report shot 2, for" in request.text
    assert request.text != asked(pause)[1].text
    assert view.legend.in_words() == "Anna (red)"


def test_shots_of_one_setup_are_named():
    pause = moment()
    shots = (*pause.shots[1:2], replace(pause.shots[2], is_context=False))
    frames = [frame(4.5, 2, level=50), frame(8.5, 3, level=52)]
    view, _ = asked(replace(pause, shots=shots), frames)
    assert "Of one camera position, so that what has not changed is not new: shots 2 and 3." in view.prompt


ACTION = {"who": "Anna", "does": "opens a door.", "to_whom": "Ben", "shot": 2}


@pytest.mark.parametrize(
    ("answer", "form", "facts"),
    [
        (json.dumps({"actions": [ACTION], "detail": "a key"}), "json", [Fact("Anna", "opens a door", "Ben", 2)]),
        (f"```json\n{json.dumps([ACTION])}\n```", "fence", [Fact("Anna", "opens a door", "Ben", 2)]),
        ("Shot 2: Anna sits. A dog runs.", "prose", [Fact("Anna", "sits", "", 2), Fact("", "A dog runs", "", 2)]),
        ("In shot 3, Anna leaves.", "unreadable", []),
        (json.dumps({"actions": [ACTION | {"shot": 3}]}), "unreadable", []),
        (json.dumps({"actions": [ACTION | {"shot": True}, {"does": 3}, "x"]}), "unreadable", []),
        (json.dumps({"actions": [ACTION, ACTION]}), "json", [Fact("Anna", "opens a door", "Ben", 2)]),
        (json.dumps({"actions": 3, "detail": None}), "unreadable", []),
        (json.dumps({"actions": [ACTION | {"does": "..."}], "detail": "..."}), "unreadable", []),
        ("Sorry, I can't.", "refusal", []),
    ],
)  # fmt: skip
def test_answers_are_read_in_every_form(answer, form, facts):
    view = answered(asked()[0], answer)
    assert (view.form, list(view.facts), view.answer) == (form, facts, answer)


def test_the_detail_is_kept_and_long_answers_are_cut():
    many = [ACTION | {"does": f"opens door {n}"} for n in range(30)]
    view = answered(asked()[0], json.dumps({"actions": many, "detail": "a  key " * 200}))
    assert len(view.facts) == 10
    assert view.detail.startswith("a key a key")
    assert len(view.detail) == 200


def test_faces_far_and_near_change_the_question():
    pause = moment()
    assert "What place is it?" in asked(pause, [frame(4.5, 2, face(4.5, "p1", height=0.05))])[0].prompt
    assert "What does the face show?" in asked(pause, [frame(4.5, 2, face(4.5, "p1", height=0.5))])[0].prompt


@pytest.mark.slow
def test_long_white_space_in_prose_is_read_in_linear_time():
    view = asked()[0]
    assert growth(lambda n: answered(view, "Anna waves" + " \t" * n + "back."), 500) < TOO_MUCH


@pytest.mark.parametrize(
    ("camera", "scale", "place"), [("long", "long", "a kitchen"), ("Close-up", "close", ""), ("tilted", None, "")]
)
def test_without_a_face_the_model_says_how_near_the_camera_is(camera, scale, place):
    pause = moment()
    view, _ = asked(pause, [frame(4.5, 2)])
    assert "How near is the camera: close, medium or long?" in view.prompt
    found = answered(view, json.dumps({"actions": [ACTION], "detail": "a kitchen", "camera": camera}))
    assert (found.scale, found.place) == (scale, place)
