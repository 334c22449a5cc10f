import av
import numpy as np
import pytest

from cinescribe.media.film.tags import title_and_story


def film(path, **tags):
    with av.open(str(path), "w") as container:
        container.metadata.update(tags)
        video = container.add_stream("libx264", rate=5)
        video.width, video.height, video.pix_fmt = 32, 32, "yuv420p"
        for _ in range(5):
            container.mux(video.encode(av.VideoFrame.from_ndarray(np.zeros((32, 32, 3), np.uint8), format="rgb24")))
        container.mux(video.encode())
    return path


@pytest.mark.parametrize(
    ("tags", "found"),
    [
        ({"title": "The Key", "comment": "x", "description": "Anna\nlooks for it."}, "The Key: Anna looks for it."),
        ({"title": "The Key"}, "The Key"),
        ({"comment": "Anna looks for a key."}, "Anna looks for a key."),
        ({"title": "The Key", "comment": "About it: 2 of 3 are AI-generated. Made with Cinescribe 0.5.0."}, "The Key"),
        ({"title": "The Key", "comment": "O tym: AI: observer. Program: Cinescribe 0.5.0."}, "The Key"),
        ({"comment": "Cinescribe watches Anna."}, "Cinescribe watches Anna."),
        ({}, ""),
    ],
)  # fmt: skip
@pytest.mark.parametrize("form", ["mp4", "mkv"])
def test_title_and_story_are_tags_of_the_file(tmp_path, form, tags, found):
    assert title_and_story(film(tmp_path / f"film.{form}", **tags)) == found


def test_a_long_story_is_cut(tmp_path):
    assert len(title_and_story(film(tmp_path / "film.mkv", comment="a" * 5000))) == 2000
