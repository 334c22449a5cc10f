import dataclasses
from itertools import pairwise

import pytest
import torch

from cinescribe.generate.beam import Search, beam_search
from cinescribe.generate.logit_constraints import still_limits
from cinescribe.language.tokens.vocabulary import Vocabulary
from cinescribe.metrics.scoring.score_captions import score_captions
from cinescribe.train.objectives.image_batch import ImageBatch
from cinescribe.train.objectives.image_objectives import ImageCaptionObjective
from cinescribe.train.objectives.self_critical import CaptionReward, SelfCriticalObjective, caption_log_probs
from tests.train import still_world as world

pytestmark = pytest.mark.usefixtures("one_thread")
STILLS, REGIONS = world.world()
TOKENS = world.vocabulary(STILLS)
REWARD = CaptionReward.from_references([still.captions for still in STILLS], TOKENS)
N_BEAMS = 4


def batch(numbers=None):
    numbers = list(range(len(STILLS)) if numbers is None else numbers)
    pictures = world.reader(REGIONS, TOKENS).batch([STILLS[number] for number in numbers])
    return ImageBatch(pictures, torch.tensor(numbers))


def model(**sizes):
    return world.model(batch().pictures, TOKENS, **sizes)


def critic(**changes):
    return dataclasses.replace(SelfCriticalObjective(TOKENS, REWARD, longest=10, n_beams=N_BEAMS), **changes)


def written(writer, pictures, **options):
    options = {"tokens": TOKENS, "longest": 10, "search": Search(N_BEAMS), "limits": still_limits(TOKENS)} | options
    return beam_search(writer.eval(), pictures, **options)


def gradients(writer, loss):
    writer.zero_grad()
    loss.backward()
    return {name: weight.grad.clone() for name, weight in writer.named_parameters() if weight.grad is not None}


def by_hand(writer, item, rewards, words):
    """-(1/k) Σ (r - b) log p(w), each caption read alone and word by word."""
    total = torch.zeros(())
    for reward, caption in zip(rewards, words, strict=True):
        state, log_prob = writer.start(item.pictures), torch.zeros(())
        for word, following in pairwise(caption):
            if following == TOKENS.pad:
                break
            logits, state = writer.step(word[None], state)
            log_prob = log_prob + logits.log_softmax(1)[0, following]
        total = total - (reward - sum(rewards) / len(rewards)) * log_prob / len(rewards)
    return total


@pytest.mark.slow
@pytest.mark.parametrize("name", ["transformer", "smart", "m2"])
def test_the_gradient_is_that_of_reinforce_by_hand(name):
    writer, stills = model(name=name), batch(range(3))
    found = gradients(writer, critic().loss(writer, stills))
    wanted = torch.zeros(())
    for number in range(3):
        item = batch([number])
        words = written(writer, item.pictures).words[0]
        texts = [TOKENS.decode(row) for row in words.tolist()]
        wanted = wanted + by_hand(writer, item, cider_d(number, texts), words)
    wanted = gradients(writer, wanted)
    assert found.keys() == wanted.keys()
    assert max(gradient.abs().max() for gradient in wanted.values()) > 1e-3
    for weight in found:
        torch.testing.assert_close(found[weight], wanted[weight], atol=1e-5, rtol=1e-4)


def cider_d(number, texts):
    """CIDEr-D of each text about a still by the metric, the other stills' captions beside it."""
    references = {still.id: still.captions for still in STILLS}
    found = []
    for text in texts:
        candidates = {still.id: still.captions[0] for still in STILLS} | {STILLS[number].id: text}
        [score] = score_captions(candidates, references, metrics=["CIDEr-D"], allow_empty=True)
        found.append(score.per_item[STILLS[number].id])
    return found


@pytest.mark.parametrize("longest", [3, 10])
def test_forced_log_probabilities_equal_those_of_the_search(longest):
    writer, stills = model(n_encoder_layers=2), batch()
    beams = written(writer, stills.pictures, longest=longest)
    found = caption_log_probs(writer, stills.pictures, beams.words, tokens=TOKENS)
    torch.testing.assert_close(found, beams.log_probs.sum(2), atol=1e-4, rtol=1e-5)
    assert found.requires_grad


