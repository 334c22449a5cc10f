import numpy as np
import pytest
import torch

from cinescribe.errors import FeatureError
from cinescribe.features.regions.region_reader import RegionReader
from cinescribe.language.tokens.vocabulary import Vocabulary
from cinescribe.still_schema import Still
from tests.features.pictures import regions

pytestmark = pytest.mark.usefixtures("one_thread")
WORDS = Vocabulary.from_texts(["a woman holds a cup near a table"])
PICTURES = {
    "a": regions(3),
    "b": regions(2, seed=1),
    "c": regions(8, seed=2),
    "wide": regions(2, width=6),
    "none": regions(0),
}
A = Still("a", "a.jpg", ("a woman holds a cup", "a woman"))
B = Still("b", "b.jpg", ("a cup",))
C = Still("c", "c.jpg")


def reader(**sizes) -> RegionReader:
    return RegionReader(PICTURES.__getitem__, WORDS, **sizes)


def test_a_batch_holds_each_picture_s_regions_and_pads():
    found = reader().batch([B, A])
    assert found.regions.shape == (2, 3, 5)
    assert found.mask.tolist() == [[True, True, False], [True, True, True]]
    assert torch.equal(found.regions[0, :2], torch.from_numpy(PICTURES["b"].rows))
    assert torch.equal(found.boxes[1], torch.from_numpy(PICTURES["a"].boxes))
    assert not found.regions[0, 2].any()
    assert not found.boxes[0, 2].any()


def test_words_are_those_of_the_first_caption_from_start_to_end():
    words = reader().batch([A, B]).words
    assert words[0].tolist() == [WORDS.start, *WORDS.encode("a woman holds a cup"), WORDS.end]
    assert words[1].tolist() == [WORDS.start, *WORDS.encode("a cup"), WORDS.end, *[WORDS.pad] * 3]


def test_a_still_without_captions_has_no_words():
    assert reader().batch([C]).words.shape == (1, 0)
    assert reader().batch([C, B]).words[0].tolist() == [WORDS.pad] * 4


def test_a_caption_of_one_word_is_three_tokens():
    assert reader().batch([A.replace(captions=("cup",))]).words.shape == (1, 3)


def test_regions_beyond_the_limit_are_cut_off():
    found = reader(n_regions=4).batch([C])
    assert torch.equal(found.regions[0], torch.from_numpy(PICTURES["c"].rows[:4]))
    assert torch.equal(found.boxes[0], torch.from_numpy(PICTURES["c"].boxes[:4]))
    regions = reader(n_regions=4).regions(C)
    assert regions.labels == PICTURES["c"].labels[:4]
    assert len(reader().regions(C)) == 8


def test_picture_in_a_batch_equals_the_picture_by_itself():
    whole = reader().batch([A, B, C])
    for number, still in enumerate((A, B, C)):
        alone = reader().batch([still])
        n = alone.mask.sum()
        assert torch.equal(whole.regions[number, :n], alone.regions[0])
        assert whole.mask[number].sum() == n


def test_a_batch_is_a_copy():
    found = reader().batch([A])
    found.regions.zero_()
    assert np.abs(PICTURES["a"].rows).max() > 0


def test_a_picture_without_regions_is_an_error():
    with pytest.raises(FeatureError, match=r"picture 'none' has no regions; .*or extract a grid"):
        reader().batch([A, Still("none", "x.jpg")])


def test_no_still_is_an_error():
    with pytest.raises(FeatureError, match="`stills` is empty; a batch needs at least one"):
        reader().batch([])


def test_a_long_caption_does_not_fit_and_is_refused():
    short = reader(n_tokens=6)
    assert not short.fits(A)
    assert short.fits(B)
    assert short.fits(C)
    with pytest.raises(FeatureError, match="the caption of 'a' has 7 tokens, more than 6; raise `n_tokens`"):
        short.batch([B, A])


def test_pictures_of_different_extractors_do_not_mix():
    with pytest.raises(FeatureError, match="'wide' have 6 numbers, those of 'a' 5; extract both"):
        reader().batch([A, Still("wide", "x.jpg")])
