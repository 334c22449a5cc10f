import hashlib
from pathlib import Path

import numpy as np
import pytest
import torch

from cinescribe.errors import ModelError
from cinescribe.generate.beam import beam_search
from cinescribe.generate.greedy import greedy
from cinescribe.models.video_lm.git_llava import GitLlavaSettings, build_git_llava
from cinescribe.models.video_lm.prompts import METAPHOR_PROMPT, PLAIN_PROMPT
from cinescribe.train.recipes.recipe import read_recipe
from cinescribe.train.recipes.video_recipe import VideoRecipe
from tests.models.video_lm.tiny_baselines import backlot_git
from tests.models.video_lm.tiny_video_lm import git_llava_tiny

RECIPES = Path(__file__).resolve().parents[3] / "recipes"
ANSWERS = (("a man sits by the window", "two people of P1"), ("a woman walks at the table on left",), ("P2 looks",))
PROMPTS = (METAPHOR_PROMPT, PLAIN_PROMPT, METAPHOR_PROMPT)


@pytest.fixture(scope="module")
def parts(tmp_path_factory):
    folder = tmp_path_factory.mktemp("parts")
    git_llava_tiny(folder)
    return folder


def frames(n, seed=0):
    return np.random.default_rng(seed).integers(0, 256, (n, 40, 64, 3)).astype(np.uint8)


def built(parts, **changes):
    torch.manual_seed(0)
    return build_git_llava(git_llava_tiny(parts, **changes)).eval()


def batch_of(model, n=3, answers=ANSWERS, prompts=PROMPTS):
    seen = torch.stack([model.look(frames(model.n_frames, seed)) for seed in range(n)])
    return model.tokens.batch(seen, prompts[:n], answers[:n])


def test_states_are_those_of_the_pictures_places_and_the_first_token(parts):
    model = built(parts)
    video = frames(6)
    seen = model.look(video)
    assert seen.shape == (6 * 5 + 1, 16)  # 2 x 2 patches and the class, of six frames; then the first token
    assert not seen.requires_grad
    other = video.copy()
    other[5] = 0
    assert not torch.allclose(seen, model.look(other))


@pytest.mark.parametrize("is_ours", [False, True])
def test_the_frozen_git_looks_on_the_model_s_device_and_is_no_part_of_it(parts, tmp_path, is_ours):
    changes = {"git": str(backlot_git(tmp_path))} if is_ours else {}
    model = built(parts, **changes)
    assert all(weight not in set(model.parameters()) for network in model.lookers() for weight in network.parameters())
    shape = model.look(frames(6)).shape
    seen = model.to("meta").look(frames(6))  # where nothing is computed
    assert (seen.device.type, seen.shape) == ("meta", shape)


def test_the_path_of_embeddings_is_the_path_of_tokens(parts):
    """With the words' own embeddings as the prefix, logits are those of the plain model on the same tokens."""
    model = built(parts, tuning="none")
    batch = batch_of(model)
    words = torch.tensor([[11, 12, 13, 14]]).expand(3, -1)
    prefix = model.language.network.get_input_embeddings()(words)
    logits = model.language(prefix, batch)
    alone = []
    for b, texts in enumerate(ANSWERS):
        prompt = model.tokens.prompt(PROMPTS[b])
        for text in texts:
            answer = [*model.tokens.encode(text), model.tokens.end]
            ids = [*model.tokens.before, *words[b].tolist(), *prompt, *answer[:-1]]
            found = model.language.network(input_ids=torch.tensor([ids])).logits[0]
            alone.append(found[len(ids) - len(answer) :])
    assert torch.allclose(logits, torch.cat(alone), atol=1e-5)


def test_a_batch_is_its_rows_and_answers_do_not_see_each_other(parts):
    model = built(parts)
    whole = model(batch_of(model))
    rows = []
    for b, texts in enumerate(ANSWERS):
        seen = model.look(frames(6, b))[None]
        rows += [model(model.tokens.batch(seen, PROMPTS[b : b + 1], [[text]])) for text in texts]
    assert torch.allclose(whole, torch.cat(rows), atol=1e-5)


def test_decoding_with_a_cache_gives_the_logits_of_the_forward_pass(parts):
    model = built(parts)
    seen = torch.stack([model.look(frames(6, seed)) for seed in range(2)])
    asked = model.tokens.batch(seen, [METAPHOR_PROMPT] * 2)
    texts = ["a man sits", "a woman walks"]
    expected = model(model.tokens.batch(seen, [METAPHOR_PROMPT] * 2, [[text] for text in texts])).unflatten(0, (2, 4))
    with torch.no_grad():
        state = model.start(asked)
        tokens = torch.tensor([model.tokens.start] * 2)
        for n in range(4):
            logits, state = model.step(tokens, state)
            assert torch.allclose(logits, expected[:, n], atol=1e-5)
            words = [[*model.tokens.encode(text), model.tokens.end] for text in texts]
            tokens = torch.tensor([row[n] for row in words])


