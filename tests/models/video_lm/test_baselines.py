"""What every baseline keeps of the contract of video language models."""

import hashlib
from typing import Any

import pytest
import torch

from cinescribe.errors import ModelError
from cinescribe.generate.beam import beam_search
from cinescribe.generate.greedy import greedy
from cinescribe.models.video_lm.prompts import METAPHOR_PROMPT
from cinescribe.models.video_lm.video_checkpoint import VideoCard, read_video_checkpoint, write_video_checkpoint
from cinescribe.models.video_lm.video_table import VIDEO_LMS
from tests.models.video_lm.tiny_baselines import all_parts, video

pytestmark = pytest.mark.slow
ANSWERS = (("a man as the woman", "the woman is"), ("a woman is as a man",), ("is a man",))
PROMPT = METAPHOR_PROMPT
SMALL = {"language_model": "llama", "prompt_format": "plain", "bf16": False}
WHOLE = {"prompt_format": "plain", "bf16": False, "n_frames": 3}
ROWS: dict[
    str, tuple[str, dict[str, Any], tuple[int, ...]]
] = {  # by the test's name: model, settings with folders, shape of what is seen
    "git": ("git", {"git": "git"}, (6, 3, 32, 32)),
    "backlot-git": ("git", {"git": "backlot-git"}, (6, 1, 10, 306)),
    "llava": ("llava", {"checkpoint": "llava", **WHOLE}, (4, 16)),
    "llava-small": ("llava", {"vision": "backlot-git", **SMALL}, (9, 16)),
    "video-llava": ("video-llava", {"checkpoint": "video-llava", **WHOLE}, (3 * 5, 16)),
    "video-llava-small": ("video-llava", {"vision": "backlot-git", **SMALL}, (8 * 10, 16)),
    "video-chatgpt": ("video-chatgpt", {"vision": "clip", **SMALL}, (8 + 4, 16)),
    "video-chatgpt-small": ("video-chatgpt", {"vision": "backlot-git", **SMALL}, (8 + 9, 16)),
    "valley": ("valley", {"vision": "clip", **SMALL}, (4 + 8, 16)),
    "valley-small": ("valley", {"vision": "backlot-git", **SMALL}, (9 + 8, 16)),
}


@pytest.fixture(scope="module")
def parts(tmp_path_factory):
    return all_parts(tmp_path_factory.mktemp("parts"))


@pytest.fixture(scope="module")
def models(parts):
    return {row: built(parts, row) for row in ROWS}


def built(parts, row, **changes):
    torch.manual_seed(0)
    model, values, _ = ROWS[row]
    folders = {name: str(parts / value) for name, value in values.items() if (parts / str(value)).is_dir()}
    kind = VIDEO_LMS[model]
    return kind.build(kind.settings(**{**values, **folders, **changes})).eval()


def batch_of(model, n=3, answers=ANSWERS):
    seen = torch.stack([model.look(video(model.n_frames, seed)) for seed in range(n)])
    return model.tokens.batch(seen, [PROMPT] * n, answers[:n])


@pytest.mark.parametrize("row", ROWS)
def test_what_is_seen_has_one_shape_and_depends_on_the_frames(models, row):
    model = models[row]
    frames = video(model.n_frames)
    seen = model.look(frames)
    assert tuple(seen.shape) == ROWS[row][2]
    assert not seen.requires_grad
    assert torch.equal(seen, model.look(frames))
    assert not torch.allclose(seen, model.look(video(model.n_frames, 1)))


@pytest.mark.parametrize("row", [row for row in ROWS if "git" not in row])
def test_a_model_looks_on_its_own_device(parts, row):
    model = built(parts, row).to("meta")  # where nothing is computed
    seen = model.look(video(model.n_frames))
    assert seen.device.type == "meta"
    assert tuple(seen.shape) == ROWS[row][2]


@pytest.mark.parametrize("row", ROWS)
def test_a_batch_is_its_rows_and_answers_do_not_see_each_other(models, row):
    model = models[row]
    whole = model(batch_of(model))
    rows = []
    for b, texts in enumerate(ANSWERS):
        seen = model.look(video(model.n_frames, b))[None]
        rows += [model(model.tokens.batch(seen, [PROMPT], [[text]])) for text in texts]
    assert whole.shape == (len(batch_of(model).targets), whole.shape[1])
    assert torch.allclose(whole, torch.cat(rows), atol=1e-5)


@pytest.mark.parametrize("row", ROWS)
def test_decoding_with_a_cache_gives_the_logits_of_the_forward_pass(models, row):
    model = models[row]
    texts = ["a man as the", "the woman is as"]
    given = batch_of(model, 2, [[text] for text in texts])
    expected = model(given).unflatten(0, (2, 5))
    with torch.no_grad():
        state = model.start(batch_of(model, 2, ()))
        tokens = torch.tensor([model.tokens.start] * 2)
        for n in range(5):
            logits, state = model.step(tokens, state)
            assert torch.allclose(logits, expected[:, n], atol=1e-5)
            tokens = given.answers[:, 0, n]


