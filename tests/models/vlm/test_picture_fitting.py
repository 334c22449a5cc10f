import cv2
import numpy as np
import pytest

from cinescribe.errors import ModelError
from cinescribe.models.vlm.chat import ChatPicture
from cinescribe.models.vlm.picture_fitting import fewer, longest_side_of, sheet, smaller

GREYS = (0, 60, 120, 180, 240)


def picture(level: int, size: tuple[int, int] = (90, 160), label: str = "", *, is_context: bool = False) -> ChatPicture:
    image = np.full((*size, 3), level, np.uint8)
    return ChatPicture(cv2.imencode(".jpg", image)[1].tobytes(), label or f"level {level}", is_context)


def image(one: ChatPicture):
    return cv2.imdecode(np.frombuffer(one.data, np.uint8), cv2.IMREAD_COLOR)


def numbered(n, *context):
    return tuple(ChatPicture(b"", str(at), at in context) for at in range(n))


@pytest.mark.parametrize(
    ("pictures", "n", "kept"),
    [
        (numbered(8), 5, "02457"),
        (numbered(8), 2, "07"),
        (numbered(8), 1, "4"),
        (numbered(8, 0, 7), 6, "123456"),
        (numbered(8, 0, 7), 7, "1234567"),
        (numbered(8, 0, 7), 3, "136"),
        (numbered(4, 0, 1, 2, 3), 2, "03"),
        (numbered(3), 3, "012"),
    ],
)
def test_context_is_left_out_first_then_some_evenly(pictures, n, kept):
    assert "".join(one.label for one in fewer(pictures, n)) == kept


def test_a_sheet_holds_its_frames_in_rows_with_their_labels():
    one = sheet([picture(level) for level in GREYS])
    found = image(one)
    assert found.shape == (180, 480, 3)
    levels = [found[45 + 90 * row, 80 + 160 * column, 0] for row in range(2) for column in range(3)]
    assert np.allclose(levels, [*GREYS, 0], atol=3)
    assert one.frames == tuple(f"level {level}" for level in GREYS)
    assert sheet([ChatPicture(picture(0).data)]).frames == ("frame 1",)


def test_a_sheet_is_limited_in_size_and_in_frames():
    many = [picture(level, (432, 768)) for level in range(12)]
    found = sheet(many)
    assert len(found.frames) == 9
    assert image(found).shape[1] == 1536
    assert max(image(sheet(many, longest_side=300)).shape) == 300


def test_frames_of_other_sizes_are_brought_to_the_first_one():
    assert image(sheet([picture(0), picture(200, (50, 50))])).shape == (90, 320, 3)


def test_a_picture_is_made_smaller_only_if_it_is_larger():
    one = picture(100, (432, 768))
    assert longest_side_of(one) == 768
    assert image(smaller(one, 512)).shape == (288, 512, 3)
    assert smaller(one, 512).label == one.label
    assert smaller(one, 768) == one


@pytest.mark.parametrize("data", [b"", b"no picture"])
def test_what_is_no_picture_is_refused(data):
    with pytest.raises(ModelError, match=r"a picture of a question is no JPEG file .*; encode it again"):
        sheet([ChatPicture(data)])
