import pytest

from cinescribe.train.git.caption_facts import CaptionFacts, recall
from cinescribe.train.git.takes import drawn_take


def test_captions_state_the_action_and_thing_of_their_take():
    for n in range(150):
        drawn = drawn_take(n)
        for text in drawn.captions():
            facts = CaptionFacts.of(text)
            assert facts.action == drawn.take.action, text
            assert facts.thing in (drawn.take.thing, None), text
            assert facts.place in (drawn.take.place, None), text
            assert drawn.take.night or not facts.night


def test_recall_counts_captioned_facts():
    takes = {str(n): drawn_take(n).take for n in range(50)}
    true = {str(n): drawn_take(n).captions()[0] for n in range(50)}
    found = recall(true, takes)
    assert found["action"] == found["place"] == 1.0
    wrong = dict.fromkeys(true, "a woman falls down in the office.")
    assert recall(wrong, takes)["thing"] == 0.0
    assert recall(wrong, takes)["action"] == pytest.approx(sum(take.action == "fall" for take in takes.values()) / 50)


def test_unrelated_sentences_state_no_facts():
    assert CaptionFacts.of("the the the") == CaptionFacts(None, None, None, False)
