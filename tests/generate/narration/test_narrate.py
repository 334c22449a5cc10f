import json
import math
from dataclasses import replace

import numpy as np

from cinescribe.generate.narration.narrate import Narrators, Tools, narrate
from cinescribe.generate.narration.wording import Speaker
from cinescribe.language.parser.parse import shipped_parser
from cinescribe.models.vlm.chat import ChatAnswer
from tests.generate.narration.scenes import ABLE, ANNA, BEN, ScriptedModel, look, moment

ROLES = (ANNA, BEN)
SEEN = json.dumps({"actions": [{"who": "Anna", "does": "opens a door", "to_whom": "", "shot": 2}], "detail": ""})


class Apart:
    """Every text is unlike every other."""

    def vectors(self, texts):
        return np.eye(len(texts))


def sentences(*texts):
    return json.dumps({"sentences": [{"text": text, "notes": [1]} for text in texts]})


def truthful(request):
    """Sees Anna open a door; knows that Ben is not there, and that the door is not red."""
    if "Answer with one word" in request.text:
        is_true = "red door" not in request.text
        return ChatAnswer("Yes" if is_true else "No", math.log(0.9))
    if request.text.startswith("You write"):
        return sentences("Anna opens a door.", "Anna opens a red door.", "Ben opens a door.")
    return SEEN


def tools(**changes):
    speaker = Speaker(lambda text: len(text.split()) / 2.5)
    return Tools(look, speaker, shipped_parser(), Apart(), lambda texts: [()] * len(texts), **changes)


def one(reply=truthful, *, narrators=None, pause=None, given=None):
    model = ScriptedModel(reply)
    (found,) = narrate([pause or moment()], ROLES, narrators or Narrators(model, model), given or tools())
    return found, model


def faults(found):
    return {candidate.text: candidate.faults for candidate in found.draft.candidates}


def test_the_true_sentence_is_said_and_introduces_its_person():
    found, model = one()
    assert found.said is not None
    assert found.said.text == "Anna, in blue, opens a door."
    assert found.said.probability is not None
    assert found.said.probability > 0.9
    assert faults(found)["Ben opens a door."] == ("names Ben, who is not marked in these frames",)
    (doubt,) = faults(found)["Anna opens a red door."]
    assert doubt == "only 1% sure to be true"
    assert len(model.asked) == 2 + 4  # two statements, each with the question who
    assert all(len(request.images) == 1 for request in model.asked[2:])  # its own frame, without context
    assert [about for about, _ in found.replies].count("Anna opens a door.") == 2


def test_unchecked_whatever_is_written_may_be_said():
    seer = ScriptedModel(truthful)
    found, _ = one(narrators=Narrators(seer, seer, checks=False))
    assert faults(found)["Anna opens a red door."] == ()
    assert found.said is not None
    assert found.said.probability is None


def test_the_text_model_may_be_another():
    seer, writer = ScriptedModel(truthful), ScriptedModel(truthful)
    one(narrators=Narrators(seer, writer))
    assert [request.text.startswith("You write") for request in writer.asked] == [True]
    assert not any(request.text.startswith("You write") for request in seer.asked)


def test_a_sentence_that_does_not_fit_is_asked_for_again_and_shorter():
    asked = []

    def wordy(request):
        if request.text.startswith("You write"):
            asked.append(request.text)
            return sentences("Anna opens a very large and heavy old door." if len(asked) == 1 else "Anna opens a door.")
        return truthful(request)

    found, _ = one(wordy, pause=moment(4.0, 6.0))
    assert "each of at most 5 words" in asked[0]
    assert "each of at most 4 words" in asked[1]
    assert faults(found)["Anna opens a very large and heavy old door."] == ("takes 3.6 s of 2.0 s",)
    assert found.said is not None
    assert found.said.text == "Anna opens a door."


def test_what_speaks_against_a_sentence_is_asked_once_for_all():
    calls = []

    def against(texts):
        calls.append(texts)
        return [("camera: close-up",) if "red" in text else () for text in texts]

    found, model = one(given=replace(tools(), faults=against))
    assert len(calls) == 1
    assert faults(found)["Anna opens a red door."] == ("camera: close-up",)
    assert not any("red door" in request.text for request in model.asked)


def test_skip_refusals_and_empty_answers_are_silence():
    for answer in ("SKIP", "I'm sorry, I can't help.", "", "{}"):
        found, _ = one(lambda request, answer=answer: answer if request.text.startswith("You write") else SEEN)
        assert found.said is None
        blind, model = one(lambda _, answer=answer: answer)
        assert blind.said is None
        assert len(model.asked) == 1  # nothing seen, nothing asked


def test_who_says_neither_yes_nor_no_leaves_it_open():
    found, _ = one(lambda request: "Perhaps" if "one word" in request.text else truthful(request))
    assert found.said is not None
    assert found.said.probability is None


def test_without_probabilities_votes_decide():
    able = replace(ABLE, log_probabilities=False)

    def voter(request):
        if "Is anything wrong" in request.text:
            return "No"
        return "Yes" if "Answer with one word" in request.text else truthful(request)

    model = ScriptedModel(voter, can=able)
    (found,) = narrate([moment()], ROLES, Narrators(model, model), tools())
    assert found.said is not None
    assert found.said.probability == 5 / 6


def test_what_was_told_before_is_known_to_the_writer():
    model = ScriptedModel(truthful)
    first, second = narrate([moment(), moment(10.0, 14.0)], ROLES, Narrators(model, model), tools())
    assert "The listener knows already" not in first.draft.prompt
    assert "The listener knows already: Anna opens a door." in second.draft.prompt


def test_a_moment_without_frames_is_left_out_and_progress_ends_at_one():
    shares: list[float] = []
    model = ScriptedModel(truthful)
    given = replace(tools(progress=shares.append), look=lambda pause: [] if pause.span.start > 5 else look(pause))
    found = narrate([moment(), moment(10.0, 14.0)], ROLES, Narrators(model, model), given)
    assert len(found) == 1
    assert shares == sorted(shares)
    assert shares[-1] == 1.0
    assert narrate([], ROLES, Narrators(model, model), given) == []
