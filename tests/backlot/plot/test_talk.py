import random

from cinescribe.backlot.plot.stories import Beat
from cinescribe.backlot.plot.talk import Talk

NAMES = ("Anna", "Tom", "Leo")


def beat(action="wave", thing=None, place="kitchen"):
    return Beat(0, place, 0, False, action, 0, None, thing, (), 0, (0, 1))


def test_lines_are_whole_sentences_with_the_name_of_the_listener():
    talk = Talk(random.Random(1), NAMES)
    for n in range(300):
        lines = talk.about(beat(thing="box" if n % 2 else None), speaker=n % 2, listener=1 - n % 2)
        assert 1 <= len(lines) <= 2
        assert all(line[0].isupper() and line[-1] in ".?!" and "{" not in line and "None" not in line for line in lines)
        assert NAMES[n % 2] not in lines[0]
        assert "Leo" not in "".join(lines) or lines[0].startswith("Please don't tell Leo")


def test_no_line_is_repeated_before_all_were_used():
    talk = Talk(random.Random(2), NAMES)
    lines = [talk.about(beat("read"), speaker=0, listener=1)[0] for _ in range(40)]
    assert len(set(lines)) == 40


def test_the_dialogue_is_about_the_action():
    talk = Talk(random.Random(3), NAMES)
    first = [talk.about(beat("phone", thing="phone"), speaker=0, listener=1)[0] for _ in range(5)]
    assert sum("Call me" in line or "hear you" in line or "waiting" in line for line in first) >= 2


def test_two_people_talk_about_a_third():
    talk = Talk(random.Random(4), NAMES[:2])
    lines = {line for _ in range(200) for line in talk.about(beat(), speaker=0, listener=1)}
    assert "Please don't tell anybody." in lines
