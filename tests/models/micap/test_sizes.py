import pytest

from cinescribe.errors import ModelError
from cinescribe.language.tokens.vocabulary import Vocabulary
from cinescribe.models.micap.sizes import MicapSizes


def test_sizes_come_from_the_vocabulary_and_the_paper():
    vocabulary = Vocabulary(("door", "opens"))
    sizes = MicapSizes.for_tokens(vocabulary)
    assert (sizes.n_words, sizes.n_people) == (len(vocabulary), 11)
    assert (sizes.first_person, sizes.separator) == (vocabulary.first_person, vocabulary.separator)
    assert (sizes.width, sizes.n_encoder_layers, sizes.n_decoder_layers, sizes.n_tokens) == (512, 2, 3, 120)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"streams": ("frames", "sound")}, r"unknown streams \['sound'\]; a MICap reads \['blanks', 'frames'"),
        ({"width": 500}, "a width of 500 cannot be divided among 8 heads"),
        ({"first_person": 90}, "11 people from token 90 on do not fit a vocabulary of 100"),
        ({"writes": False}, "a model that does not write needs a person head"),
    ],
)
def test_sizes_that_do_not_fit_each_other_are_named(changes, words):
    with pytest.raises(ModelError, match=words):
        MicapSizes(**{"n_words": 100, "first_person": 6, "separator": 3, **changes})
