"""Hub captioners on tiny random models in the hub's layout, loaded by the real code, with no network."""

import importlib
import json
import shutil
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import huggingface_hub
import numpy as np
import pytest
import torch
from huggingface_hub.errors import HfHubHTTPError
from safetensors.torch import load_file, save_file
from transformers import LlavaProcessor
from transformers.models.clip.image_processing_pil_clip import CLIPImageProcessorPil

from cinescribe.errors import ModelError
from cinescribe.features.clip_sets.batch import Batch, ClipInput, PictureLevels
from cinescribe.generate.captioner import Captioner
from cinescribe.models.vlm.chat_captioner import hub_captioner
from cinescribe.schema import Clip, Face, Person
from cinescribe.timing import Span
from tests.models.tiny_hub import FAMILIES, tokenizer

chat_inputs = importlib.import_module("cinescribe.models.hub.chat_inputs")

PEOPLE = (Person("p1", "P1"), Person("p2", "P2"))


pytestmark = [pytest.mark.usefixtures("one_thread", "own_answers"), pytest.mark.slow]


@pytest.fixture
def own_answers(tmp_path, monkeypatch):
    """The user's cache, empty."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache_of_user"))


@pytest.fixture(scope="module")
def folders(tmp_path_factory):
    """A folder for every family of models."""
    made = {}
    for name, make in FAMILIES.items():
        torch.manual_seed(0)
        made[name] = make(tmp_path_factory.mktemp(name))
    return made


@pytest.fixture(scope="module")
def captioners(folders):
    return {name: hub_captioner(str(folder)) for name, folder in folders.items()}


def pictures(n: int, seed: int = 1) -> np.ndarray:
    return np.random.default_rng(seed).integers(0, 256, (n, 60, 100, 3), np.uint8)


def clip(frames: np.ndarray) -> ClipInput:
    none = np.zeros(0, np.float32)
    levels = PictureLevels(np.zeros(0), none, none, np.zeros((0, 2), np.float32), none, none)
    face = Face(0.0, (0.1, 0.2, 0.3, 0.4), 1.0, 0, 0, "p1")
    times = tuple(n / 2 for n in range(len(frames)))
    return ClipInput(Clip("c1", "film", Span(0, 4)), times, frames, (face,), (), levels, None)


@pytest.mark.parametrize("family", FAMILIES)
def test_every_family_captions_by_the_frames_and_reproducibly(family, captioners):
    captioner: Captioner = captioners[family]
    frames = pictures(captioner.n_frames)
    batch = Batch((clip(frames), clip(frames), clip(255 - frames // 2)), PEOPLE)
    first, again, other = captioner.caption(batch)
    assert first == again
    assert first.by == captioner.name
    assert first.score != other.score
    assert first.score is not None
    assert first.score < 0
    assert first.text == "" or first.text.endswith(".")
    assert "P2" not in first.text  # nobody of that name is there
    assert [evidence.time for evidence in first.evidence] == [n / 2 for n in range(captioner.n_frames)]


def test_names_and_numbers_of_frames(captioners, folders):
    assert captioners["git"].name == f"hub:{folders['git']}"
    frames = {name: captioner.n_frames for name, captioner in captioners.items()}
    assert frames == {"git": 1, "git_video": 3, "blip": 1, "blip_2": 1, "vit_gpt2": 1, "llava_next": 1} | dict.fromkeys(
        ("llava", "qwen2_vl", "qwen3_vl", "qwen3_5", "internvl", "smolvlm"), 8
    )
    assert captioners["git"].n_clips == 1


def test_clips_with_few_frames_or_none(captioners):
    assert captioners["git_video"].caption(Batch((clip(pictures(2)),), PEOPLE))[0].score is not None
    assert captioners["qwen2_vl"].caption(Batch((clip(pictures(1)),), PEOPLE))[0].score is not None
    none = captioners["git"].caption(Batch((clip(pictures(0)),), PEOPLE))[0]
    assert (none.text, none.score, none.by) == ("", None, captioners["git"].name)


def test_the_prompt_reaches_models_that_take_one(captioners):
    def scored(family, people):
        return captioners[family].caption(Batch((clip(pictures(1)),), people))[0].score

    named = (Person("p1", "P1", name="woman"),)
    assert scored("llava", PEOPLE) != scored("llava", named)
    assert scored("blip", PEOPLE) == scored("blip", named)


def test_a_prompt_with_images_equals_that_of_the_official_processor(captioners):
    made = tokenizer("<image>")
    official = LlavaProcessor(
        CLIPImageProcessorPil(size={"shortest_edge": 32}, crop_size={"height": 32, "width": 32}),
        made,
        patch_size=16,
        vision_feature_select_strategy="default",
        num_additional_image_tokens=1,
        chat_template=made.chat_template,
    )
    frames = pictures(2)
    content = [{"type": "image"}] * 2 + [{"type": "text", "text": "a man"}]
    message: dict[str, Any] = {"role": "user", "content": content}
    text = official.apply_chat_template([message], add_generation_prompt=True)
    theirs = official(images=list(frames), text=text, return_tensors="pt", add_special_tokens=False)
    mine = captioners["llava"].model.viewer.inputs(frames, "a man")
    assert torch.equal(mine["input_ids"], theirs["input_ids"])
    assert torch.equal(mine["pixel_values"], theirs["pixel_values"])


def edited(folder: Path, to: Path, name: str, change) -> Path:
    shutil.copytree(folder, to)
    values = json.loads((to / name).read_text())
    change(values)
    (to / name).write_text(json.dumps(values))
    return to


def test_a_template_in_a_separate_file(folders, tmp_path):
    copy = shutil.copytree(folders["llava"], tmp_path / "copy")
    template = tokenizer("<image>").chat_template
    (copy / "chat_template.jinja").unlink()
    with pytest.raises(ModelError, match="has no chat template, so it takes no prompt; choose an instruction model"):
        hub_captioner(str(copy))
    (copy / "chat_template.json").write_text(json.dumps({"chat_template": template}))
    assert hub_captioner(str(copy)).caption(Batch((clip(pictures(1)),), PEOPLE))[0].score is not None


def test_settings_inside_processor_config(folders, tmp_path, captioners):
    copy = shutil.copytree(folders["git"], tmp_path / "copy")
    settings = json.loads((copy / "preprocessor_config.json").read_text())
    (copy / "preprocessor_config.json").unlink()
    with pytest.raises(ModelError, match=r"has no preprocessor_config\.json, which says how frames are prepared"):
        hub_captioner(str(copy))
    (copy / "processor_config.json").write_text(json.dumps({"image_processor": settings}))
    batch = Batch((clip(pictures(1)),), PEOPLE)
    assert hub_captioner(str(copy)).caption(batch)[0].score == captioners["git"].caption(batch)[0].score
    (copy / "processor_config.json").write_text('{"image_processor": [[], []]}')
    with pytest.raises(ModelError, match=r"config\.json' has \[\[\], \[\]\] as image_processor; fetch the model again"):
        hub_captioner(str(copy))
    (copy / "processor_config.json").write_text("[1")
    with pytest.raises(ModelError, match=r"processor_config\.json' is no JSON object .*fetch the model again"):
        hub_captioner(str(copy))


def test_folders_without_a_usable_model_are_refused(folders, tmp_path):
    empty = tmp_path / "empty"
    empty.mkdir()
    with pytest.raises(ModelError, match=r"holds no model; expected one with config\.json, weights"):
        hub_captioner(str(empty))
    unknown = edited(
        folders["git"], tmp_path / "unknown", "config.json", lambda config: config.update(model_type="gpt2")
    )
    with pytest.raises(ModelError, match=r"is a 'gpt2', which takes no pictures; expected an image-to-text model"):
        hub_captioner(str(unknown))
    cut = shutil.copytree(folders["git"], tmp_path / "cut")
    weights = cut / "model.safetensors"
    for content in (weights.read_bytes()[:-100], b"\xff" * 64, (8).to_bytes(8, "little") + b"not json"):
        weights.write_bytes(content)
        with pytest.raises(ModelError, match=r"'model\.safetensors' in the folder .* is truncated"):
            hub_captioner(str(cut))


def test_weights_that_lack_a_part_are_refused(folders, tmp_path):
    copy = shutil.copytree(folders["git"], tmp_path / "copy")
    state = load_file(copy / "model.safetensors")
    kept = {name: value for name, value in state.items() if "encoder.layer.0" not in name}
    save_file(kept, copy / "model.safetensors", metadata={"format": "pt"})
    with pytest.raises(ModelError, match=r"the weights of .*copy' lack '.*layer\.0.*fetch the model again"):
        hub_captioner(str(copy))


def test_families_without_a_usable_processor_are_refused(folders, tmp_path, monkeypatch):
    silent = shutil.copytree(folders["llava_next"], tmp_path / "silent")
    (silent / "chat_template.jinja").unlink()
    with pytest.raises(ModelError, match="of type 'llava_next' takes no instructions; choose one of blip,"):
        hub_captioner(str(silent))
    monkeypatch.delitem(chat_inputs._TOKENS, "qwen2_vl")  # its own processor wants torchvision, for videos
    with pytest.raises(ModelError, match=r"the processor of a model of type 'qwen2_vl' cannot be used \(.+choose one"):
        hub_captioner(str(folders["qwen2_vl"]))


@pytest.fixture
def cache(tmp_path, monkeypatch):
    """The hub's cache, empty."""
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


