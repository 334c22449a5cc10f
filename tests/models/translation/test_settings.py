import pytest

from cinescribe.errors import ModelError
from cinescribe.models.translation.settings import TranslationSettings


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"labels": "words"}, r"`labels` came as 'words'; text or sense is wanted"),
        ({"min_count": 0}, r"`min_count` came as 0; 1 or more is wanted"),
        ({"n_rounds": -1}, r"`n_rounds` came as -1; 0 or more is wanted"),
        ({"order": 6}, r"`order` came as 6; at most 5 is wanted"),
        ({"cost": 0.0}, r"`cost` came as 0\.0 and `l2` as .*; numbers above 0 are wanted"),
        ({"l2": ()}, r"`cost` came as 1\.0 and `l2` as \(\); numbers above 0 are wanted"),
    ],
)
def test_values_out_of_range_are_refused(values, words):
    with pytest.raises(ModelError, match=words):
        TranslationSettings(**values)
