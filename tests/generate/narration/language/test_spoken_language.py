from cinescribe.generate.narration.language.spoken_language import ENGLISH, SpokenLanguage


def test_a_language_has_two_names():
    german = SpokenLanguage("de")
    assert (german.name, german.full_name) == ("German", "German (Deutsch)")
    assert SpokenLanguage("en-GB").is_english
    assert not german.is_english
    assert ENGLISH.full_name == "English"


def test_length_is_in_words_or_in_letters():
    japanese = SpokenLanguage("ja")
    assert SpokenLanguage("de").length("Anna öffnet die Tür.") == 4
    assert japanese.length("彼女はドアを開ける。") == 9
    assert (japanese.units, ENGLISH.units) == ("letters", "words")
    assert (japanese.of_words(3), ENGLISH.of_words(3)) == (9, 3)


def test_the_pace_is_measured_by_a_sentence_of_the_language():
    assert SpokenLanguage("de").pace.startswith("Sie nimmt")
    assert SpokenLanguage("de").pace_length() == len(SpokenLanguage("de").pace.split())
    assert SpokenLanguage("ja").pace_length() > 30


def test_language_without_a_sample_uses_the_english_pace():
    assert SpokenLanguage("sv").pace == ENGLISH.pace
    assert SpokenLanguage("sv").pace_length() == ENGLISH.pace_length() == 19
    assert SpokenLanguage("th").pace_length() == 57  # words, as letters


def test_latin_scripts_are_distinguished():
    assert [SpokenLanguage(tag).is_latin for tag in ("de", "pl", "vi", "ja", "ru", "ar")] == [True] * 3 + [False] * 3
