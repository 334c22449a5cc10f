import dataclasses

import numpy as np
import pytest
import torch

from cinescribe.errors import InputError, ModelError
from cinescribe.explain.attribution.gradients import saliency
from cinescribe.explain.attribution.occlusion import occlusion
from cinescribe.explain.targets.explainable_captioners import (
    ExplainableHubCaptioner,
    ExplainableRegionCaptioner,
    explainable_captioner,
    region_detector,
    region_records,
    shipped_image_captioner,
)
from cinescribe.features.regions.hub_regions import HubDetector, hub_detector, hub_grid
from cinescribe.features.regions.picture_regions import PictureRegions
from cinescribe.features.regions.region_batch import RegionSizes
from cinescribe.features.regions.region_extractors import region_extractor
from cinescribe.language.tokens.vocabulary import Vocabulary
from cinescribe.models.checkpoint import CheckpointCard, write_checkpoint
from cinescribe.models.transformer import TransformerSizes, smart
from cinescribe.still_schema import Region
from tests.features.encoders.test_hub_encoders import clip
from tests.features.regions.test_hub_regions import detr
from tests.generate.tiny_micap import tiny_micap
from tests.models.tiny_hub import FAMILIES

pytestmark = pytest.mark.usefixtures("one_thread")

TOKENS = Vocabulary(("a", "man", "dog", "runs"))
PHOTO = np.random.default_rng(0).integers(0, 256, (60, 100, 3), np.uint8)
DOG = Region((0.25, 0.5, 0.75, 1.0), "dog")


def write_smart(folder, *, kind="regions", trained_on=None, extractor=None, n_regions=50):
    """Write a checkpoint of a small SMArT with random weights, and return its folder."""
    extractor = extractor or region_extractor(kind)
    width = extractor.regions(PHOTO, ()).rows.shape[1]
    sizes = dataclasses.replace(
        TransformerSizes.for_tokens(TOKENS), region_width=width, width=16, n_heads=2, ff_width=16, n_tokens=8
    )
    torch.manual_seed(0)
    card = CheckpointCard(
        "smart",
        pictures=RegionSizes(n_regions, 8),
        features=kind,
        extractors={"regions": f"{extractor.name} {extractor.version}" if trained_on is None else trained_on},
    )
    model = smart(dataclasses.replace(sizes, n_memory=2))
    with torch.no_grad():
        model.classifier.bias[TOKENS.end] = -9  # it always writes a word
    write_checkpoint(folder, model, tokens=TOKENS, card=card)
    return str(folder)


def region_captioner(folder, *, detector) -> ExplainableRegionCaptioner:
    captioner = explainable_captioner(folder, detector=detector)
    assert isinstance(captioner, ExplainableRegionCaptioner)
    return captioner


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return write_smart(tmp_path_factory.mktemp("smart"))


@pytest.fixture(scope="module")
def models(tmp_path_factory):
    """A detector and a tower in folders, and two checkpoints trained on their features."""
    torch.manual_seed(0)
    folder, found = tmp_path_factory.mktemp("models"), {}
    for make in (detr, clip):  # names of their own: those of temporary folders depend on other tests
        (folder / f"{make.__name__}0").mkdir()
        found[make.__name__] = str(make(folder / f"{make.__name__}0"))
    by_detector, by_tower = tmp_path_factory.mktemp("by_detector"), tmp_path_factory.mktemp("by_tower")
    found["by_detector"] = write_smart(by_detector, extractor=hub_detector(found["detr"]))
    found["by_tower"] = write_smart(by_tower, kind="grid", extractor=hub_grid(found["clip"]))
    return found


def test_a_checkpoint_reads_the_given_regions(folder):
    captioner = explainable_captioner(folder)
    captioned = captioner.caption(PHOTO, [DOG])
    assert captioned.parts == (Region((0, 0, 1, 1)), DOG)
    assert captioned.origin is None
    assert len(captioned.caption.visual) == 2
    assert saliency(captioned.caption).scores.shape == (len(captioned.caption.words), 2)
    assert captioner.name.startswith("smart (")


def test_grid_cells_are_explained_without_regions(folder):
    captioned = explainable_captioner(folder).caption(PHOTO, [])
    assert len(captioned.parts) == 50
    assert {part.label for part in captioned.parts} == {""}
    assert captioned.parts[1].box == pytest.approx((0, 0, 1 / 7, 1 / 7))
    assert captioned.origin == "the cells of a grid"


def test_regions_beyond_the_limit_are_left_out_and_announced(tmp_path):
    messages: list[str] = []
    captioner = explainable_captioner(write_smart(tmp_path, n_regions=3), announce=messages.append)
    assert len(captioner.caption(PHOTO, [DOG, DOG]).parts) == 3
    assert [message for message in messages if "left out" in message] == []
    assert len(captioner.caption(PHOTO, [DOG] * 4).parts) == 3
    assert [message for message in messages if "left out" in message] == [
        f"{captioner.name} reads 3 regions of a picture, the whole picture counted; the last 2 are left out"
    ]


def test_a_picture_unlike_the_training_pictures_is_announced(tmp_path):
    messages: list[str] = []
    explainable_captioner(write_smart(tmp_path), announce=messages.append).caption(PHOTO, [DOG])
    (message,) = messages
    assert "was trained on drawn pictures, and this one is unlike them: its caption will be wrong" in message