@pytest.mark.parametrize("row", ROWS)
def test_greedy_is_a_beam_of_one_and_rows_are_written_alone_as_together(models, row):
    model = models[row]
    batch = batch_of(model, 3, ())
    together = greedy(model, batch, tokens=model.tokens, longest=6)
    for n in range(3):
        one = model.tokens.batch(batch.seen[n : n + 1], [PROMPT])
        alone = greedy(model, one, tokens=model.tokens, longest=6).words[0].tolist()
        assert together.words[n].tolist()[: len(alone)] == alone
    beams = beam_search(model, batch, tokens=model.tokens, longest=6)
    assert (beams.scores[:, 0] >= together.scores - 1e-5).all()


def digests(module):
    return {
        key: hashlib.sha256(value.detach().float().numpy().tobytes()).hexdigest()
        for key, value in module.named_parameters()
    }


@pytest.mark.parametrize(
    ("row", "tuning"),
    [
        ("git", ""),
        ("backlot-git", ""),
        *((row, tuning) for row in ("video-llava", "valley-small") for tuning in ("none", "lora", "full")),
    ],
)
def test_training_changes_what_is_learned_and_no_frozen_byte(parts, row, tuning):
    model = built(parts, row, **({"tuning": tuning} if tuning else {})).train()
    before, frames = digests(model), video(model.n_frames)
    seen = model.look(frames)
    optimizer = torch.optim.AdamW([weight for weight in model.parameters() if weight.requires_grad], 0.01)
    for _ in range(2):  # adapters begin at 0: the first step changes half of them
        batch = batch_of(model)
        optimizer.zero_grad()
        torch.nn.functional.cross_entropy(model(batch), batch.targets).backward()
        optimizer.step()
    changed = {key for key, value in digests(model).items() if value != before[key]}
    learned = set(model.state_dict())
    assert torch.equal(model.look(frames), seen)
    assert changed <= learned == {name for name, weight in model.named_parameters() if weight.requires_grad}
    if not tuning:
        assert learned == set(before)
        return
    assert {key.split(".")[0] for key in changed} == ({"map"} if tuning == "none" else {"map", "language"})
    if tuning == "lora":
        assert all("lora_" in key for key in changed if key.startswith("language"))


@pytest.mark.parametrize("row", ROWS)
def test_a_checkpoint_is_read_as_it_was_written(parts, row, tmp_path):
    model = built(parts, row)
    with torch.no_grad():
        for weight in model.parameters():
            if weight.requires_grad:
                weight.add_(0.1 * torch.randn_like(weight))
    write_video_checkpoint(tmp_path, model, VideoCard(ROWS[row][0]))
    torch.manual_seed(1)
    read = read_video_checkpoint(tmp_path).model
    batch = batch_of(model)
    assert type(read.settings) is VIDEO_LMS[ROWS[row][0]].settings
    assert read.settings == model.settings
    assert all(torch.equal(value, read.state_dict()[name]) for name, value in model.state_dict().items())
    assert torch.allclose(read(batch), model(batch), atol=1e-4)  # its adapters are merged


def test_what_is_seen_is_shared_by_models_that_see_the_same(parts, models):
    small = {row: models[row].look_name for row in ROWS if row.endswith("-small") or row == "backlot-git"}
    assert len(set(small.values())) == len(small)
    assert built(parts, "valley-small", tuning="none").look_name == small["valley-small"]
    assert built(parts, "llava-small", frame_seed=2).look_name != small["llava-small"]
    assert built(parts, "valley-small", n_frames=4).look_name != small["valley-small"]


@pytest.mark.parametrize(
    ("row", "changes", "name"),
    [
        ("git", {"git": "microsoft/git-large-vatex"}, "microsoft/git-large-vatex"),
        ("llava", {"checkpoint": "llava-hf/llava-1.5-7b-hf"}, "llava-hf/llava-1.5-7b-hf"),
        ("video-llava", {"checkpoint": "LanguageBind/Video-LLaVA-7B-hf"}, "LanguageBind/Video-LLaVA-7B-hf"),
        ("valley", {"vision": "openai/clip-vit-large-patch14"}, "openai/clip-vit-large-patch14"),
        ("video-chatgpt", {"language_model": "lmsys/vicuna-7b-v1.5"}, "lmsys/vicuna-7b-v1.5"),
    ],
)
def test_models_of_the_hub_are_fetched_with_consent_only(parts, row, changes, name):
    with pytest.raises(ModelError, match=f"{name!r} is not on this machine"):
        built(parts, row, **changes)
