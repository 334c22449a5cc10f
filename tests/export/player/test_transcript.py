from cinescribe.export.player.transcript import Line, transcript
from tests.export.player.described import described


def test_cues_and_the_known_words_of_the_dialogue_are_in_order():
    assert transcript(described()) == (
        Line(0.5, "Anna looks up at the sky.", "c1"),
        Line(2.0, "Who's <there>?"),
        Line(3.0, "A bird lands.", "c2"),
        Line(4.6, "Tom leaves.", "c3", only_full=True),
    )