class Hub:
    """A hub with one model, or none that answers."""

    def __init__(self, monkeypatch, folder: Path | None = None, error: Exception | None = None):
        self.log: list[str] = []
        self.folder, self.error = folder, error
        monkeypatch.setattr(huggingface_hub.HfApi, "model_info", self.model_info)
        monkeypatch.setattr(huggingface_hub, "snapshot_download", self.snapshot_download)

    def model_info(self, name, *, files_metadata):
        if self.error:
            raise self.error
        files = {"model.safetensors": 700_000_000, "pytorch_model.bin": 700_000_000, "config.json": 4_000_000}
        files |= {"flax_model.msgpack": 9, "onnx/model.onnx": 9}
        siblings = [SimpleNamespace(rfilename=file, size=size) for file, size in files.items()]
        return SimpleNamespace(siblings=siblings, card_data=SimpleNamespace(license="mit"), sha="abc")

    def snapshot_download(self, name, **options):
        if options.get("local_files_only"):
            raise FileNotFoundError(name)
        self.log.append(f"download {name} {options['revision']} {sorted(options['allow_patterns'])}")
        return str(self.folder)


def test_a_model_that_is_not_here_is_not_fetched_unasked(cache, monkeypatch):
    hub = Hub(monkeypatch, error=AssertionError("the hub was asked"))
    with pytest.raises(
        ModelError, match=r"'someone/model' is not on this machine; name a folder .* allow fetching .* `fetch`"
    ):
        hub_captioner("someone/model")
    assert hub.log == []


