from cinescribe.corpus.alignment.comparable_words import normalised_words, timed_words
from cinescribe.corpus.alignment.speech_matching import ScriptSpeech, match_speeches
from cinescribe.schema import Speech
from cinescribe.timing import Span


def subtitles(*texts):
    """The words of subtitles, each two seconds long, one every ten seconds."""
    return timed_words([Speech(Span(10 * n, 10 * n + 2), "subtitles", text) for n, text in enumerate(texts)])


def speeches(*scenes):
    return [ScriptSpeech(tuple(normalised_words(text)), n) for n, scene in enumerate(scenes) for text in scene]


def matched(script, film):
    """The matches of speeches that are all matched."""
    matches = [match for match in match_speeches(script, film) if match]
    assert len(matches) == len(script)
    return matches


def found(script, film):
    return [match and (match.subtitles, match.share) for match in match_speeches(script, film)]


def test_speeches_in_order_over_several_subtitles():
    script = speeches(["Where have you been all this time?", "In town. Why do you ask?"])
    film = subtitles("Where have you been", "all this time?", "In town.", "Why do you ask?")
    assert found(script, film) == [((0, 1), 1.0), ((2, 3), 1.0)]
    assert matched(script, film)[0].span == Span(0, 12)


def test_a_speech_that_shares_only_one_word_is_not_matched():
    script = speeches(["I knew you would come.", "Are you hungry?"])
    assert found(script, subtitles("I am afraid so.", "Are you hungry?")) == [None, ((1, 1), 1.0)]


def test_a_changed_speech_is_matched_by_the_words_it_keeps():
    script = speeches(["Be careful with the old lamp, will you?"])
    assert found(script, subtitles("Be careful with the lamp!")) == [((0, 0), 5 / 8)]


def test_a_stray_first_word_is_moved_to_its_speech():
    script = speeches(["I could eat."])
    match = matched(script, subtitles("Do I?", "Are you hungry?", "I could eat."))[0]
    assert match.subtitles == (2, 2)


def test_scenes_that_were_moved_are_matched():
    script = speeches(
        ["What time is it?", "Almost nine.", "We should go now."],
        ["The doctor called this morning."],
        ["Somebody was here before us.", "How can you tell?"],
    )
    film = subtitles(
        "Somebody was here before us.", "How can you tell?", "What time is it?", "Almost nine.", "We should go now.",
        "The doctor called this morning.",
    )  # fmt: skip
    matches = matched(script, film)
    assert [match.subtitles[0] for match in matches] == [2, 3, 4, 5, 0, 1]
    assert [match.in_order for match in matches] == [True, True, True, True, False, False]


def test_a_scene_that_fits_two_ranges_equally_is_not_matched():
    script = speeches(["They know about all the money, don't they?", "Yes, they know it."], ["Not again!"])
    film = subtitles("Not again!", "They know about all the money, don't they?", "Yes, they know it.")
    assert found(script, film)[-1] == ((0, 0), 1.0)
    twice = subtitles("Not again!", "They know about all the money, don't they?", "Not again!", "Yes, they know it.")
    assert found(script, twice)[-1] is None
