"""Region features of tiny random detectors and towers in the hub's layout."""

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
import torch
import transformers as hf

from cinescribe.errors import FeatureError, ModelError
from cinescribe.features.regions.hub_regions import MAX_REGIONS, MIN_REGIONS, MIN_SCORE, HubGrid, hub_detector, hub_grid
from cinescribe.features.regions.region_extractors import region_extractor
from cinescribe.features.regions.regions import CellRegions, KnownBoxes
from tests.features.encoders.test_hub_encoders import clip, resnet, videomae, vit, write

pytestmark = pytest.mark.usefixtures("one_thread")
NAMES = {0: "cat", 1: "dog", 2: "cup"}
SMALL = {"size": {"shortest_edge": 40, "longest_edge": 64}}
BACKBONE: dict[str, Any] = {"embedding_size": 8, "hidden_sizes": [8, 8, 8, 16], "depths": [1, 1, 1, 1]}


def detr(folder: Path, *, n_queries: int = 60) -> Path:
    backbone = hf.ResNetConfig(**{**BACKBONE, "out_features": ["stage4"]})
    config = hf.DetrConfig(
        backbone_config=backbone,
        use_timm_backbone=False,
        d_model=16,
        num_queries=n_queries,
        encoder_layers=1,
        decoder_layers=1,
        encoder_attention_heads=2,
        decoder_attention_heads=2,
        encoder_ffn_dim=16,
        decoder_ffn_dim=16,
        id2label=NAMES,
    )
    return write(folder, hf.DetrForObjectDetection(config), "Detr", crop_size=None, **SMALL)


def rtdetr(folder: Path) -> Path:
    backbone = hf.RTDetrResNetConfig(**{**BACKBONE, "out_features": ["stage2", "stage3", "stage4"]})
    config = hf.RTDetrConfig(
        backbone_config=backbone,
        encoder_hidden_dim=16,
        encoder_in_channels=[8, 8, 16],
        encoder_ffn_dim=16,
        encoder_attention_heads=2,
        d_model=16,
        decoder_in_channels=[16, 16, 16],
        decoder_ffn_dim=16,
        decoder_layers=1,
        decoder_attention_heads=2,
        num_queries=30,
        num_denoising=0,
        id2label=NAMES,
    )
    return write(
        folder, hf.RTDetrForObjectDetection(config), "RTDetr", crop_size=None, size={"height": 64, "width": 64}
    )


@pytest.fixture(scope="module")
def folders(tmp_path_factory):
    torch.manual_seed(0)
    makers = {"detr": detr, "rtdetr": rtdetr, "clip": clip, "vit": vit, "resnet": resnet, "videomae": videomae}
    return {name: str(make(tmp_path_factory.mktemp(name))) for name, make in makers.items()}


def picture(height: int = 48, width: int = 80) -> np.ndarray:
    random = np.random.default_rng(1)
    return cv2.GaussianBlur(random.integers(0, 256, (height, width, 3), np.uint8), (0, 0), 3)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "n"), [("detr", 60), ("rtdetr", 30)])
def test_a_detector_s_regions_are_its_objects_by_falling_probability(folders, name, n):
    detector = hub_detector(folders[name])
    found = detector.regions(picture(), ())
    pixels = torch.from_numpy(detector.prepare(picture()[None])["pixel_values"])
    with torch.inference_mode():
        output = detector.model(pixel_values=pixels)
    likely = output.logits[0].softmax(-1)[:, :3] if name == "detr" else output.logits[0].sigmoid()
    scores, classes = likely.max(-1)
    kept = scores.argsort(descending=True, stable=True)[: len(found)]
    assert MIN_REGIONS <= len(found) <= min(MAX_REGIONS, n)
    assert len(found) == max(MIN_REGIONS, min(MAX_REGIONS, int((scores >= MIN_SCORE).sum())))
    assert found.labels == tuple(NAMES[int(k)] for k in classes[kept])
    assert found.rows == pytest.approx(output.last_hidden_state[0][kept].numpy(), abs=1e-5)
    middle = output.pred_boxes[0][kept].numpy()
    assert (found.boxes >= 0).all()
    assert (found.boxes <= 1).all()
    inside = ((middle[:, :2] - middle[:, 2:] / 2 > 0) & (middle[:, :2] + middle[:, 2:] / 2 < 1)).all(1)
    assert found.boxes[inside][:, 2:] - found.boxes[inside][:, :2] == pytest.approx(middle[inside][:, 2:], abs=1e-5)


