import json

import numpy as np
import PIL.Image
import pytest

from cinescribe.describe.looking.asking import ask_about
from cinescribe.errors import InputError, ModelError
from cinescribe.export.folder import FRAMES_FOLDER
from cinescribe.models.vlm.capabilities import Capabilities
from cinescribe.models.vlm.chat import ChatAnswer
from cinescribe.schema import Face
from cinescribe.store import write_record, write_records
from cinescribe.timing import Span
from tests.describe.editing.scripts import cue, script

SPAN = Span(4.0, 6.0)


class Scripted:
    """A chat model that answers as a script says."""

    name = "server:here#scripted"

    def __init__(self, *answers, several=True, sees=True):
        self.can = Capabilities(images=True, sees=sees, several_images=several, schema=True, log_probabilities=False)
        self.answers, self.requests = list(answers), []

    def ask(self, requests):
        self.requests += requests
        return [ChatAnswer(self.answers.pop(0)) for _ in requests]


def seen(answer, is_seen=True):
    return json.dumps({"seen": is_seen, "answer": answer})


@pytest.fixture
def folder(tmp_path):
    write_record(tmp_path / "script.json", script(cue(4.0, "Anna waits."), p1="Anna"))
    (tmp_path / FRAMES_FOLDER).mkdir(parents=True)
    for time in range(3500, 7000, 250):
        PIL.Image.fromarray(np.zeros((90, 160, 3), np.uint8)).save(tmp_path / FRAMES_FOLDER / f"{time:09d}.jpg")
    write_records(tmp_path / "faces.jsonl", [Face(4.25, (0.1, 0.1, 0.3, 0.4), 1.0, 0, person="p1", certainty=0.9)])
    return tmp_path


def test_an_answer_that_the_model_confirms_is_given(folder):
    model = Scripted(seen("Anna holds a letter."), "2, 3")
    answer = ask_about(folder, " What does  she hold? ", SPAN, model=model)
    assert (answer.words, answer.seen, answer.question) == ("Anna holds a letter.", True, "What does she hold?")
    assert (answer.times, answer.by) == ((4.25, 4.75, 5.25, 5.75), "server:here#scripted")
    asked, check = model.requests
    assert [picture.label for picture in asked.pictures] == ["4.2 s, box 1 is Anna", "4.8 s", "5.2 s", "5.8 s"]
    assert "2. Anna holds a letter." in check.text
    assert check.pictures[0].data != asked.pictures[0].data


def test_not_seen_is_an_answer(folder):
    assert ask_about(folder, "Who is there?", SPAN, model=Scripted(seen("", is_seen=False))).words == "Not seen."
    assert not ask_about(folder, "Who is there?", SPAN, model=Scripted(seen(""))).seen


def test_an_answer_that_the_model_does_not_confirm_is_not_given(folder):
    answer = ask_about(folder, "What does she hold?", SPAN, model=Scripted(seen("Anna holds a gun."), "3"))
    assert not answer.seen
    assert answer.words.startswith("Not seen. The model first said “Anna holds a gun.”")


@pytest.mark.parametrize("check", ["1, 2, 3", "2", "I think so"])
def test_model_that_fails_the_mark_check_is_doubted(folder, check):
    answer = ask_about(folder, "What does she hold?", SPAN, model=Scripted(seen("Anna holds a gun."), check))
    assert answer.seen
    assert "could not be checked" in answer.doubt


def test_an_answer_that_cannot_be_read_is_not_seen(folder):
    answer = ask_about(folder, "What?", SPAN, model=Scripted("A letter, perhaps"))
    assert (answer.seen, answer.doubt) == (False, "The model's answer could not be read.")


def test_a_model_that_takes_one_picture_is_shown_the_middle(folder):
    model = Scripted(seen("", is_seen=False), several=False)
    assert ask_about(folder, "What?", SPAN, model=model).times == (5.0,)


@pytest.mark.parametrize("question", ["  ", "x" * 501])
def test_a_question_is_short_and_not_empty(folder, question):
    with pytest.raises(InputError, match="ask in 1 to 500"):
        ask_about(folder, question, SPAN, model=Scripted())


def test_a_moment_outside_the_film_is_refused(folder):
    with pytest.raises(InputError, match="is not in the film, which lasts 60 s"):
        ask_about(folder, "What?", Span(61.0, 62.0), model=Scripted())


def test_a_model_without_eyes_is_refused(folder):
    with pytest.raises(ModelError, match="does not see pictures"):
        ask_about(folder, "What?", SPAN, model=Scripted(sees=False))
