import dataclasses

import numpy as np
import pytest
import torch

from cinescribe.errors import InputError, ModelError
from cinescribe.explain.attribution.gradients import saliency
from cinescribe.explain.attribution.occlusion import occlusion
from cinescribe.explain.targets.explainable_captioners import (
    HubTeller,
    named_regions,
    picture_teller,
    region_finder,
    shipped,
)
from cinescribe.features.regions.hub_regions import HubDetector, hub_detector, hub_grid
from cinescribe.features.regions.region_batch import PictureRegions, RegionSizes
from cinescribe.features.regions.region_extractors import region_extractor
from cinescribe.language.tokens.vocabulary import Vocabulary
from cinescribe.models.checkpoint import CheckpointCard, write_checkpoint
from cinescribe.models.transformer import TransformerSizes, smart
from cinescribe.schema import Region
from tests.features.encoders.test_hub_encoders import clip
from tests.features.regions.test_hub_regions import detr
from tests.generate.tiny_micap import tiny_micap
from tests.models.tiny_hub import FAMILIES

pytestmark = pytest.mark.usefixtures("one_thread")

TOKENS = Vocabulary(("a", "man", "dog", "runs"))
PHOTO = np.random.default_rng(0).integers(0, 256, (60, 100, 3), np.uint8)
DOG = Region((0.25, 0.5, 0.75, 1.0), "dog")


def write_smart(folder, *, kind="regions", learnt=None, made=None, n_regions=50):
    """A checkpoint of a SMArT so small that it writes anything."""
    made = made or region_extractor(kind)
    width = made.regions(PHOTO, ()).rows.shape[1]
    sizes = dataclasses.replace(
        TransformerSizes.for_tokens(TOKENS), region_width=width, width=16, n_heads=2, ff_width=16, n_tokens=8
    )
    torch.manual_seed(0)
    card = CheckpointCard(
        "smart",
        pictures=RegionSizes(n_regions, 8),
        features=kind,
        extractors={"regions": f"{made.name} {made.version}" if learnt is None else learnt},
    )
    model = smart(dataclasses.replace(sizes, n_memory=2))
    with torch.no_grad():
        model.classifier.bias[TOKENS.end] = -9  # it always has something to say
    write_checkpoint(folder, model, tokens=TOKENS, card=card)
    return str(folder)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return write_smart(tmp_path_factory.mktemp("smart"))


@pytest.fixture(scope="module")
def models(tmp_path_factory):
    """A detector and a tower in folders, and two checkpoints that learnt from their rows."""
    torch.manual_seed(0)
    found = {make.__name__: str(make(tmp_path_factory.mktemp(make.__name__))) for make in (detr, clip)}
    by_detector, by_tower = tmp_path_factory.mktemp("by_detector"), tmp_path_factory.mktemp("by_tower")
    found["by_detector"] = write_smart(by_detector, made=hub_detector(found["detr"]))
    found["by_tower"] = write_smart(by_tower, kind="grid", made=hub_grid(found["clip"]))
    return found


def test_a_checkpoint_reads_the_known_regions(folder):
    teller = picture_teller(folder)
    told = teller.tell(PHOTO, [DOG])
    assert told.parts == (Region((0, 0, 1, 1)), DOG)
    assert told.origin is None
    assert len(told.explained.visual) == 2
    assert saliency(told.explained).scores.shape == (len(told.explained.words), 2)
    assert teller.name.startswith("smart (")


def test_without_regions_it_is_shown_the_cells_of_a_grid(folder):
    told = picture_teller(folder).tell(PHOTO, [])
    assert len(told.parts) == 50
    assert {part.label for part in told.parts} == {""}
    assert told.parts[1].box == pytest.approx((0, 0, 1 / 7, 1 / 7))
    assert told.origin == "the cells of a grid"


def test_regions_beyond_those_it_reads_are_left_out_and_said(tmp_path):
    said = []
    teller = picture_teller(write_smart(tmp_path, n_regions=3), announce=said.append)
    assert len(teller.tell(PHOTO, [DOG, DOG]).parts) == 3
    assert said == []
    assert len(teller.tell(PHOTO, [DOG] * 4).parts) == 3
    assert said == [f"{teller.name} reads 3 regions of a picture, the whole picture counted; the last 2 are left out"]


def test_a_checkpoint_of_a_detector_reads_what_it_finds(models):
    teller = picture_teller(models["by_detector"], detector=models["detr"])
    told = teller.tell(PHOTO, [])
    assert {part.label for part in told.parts} <= {"cat", "dog", "cup"}
    assert told.origin == f"those that {teller.extractor.name} found"
    assert region_finder(models["detr"], teller=teller) is None
    with pytest.raises(InputError, match=r"regions came for smart .*, but it reads those that detr0 finds.*leave them"):
        teller.tell(PHOTO, [DOG])


