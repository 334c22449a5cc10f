import pytest
import torch
import transformers as hf

from cinescribe.errors import ModelError
from cinescribe.features.encoders.hub_frames import preparation
from cinescribe.models.hub.inputs import processor_settings
from cinescribe.models.video_lm import frozen_git
from cinescribe.models.video_lm.frame_features import TowerFeatures, load_frame_features
from tests.models.video_lm.tiny_baselines import backlot_git, clip, video
from tests.models.video_lm.tiny_video_lm import tiny_llama


def test_features_of_clip_are_the_states_of_its_last_layer_but_one(tmp_path):
    folder = clip(tmp_path / "clip")
    encoder = load_frame_features(str(folder))
    frames = video(19)  # more than go through the network at once
    found = encoder.features(frames)
    assert found.shape == (19, 1 + 4, 16)
    assert encoder.width == 16
    prepare = preparation(processor_settings(folder), model_type="clip")
    pixels = torch.from_numpy(prepare(frames)["pixel_values"])
    with torch.no_grad():
        model = hf.CLIPModel.from_pretrained(folder).eval()
        states = model.vision_model(pixels, output_hidden_states=True).hidden_states
    assert torch.allclose(found, states[-2], atol=1e-5)


def test_several_layers_are_joined(tmp_path):
    folder = clip(tmp_path / "clip")
    tower = hf.CLIPModel.from_pretrained(folder).vision_model
    prepare = preparation(processor_settings(folder), model_type="clip")
    one, two, both = (TowerFeatures(tower, prepare, layers, "any") for layers in (-1, -2, [-1, -2]))
    frames = video(2)
    assert both.width == 32
    assert torch.equal(both.features(frames), torch.cat([one.features(frames), two.features(frames)], -1))


def test_features_of_our_git_do_not_depend_on_the_other_frames(tmp_path):
    encoder = load_frame_features(str(backlot_git(tmp_path / "git")))
    frames = video(3)
    found = encoder.features(frames)
    assert found.shape == (3, 10, encoder.width)
    assert torch.allclose(found[1:2], encoder.features(frames[1:2]), atol=1e-5)


def test_another_model_is_refused(tmp_path):
    with pytest.raises(ModelError, match="is of the family 'llama'; expected a CLIP"):
        load_frame_features(str(tiny_llama(tmp_path / "llama")))


def test_an_installation_without_the_small_git_says_how_to_make_it(monkeypatch, tmp_path):
    monkeypatch.setattr(frozen_git, "git_weights", lambda: tmp_path)
    with pytest.raises(ModelError, match="this installation has no small GIT; make it by"):
        load_frame_features("backlot")
