import pytest

from cinescribe.describe.guidelines.languages.speaking_rates import speaking_rate


@pytest.mark.parametrize(("language", "per_minute", "unit"), [("de", 179, "words"), ("ja", 357, "characters")])
def test_rates_are_those_measured(language, per_minute, unit):
    rate = speaking_rate(language)
    assert rate is not None
    assert (rate.per_minute, rate.unit) == (per_minute, unit)


def test_words_and_characters_are_counted():
    words, characters = speaking_rate("fr"), speaking_rate("zh")
    assert words is not None
    assert characters is not None
    assert words.count("Aujourd'hui, un arc-en-ciel.") == 3
    assert characters.count("门开了。A 1") == 5


def test_languages_that_were_not_measured_have_the_mean_or_no_rate():
    rate = speaking_rate("cs")
    assert rate is not None
    assert rate.per_minute == 184
    assert speaking_rate("th") is None