def test_a_checkpoint_of_a_tower_reads_its_cells_whatever_else_is_found(models):
    teller = picture_teller(models["by_tower"], detector=models["clip"])
    told = teller.tell(PHOTO, [DOG])
    assert len(told.parts) == 1 + 2 * 2
    assert told.origin == "the cells of a grid"
    assert region_finder(models["clip"], teller=teller) is None
    assert isinstance(region_finder(models["detr"], teller=teller), HubDetector)


@pytest.mark.parametrize("fetch", [False, True])
@pytest.mark.parametrize(("name", "of"), [("by_detector", "detr0"), ("by_tower", "clip0")])
def test_a_model_out_of_a_folder_is_to_be_named_and_never_fetched(models, name, of, fetch):
    said = rf"learnt from regions by '{of}', and the model '{of}' is not on this machine.*say where .* --detector"
    with pytest.raises(ModelError, match=said):
        picture_teller(models[name], fetch=fetch)


def test_a_model_that_it_did_not_learn_from_is_refused(models, tmp_path):
    torch.manual_seed(1)
    (tmp_path / "detr0").mkdir()
    other = str(detr(tmp_path / "detr0"))
    with pytest.raises(ModelError, match=r"learnt from regions by detr0 1 .*, but detr0 1 .* are made here; name the"):
        picture_teller(models["by_detector"], detector=other)


def test_the_owner_of_a_model_may_be_missing_from_its_folder(models, tmp_path):
    made = hub_detector(models["detr"])
    write_smart(tmp_path, made=made, learnt=f"owner/{made.name} {made.version}")
    assert isinstance(picture_teller(str(tmp_path), detector=models["detr"]).extractor, HubDetector)


def test_a_detector_finds_regions_beside_any_other_captioner(folder, models):
    teller = picture_teller(folder, detector=models["detr"])
    assert teller.extractor.name == "boxes"
    assert isinstance(region_finder(models["detr"], teller=teller), HubDetector)
    with pytest.raises(ModelError, match=r"'/a/b' came as a model; .* there is no such folder"):
        region_finder("/a/b", teller=teller)


def test_a_checkpoint_of_grids_reads_cells_whatever_is_known(tmp_path):
    told = picture_teller(write_smart(tmp_path, kind="grid")).tell(PHOTO, [DOG])
    assert len(told.parts) == 50
    assert {part.label for part in told.parts} == {""}


def test_a_captioner_of_the_hub_is_explained_by_cells_of_its_input(tmp_path):
    torch.manual_seed(0)
    teller = picture_teller(f"hub:{FAMILIES['blip'](tmp_path)}")
    assert isinstance(teller, HubTeller)
    told = teller.tell(PHOTO, [DOG])
    assert len(told.parts) == len(told.explained.visual) == 16 * 16
    assert occlusion(told.explained).scores.shape == (len(told.explained.words), 256)
    assert all(0 <= side <= 1 for part in told.parts for side in part.box)


def test_a_captioner_that_wants_a_prompt_is_refused(tmp_path):
    torch.manual_seed(0)
    with pytest.raises(ModelError, match=r"'llava' that takes prompts or films"):
        picture_teller(f"hub:{FAMILIES['llava'](tmp_path)}").tell(PHOTO, [])


def test_a_checkpoint_that_reads_no_pictures_is_refused(tmp_path):
    model = tiny_micap(TOKENS)
    write_checkpoint(tmp_path, model, tokens=TOKENS, card=CheckpointCard("micap"))
    with pytest.raises(ModelError, match=r"holds a micap, which does not read pictures; name the checkpoint of"):
        picture_teller(str(tmp_path))


def test_a_folder_that_is_no_checkpoint_is_refused(tmp_path):
    with pytest.raises(ModelError, match=r"holds no checkpoint"):
        picture_teller(str(tmp_path))


def test_regions_made_otherwise_than_those_learnt_from_are_refused(tmp_path):
    write_smart(tmp_path, learnt="boxes 0 abc")
    with pytest.raises(ModelError, match=r"learnt from regions by boxes 0 abc, but boxes 1 .* are made here"):
        picture_teller(str(tmp_path))


def test_without_a_name_it_is_the_shipped_one_which_may_be_missing(tmp_path, monkeypatch):
    assert shipped().parts[-2:] == ("weights", "stills")
    monkeypatch.setattr("cinescribe.explain.targets.explainable_captioners.shipped", lambda: tmp_path)
    with pytest.raises(ModelError, match=r"no captioner of stills came with this cinescribe; name one"):
        picture_teller()


def test_regions_of_extractors_become_records():
    found = PictureRegions(np.zeros((1, 2), np.float32), np.array([[0, 0.5, 0.25, 1]], np.float32), ("dog",))
    assert named_regions(found) == (Region((0.0, 0.5, 0.25, 1.0), "dog"),)
