import dataclasses

import pytest
import torch

from cinescribe.errors import FeatureError, ModelError
from cinescribe.features.clip_sets.set_batch import SetSizes
from cinescribe.generate.commonsense.commonsense_reader import CommonsenseItem, CommonsenseReader
from cinescribe.generate.commonsense.write_commonsense import write_commonsense
from cinescribe.language.tokens.vocabulary import Vocabulary
from cinescribe.models.model_table import data_sizes, model_kind
from tests.train import world

pytestmark = pytest.mark.usefixtures("one_thread")
SETS = SetSizes(n_clips=1, n_frames=4, frame_rate_hz=1.0, n_segments=2, n_faces=0, n_tokens=12)
SIZES = {"width": 16, "n_layers": 1, "n_heads": 2, "ff_width": 16, "dropout": 0.0}


@pytest.fixture(scope="module")
def films():
    return world.world(2)


@pytest.fixture(scope="module")
def reader(films):
    features, clips = films
    texts = [clip.text for own in clips.values() for clip in own]
    tokens = Vocabulary.from_texts([*texts, "to rest a while", "rests", "tired"])
    return CommonsenseReader(features.__getitem__, tokens, sizes=SETS)


def network(reader, clip, name="v2c-transformer"):
    batch = reader.batch([CommonsenseItem(clip, clip.text)])
    torch.manual_seed(1)
    kind = model_kind(name)
    return kind.build(kind.sizes_for(SIZES, data_sizes(batch.video, reader.tokens, SETS))).eval()


def items(films):
    return [CommonsenseItem(clip, clip.text) for own in films[1].values() for clip in own]


def test_phrases_of_an_item_are_rows(films, reader):
    one, other = items(films)[:2]
    batch = reader.batch(
        [
            dataclasses.replace(one, phrases={"intention": "to rest", "attribute": "tired"}),
            dataclasses.replace(other, phrases={"effect": "rests"}),
        ]
    )
    assert batch.items.tolist() == [0, 0, 1]
    assert batch.aspects.tolist() == [0, 2, 1]
    assert reader.tokens.decode(batch.phrases[0].tolist()) == "To rest"
    assert len(batch) == 3
    assert len(batch.video) == 2
    assert reader.batch([one]).phrases.shape == (3, 0) or not reader.batch([one]).phrases.numel()


def test_people_are_numbered_by_first_mention(films, reader):
    item = CommonsenseItem(items(films)[0].clip, "P3 waves in the park.", {"effect": "P3 rests."})
    batch = reader.batch([item])
    assert reader.tokens.decode(batch.captions[0].tolist()) == "P1 waves in the park."
    assert reader.tokens.decode(batch.phrases[0].tolist()) == "P1 rests."


def test_an_item_with_too_many_words_does_not_fit(films, reader):
    item = items(films)[0]
    assert reader.fits(item)
    assert not reader.fits(dataclasses.replace(item, phrases={"effect": "rests " * 12}))
    assert reader.batch([dataclasses.replace(item, caption="park " * 40)]).captions.shape == (1, 12)


def test_sets_of_several_clips_are_refused(films, reader):
    with pytest.raises(FeatureError, match="the sets have 5 clips, but commonsense is about single clips"):
        CommonsenseReader(films[0].__getitem__, reader.tokens, sizes=SetSizes())


def test_completions_come_in_order_and_repeat(films, reader):
    given = items(films)
    model = network(reader, given[0].clip)
    written = list(write_commonsense(model, reader, given))
    assert [(one.clip, one.caption, one.written) for one in written] == [(i.clip.id, i.caption, False) for i in given]
    assert written == list(write_commonsense(model, reader, given))
    assert {len(one.effect) for one in written} == {1}


def test_items_without_caption_keep_their_places(films, reader):
    given = [dataclasses.replace(item, caption=None) if n % 2 else item for n, item in enumerate(items(films))]
    written = list(write_commonsense(network(reader, given[0].clip), reader, given))
    assert [(one.clip, one.written) for one in written] == [(i.clip.id, i.caption is None) for i in given]


def test_generation_completes_the_caption_of_the_model(films, reader):
    given = items(films)[:4]
    model = network(reader, given[0].clip)
    bare = [dataclasses.replace(item, caption=None) for item in given]
    generated = list(write_commonsense(model, reader, bare))
    assert all(one.written for one in generated)
    again = [dataclasses.replace(i, caption=one.caption) for i, one in zip(given, generated, strict=True)]
    completed = list(write_commonsense(model, reader, again))
    for one, other in zip(generated, completed, strict=True):
        if reader.tokens.encode(one.caption)[: SETS.n_tokens - 2] == reader.tokens.encode(other.caption):
            assert one.intention[0].text == other.intention[0].text or len(one.caption.split()) > SETS.n_tokens - 3


def test_samples_are_ranked_and_different(films, reader):
    given = items(films)[:2]
    model = network(reader, given[0].clip)
    first, _ = write_commonsense(model, reader, given, n_samples=6, seed=3)
    texts = [phrase.text for phrase in first.intention]
    assert len(set(texts)) == len(texts) > 1
    scores = [phrase.log_prob for phrase in first.intention]
    assert scores == sorted(scores, reverse=True)
    assert first == next(iter(write_commonsense(model, reader, given, n_samples=6, seed=3)))
    assert first != next(iter(write_commonsense(model, reader, given, n_samples=6, seed=4)))


def test_model_without_captions_needs_given_ones(films, reader):
    item = items(films)[0]
    model = network(reader, item.clip, "text-only-gru")
    assert len(list(write_commonsense(model, reader, [item]))) == 1
    with pytest.raises(ModelError, match="the clips have no captions and the model writes none"):
        next(iter(write_commonsense(model, reader, [dataclasses.replace(item, caption=None)])))
