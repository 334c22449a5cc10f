from dataclasses import replace

import cv2
import numpy as np
import pytest

from cinescribe.generate.narration.marked_frames import COLOURS, legend_of, marked_frames
from cinescribe.generate.narration.moments import Role, SeenBody
from tests.generate.narration.scenes import ANNA, BEN, face, frame


def pictures(files):
    decoded = [cv2.imdecode(np.frombuffer(one, np.uint8), cv2.IMREAD_COLOR) for one in files]
    return [image[:, :, ::-1] for image in decoded if image is not None]


def test_the_most_seen_person_has_the_first_colour():
    frames = [frame(0.0, 1, face(0.0, "p1"), face(0.0, "p2", 0.7)), frame(1.0, 1, face(1.0, "p2", 0.7))]
    legend = legend_of(frames, (ANNA, BEN))
    assert legend.in_words() == "Ben (red), Anna (blue)"
    assert legend.names == ("Ben", "Anna")


def test_people_beyond_the_colours_go_without():
    roles = [Role(f"p{n}", f"N{n}", f"N{n}") for n in range(len(COLOURS) + 2)]
    shown = frame(0.0, 1, *(face(0.0, role.id) for role in roles))
    assert len(legend_of([shown], roles).colours) == len(COLOURS)


@pytest.mark.parametrize("colour", COLOURS)
def test_a_circle_keeps_its_colour_through_jpeg(colour):
    shown = frame(0.0, 1, face(0.0, "p1", 0.5, 0.4))
    at = list(COLOURS).index(colour)
    legend = legend_of([shown], [Role("p1", "Anna", "Anna")])
    legend = type(legend)((("p1", "Anna", colour),))
    (picture,) = pictures(marked_frames([shown], legend))
    near = [int((np.linalg.norm(picture.astype(int) - np.array(one), axis=2) < 60).sum()) for one in COLOURS.values()]
    assert int(np.argmax(near)) == at
    assert near[at] >= 20


def test_marked_frames_are_copies_with_shot_numbers():
    shown = frame(0.0, 12)
    (picture,) = pictures(marked_frames([shown], legend_of([shown], ())))
    assert (shown.image == 90).all()
    assert picture[:16, :30].max() > 200
    assert abs(int(picture[60, 100].mean()) - 90) < 3


def test_person_without_a_face_is_marked_around_the_head():
    turned = replace(frame(0.0, 1), bodies=(SeenBody((0.4, 0.3, 0.6, 0.9), "p2", "seen before"),))
    legend = legend_of([turned, frame(1.0, 1, face(1.0, "p1"))], (ANNA, BEN))
    assert set(legend.names) == {"Anna", "Ben"}
    (picture,) = pictures(marked_frames([turned], legend))
    changed = np.abs(picture.astype(int) - 90).max(2) > 40
    changed[:25, :30] = False  # the number of the shot
    rows, columns = np.nonzero(changed)
    assert 27 - 4 <= rows.min() < rows.max() <= 27 + 26  # of 90: the box begins at 27, the head is 16 high
    assert abs((columns.min() + columns.max()) / 2 - 80) < 3


def test_body_without_a_role_is_not_marked():
    turned = replace(frame(0.0, 1), bodies=(SeenBody((0.4, 0.3, 0.6, 0.9), "p9", "seen before"),))
    legend = legend_of([turned], (ANNA, BEN))
    assert legend.colours == ()
    assert marked_frames([turned], legend) == marked_frames([frame(0.0, 1)], legend)


def test_a_sheet_is_one_picture_of_all_frames():
    shown = [frame(float(n), 1, level=40 * n) for n in range(5)]
    (sheet,) = pictures(marked_frames(shown, legend_of(shown, ()), as_sheet=True))
    assert sheet.shape == (180, 480, 3)
    assert [round(float(sheet[70, x].mean()) / 40) for x in (100, 260, 420)] == [0, 1, 2]
    assert marked_frames((), legend_of((), ()), as_sheet=True) == ()
