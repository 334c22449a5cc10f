"""The models that judge a narration answer as they should."""

import json
import random

import cv2
import numpy as np
import pytest

from benchmarks.describer.stand_ins.counted_model import CountedModel
from benchmarks.describer.stand_ins.film_truth import Claim, claims
from benchmarks.describer.stand_ins.lying_models import Claimant, Liar, always_yes, liars
from benchmarks.describer.stand_ins.marks import circle_around, is_square_there
from benchmarks.describer.stand_ins.requests import (
    CHECK,
    known_of,
    labels_of,
    legend_of,
    notes_of,
    own_shots,
    stage_of,
    statements_of,
)
from benchmarks.describer.stand_ins.writer import written
from benchmarks.describer.witness_errors import Errors, neighbour
from cinescribe.models.vlm.chat import ChatPicture, ChatRequest

VIEW = (
    "People are marked by coloured circles around their heads: Anna (red), Ben (blue).\n"
    "Report shots 3 to 5, for somebody who cannot see the film:\n1. Who is there?"
)
DRAFT = """You write the audio description of a film for blind people. Notes of what is seen now:
1. Anna opens the door
2. Ben sits down (Anna)
Also visible: in the kitchen
The listener knows already: {known}.
Write 5 different sentences, each of at most {words} words."""


def picture(colour: tuple[int, int, int] | None, label: str = "shot 3 at 12.5 s") -> ChatPicture:
    """A grey frame, with a square of a colour in its lower right corner; RGB."""
    image = np.full((180, 320, 3), 120, np.uint8)
    if colour is not None:
        image[150:, 290:] = colour[::-1]
    return ChatPicture(cv2.imencode(".jpg", image)[1].tobytes(), label)


def check(*statements: str, pictures: tuple[ChatPicture, ...] = ()) -> ChatRequest:
    numbered = "\n".join(f"{n}. {statement}" for n, statement in enumerate(statements, 1))
    question = f"{CHECK} Some are not. Answer with their numbers."
    return ChatRequest(f"{VIEW.splitlines()[0]}\n{question}\n{numbered}", pictures)


def test_stage_is_recognised_from_the_request() -> None:
    assert stage_of(ChatRequest(VIEW)) == "view"
    assert stage_of(ChatRequest(DRAFT)) == "draft"
    assert stage_of(check("Anna waves.")) == "check"
    assert stage_of(ChatRequest("These frames are from one film clip, in order.")) == "caption"


def test_shots_people_and_frames_are_read() -> None:
    assert own_shots(VIEW) == {3, 4, 5}
    assert own_shots("Report shots 1, 2 and 6, for somebody") == {1, 2, 6}
    assert legend_of(VIEW) == {"red": "Anna", "blue": "Ben"}
    assert labels_of(ChatRequest(VIEW, (picture(None), ChatPicture(b"", "a sign")))) == [(12.5, 3)]


def test_statements_and_notes_are_read() -> None:
    assert statements_of(check("Anna waves.", "Ben runs past.").text) == [(1, "Anna waves."), (2, "Ben runs past.")]
    assert notes_of(DRAFT) == [(1, "Anna opens the door"), (2, "Ben sits down")]
    assert known_of(DRAFT.format(known="Ben waves; Anna runs past", words=9)) == "Ben waves; Anna runs past."


@pytest.mark.parametrize(
    ("statement", "colour", "there"),
    [
        ("A yellow square is in the lower right corner of the frames.", (250, 225, 20), True),
        ("An orange square is in the lower right corner of the frames.", (250, 225, 20), False),
        ("A yellow square is in the lower left corner of frame 1.", (250, 225, 20), False),
        ("A yellow square is in the lower right corner of frame 1.", (250, 225, 20), True),
        ("A yellow square is in the lower right corner of frame 2.", (250, 225, 20), False),
        ("A yellow square is in the lower right corner of the frames.", None, False),
    ],
)
def test_squares_are_detected_in_pixels(statement: str, colour: tuple[int, int, int] | None, there: bool) -> None:
    assert is_square_there(statement, (picture(colour),)) is there


def test_other_statements_are_about_no_square() -> None:
    assert is_square_there("Anna waves.", (picture(None),)) is None


