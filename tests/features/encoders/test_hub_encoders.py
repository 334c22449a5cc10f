import json
from pathlib import Path
from typing import cast

import cv2
import numpy as np
import pytest
import torch
import transformers as hf

from cinescribe.errors import ModelError
from cinescribe.features.encoders.hub_encoders import (
    HubEncoder,
    HubPictureSink,
    HubWindowSink,
    hub_encoder,
    hub_settings,
)
from tests.models.tiny_hub import TEXT, VISION

pytestmark = pytest.mark.usefixtures("one_thread")

SIDE = {"size": {"shortest_edge": 32}, "crop_size": {"height": 32, "width": 32}}


def write(folder: Path, model, kind: str, **settings) -> Path:
    model.save_pretrained(folder)
    named = {"image_processor_type": f"{kind}ImageProcessor", **SIDE, **settings}
    (folder / "preprocessor_config.json").write_text(json.dumps(named))
    return folder


def clip(folder: Path) -> Path:
    vision = {**VISION, "image_size": 32, "patch_size": 16, "projection_dim": 12}
    text = {name: value for name, value in TEXT.items() if name != "num_key_value_heads"}
    config = hf.CLIPConfig(vision_config=vision, text_config={**text, "max_position_embeddings": 20}, projection_dim=12)
    return write(folder, hf.CLIPModel(config), "CLIP")


def resnet(folder: Path) -> Path:
    config = hf.ResNetConfig(embedding_size=8, hidden_sizes=[8, 24], depths=[1, 1])
    return write(folder, hf.ResNetForImageClassification(config), "ConvNext")


def vit(folder: Path) -> Path:
    """As published for classification: its pooler was never trained."""
    config = hf.ViTConfig(**VISION, image_size=32, patch_size=16)
    return write(folder, hf.ViTForImageClassification(config), "ViT", size={"height": 32, "width": 32})


def videomae(folder: Path) -> Path:
    config = hf.VideoMAEConfig(**VISION, image_size=32, patch_size=16, num_frames=8, tubelet_size=2)
    return write(folder, hf.VideoMAEModel(config), "VideoMAE")


def timesformer(folder: Path) -> Path:
    config = hf.TimesformerConfig(**VISION, image_size=32, patch_size=16, num_frames=4)
    return write(folder, hf.TimesformerModel(config), "VideoMAE")


WIDTHS = {clip: 12, resnet: 24, vit: 16, videomae: 16, timesformer: 16}


@pytest.fixture(scope="module")
def encoders(tmp_path_factory):
    torch.manual_seed(0)
    return {made: hub_encoder(str(made(tmp_path_factory.mktemp(made.__name__)))) for made in WIDTHS}


def pictures(n: int) -> np.ndarray:
    random = np.random.default_rng(1)
    return np.stack([cv2.GaussianBlur(random.integers(0, 256, (40, 60, 3), np.uint8), (0, 0), 3) for _ in range(n)])


@pytest.mark.parametrize("made", WIDTHS, ids=lambda made: made.__name__)
def test_encoders_know_their_width(encoders, made):
    encoder = encoders[made]
    assert encoder.width == WIDTHS[made]
    assert encoder.is_video == (made in (videomae, timesformer))


def test_vectors_of_clip_are_its_image_embeddings(encoders):
    encoder = encoders[clip]
    shown = encoder.prepare(pictures(3))["pixel_values"]
    whole = hf.CLIPModel.from_pretrained(encoder.name).eval()
    with torch.inference_mode():
        theirs = whole.get_image_features(pixel_values=torch.from_numpy(shown)).pooler_output.numpy()
    assert encoder.encode(shown) == pytest.approx(theirs, abs=1e-5)


def test_an_untrained_pooler_is_not_used(encoders):
    encoder = encoders[vit]
    shown = encoder.prepare(pictures(2))["pixel_values"]
    with torch.inference_mode():
        hidden = encoder.model(pixel_values=torch.from_numpy(shown)).last_hidden_state
    assert encoder.encode(shown) == pytest.approx(hidden.mean(1).numpy())