def test_the_reward_is_the_metric_of_the_text():
    texts = ["A dog is left of a cat.", "A boat, a lamp and a boat.", "There are a tree", ""]
    words = torch.zeros(2, 4, 12, dtype=torch.long)
    for place, text in enumerate(texts):
        ids = [TOKENS.start, *TOKENS.encode(text), TOKENS.end]
        words[:, place, : len(ids)] = torch.tensor(ids)
    found = REWARD(words, torch.tensor([2, 7]))
    wanted = torch.tensor([cider_d(2, texts), cider_d(7, texts)])
    torch.testing.assert_close(found, wanted.float(), atol=1e-5, rtol=1e-5)
    assert found[:, 0].min() > 0
    assert found[:, 3].tolist() == [0, 0]


def test_a_token_of_several_words_is_split_as_the_metric_splits_it():
    tokens = Vocabulary(("don't", "dog", "'s", ",", "T-shirt"), 1)
    reward = CaptionReward.from_references([["dogs don't sleep"], ["the dog's T-shirt"]], tokens)
    assert [len(reward.metric_words[token]) for token in tokens.encode("don't, dog's T-shirt")] == [2, 0, 1, 1, 1]


def test_the_loss_is_minus_the_reward():
    writer, stills = model(), batch()
    rewards = REWARD(written(writer, stills.pictures).words, stills.stills)
    assert critic().loss(writer, stills).item() == pytest.approx(-rewards.mean(1).sum().item(), abs=1e-4)
    assert critic().count(stills).item() == len(STILLS)


def test_dropout_is_off_and_the_model_stays_in_training_mode():
    writer, stills = model(dropout=0.5), batch(range(4))
    evaluated = critic().loss(writer.eval(), stills)
    training = critic().loss(writer.train(), stills)
    assert training.item() == evaluated.item()
    assert writer.training
    assert all(module.training for module in writer.modules())


def test_picture_with_few_captions_averages_over_its_own():
    tokens = Vocabulary(tuple(region.label for region in STILLS[0].regions), 1)
    reward = CaptionReward.from_references([still.captions for still in STILLS], tokens)
    writer, stills = world.model(batch().pictures, tokens), batch(range(2))
    short = SelfCriticalObjective(tokens, reward, longest=2, n_beams=5)
    beams = beam_search(writer, stills.pictures, tokens=tokens, longest=2, limits=still_limits(tokens))
    assert (beams.scores > -float("inf")).sum(1).tolist() == [3, 3]  # the end, or one of two words
    each = reward(beams.words[:, :3], stills.stills)
    assert each.max() > 0
    loss = short.loss(writer, stills)
    assert loss.item() == pytest.approx(-each.mean(1).sum().item(), abs=1e-5)
    loss.backward()
    found = writer.classifier.bias.grad.clone()
    writer.zero_grad()
    log_probs = caption_log_probs(writer, stills.pictures, beams.words[:, :3], tokens=tokens)
    (-(each - each.mean(1, keepdim=True)) * log_probs / 3).sum().backward()
    torch.testing.assert_close(found, writer.classifier.bias.grad)


@pytest.mark.slow
def test_self_critical_training_raises_the_reward_of_a_toy_model():
    writer, stills = model(), batch()
    steps(writer, ImageCaptionObjective(TOKENS), stills, n=40)
    losses = steps(writer, critic(), stills, n=15)
    assert losses[-1] < losses[0] - 0.3
    assert losses[0] < -0.3


def steps(writer, objective, stills, *, n):
    """Take n optimizer steps, and return their losses."""
    optimizer, losses = torch.optim.Adam(writer.parameters(), 3e-3), []
    for _ in range(n):
        optimizer.zero_grad()
        loss = objective.loss(writer, stills) / objective.count(stills)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses
