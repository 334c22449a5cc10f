from dataclasses import dataclass, replace

import pytest
import torch

from cinescribe.errors import FeatureError, ModelError
from cinescribe.generate.forced import fill
from tests.generate.toys import TOKENS, ToyFiller

pytestmark = pytest.mark.usefixtures("one_thread")


@dataclass(frozen=True)
class Captionsets:
    """The part of a batch that `fill` reads."""

    words: torch.Tensor

    def __len__(self):
        return len(self.words)

    def select(self, rows):
        return Captionsets(self.words[rows])


def captionsets(n, *, seed, longest=30, share=0.3):
    """Rows of unequal length with blanks and known people among the words."""
    generator = torch.Generator().manual_seed(seed)
    words = torch.randint(TOKENS.first_person, len(TOKENS), (n, longest), generator=generator)
    words[torch.rand(words.shape, generator=generator) < share] = TOKENS.blank
    words[:, 0] = TOKENS.start
    for row, length in zip(words, torch.randint(2, longest, (n,), generator=generator).tolist(), strict=True):
        row[length], row[length + 1 :] = TOKENS.end, TOKENS.pad
    return Captionsets(words)


def by_hand(model, batch):
    """Fill in one set after the other, reading everything before each blank again."""
    words, log_probs = batch.words.tolist(), []
    for number, row in enumerate(words):
        people = []
        for column in range(len(row)):
            if row[column] == TOKENS.blank:
                state = model.start_filling(batch.select([number]))
                hidden, _ = model.read(torch.tensor([row[:column]]), torch.tensor([column]), state)
                people.append(model.person_logits(hidden[0, -1]).log_softmax(0))
                row[column] = TOKENS.first_person + int(people[-1].argmax())
        log_probs.append(people)
    return words, log_probs


def test_blanks_are_filled_as_by_hand():
    batch, model = captionsets(40, seed=1), ToyFiller(seed=2)
    filled = fill(model, batch, tokens=TOKENS)
    words, log_probs = by_hand(ToyFiller(seed=2), batch)
    assert filled.words.tolist() == words
    assert filled.mask.sum(1).tolist() == [len(people) for people in log_probs]
    assert len(set(filled.mask.sum(1).tolist())) > 5
    for row, people in enumerate(log_probs):
        for number, wanted in enumerate(people):
            assert filled.log_probs[row, number].equal(wanted)
    assert not filled.log_probs[~filled.mask].any()


def test_every_word_before_a_last_blank_is_read_once():
    batch, model = captionsets(10, seed=3), ToyFiller(seed=2)
    fill(model, batch, tokens=TOKENS)
    last = [max((n for n, word in enumerate(row) if word == TOKENS.blank), default=0) for row in batch.words.tolist()]
    assert sum(sum(run) for run in model.runs) == sum(last)
    assert all(min(run) > 0 for run in model.runs)
    assert len(model.runs) == int((batch.words == TOKENS.blank).sum(1).max())


def test_batch_and_sets_without_blanks_are_unchanged():
    batch = captionsets(10, seed=3)
    batch.words[4][batch.words[4] == TOKENS.blank] = TOKENS.first_person + 2
    before = batch.words.clone()
    filled = fill(ToyFiller(seed=2), batch, tokens=TOKENS)
    assert batch.words.equal(before)
    assert filled.words[4].equal(before[4])
    assert not filled.mask[4].any()
    assert (filled.words == before)[before != TOKENS.blank].all()


@pytest.mark.parametrize("n_sets", [0, 3])
def test_sets_without_blanks_are_not_read(n_sets):
    batch, model = captionsets(n_sets, seed=3, share=0), ToyFiller(seed=2)
    filled = fill(model, batch, tokens=TOKENS)
    assert filled.words.equal(batch.words)
    assert filled.log_probs.shape == (n_sets, 0, 3)
    assert model.runs == []


def test_first_of_equally_likely_people_is_chosen():
    model = ToyFiller(seed=2)
    model.logits.zero_()
    batch = captionsets(4, seed=5)
    assert (fill(model, batch, tokens=TOKENS).words[batch.words == TOKENS.blank] == TOKENS.first_person).all()


def test_sets_without_captions_are_refused():
    batch = replace(captionsets(2, seed=5), words=torch.zeros(2, 0, dtype=torch.long))
    with pytest.raises(FeatureError, match=r"the sets have no captions; expected captions with blanks: read the sets"):
        fill(ToyFiller(seed=2), batch, tokens=TOKENS)


def test_a_set_that_starts_with_a_blank_is_refused():
    batch = captionsets(4, seed=5)
    batch.words[2, 0] = TOKENS.blank
    with pytest.raises(FeatureError, match=r"captionset 2 starts with a blank; expected the start token before"):
        fill(ToyFiller(seed=2), batch, tokens=TOKENS)


def test_a_model_with_another_number_of_people_is_refused():
    with pytest.raises(ModelError, match=r"the model has 4 people, its vocabulary 3; load the vocabulary that"):
        fill(ToyFiller(seed=2, n_people=4), captionsets(4, seed=5), tokens=TOKENS)


def test_logits_that_are_not_finite_are_refused():
    model = ToyFiller(seed=2)
    model.logits[:, 1] = float("nan")
    with pytest.raises(ModelError, match=r"people of captionset \d got logits that are not finite; check the weights"):
        fill(model, captionsets(4, seed=5), tokens=TOKENS)
