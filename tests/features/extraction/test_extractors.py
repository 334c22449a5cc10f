import importlib
import pickle

import numpy as np
import pytest
import torch

from cinescribe.errors import FeatureError, ModelError
from cinescribe.features.encoders.backlot_actions import ActionNet, ActionSizes
from cinescribe.features.encoders.backlot_frames import FrameNet, FrameSizes
from cinescribe.features.encoders.body_net import load_body_net
from cinescribe.features.encoders.encoder_weights import ENCODER, body_weights
from cinescribe.features.encoders.hub_encoders import HubPictureSink, HubWindowSink
from cinescribe.features.extraction.extractors import bodies_version, extractor
from cinescribe.features.timed.timed_features import FaceFeatures, FigureFeatures
from cinescribe.input_files import digest
from tests.features.encoders.test_hub_encoders import clip, videomae

extractors = importlib.import_module("cinescribe.features.extraction.extractors")

pytestmark = pytest.mark.usefixtures("one_thread")


@pytest.fixture
def untrained(monkeypatch, tmp_path):
    """Our networks without training, and files in place of their weights."""
    torch.manual_seed(0)
    (tmp_path / ENCODER.weights).write_bytes(b"weights")
    monkeypatch.setattr(extractors, "load_frame_net", lambda: FrameNet(FrameSizes()))
    monkeypatch.setattr(extractors, "load_action_net", lambda: ActionNet(ActionSizes()))
    monkeypatch.setattr(extractors, "frame_weights", lambda: tmp_path)
    monkeypatch.setattr(extractors, "action_weights", lambda: tmp_path)
    return tmp_path


@pytest.mark.parametrize("stream", ["clip", "actions"])
def test_default_extractors_are_bundled_and_versioned_by_weights(untrained, stream):
    first = extractor(stream)
    assert (first.stream, first.name) == (stream, {"clip": "backlot-frames", "actions": "backlot-actions"}[stream])
    assert extractor(stream, "backlot").version == first.version
    (untrained / ENCODER.weights).write_bytes(b"other weights")
    assert extractor(stream).version != first.version


@pytest.mark.parametrize("stream", ["clip", "actions"])
def test_each_film_gets_a_sink_of_its_own(untrained, stream):
    ours = extractor(stream)
    one, other = ours.sink(), ours.sink()
    height, width = one.wants.height, one.wants.width
    assert height is not None
    assert width is not None
    one.take(0.0, np.zeros((height, width, 3) if one.wants.layout == "rgb24" else (height, width), np.uint8))
    assert len(one.features().times) == 1
    assert len(other.features().times) == 0


@pytest.mark.parametrize("stream", ["clip", "actions", "faces", "figures"])
def test_extractors_are_sent_to_the_processes_of_shards(stream):
    ours = pickle.loads(pickle.dumps(extractor(stream)))
    assert (ours.stream, ours.name) == (extractor(stream).stream, extractor(stream).name)
    assert ours.sink() is not None


def test_faces_are_dlib_s_at_the_rate_and_width_of_corpora():
    faces = extractor("faces")
    assert faces.name == "dlib"
    assert faces.version == f"3, 1.5 Hz, 640 pixels, bodies {digest(body_weights() / ENCODER.weights)[:12]}"
    sink = faces.sink()
    assert (sink.wants.rate_hz, sink.wants.width) == (4.5, 640)  # one picture of three is searched
    found = sink.features()
    assert isinstance(found, FaceFeatures)
    assert found.embeddings.shape == (0, 128)
    assert found.bodies.shape == (0, load_body_net().sizes.n_outputs)


def test_figures_are_sought_in_one_picture_of_three():
    figures = extractor("figures")
    assert figures.name == "backlot"
    assert bodies_version() in figures.version
    sink = figures.sink()
    assert (sink.wants.rate_hz, sink.wants.width) == (4.5, 640)
    found = sink.features()
    assert isinstance(found, FigureFeatures)
    assert found.boxes.shape == (0, 4)
    assert found.looks.shape == (0, 24, 12, 3)


@pytest.mark.slow
def test_models_of_the_hub_read_pictures_or_windows(tmp_path):
    pictures = extractor("clip", str(clip(tmp_path / "clip")))
    assert pictures.name == "clip"
    assert isinstance(pictures.sink(), HubPictureSink)
    windows = extractor("actions", str(videomae(tmp_path / "videomae")))
    assert isinstance(windows.sink(), HubWindowSink)
    assert extractor("clip", str(clip(tmp_path / "clip"))).version != pictures.version  # other random weights


def test_models_for_the_wrong_stream_are_refused(tmp_path):
    with pytest.raises(FeatureError, match=r"reads single pictures, which do not fit 'actions'; use it for 'clip'"):
        extractor("actions", str(clip(tmp_path / "clip")))
    with pytest.raises(FeatureError, match=r"reads windows of several pictures, .* 'clip'; use it for 'actions'"):
        extractor("clip", str(videomae(tmp_path / "videomae")))


def test_unknown_names_are_refused():
    with pytest.raises(ModelError, match="unknown face detector 'arcface'; choose one of dlib, insightface"):
        extractor("faces", "arcface")
    with pytest.raises(FeatureError, match=r"`stream` is 'text'; choose one of clip, .* imagenet, figures"):
        extractor("text")  # type: ignore[arg-type]
