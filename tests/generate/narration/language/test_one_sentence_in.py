import pytest

from cinescribe.generate.narration.language.one_sentence_in import one_sentence_in
from cinescribe.generate.narration.language.spoken_language import ENGLISH, SpokenLanguage


@pytest.mark.parametrize(
    ("text", "tag", "wanted"),
    [
        ("anna winkt. Ben lacht.", "de", "Anna winkt."),
        ("élise sourit", "fr", "Élise sourit."),
        ("彼女はドアを開ける。そして笑う。", "ja", "彼女はドアを開ける。"),
        ("她打开门", "zh", "她打开门。"),
        ("वह दरवाज़ा खोलती है। वह हँसती है।", "hi", "वह दरवाज़ा खोलती है।"),
        ("تفتح الباب. تضحك.", "ar", "تفتح الباب."),
        ("。", "ja", ""),
        ("...", "de", ""),
        ("", "de", ""),
    ],
)
def test_the_first_sentence_is_taken_in_any_script(text, tag, wanted):
    assert one_sentence_in(text, SpokenLanguage(tag)) == wanted


def test_english_sentence_is_extracted_unchanged():
    assert one_sentence_in("Sure, the image shows a man. He sits.", ENGLISH) == "A man."
