import pytest

from cinescribe.describe.guidelines.grammar import person, tense, unfinished
from tests.describe.guidelines.inputs import faults, mend


@pytest.mark.parametrize(
    ("text", "present"),
    [
        ("Anna walked to the window.", "Anna walks to the window."),
        ("The men ran away.", "The men run away."),
        ("He was sitting at a table.", "He is sitting at a table."),
        ("Two boys were in the garden.", "Two boys are in the garden."),
        ("She did not look back.", "She does not look back."),
        ("The door had closed.", "The door has closed."),
        ("Anna turned and left.", "Anna turns and leaves."),
        ("He will open the door.", "He opens the door."),
        ("They will slowly leave.", "They slowly leave."),
        ("He is going to open the door.", "He opens the door."),
        ("She put the cup on the table.", "She puts the cup on the table."),
        ("In the corner sat a man.", "In the corner sits a man."),
        ("Emo watched from the other side of the room.", "Emo watches from the other side of the room."),
    ],
)
def test_past_and_future_are_found_and_mended(text, present):
    assert mend(tense, text) == present


@pytest.mark.parametrize(
    "text",
    [
        "Anna walks to the window.",
        "He says that he saw her.",
        "A man who came by car gets out.",
        "Three babies held by human hands.",
        "Based on a true story.",
        "Produced by Anna Stone.",
        "He has closed the door.",
        "They put the cups on the table.",
        "A room filled with boxes is dark.",
        "She is going to the door.",
        'A sign reads "Everybody left".',
        "He reads the letter that she wrote.",
        "People stand on a snow covered slope.",
    ],
)
def test_other_tenses_are_accepted(text):
    assert not faults(tense, text)


def test_a_mend_that_would_mix_tenses_is_not_offered():
    assert mend(tense, "When he arrived, she opened the door.") is None
    assert mend(tense, "He will not open it.") is None


def test_past_and_future_are_named():
    (fault,) = faults(tense, "He opened the door. She will leave.")
    assert fault.text == "future and past tense: 'opened', 'will'"


@pytest.mark.parametrize("text", ["A man walks towards us.", "He shows you his hand.", "I open my door."])
def test_the_first_and_second_person_is_found(text):
    assert len(faults(person, text)) == 1


@pytest.mark.parametrize(
    "text", ["He meets a US soldier.", "She works in a mine.", 'He reads "Love you".', "We see a man.", "She waves."]
)
def test_words_that_only_look_like_pronouns_are_accepted(text):
    assert not faults(person, text)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("Somebody carries the lamp to the.", "it ends in 'the'"),
        ("Somebody carries the lamp to the...", "it ends in 'the'"),
        ("Somebody carries the lamp and", "it ends in 'and'"),
        ("Somebody carries the lamp towards.", "it ends in 'towards'"),
        ("Somebody carries the lamp to the kit-", "it ends within the word 'kit-'"),
        ("She opens the door and looks at Anna", "it has no end after 'Anna'"),
        ("She opens the door,", "it has no end after 'door'"),
    ],
)
def test_half_sentences_are_found(text, why):
    (fault,) = faults(unfinished, "A man waves.", text, "Anna waves back.")
    assert (fault.cue.id, fault.text) == ("c2", f"half a sentence: {why}")


@pytest.mark.parametrize(
    "text",
    [
        "The man she looks at leaves the house she came from.",
        "They have nothing to play with.",
        "He comes to.",
        "She puts the hat on.",
        "Anna takes plan A.",
        "Two years later",
        "The orange film project presents",
        "A sign reads: Welcome to the",
        'A sign reads "Way to the"',
        "Directed by Anna of",
    ],
)
def test_whole_sentences_and_titles_are_accepted(text):
    assert not faults(unfinished, "A man waves.", text, "Anna waves back.")


def test_sentence_continued_in_the_next_cue_is_complete():
    assert not faults(unfinished, "A man carries the", "lamp to the door.", "Anna waves back.")
    assert len(faults(unfinished, "A man carries the.", "lamp to the door.", "Anna waves back.")) == 1


def test_cues_without_any_full_stops_are_accepted():
    assert not faults(unfinished, "A man opens a door", "Anna waves to the man", "They leave the house.")
