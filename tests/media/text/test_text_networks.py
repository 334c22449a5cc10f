import importlib.util
import socket
import sys

import cv2
import numpy as np
import pytest

from cinescribe.errors import ModelError
from cinescribe.media.text.text_networks import Reading, TextDetector, TextRecogniser, model_file
from tests.media.text.lines import picture

PIXELS = 640 * 360


@pytest.fixture
def no_network(monkeypatch):
    """Any socket is an error."""

    def refuse(*args, **kwargs):
        raise AssertionError("a socket was opened")

    monkeypatch.setattr(socket, "socket", refuse)
    monkeypatch.setattr(socket, "create_connection", refuse)


@pytest.mark.slow
def test_lines_are_found_and_read_without_network(no_network):
    image = picture(("Open Door", 60, 120), ("Night Train", 200, 280))
    detector, recogniser = TextDetector(), TextRecogniser()
    quads = sorted(detector.lines(image, max_pixels=PIXELS), key=lambda quad: quad[0, 1])
    assert len(quads) == 2
    assert [recogniser.read(image, quad).text for quad in quads] == ["Open Door", "Night Train"]
    assert all(recogniser.read(image, quad, stretch=1.2).score > 0.9 for quad in quads)
    (left, top), (right, bottom) = quads[0].min(0), quads[0].max(0)
    assert (left, top, right, bottom) == pytest.approx((55, 75, 290, 130), abs=20)
    assert "rapidocr" not in sys.modules  # its code could download models


@pytest.mark.slow
def test_a_picture_without_text_has_no_lines():
    ramp = np.tile(np.linspace(0, 255, 640).astype(np.uint8)[None, :, None], (360, 1, 3))
    assert TextDetector().lines(ramp, max_pixels=PIXELS) == []


@pytest.mark.slow
def test_a_line_that_runs_down_is_turned():
    image = np.asarray(cv2.rotate(picture(("Night Train", 40, 200)), cv2.ROTATE_90_CLOCKWISE), np.uint8)
    (quad,) = TextDetector().lines(image, max_pixels=PIXELS)
    # The head of the letters points right, so that turning by 90 degrees to the left stands them up.
    assert TextRecogniser().read(image, quad).text == "Night Train"


def test_model_files_are_in_the_wheel():
    assert model_file("PP-OCRv6_det_small.onnx").stat().st_size > 1_000_000


@pytest.mark.parametrize("missing", ["package", "file"])
def test_missing_models_are_named(monkeypatch, missing):
    if missing == "package":
        monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    wanted = r"'absent\.onnx' was not found in the installed package 'rapidocr'.*pip install 'rapidocr>=3\.10'"
    with pytest.raises(ModelError, match=wanted):
        model_file("absent.onnx")


def test_a_reading_scores_the_mean_of_its_letters():
    assert Reading("ab", (0.5, 1.0)).score == 0.75
    assert Reading("", ()).score == 0