@pytest.mark.parametrize("longest", [2, 9])
def test_greedy_is_a_beam_of_one_and_rows_are_written_alone_as_together(parts, longest):
    model = built(parts)
    seen = torch.stack([model.look(frames(6, seed)) for seed in range(3)])
    batch = model.tokens.batch(seen, [METAPHOR_PROMPT] * 3)
    together = greedy(model, batch, tokens=model.tokens, longest=longest)
    assert together.words.shape[1] <= longest
    for n in range(3):
        one = model.tokens.batch(seen[n : n + 1], [METAPHOR_PROMPT])
        alone = greedy(model, one, tokens=model.tokens, longest=longest).words[0].tolist()
        assert together.words[n].tolist()[: len(alone)] == alone
    beams = beam_search(model, batch, tokens=model.tokens, longest=longest)
    assert (beams.scores[:, 0] >= together.scores - 1e-5).all()


def test_one_clip_is_the_plain_model_and_states_of_clips_are_summed(parts):
    plain, clips = built(parts), built(parts, n_clips=2)
    assert torch.equal(built(parts, n_clips=1).look(frames(6)), plain.look(frames(6)))
    video = frames(12)
    assert clips.n_frames == 12
    assert torch.allclose(clips.look(video), plain.look(video[:6]) + plain.look(video[6:]), atol=1e-6)
    assert clips.look_name != plain.look_name


def test_a_single_frame_is_repeated_six_times(parts):
    model = built(parts, n_distinct=1)
    assert model.n_frames == 1
    one = frames(1)
    assert torch.equal(model.look(one), built(parts).look(np.repeat(one, 6, axis=0)))


def test_a_model_without_video_writes_the_same_for_all(parts):
    model = built(parts, reads_video=False)
    logits = [
        model(model.tokens.batch(model.look(frames(6, seed))[None], PROMPTS[:1], ANSWERS[1:2])) for seed in (0, 1)
    ]
    assert torch.equal(*logits)
    assert model.look_name == built(parts).look_name  # its states need not be computed again


def digests(model):
    of_parts = {"git": model._git.network, "map": model.map, "language": model.language.network}
    return {
        name: {
            key: hashlib.sha256(value.detach().float().numpy().tobytes()).hexdigest()
            for key, value in part.named_parameters()
        }
        for name, part in of_parts.items()
    }


@pytest.mark.parametrize(
    ("tuning", "learns"), [("none", {"map"}), ("lora", {"map", "language"}), ("full", {"map", "language"})]
)
def test_training_changes_only_what_is_learned(parts, tuning, learns):
    model = built(parts, tuning=tuning).train()
    before = digests(model)
    optimizer = torch.optim.AdamW([weight for weight in model.parameters() if weight.requires_grad], 0.01)
    for _ in range(2):  # adapters begin at 0: the first step changes half of them
        batch = batch_of(model)
        torch.nn.functional.cross_entropy(model(batch), batch.targets).backward()
        optimizer.step()
    after = digests(model)
    changed = {part: {key for key in before[part] if before[part][key] != after[part][key]} for part in before}
    assert {part for part in changed if changed[part]} == learns
    if tuning == "lora":
        assert all("lora_" in key for key in changed["language"])
    assert set(model.state_dict()) == {name for name, weight in model.named_parameters() if weight.requires_grad}


def test_adapters_begin_as_the_model_without_them(parts):
    batch = batch_of(built(parts))
    assert torch.allclose(built(parts, tuning="lora")(batch), built(parts, tuning="none")(batch), atol=1e-5)


def test_learned_weights_are_loaded_whole(parts):
    model, other = built(parts), built(parts)
    with torch.no_grad():
        for weight in model.parameters():
            if weight.requires_grad:
                weight.add_(0.1)
    other.load_state_dict(model.state_dict())
    batch = batch_of(model)
    assert torch.equal(model(batch), other(batch))
    with pytest.raises(RuntimeError, match="the learned weights differ in"):
        other.load_state_dict({})


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"tuning": "half"}, "tuning is 'half'; expected one of none, lora, full"),
        ({"n_distinct": 3}, "n_distinct is 3; expected one of 1, 6"),
        ({"prompt_format": "alpaca"}, "prompt_format is 'alpaca'; expected one of plain"),
        ({"n_clips": 0}, "n_clips is 0; expected 1 or more"),
    ],
)
def test_settings_out_of_range_are_refused(changes, words):
    with pytest.raises(ModelError, match=words):
        GitLlavaSettings(**changes)


def test_the_papers_model_is_fetched_with_consent_only():
    recipe = read_recipe(RECIPES / "vmcd" / "git-llava.toml")
    assert isinstance(recipe, VideoRecipe)
    settings = GitLlavaSettings(**recipe.sizes)
    assert (settings.git, settings.tuning, settings.prompt_format) == ("microsoft/git-large-vatex", "full", "vicuna")
    with pytest.raises(ModelError, match="'microsoft/git-large-vatex' is not on this machine"):
        build_git_llava(settings)


def test_the_small_model_has_our_git_and_the_packaged_language_model():
    settings = GitLlavaSettings(n_clips=4)
    assert (settings.git, settings.language_model, settings.n_clips) == ("backlot", "SmolLM2-135M-Instruct", 4)
