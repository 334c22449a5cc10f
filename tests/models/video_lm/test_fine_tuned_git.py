import torch
import transformers as hf

from cinescribe.models.video_lm.backlot_git import BacklotGitSizes
from cinescribe.models.video_lm.fine_tuned_git import FineTunedGitSettings, build_fine_tuned_git, letter_tokenizer
from cinescribe.models.video_lm.frozen_git import backlot_pictures, load_backlot_git
from tests.models.video_lm.tiny_baselines import GIT_WORDS, backlot_git, video
from tests.models.video_lm.tiny_video_lm import tiny_git

ANSWER = "the man is as a woman"


def test_logits_are_those_of_transformers(tmp_path):
    folder = tiny_git(tmp_path / "git")
    model = build_fine_tuned_git(FineTunedGitSettings(str(folder))).eval()
    seen = model.look(video(6))
    found = model(model.tokens.batch(seen[None], ["any"], [[ANSWER]]))
    ids = torch.tensor([[1, *model.tokens.encode(ANSWER)]])
    with torch.no_grad():
        whole = hf.GitForCausalLM.from_pretrained(folder).eval()
        expected = whole(input_ids=ids, pixel_values=seen[None]).logits[0, -ids.shape[1] :]
    assert torch.allclose(found, expected, atol=1e-5)


def test_captions_are_those_that_transformers_generates(tmp_path):
    folder = tiny_git(tmp_path / "git")
    model = build_fine_tuned_git(FineTunedGitSettings(str(folder))).eval()
    seen = model.look(video(6))[None]
    state, tokens, words = model.start(model.tokens.batch(seen, ["any"])), torch.tensor([1]), []
    with torch.no_grad():
        for _ in range(5):
            logits, state = model.step(tokens, state)
            tokens = logits.argmax(-1)
            words.append(int(tokens))
        expected = model.network.generate(
            input_ids=torch.tensor([[1]]), pixel_values=seen, max_new_tokens=5, min_new_tokens=5, do_sample=False
        )
    n = words.index(2) if 2 in words else 5
    assert expected[0, 1 : n + 1].tolist() == words[:n]


def test_new_letters_change_no_logit_of_the_known_words(tmp_path):
    folder = str(backlot_git(tmp_path / "git"))
    model, frames = build_fine_tuned_git(FineTunedGitSettings(folder)).eval(), video(6)
    found = model(model.tokens.batch(model.look(frames)[None], ["any"], [[ANSWER]]))
    ours = load_backlot_git(folder)
    assert ours is not None
    net = ours.net
    ids = torch.tensor([[1, *model.tokens.encode(ANSWER)]])
    with torch.no_grad():
        states = net(net.frame_cells(backlot_pictures(frames)[None]), ids)[:, -ids.shape[1] :]
        expected = net.git.output(states)[0]
    n_known = 3 + len(GIT_WORDS)
    assert expected.shape[1] == n_known < found.shape[1]
    assert torch.allclose(found[:, :n_known], expected, atol=1e-5)


def test_words_that_the_git_does_not_know_are_spelt():
    tokenizer = letter_tokenizer(BacklotGitSizes(GIT_WORDS))
    assert tokenizer.convert_ids_to_tokens(range(9)) == ["[PAD]", "[CLS]", "[SEP]", *GIT_WORDS]
    assert tokenizer.tokenize("The man is shy.") == ["the", "man", "is", "s", "##h", "##y", "."]
    ids = tokenizer("the man is as shy as a woman", add_special_tokens=False)["input_ids"]
    assert tokenizer.decode(ids) == "the man is as shy as a woman"


def test_normalisation_keeps_its_statistics(tmp_path):
    model = build_fine_tuned_git(FineTunedGitSettings(str(backlot_git(tmp_path / "git")))).train()
    assert model.training
    normal = model.network.git.image_encoder.normal
    before = normal.running_mean.clone()
    model(model.tokens.batch(model.look(video(6))[None], ["any"], [[ANSWER]]))
    assert torch.equal(normal.running_mean, before)
