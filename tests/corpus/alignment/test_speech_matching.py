from cinescribe.corpus.alignment.comparable_words import timed_words, words
from cinescribe.corpus.alignment.speech_matching import ScriptSpeech, heard
from cinescribe.schema import Speech
from cinescribe.timing import Span


def subtitles(*texts):
    """A subtitle of two seconds every ten."""
    return timed_words([Speech(Span(10 * n, 10 * n + 2), "subtitles", text) for n, text in enumerate(texts)])


def speeches(*scenes):
    return [ScriptSpeech(tuple(words(text)), n) for n, scene in enumerate(scenes) for text in scene]


def found(script, film):
    return [place and (place.subtitles, place.share) for place in heard(script, film)]


def test_speeches_in_order_over_several_subtitles():
    script = speeches(["Where have you been all this time?", "In town. Why do you ask?"])
    film = subtitles("Where have you been", "all this time?", "In town.", "Why do you ask?")
    assert found(script, film) == [((0, 1), 1.0), ((2, 3), 1.0)]
    assert heard(script, film)[0].span == Span(0, 12)


def test_what_is_not_in_the_film_is_not_heard_though_it_shares_a_word():
    script = speeches(["I knew you would come.", "Are you hungry?"])
    assert found(script, subtitles("I am afraid so.", "Are you hungry?")) == [None, ((1, 1), 1.0)]


def test_a_speech_with_other_words_is_heard_by_those_it_keeps():
    script = speeches(["Be careful with the old lamp, will you?"])
    assert found(script, subtitles("Be careful with the lamp!")) == [((0, 0), 5 / 8)]


def test_a_stray_first_word_is_drawn_to_its_speech():
    script = speeches(["I could eat."])
    place = heard(script, subtitles("Do I?", "Are you hungry?", "I could eat."))[0]
    assert place.subtitles == (2, 2)


def test_scenes_that_changed_places_are_found():
    script = speeches(
        ["What time is it?", "Almost nine.", "We should go now."],
        ["The doctor called this morning."],
        ["Somebody was here before us.", "How can you tell?"],
    )
    film = subtitles(
        "Somebody was here before us.", "How can you tell?", "What time is it?", "Almost nine.", "We should go now.",
        "The doctor called this morning.",
    )  # fmt: skip
    places = heard(script, film)
    assert [place.subtitles[0] for place in places] == [2, 3, 4, 5, 0, 1]
    assert [place.in_order for place in places] == [True, True, True, True, False, False]


def test_a_scene_that_fits_two_stretches_alike_is_not_moved():
    script = speeches(["They know about all the money, don't they?", "Yes, they know it."], ["Not again!"])
    film = subtitles("Not again!", "They know about all the money, don't they?", "Yes, they know it.")
    assert found(script, film)[-1] == ((0, 0), 1.0)
    twice = subtitles("Not again!", "They know about all the money, don't they?", "Not again!", "Yes, they know it.")
    assert found(script, twice)[-1] is None