def test_circle_is_not_a_square() -> None:
    image = np.full((180, 320, 3), 120, np.uint8)
    cv2.circle(image, (300, 160), 12, (20, 225, 250), 3)
    jpeg = ChatPicture(cv2.imencode(".jpg", image)[1].tobytes())
    assert is_square_there("A yellow square is in the lower right corner of the frames.", (jpeg,)) is False


def test_a_circle_around_a_head_is_found() -> None:
    image = np.full((180, 320, 3), 120, np.uint8)
    cv2.circle(image, (160, 90), 27, (230, 25, 25), 3)
    head = (140 / 320, 70 / 180, 180 / 320, 110 / 180)
    assert circle_around(image, head, ["red", "blue"]) == "red"
    assert circle_around(image, head, ["blue"]) is None


@pytest.mark.parametrize("rates", [(0.1, 0.1), (0.02, 0.2)])
def test_witness_errs_at_the_given_rate(rates: tuple[float, float]) -> None:
    missed, believed = rates
    errors = Errors(0.1, missed, believed)
    rng = random.Random(5)
    false = sum(errors.sureness(False, rng) > 0 for _ in range(4000)) / 4000
    true = sum(errors.sureness(True, rng) < 0 for _ in range(4000)) / 4000
    assert false == pytest.approx(believed, abs=0.03)
    assert true == pytest.approx(missed, abs=0.03)


def test_mistaken_action_has_as_many_people() -> None:
    assert neighbour("sit") == "stand"
    assert neighbour("hug") == "shake hands"
    assert neighbour("drink") == "pick up"


def test_writer_omits_paraphrases_of_known_sentences() -> None:
    answer = json.loads(written(DRAFT.format(known="Anna pulls a door open in the kitchen", words=9), ["Anna", "Ben"]))
    assert [one["notes"] for one in answer["sentences"]] == [[2], [2]]
    assert answer["sentences"][1]["text"] == "Ben sits down in the kitchen."


def test_writer_skips_when_all_notes_are_known() -> None:
    known = "Anna pulls a door open; Ben takes a seat"
    assert written(DRAFT.format(known=known, words=9), ["Anna", "Ben"]) == "SKIP"


def test_claims_of_a_sentence_are_read_clause_by_clause() -> None:
    assert claims("Anna opens the door and Ben sits down.", ["Anna", "Ben"]) == (
        Claim("open door", "anna"),
        Claim("sit", "ben"),
    )
    assert claims("Anna dreams of home.", ["Anna"]) is None


def test_liars_answer_in_the_form_that_is_asked_for() -> None:
    for liar in liars(gives_probabilities=True):
        view, draft, checked = liar.ask(
            [ChatRequest(VIEW, (picture(None),)), ChatRequest(DRAFT.format(known="", words=9)), check("Anna waves.")]
        )
        if not liar.echoes:
            assert json.loads(view.text)["actions"]
            assert json.loads(draft.text)["sentences"]
            assert checked.text in ("1", "none")


def test_claimant_liar_confirms_only_its_own_claims() -> None:
    claimed: dict[int, str] = {}
    liar = Liar("claimant", Claimant(claimed, sees_marks=True), claimed=claimed)
    shown = (picture((250, 225, 20)),)
    view, again = liar.ask([ChatRequest(VIEW, shown), ChatRequest(VIEW + "\nAnew.", shown)])
    (action,) = json.loads(view.text)["actions"]
    assert json.loads(again.text)["actions"] == [action]
    mark = "A yellow square is in the lower right corner of the frames."
    statements = ("Nobody is there.", f"{action['who']} {action['does']}.", mark)
    (answer,) = liar.ask([check(*statements, pictures=shown)])
    assert answer.text == "2, 3"


def test_requests_are_counted_by_kind_and_once() -> None:
    counted = CountedModel(Liar("yes", always_yes))
    view, other = ChatRequest(VIEW, (picture(None),)), ChatRequest(VIEW + "\nAnew.", (picture(None),))
    counted.ask([view, other, view, check("Anna waves.", pictures=(picture(None),))])
    assert counted.n_requests() == {"view": 1, "second view": 1, "check": 1}
    assert counted.n_twice() == 1
    assert counted.n_pictures() == 3
