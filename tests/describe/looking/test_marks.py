import io

import numpy as np
import PIL.Image

from cinescribe.describe.looking.marks import PictureMark, marked, marks_at, picture_words
from cinescribe.language.messages.page_words import page_words
from cinescribe.schema import Evidence, Face, ScreenText
from cinescribe.timing import Span
from tests.describe.editing.scripts import cue, script

LEFT, LOW = (0.0, 0.4, 0.2, 0.6), (0.7, 0.8, 0.9, 1.0)
CUE = cue(4.0, "Anna waits.").replace(evidence=(Evidence(4.1, "tears", LOW, 0.88), Evidence(4.1, "a frame")))


def face(time, box=LEFT, person="p1"):
    return Face(time, box, 1.0, 0, person=person, certainty=0.94)


def test_people_evidence_and_texts_of_a_picture_are_marked():
    film = script(CUE, p1="Anna").replace(texts=(ScreenText(Span(3.0, 5.0), "HARBOUR", LOW, 0.9),))
    marks = marks_at(film, CUE, [face(4.0)], 4.0)
    assert [mark.words for mark in marks] == ["Anna, 94 %", "tears, 88 %", "the text “HARBOUR”"]
    assert [mark.place(page_words("en")) for mark in marks] == ["left", "bottom right", "bottom right"]


def test_faces_of_other_moments_or_unknown_people_are_not_marked():
    film = script(CUE, p1="Anna")
    assert marks_at(film, CUE, [face(8.0), face(6.0, person=None), face(6.0, person="p9")], 6.0) == ()


def test_the_nearest_face_of_a_person_counts():
    marks = marks_at(script(CUE, p1="Anna"), cue(4.0, "x"), [face(3.9, LOW), face(4.0), face(4.2, LOW)], 4.02)
    assert [mark.box for mark in marks] == [LEFT]


def test_picture_marks_are_listed_in_words():
    assert (
        picture_words(4.2, [PictureMark(LEFT, "Anna, 94 %")]) == "Frame at 00:00:04.200. Marked: 1, Anna, 94 %, left."
    )
    assert picture_words(4.2, []) == "Frame at 00:00:04.200. Nothing is marked."


def test_marks_are_drawn_also_beyond_the_edge():
    plain = np.full((90, 160, 3), 128, np.uint8)
    marks = [PictureMark((0.9, 0.2, 0.1, 1.5), "turned round, and beyond the edge")]
    picture = np.asarray(PIL.Image.open(io.BytesIO(marked(plain, marks))))
    assert picture.shape == plain.shape
    assert picture.max() > 200
    assert not np.array_equal(picture, np.asarray(PIL.Image.open(io.BytesIO(marked(plain, [])))))
