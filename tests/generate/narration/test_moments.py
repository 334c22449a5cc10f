from tests.generate.narration.scenes import ANNA, BEN, moment


def test_sentence_begins_with_the_last_shot_it_describes():
    pause = moment(4.0, 8.0, since=2.0)
    assert [shot.number for shot in pause.own_shots] == [2]
    assert pause.begin((2,)) == 2.0
    assert pause.begin((1, 3)) == 4.0  # context is not described


def test_role_with_only_a_name_has_no_introduction():
    assert ANNA.has_introduction
    assert not BEN.has_introduction
