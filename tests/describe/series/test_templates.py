import numpy as np
import pytest

from cinescribe.arrays import write_arrays
from cinescribe.describe.series.templates import EpisodeTemplates, Template, read_templates, write_templates
from cinescribe.errors import RecordError


def template(person, *views):
    return Template(person, np.array(views, np.float32), 0.25, np.arange(6, dtype=np.float32))


def test_templates_are_read_as_they_were_written(tmp_path):
    written = EpisodeTemplates((template("p1", [0, 1], [1, 0]), template("p3", [1, 1])), "dlib")
    write_templates(tmp_path / "e01.safetensors", written)
    read = read_templates(tmp_path / "e01.safetensors")
    assert read.extractor == "dlib"
    for one, other in zip(read.people, written.people, strict=True):
        assert (one.person, one.spread) == (other.person, other.spread)
        assert (one.views == other.views).all()
        assert (one.clothes == other.clothes).all()


def test_an_episode_without_faces_has_templates_of_nobody(tmp_path):
    write_templates(tmp_path / "e01.safetensors", EpisodeTemplates((), "dlib"))
    assert read_templates(tmp_path / "e01.safetensors") == EpisodeTemplates((), "dlib")


def test_templates_that_do_not_fit_their_people_are_refused(tmp_path):
    arrays = {
        "views": np.zeros((2, 4), np.float32),
        "owners": np.array([0, 1], np.int32),
        "spreads": np.zeros(2, np.float32),
        "clothes": np.zeros((2, 6), np.float32),
    }
    write_arrays(tmp_path / "e01.safetensors", arrays, notes={"people": "p1", "extractor": "dlib"})
    with pytest.raises(RecordError, match="does not fit its people; remove it, and add the episode again"):
        read_templates(tmp_path / "e01.safetensors")