def test_size_and_licence_are_announced_before_a_download(cache, folders, monkeypatch):
    hub = Hub(monkeypatch, folders["git"])
    captioner = hub_captioner("someone/model", fetch=True, announce=hub.log.append)
    assert captioner.name == "hub:someone/model"
    assert hub.log == [
        "fetching someone/model from huggingface.co: 704 MB, licence: mit",
        "download someone/model abc ['config.json', 'model.safetensors']",
    ]


@pytest.mark.parametrize(
    "error",
    [ConnectionError("offline mode is on"), *(kind("no server\nanswers") for kind in HfHubHTTPError.__mro__[1:2])],
)
def test_a_hub_that_does_not_answer_is_an_error(cache, monkeypatch, error):
    Hub(monkeypatch, error=error)
    with pytest.raises(ModelError, match=r"'someone/model' cannot be fetched \((offline mode is on|no server)\)"):
        hub_captioner("someone/model", fetch=True)


def test_an_invalid_name_is_refused(cache):
    with pytest.raises(ModelError, match="unknown model 'a/b/c'; expected a folder, or an id of the hub"):
        hub_captioner("a/b/c")


def test_a_model_in_the_cache_is_used_without_the_network(cache, folders):
    snapshot = cache / "models--someone--model" / "snapshots" / "abc"
    shutil.copytree(folders["git"], snapshot)
    (cache / "models--someone--model" / "refs").mkdir()
    (cache / "models--someone--model" / "refs" / "main").write_text("abc")
    assert hub_captioner("someone/model").n_frames == 1
    (snapshot / "model.safetensors").unlink()
    with pytest.raises(ModelError, match="is not on this machine"):
        hub_captioner("someone/model")


def test_the_announcement_goes_to_standard_error(cache, folders, monkeypatch, capsys):
    Hub(monkeypatch, folders["git"])
    hub_captioner("someone/model", fetch=True)
    output = capsys.readouterr()
    assert (output.out, "licence: mit" in output.err) == ("", True)