def test_a_sink_encodes_five_pictures_per_second(encoders):
    sink = HubPictureSink(encoders[resnet])
    assert sink.wants.rate_hz == 5.0
    shown = pictures(11)
    for n, picture in enumerate(shown):
        sink.take(n / 5, picture)
    found = sink.features()
    assert found.times.tolist() == [n / 5 for n in range(11)]
    alone = encoders[resnet].encode(encoders[resnet].prepare(shown[9:10])["pixel_values"])
    assert found.rows[9] == pytest.approx(alone[0], abs=1e-5)


@pytest.mark.parametrize("made", [videomae, timesformer], ids=lambda made: made.__name__)
def test_windows_are_around_every_half_second(encoders, made):
    encoder = encoders[made]
    sink = HubWindowSink(encoder)
    rate = encoder.n_pictures / 2
    assert sink.wants.rate_hz == rate
    shown = pictures(int(5 * rate))
    for n, picture in enumerate(shown):
        sink.take(n / rate, picture)
    found = sink.features()
    assert found.times.tolist() == [0.5 * n for n in range(10)]
    first = int(2 * rate) - encoder.n_pictures // 2  # of the window around second 2
    window = encoder.prepare(shown[first : first + encoder.n_pictures])["pixel_values"][None]
    assert found.rows[4] == pytest.approx(encoder.encode(window)[0], abs=1e-5)


class Numbers:
    """A stand-in for an encoder of windows of four, whose vector is the window's brightnesses."""

    n_pictures, width = 4, 4

    def prepare(self, shown):
        return {"pixel_values": shown.mean((1, 2, 3)).astype(np.float32)}

    def encode(self, windows):
        return windows


@pytest.mark.parametrize("n_pictures", [1, 3, 4, 7])
def test_at_the_ends_the_nearest_pictures_are_repeated(n_pictures):
    sink = HubWindowSink(cast(HubEncoder, Numbers()))
    for n in range(n_pictures):
        sink.take(n / 2, np.full((2, 2, 3), n, np.uint8))
    found = sink.features()
    last = n_pictures - 1
    assert found.times.tolist() == [n / 2 for n in range(n_pictures)]
    assert found.rows.tolist() == [[min(max(n + k, 0), last) for k in (-2, -1, 0, 1)] for n in range(n_pictures)]


def test_a_film_without_pictures_has_no_features(encoders):
    assert HubPictureSink(encoders[clip]).features().rows.shape == (0, 12)
    assert HubWindowSink(encoders[videomae]).features().rows.shape == (0, 16)


def test_a_missing_model_is_not_fetched_without_consent(monkeypatch, tmp_path):
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    with pytest.raises(ModelError, match="'nobody/nothing' is not on this machine"):
        hub_encoder("nobody/nothing")


def test_a_model_of_texts_is_refused(tmp_path):
    model = hf.BertModel(hf.BertConfig(vocab_size=9, hidden_size=8, num_hidden_layers=1, num_attention_heads=1))
    with pytest.raises(ModelError, match=r"cannot encode pictures .*name an image or video encoder"):
        hub_encoder(str(write(tmp_path, model, "CLIP")))


def test_a_model_without_preprocessing_settings_is_refused(tmp_path):
    (clip(tmp_path) / "preprocessor_config.json").unlink()
    with pytest.raises(ModelError, match="has no preprocessing settings"):
        hub_encoder(str(tmp_path))


def test_folder_of_an_unknown_model_type_is_refused(tmp_path):
    (clip(tmp_path) / "config.json").write_text('{"model_type": "no such"}')
    with pytest.raises(ModelError, match=r"cannot be loaded .*expected an image or video encoder of transformers"):
        hub_encoder(str(tmp_path))


def test_weights_that_lack_a_part_are_refused(tmp_path):
    model = hf.ViTModel(hf.ViTConfig(**VISION, image_size=32, patch_size=16))
    write(tmp_path, model, "ViT")
    model.save_pretrained(tmp_path, state_dict={k: v for k, v in model.state_dict().items() if "layernorm" not in k})
    with pytest.raises(ModelError, match=r"the weights of .* lack '.*layernorm"):
        hub_encoder(str(tmp_path))


def test_malformed_preprocessing_settings_are_refused(tmp_path):
    (tmp_path / "preprocessor_config.json").write_text("[1]")
    with pytest.raises(ModelError, match=r"the preprocessing settings of 'some' are \[1\]; name another model"):
        hub_settings(tmp_path, "some")
