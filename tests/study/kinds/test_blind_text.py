import pytest

from cinescribe.study.kinds.blind_text import blind_sentence, without_people


@pytest.mark.parametrize(
    "written",
    [
        "P1 gives P2's hat to someone.",
        "[P3] gives [p12]'s hat to P4 .",
        "<person_1> gives person 2 's hat to [PERSON3]",
        "SOMEONE gives SOMEONE's hat to SOMEONE.",
        "someone  gives someone 's\xa0hat to someone\n",
        "PERSON1 gives PERSON2's hat to someone.",
    ],
)
def test_all_ways_to_write_people_and_spaces_become_one(written):
    assert blind_sentence(written) == "Someone gives someone's hat to someone."


def test_words_and_capitals_inside_a_sentence_stay():
    assert blind_sentence("he does n't see Rome , the 2nd time") == "He doesn't see Rome, the 2nd time."
    assert blind_sentence('She asks: "Who?"') == 'She asks: "Who?"'
    assert blind_sentence("P 1 is a car park at P1") == "P 1 is a car park at someone."


def test_sentence_of_a_script_with_other_stops_gets_none():
    assert blind_sentence("彼は歩く") == "彼は歩く"
    assert blind_sentence("он идёт") == "Он идёт."


def test_phrase_keeps_its_small_letter_and_its_end():
    assert without_people("to  follow P2") == "to follow someone"


def test_blind_sentence_is_the_same_again():
    once = blind_sentence("[P1] smiles ,  and does n't wave")
    assert blind_sentence(once) == once == "Someone smiles, and doesn't wave."


def test_nothing_stays_nothing():
    assert blind_sentence(" ") == ""
