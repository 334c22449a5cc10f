"""Our preprocessing against the official image processors (their Pillow backend) on the same frames."""

import importlib

import cv2
import numpy as np
import pytest

from cinescribe.errors import ModelError
from cinescribe.features.encoders.hub_frames import preparation

WHOLE = {"do_image_splitting": False}  # a film's frames are not split
KINDS = {
    "CLIP": ("clip", {}),
    "Blip": ("blip", {}),
    "ConvNext": ("convnext", {}),
    "VideoMAE": ("videomae", {}),
    "ViT": ("vit", {}),
    "DeiT": ("deit", {}),
    "Siglip": ("siglip", {}),
    "Llava": ("llava", {}),
    "GotOcr2": ("got_ocr2", {}),
    "Idefics3": ("idefics3", WHOLE),
    "SmolVLM": ("smolvlm", WHOLE),
    "Qwen2VL": ("qwen2_vl", {}),
    "Detr": ("detr", {}),
    "ConditionalDetr": ("conditional_detr", {}),
    "DeformableDetr": ("deformable_detr", {}),
    "RTDetr": ("rt_detr", {}),
}


def frames(height: int, width: int) -> np.ndarray:
    random = np.random.default_rng(height * 1000 + width)
    return np.stack(
        [cv2.GaussianBlur(random.integers(0, 256, (height, width, 3), np.uint8), (0, 0), 1.2) for _ in range(2)]
    )


def official(kind: str, shown: np.ndarray, **settings):
    folder = KINDS[kind][0]
    module = importlib.import_module(f"transformers.models.{folder}.image_processing_pil_{folder}")
    return getattr(module, f"{kind}ImageProcessorPil")(**settings)(list(shown), return_tensors="np")


def ours(kind: str, shown: np.ndarray, **settings):
    return preparation({"image_processor_type": f"{kind}ImageProcessor", **settings}, model_type="any")(shown)


@pytest.mark.slow
@pytest.mark.parametrize("size", [(270, 480), (201, 480), (480, 270), (100, 90)])
@pytest.mark.parametrize("kind", KINDS)
def test_equal_to_the_official_processor(kind, size):
    shown = frames(*size)
    theirs, mine = official(kind, shown, **KINDS[kind][1]), ours(kind, shown)
    np.testing.assert_array_equal(mine["pixel_values"], np.reshape(theirs["pixel_values"], mine["pixel_values"].shape))
    if kind == "Qwen2VL":
        np.testing.assert_array_equal(mine["image_grid_thw"], theirs["image_grid_thw"])


@pytest.mark.parametrize(
    ("kind", "settings"),
    [
        ("CLIP", {"size": {"shortest_edge": 96}, "crop_size": {"height": 64, "width": 80}}),
        ("CLIP", {"do_resize": False}),  # the crop is then larger than the frame
        ("CLIP", {"size": {"height": 50, "width": 60}, "do_center_crop": False, "do_normalize": False}),
        ("ViT", {"do_rescale": False, "image_mean": [1.0, 2.0, 3.0], "image_std": [50.0, 60.0, 70.0]}),
        ("ConvNext", {"size": {"shortest_edge": 64}, "crop_pct": 0.8, "resample": 2}),
        ("ConvNext", {"do_resize": False}),
        ("Detr", {"size": {"shortest_edge": 64, "longest_edge": 80}}),
        ("Detr", {"size": {"shortest_edge": 64, "longest_edge": 400}, "do_normalize": False}),
        ("Blip", {"resample": 1, "rescale_factor": 0.01}),
        ("Qwen2VL", {"patch_size": 16, "merge_size": 1, "temporal_patch_size": 1}),
        ("Qwen2VL", {"min_pixels": 500 * 500, "max_pixels": 600 * 600}),
        ("Qwen2VL", {"min_pixels": 28 * 28, "max_pixels": 60 * 60}),
    ],
)
def test_settings_have_the_official_effect(kind, settings):
    shown = frames(101, 178)
    np.testing.assert_array_equal(
        ours(kind, shown, **settings)["pixel_values"], official(kind, shown, **settings)["pixel_values"]
    )


@pytest.mark.parametrize(("kind", "shape"), [("CLIP", (3, 32, 32)), ("ConvNext", (3, 32, 32)), ("ViT", (3, 32, 32))])
def test_sizes_as_one_number_in_older_files(kind, shape):
    shown = frames(60, 90)
    older = preparation(
        {"feature_extractor_type": f"{kind}FeatureExtractor", "size": 32, "crop_size": 32}, model_type=""
    )
    assert older(shown)["pixel_values"].shape == (2, *shape)


def test_an_unknown_processor_is_named():
    with pytest.raises(ModelError, match=r"'Pix2StructImageProcessor'; known are Blip, CLIP, .* name a model"):
        preparation({"image_processor_type": "Pix2StructImageProcessor"}, model_type="pix2struct")
    with pytest.raises(ModelError, match="an unnamed processor"):
        preparation({}, model_type="mystery")


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"size": "large"}, "model's setting size is 'large'; expected whole numbers from 1 to"),
        ({"size": {"shortest_edge": -1}}, "model's setting size is"),
        ({"crop_size": {"height": 9}}, "that a CLIP processor cannot use .*'width'"),
        ({"image_mean": [1, 2]}, "model's setting image_mean is .*; expected a list of three numbers"),
        ({"image_std": [0, 1, 1]}, "model's setting image_std is .*; expected a list of three numbers above 0"),
        ({"resample": 9}, "model's setting resample is 9; expected one of Pillow's filters"),
        ({"do_normalize": "yes"}, "model's setting do_normalize is 'yes'; expected true or false"),
        (
            {"rescale_factor": None, "patch_size": 5000},
            "model's setting patch_size is 5000; expected a whole number from 1 to 1024",
        ),
    ],
)
def test_a_setting_out_of_range_is_refused(changed, said):
    with pytest.raises(ModelError, match=said):
        preparation({"image_processor_type": "CLIPImageProcessor"} | changed, model_type="clip")


def test_a_very_long_frame_is_refused():
    with pytest.raises(ModelError, match="the frame has 402 by 2 pixels; this model takes ratios up to 200 to 1"):
        ours("Qwen2VL", frames(2, 402))