def test_detector_checkpoint_reads_the_detected_regions(models):
    captioner = region_captioner(models["by_detector"], detector=models["detr"])
    captioned = captioner.caption(PHOTO, [])
    assert {part.label for part in captioned.parts} <= {"cat", "dog", "cup"}
    assert captioned.origin == f"those that {captioner.extractor.name} found"
    assert region_detector(models["detr"], captioner=captioner) is None
    with pytest.raises(
        InputError, match=r"`regions` are given, but smart .* was trained on those that detr0 finds.*leave them"
    ):
        captioner.caption(PHOTO, [DOG])


@pytest.mark.slow
def test_a_checkpoint_of_a_tower_always_reads_its_cells(models):
    captioner = explainable_captioner(models["by_tower"], detector=models["clip"])
    captioned = captioner.caption(PHOTO, [DOG])
    assert len(captioned.parts) == 1 + 2 * 2
    assert captioned.origin == "the cells of a grid"
    assert region_detector(models["clip"], captioner=captioner) is None
    assert isinstance(region_detector(models["detr"], captioner=captioner), HubDetector)


@pytest.mark.parametrize("fetch", [False, True])
@pytest.mark.parametrize(("name", "of"), [("by_detector", "detr0"), ("by_tower", "clip0")])
def test_a_model_from_a_folder_must_be_named_and_is_never_fetched(models, name, of, fetch):
    message = rf"trained on regions by '{of}', and the model '{of}' is not on this machine.*give .* \(`detector`\)"
    with pytest.raises(ModelError, match=message):
        explainable_captioner(models[name], fetch=fetch)


def test_detector_other_than_in_training_is_refused(models, tmp_path):
    torch.manual_seed(1)
    (tmp_path / "detr0").mkdir()
    other = str(detr(tmp_path / "detr0"))
    with pytest.raises(
        ModelError, match=r"was trained on regions by detr0 1 .*, but these are by detr0 1 .*; give the"
    ):
        explainable_captioner(models["by_detector"], detector=other)


def test_the_owner_of_a_model_may_be_missing_from_its_folder(models, tmp_path):
    detector = hub_detector(models["detr"])
    write_smart(tmp_path, extractor=detector, trained_on=f"owner/{detector.name} {detector.version}")
    assert isinstance(region_captioner(str(tmp_path), detector=models["detr"]).extractor, HubDetector)


def test_a_detector_finds_regions_beside_any_other_captioner(folder, models):
    captioner = region_captioner(folder, detector=models["detr"])
    assert captioner.extractor.name == "boxes"
    assert isinstance(region_detector(models["detr"], captioner=captioner), HubDetector)
    with pytest.raises(ModelError, match=r"unknown model '/a/b'; .* there is no such folder"):
        region_detector("/a/b", captioner=captioner)


def test_a_checkpoint_of_grids_always_reads_cells(tmp_path):
    captioned = explainable_captioner(write_smart(tmp_path, kind="grid")).caption(PHOTO, [DOG])
    assert len(captioned.parts) == 50
    assert {part.label for part in captioned.parts} == {""}


@pytest.mark.slow
def test_a_captioner_of_the_hub_is_explained_by_cells_of_its_input(tmp_path):
    torch.manual_seed(0)
    captioner = explainable_captioner(f"hub:{FAMILIES['blip'](tmp_path)}")
    assert isinstance(captioner, ExplainableHubCaptioner)
    captioned = captioner.caption(PHOTO, [DOG])
    assert len(captioned.parts) == len(captioned.caption.visual) == 16 * 16
    assert occlusion(captioned.caption).scores.shape == (len(captioned.caption.words), 256)
    assert all(0 <= side <= 1 for part in captioned.parts for side in part.box)


def test_a_captioner_that_needs_a_prompt_is_refused(tmp_path):
    torch.manual_seed(0)
    with pytest.raises(ModelError, match=r"'llava' that takes prompts or films"):
        explainable_captioner(f"hub:{FAMILIES['llava'](tmp_path)}").caption(PHOTO, [])


def test_a_checkpoint_that_reads_no_pictures_is_refused(tmp_path):
    model = tiny_micap(TOKENS)
    write_checkpoint(tmp_path, model, tokens=TOKENS, card=CheckpointCard("micap"))
    with pytest.raises(ModelError, match=r"holds a micap, which does not read pictures; name the checkpoint of"):
        explainable_captioner(str(tmp_path))


def test_folder_without_a_checkpoint_is_refused(tmp_path):
    with pytest.raises(ModelError, match=r"holds no checkpoint"):
        explainable_captioner(str(tmp_path))


def test_regions_of_a_different_extractor_are_refused(tmp_path):
    write_smart(tmp_path, trained_on="boxes 0 abc")
    with pytest.raises(ModelError, match=r"was trained on regions by boxes 0 abc, but these are by boxes 1 "):
        explainable_captioner(str(tmp_path))


def test_the_default_is_the_shipped_captioner_which_may_be_missing(tmp_path, monkeypatch):
    assert shipped_image_captioner().parts[-2:] == ("weights", "stills")
    monkeypatch.setattr("cinescribe.explain.targets.explainable_captioners.shipped_image_captioner", lambda: tmp_path)
    with pytest.raises(ModelError, match=r"this installation of cinescribe has no image captioner; name one"):
        explainable_captioner()


def test_regions_of_extractors_become_records():
    found = PictureRegions(np.zeros((1, 2), np.float32), np.array([[0, 0.5, 0.25, 1]], np.float32), ("dog",))
    assert region_records(found) == (Region((0.0, 0.5, 0.25, 1.0), "dog"),)
