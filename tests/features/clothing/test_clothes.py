import cv2
import numpy as np
import pytest

from cinescribe.features.clothing.clothes import with_clothes
from cinescribe.features.clothing.colour_terms import chroma_spread, colour_terms
from cinescribe.features.faces.face_crops import FaceCrop
from cinescribe.schema import Face

SKIN, GREY_FACE = (205, 160, 130), (170, 170, 170)
BLUE, RED, BLACK, WHITE = (10, 90, 190), (200, 20, 30), (12, 12, 14), (250, 250, 248)


@pytest.mark.parametrize(
    ("colour", "term"),
    [
        (BLUE, "blue"),
        (RED, "red"),
        ((20, 130, 40), "green"),
        ((250, 230, 40), "yellow"),
        ((120, 30, 140), "purple"),
        ((120, 70, 25), "brown"),
        (BLACK, "dark"),
        (WHITE, "light"),
        ((128, 128, 128), None),  # grey of a shirt, or of light on it
        ((70, 130, 130), None),  # blue for some, green for others
    ],
)
def test_colours_have_the_terms_on_which_people_agree(colour, term):
    assert colour_terms(np.array([colour], np.uint8)) == [term]


def test_no_colours_have_no_terms():
    assert colour_terms(np.zeros((0, 3), np.uint8)) == []
    assert chroma_spread(np.zeros((0, 3), np.uint8)) == 0.0


def crop(row: int, *, face=SKIN, behind=(160, 160, 160), beside=(160, 160, 160)) -> FaceCrop:
    """A picture of a face, its colour in the middle, with what is behind it and beside its jaw."""
    picture = np.full((64, 64, 3), behind, np.uint8)
    picture[32:] = beside
    picture[16:48, 16:48] = face
    return FaceCrop(row, 1.0, bytes(cv2.imencode(".png", picture[..., ::-1])[1]))


def worn(*colours, shares=None, tracks=None, **light):
    """Faces above clothes of the given colours, each in a track of its own unless `tracks` says otherwise."""
    tracks = tracks or range(len(colours))
    faces = [Face(n / 4, (0.4, 0.1, 0.5, 0.3), 1.0, n, track=track) for n, track in enumerate(tracks)]
    torsos = np.array([np.broadcast_to(colour, (8, 8, 3)) for colour in colours], np.uint8)
    crops = [crop(row, **light) for row in range(len(colours))]
    found = with_clothes(faces, torsos, np.array(shares or [1.0] * len(colours), np.float32), crops)
    return [face.clothes for face in found]


def test_each_track_has_one_colour():
    assert worn(BLUE, RED) == ["blue", "red"]
    assert worn(BLUE, BLUE, RED, tracks=[0, 0, 0]) == ["blue"] * 3  # two thirds of the cells are blue
    assert worn(BLUE, RED, tracks=[0, 0]) == [None, None]


def test_clothes_that_are_hardly_in_the_picture_have_no_colour():
    assert worn(BLUE, RED, BLUE, shares=[0.3, 0.9, 0.9]) == [None, "red", "blue"]


def test_a_black_and_white_film_has_dark_and_light_only():
    assert worn(BLACK, WHITE, (90, 90, 92), face=GREY_FACE) == ["dark", "light", None]
    assert worn((10, 90, 190), (10, 90, 190), face=GREY_FACE) == [
        None,
        None,
    ]  # one tint throughout, as of a toned print


def test_possible_skin_is_not_clothes():
    assert worn((224, 172, 125), (120, 70, 25), BLUE) == [None, None, "blue"]


def test_faces_without_a_track_have_no_clothes():
    assert worn(BLUE, RED, BLUE, tracks=[None, 0, 1]) == [None, "red", "blue"]


@pytest.mark.parametrize(
    "light",
    [
        {"face": (90, 130, 205)},  # a blue grade
        {"face": (120, 205, 100)},  # a green one
        {"face": (60, 45, 35)},  # lit from behind, or at night
        {"face": (130, 95, 75), "behind": (255, 255, 255)},
        {"face": (170, 170, 170)},  # a face without a hue in a film with hues
        {"face": (255, 250, 245)},
    ],
)
def test_clothes_have_no_colour_in_deceptive_light(light):
    assert worn(BLUE, RED, BLACK) == ["blue", "red", "dark"]
    assert worn(BLUE, RED, BLACK, **light) == [None, None, None]


def test_dark_hair_hides_dark_clothes():
    assert worn(BLUE, RED, BLACK, beside=(25, 22, 20)) == ["blue", "red", None]


def test_reflective_surface_has_no_clothes_colour():
    faces = [Face(0.0, (0.4, 0.1, 0.5, 0.3), 1.0, 0, track=0), Face(0.0, (0.7, 0.1, 0.8, 0.3), 1.0, 1, track=1)]
    metal = np.full((8, 8, 3), BLACK, np.uint8)
    metal[::2, ::2] = (200, 205, 210)
    torsos = np.stack([metal, np.broadcast_to(np.array(BLUE, np.uint8), (8, 8, 3))])
    found = with_clothes(faces, torsos, np.ones(2, np.float32), [crop(0), crop(1)])
    assert [face.clothes for face in found] == [None, "blue"]
    assert [face.clothes for face in with_clothes(faces, torsos, np.ones(2, np.float32), [])] == [None, None]
