import dataclasses

import numpy as np
import pytest
import torch

from cinescribe.errors import ModelError
from cinescribe.explain.gradients import saliency
from cinescribe.explain.occlusion import occlusion
from cinescribe.explain.picture_tellers import HubTeller, named_regions, picture_teller, shipped
from cinescribe.features.region_batch import PictureRegions, RegionSizes
from cinescribe.features.region_extractors import region_extractor
from cinescribe.language.vocabulary import Vocabulary
from cinescribe.models.checkpoint import CheckpointCard, write_checkpoint
from cinescribe.models.transformer import TransformerSizes, smart
from cinescribe.schema import Region
from tests.generate.tiny_micap import tiny_micap
from tests.models.tiny_hub import FAMILIES

pytestmark = pytest.mark.usefixtures("one_thread")

TOKENS = Vocabulary(("a", "man", "dog", "runs"))
PHOTO = np.random.default_rng(0).integers(0, 256, (60, 100, 3), np.uint8)
DOG = Region((0.25, 0.5, 0.75, 1.0), "dog")


def write_smart(folder, *, kind="regions", learnt=None):
    """A checkpoint of a SMArT so small that it writes anything."""
    made = region_extractor(kind)
    width = made.regions(PHOTO, ()).rows.shape[1]
    sizes = dataclasses.replace(
        TransformerSizes.for_tokens(TOKENS), region_width=width, width=16, n_heads=2, ff_width=16, n_tokens=8
    )
    torch.manual_seed(0)
    card = CheckpointCard(
        "smart",
        pictures=RegionSizes(50, 8),
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


def test_a_checkpoint_reads_the_known_regions(folder):
    teller = picture_teller(folder)
    told = teller.tell(PHOTO, [DOG])
    assert told.parts == (Region((0, 0, 1, 1)), DOG)
    assert len(told.explained.visual) == 2
    assert saliency(told.explained).scores.shape == (len(told.explained.words), 2)
    assert teller.name.startswith("smart (")


def test_without_regions_it_is_shown_the_cells_of_a_grid(folder):
    told = picture_teller(folder).tell(PHOTO, [])
    assert len(told.parts) == 50
    assert {part.label for part in told.parts} == {""}
    assert told.parts[1].box == pytest.approx((0, 0, 1 / 7, 1 / 7))


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
    monkeypatch.setattr("cinescribe.explain.picture_tellers.shipped", lambda: tmp_path)
    with pytest.raises(ModelError, match=r"no captioner of stills came with this cinescribe; name one"):
        picture_teller()


def test_regions_of_extractors_become_records():
    found = PictureRegions(np.zeros((1, 2), np.float32), np.array([[0, 0.5, 0.25, 1]], np.float32), ("dog",))
    assert named_regions(found) == (Region((0.0, 0.5, 0.25, 1.0), "dog"),)
