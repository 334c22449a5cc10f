import math

import cv2
import numpy as np
import pytest

from cinescribe.generate.narration.checks import QUESTION, check_request, read_check
from cinescribe.generate.narration.controls import Check, Square
from cinescribe.generate.narration.marked_frames import COLOURS, legend_of
from cinescribe.generate.narration.reliability import Statement
from cinescribe.models.vlm.chat import ChatAnswer, ChatRequest, Token
from cinescribe.models.vlm.film_words import FILM_RULE
from tests.generate.narration.scenes import ANNA, face, frame, moment

TEXTS = ("Anna opens a door.", "Ben runs.", "A pink square is in the lower right corner of the frames.", "Anna sits.")
CHECK = Check(tuple(Statement(text, "candidate") for text in TEXTS), Square("pink"))
FRAMES = [frame(4.5, 2, face(4.5, "p1")), frame(5.5, 2)]


def asked():
    return check_request(CHECK, moment(), FRAMES, legend_of(FRAMES, [ANNA]))


def test_a_check_is_a_numbered_list_about_marked_frames():
    request = asked()
    legend, rule, question, *lines = request.text.splitlines()
    assert legend == "People are marked by coloured circles around their heads: Anna (red)."
    assert (rule, question) == (FILM_RULE, QUESTION)
    assert lines == [f"{n}. {text}" for n, text in enumerate(TEXTS, 1)]
    assert [picture.label for picture in request.pictures] == ["shot 2 at 4.5 s", "shot 2 at 5.5 s"]
    assert request.log_probability


def test_frames_of_other_shots_are_only_context():
    frames = [frame(2.5, 1, face(2.5, "p1")), *FRAMES]
    request = check_request(CHECK, moment(), frames, legend_of(frames, [ANNA]))
    assert "Only to know who is who, and not to be judged: shot 1." in request.text
    assert [picture.is_context for picture in request.pictures] == [True, False, False]


def test_the_square_is_in_every_frame():
    for picture in asked().pictures:
        image = np.asarray(cv2.imdecode(np.frombuffer(picture.data, np.uint8), cv2.IMREAD_COLOR))
        assert np.abs(image[-5, -5][::-1].astype(int) - COLOURS["pink"]).max() < 40
        assert np.abs(image[5, -5].astype(int) - 90).max() < 20


def numbers(text, **changes):
    found = read_check(CHECK, asked(), ChatAnswer(text, **changes))
    return [n for n, verdict in enumerate(found.verdicts, 1) if verdict.yes] if found.verdicts else None


@pytest.mark.parametrize(
    ("answer", "named"),
    [
        ("1, 3", [1, 3]),
        ("1 and 3.", [1, 3]),
        ("[1, 4]", [1, 4]),
        ("The statements 1, 2 and 3 are true.", [1, 2, 3]),
        ("1. Anna opens a door.\n3. A pink square is in the lower right corner of the frames.", [1, 3]),
        ("1. True\n2. False\n3: yes\n4: no", [1, 3]),
        ("1 true, 2 false, 3 true, 4 not true", [1, 3]),
        ("2-4", [2, 3, 4]),
        ("All of them are true.", [1, 2, 3, 4]),
        ("None.", []),
        ("none of these", []),
        ("Keine.", []),
        ("Aucune de ces phrases.", []),
        ("Żadne.", []),
        ("Alle.", [1, 2, 3, 4]),
        ("1. Wahr\n2. Falsch\n3. wahr\n4. nicht wahr", [1, 3]),
        ("1: prawda, 2: fałsz", [1]),
        ("[]", []),
        ("0", []),
        ("7", None),
        ("I see a door.", None),
        ("", None),
    ],
)
def test_numbers_are_read_in_every_form(answer, named):
    assert numbers(answer) == named


def test_answer_that_repeats_the_question_has_no_numbers():
    assert numbers(asked().text) is None


def test_unusable_answer_gives_no_verdicts():
    found = read_check(CHECK, asked(), ChatAnswer("1, 3", is_whole=False, trouble="cut"))
    assert (found.verdicts, found.form) == ((), "cut")
    assert read_check(CHECK, asked(), ChatAnswer("hm")).form == "unreadable"


def test_log_probabilities_of_the_numbers_are_used():
    tokens = (Token("1", math.log(0.6)), Token(",", -0.1), Token(" 3", math.log(0.9)))
    found = read_check(CHECK, asked(), ChatAnswer("1, 3", tokens=tokens))
    assert [verdict.yes for verdict in found.verdicts] == pytest.approx([0.6, 0, 0.9, 0])


def test_a_request_without_pictures_is_read_too():
    assert read_check(CHECK, ChatRequest("Which?"), ChatAnswer("2")).verdicts[1].yes == 1
