import pytest
import torch

from benchmarks.captioners.plain_captioner import PlainM2, PlainSizes
from cinescribe.errors import ModelError
from cinescribe.generate.greedy import greedy
from cinescribe.models.m2.vocabulary import with_vocabulary
from cinescribe.models.m2.weight_names import m2_from_published
from tests.models.tiny_pictures import pictures

pytestmark = pytest.mark.usefixtures("one_thread")
NAMES = ("<unk>", "<pad>", "<bos>", "<eos>", "a", "dog", "runs", "cat", "sits")


@pytest.fixture
def model():
    torch.manual_seed(0)
    sizes = PlainSizes(n_words=9, region_width=6, n_places=9, n_slots=4, width=16, n_heads=2, ff_width=24)
    plain = PlainM2(sizes)
    with torch.no_grad():
        plain.decoder.fc.weight.mul_(6)
    return m2_from_published(plain.state_dict(), head_width=8)


@torch.no_grad()
def test_words_keep_their_weights(model):
    renumbered, tokens = with_vocabulary(model, NAMES)
    batch = pictures(5)
    theirs = torch.tensor([[2, 4, 5, 6, 0]]).expand(5, -1)
    ours = torch.tensor([[tokens.start, *tokens.encode("a dog runs"), tokens.unknown]]).expand(5, -1)
    wanted = model.word_logits(model.hidden(theirs, model.memory(batch))).softmax(-1)
    found = renumbered.word_logits(renumbered.hidden(ours, renumbered.memory(batch))).softmax(-1)
    order = [tokens.unknown, tokens.pad, tokens.start, tokens.end, *tokens.encode("a dog runs cat sits")]
    torch.testing.assert_close(found[..., order], wanted, atol=1e-5, rtol=0)


def test_other_tokens_are_never_written(model):
    renumbered, tokens = with_vocabulary(model, NAMES)
    with torch.no_grad():
        renumbered.classifier.bias[tokens.end] = -1e5
    words = greedy(renumbered, pictures(30), tokens=tokens, longest=9).words
    assert not torch.isin(words, torch.tensor([tokens.separator, tokens.blank, tokens.first_person])).any()


def test_another_vocabulary_is_refused(model):
    with pytest.raises(ModelError, match=r"found 8 names; the model has 9 words with <unk>, <pad>, <bos>, <eos>"):
        with_vocabulary(model, NAMES[:-1])
    with pytest.raises(ModelError, match=r"found 9 names, without <bos>; the model has 9 words"):
        with_vocabulary(model, [name.replace("<bos>", "the") for name in NAMES])
