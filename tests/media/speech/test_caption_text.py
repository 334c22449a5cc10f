"""Words are told from sounds, songs and names."""

import pytest

from cinescribe.media.speech.caption_text import in_one_line, names_voice, subtitle_words, without_tags


@pytest.mark.parametrize(
    "text",
    [
        "[music]",
        "[dramatic\nmusic]",
        "(DOOR SLAMS)",
        "♪ la la ♪",
        "♪♪",
        "♪ I'm Sinbad the sailor",
        "♪ I'm Sinbad\nthe sailor ♪",
        "♪ I'm Sinbad\n♪ the sailor ♪",
        "- ♪ I'm Sinbad\n- ♪ the sailor",
        "♫ la ♫",
        "¶ la ¶",
        "â™ª la â™ª",
        "# la la la #",
        "# la\nla #",
        "*sighs*",
        "*thunder\nrolls*",
        "- [dog barks]\n- (sighs)",
        "【拍手】",
        "\uff08笑い\uff09",
        "JOHN:",
        "[JOHN]",
        "...",
        "",
    ],
)
def test_sounds_songs_and_names_are_not_spoken(text):
    assert subtitle_words(text) == ""


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[laughs] Hello.", "Hello."),
        ("- Yes.\n- (sighs)", "- Yes."),
        ("♪ la ♪\nStop!", "Stop!"),
        ("# la #\nStop!", "Stop!"),
        ("*really* good", "*really* good"),
        ("Number #1", "Number #1"),
        ("ANNOUNCER: Come!", "Come!"),
        ("- JOHN: Hi.\n- MARY ANN: No!", "- Hi. - No!"),
        ("MARY: So,\nJOHN", "So, JOHN"),
        (">> MAN: Yes?", "Yes?"),
        (">> Yes?\n>>> No.", "Yes? No."),
        ("DR. O'NEIL-JONES: Sit.", "Sit."),
        ("MAN #2 (V.O.): Run!", "Run!"),
        ("[JOHN] Run!", "Run!"),
        ("(Michael): Run!", "Run!"),
        ("ÉMILE: Oui.", "Oui."),
        ("ИВАН: Да.", "Да."),
    ],
)
def test_words_stay_without_names_and_sounds(text, words):
    assert subtitle_words(text) == words


@pytest.mark.parametrize(
    "text",
    [
        "Note: it is late.",
        ">> Note: it is late.",
        "At 10:30.",
        "AT 10:30.",
        "I KNOW WHAT YOU ARE: MINE",
        "何: はい",
        "да: нет",
    ],
)
def test_bare_colon_does_not_make_a_speaker_name(text):
    assert subtitle_words(text) == text.removeprefix(">> ")


@pytest.mark.parametrize(
    ("text", "voice"),
    [
        ("[speaking French]", True),
        ("(RADIO CHATTER)", True),
        ("[dramatic music]", False),
        ("[cat breaks a vase]", False),
    ],
)
def test_captions_of_voices_are_known(text, voice):
    assert names_voice(text) == voice


def test_text_that_is_not_markup_is_kept():
    assert without_tags("<b>a</b> < b &lt;\n<v Ann>c\\hc {\\i1}d {e f}<00:01.000>") == "a < b <\nc c d {e f}"
    assert without_tags("{y:i}{c:$0000ff}a {b}b{/b} {x:1}") == "a b {x:1}"


def test_text_is_joined_to_one_line():
    assert in_one_line(" a \n b  c") == "a b c"