@pytest.mark.slow
def test_all_regions_of_a_few_queries_are_returned(tmp_path):
    torch.manual_seed(1)
    found = hub_detector(str(detr(tmp_path, n_queries=4))).regions(picture(), ())
    assert len(found) == 4


@pytest.mark.slow
def test_a_detector_is_versioned_by_its_weights(folders):
    assert hub_detector(folders["detr"]).version != hub_detector(folders["rtdetr"]).version
    assert hub_detector(folders["detr"]).name == Path(folders["detr"]).name


@pytest.mark.parametrize(("name", "n"), [("clip", 5), ("vit", 5), ("resnet", 17)])
def test_a_tower_s_grid_is_the_whole_and_its_cells(folders, name, n):
    grid = hub_grid(folders[name])
    found = grid.regions(picture(), ())
    assert len(found) == n
    assert set(found.labels) == {""}
    pixels = torch.from_numpy(grid.encoder.prepare(picture()[None])["pixel_values"])
    with torch.inference_mode():
        hidden = grid.encoder.model(pixel_values=pixels).last_hidden_state[0]
    cells = hidden.flatten(1).T if name == "resnet" else hidden[1:]
    whole = cells.mean(0) if name == "resnet" else hidden[0]
    assert found.rows[1:] == pytest.approx(cells.numpy(), abs=1e-5)
    assert found.rows[0] == pytest.approx(whole.numpy(), abs=1e-5)


def test_cells_lie_in_the_part_that_the_tower_sees(folders):
    """CLIP crops the middle square of a picture; ViT squeezes all of it."""
    cropped = hub_grid(folders["clip"]).regions(picture(48, 96), ()).boxes
    assert cropped[0].tolist() == [0, 0, 1, 1]
    assert cropped[1].tolist() == pytest.approx([0.25, 0, 0.5, 0.5], abs=0.01)
    assert cropped[4].tolist() == pytest.approx([0.5, 0.5, 0.75, 1], abs=0.01)
    tall = hub_grid(folders["clip"]).regions(picture(96, 48), ()).boxes
    assert tall[1].tolist() == pytest.approx([0, 0.25, 0.5, 0.5], abs=0.01)
    assert hub_grid(folders["vit"]).regions(picture(48, 96), ()).boxes[4].tolist() == [0.5, 0.5, 1, 1]


def test_a_video_model_has_no_grid(folders):
    with pytest.raises(ModelError, match="reads windows of several pictures; name one that reads single pictures"):
        hub_grid(folders["videomae"])


def test_model_that_is_not_a_detector_is_refused(folders):
    with pytest.raises(ModelError, match=r"cannot be loaded .*expected a detector of the DETR family, as .*"):
        hub_detector(folders["clip"])


def test_a_missing_detector_is_not_fetched_without_consent():
    with pytest.raises(ModelError, match=r"is not on this machine; .*`fetch`"):
        hub_detector("nobody/no-such-detector")


@pytest.mark.slow
def test_missing_weights_are_named(tmp_path):
    folder = detr(tmp_path)
    weights = hf.DetrForObjectDetection.from_pretrained(folder).state_dict()
    kept = {name: value for name, value in weights.items() if "class_labels_classifier" not in name}
    hf.DetrForObjectDetection.from_pretrained(folder).save_pretrained(folder, state_dict=kept)
    with pytest.raises(ModelError, match=r"lack 'class_labels_classifier.bias' \(2 such\); fetch the model again"):
        hub_detector(str(folder))


def test_a_detector_of_an_unknown_processor_is_refused(tmp_path):
    folder = detr(tmp_path)
    (folder / "preprocessor_config.json").write_text(json.dumps({"image_processor_type": "YolosImageProcessor"}))
    with pytest.raises(ModelError, match=r"'YolosImageProcessor'.*known are .*Detr"):
        hub_detector(str(folder))


@pytest.mark.slow
def test_extractors_by_name(folders):
    assert isinstance(region_extractor("regions"), KnownBoxes)
    assert isinstance(region_extractor("regions", "boxes"), KnownBoxes)
    assert isinstance(region_extractor("grid"), CellRegions)
    assert isinstance(region_extractor("grid", folders["clip"]), HubGrid)
    assert region_extractor("regions", folders["detr"]).name == Path(folders["detr"]).name
    with pytest.raises(FeatureError, match="`kind` is 'patches'; choose one of regions, grid"):
        region_extractor("patches")  # type: ignore[arg-type]
