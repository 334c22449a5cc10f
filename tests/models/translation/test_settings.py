import pytest

from cinescribe.errors import ModelError
from cinescribe.models.translation.settings import TranslationSettings


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"labels": "words"}, r"`labels` is 'words'; expected text or sense"),
        ({"min_count": 0}, r"`min_count` is 0; expected 1 or more"),
        ({"n_rounds": -1}, r"`n_rounds` is -1; expected 0 or more"),
        ({"order": 6}, r"`order` is 6; expected at most 5"),
        ({"cost": 0.0}, r"`cost` is 0\.0 and `l2` is .*; expected numbers above 0"),
        ({"l2": ()}, r"`cost` is 1\.0 and `l2` is \(\); expected numbers above 0"),
    ],
)
def test_values_out_of_range_are_refused(values, words):
    with pytest.raises(ModelError, match=words):
        TranslationSettings(**values)
