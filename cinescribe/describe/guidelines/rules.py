"""The table of all rules: what each asks, and the function that checks it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from cinescribe.describe.guidelines.cue_timing import (
    cue_overlap,
    cue_pause,
    other_cut,
    rate,
    room,
    silence,
    speech_overlap,
)
from cinescribe.describe.guidelines.exported_sound import loudness, true_peak
from cinescribe.describe.guidelines.film_words import camera
from cinescribe.describe.guidelines.finding import Fault, RuleSetting
from cinescribe.describe.guidelines.grammar import person, tense, unfinished
from cinescribe.describe.guidelines.interpretation import adverbs, feelings, motives
from cinescribe.describe.guidelines.languages.parsed_rules import parsed_person, parsed_tense
from cinescribe.describe.guidelines.languages.unchecked import unchecked
from cinescribe.describe.guidelines.languages.unparsed_rules import plain_unfinished
from cinescribe.describe.guidelines.languages.word_rules import word_rule
from cinescribe.describe.guidelines.leftovers import leftovers, plain_leftovers
from cinescribe.describe.guidelines.lint_input import LintInput
from cinescribe.describe.guidelines.names import name_before_introduction, name_drift, raw_label
from cinescribe.describe.guidelines.repetition import repetition
from cinescribe.describe.guidelines.screen_text import unread_text, unvoiced_subtitles
from cinescribe.describe.guidelines.sound_words import sounds
from cinescribe.describe.guidelines.viewer_words import we_see


@dataclass(frozen=True)
class _Rule:
    """A rule.

    Args:
        asks: what a description must do, in one sentence.
        check: yields the faults of a description, given the rule's setting.
        unit: of the rule's limit; "" if it has none.
        is_of_film: whether its faults belong to the film or its sound, not to a cue.
        elsewhere: in place of `check` in other languages than English, if it must differ there.
    """

    asks: str
    check: Callable[[LintInput, RuleSetting], Iterator[Fault]]
    unit: str = ""
    is_of_film: bool = False
    elsewhere: Callable[[LintInput, RuleSetting], Iterator[Fault]] | None = None

    def faults(self, given: LintInput, setting: RuleSetting) -> Iterator[Fault]:
        """Yield the faults of a description, by the check for its language."""
        check = self.check if given.plain is None or self.elsewhere is None else self.elsewhere
        return check(given, setting)


RULES: Mapping[str, _Rule] = {
    "speech-overlap": _Rule("A cue does not talk over dialogue.", speech_overlap, "seconds"),
    "room": _Rule("The voice has time for each cue.", room),
    "rate": _Rule("A cue has no more words than its time allows.", rate, "words a second"),
    "cue-overlap": _Rule("A cue does not begin before the one before it ends.", cue_overlap),
    "cue-pause": _Rule("There is a pause between two cues.", cue_pause, "seconds"),
    "silence": _Rule("No long stretch passes without dialogue and description.", silence, "seconds", is_of_film=True),
    "other-cut": _Rule("A cue fits the cut of the film that it was carried to.", other_cut),
    "tense": _Rule("Main clauses are in the present tense.", tense, elsewhere=parsed_tense),
    "person": _Rule("Sentences are in the third person.", person, elsewhere=parsed_person),
    "we-see": _Rule("The viewer is not named: no `we see`.", we_see, elsewhere=word_rule("we-see", "names the viewer")),
    "camera": _Rule(
        "Camera and editing are not described.", camera, elsewhere=word_rule("camera", "words of film making")
    ),
    "sounds": _Rule(
        "What is heard is not described.", sounds, elsewhere=word_rule("sounds", "describes what is heard")
    ),
    "feelings": _Rule(
        "Feelings are described by what shows them.",
        feelings,
        elsewhere=word_rule("feelings", "a feeling that is not shown"),
    ),
    "motives": _Rule(
        "Thoughts and motives are not described.", motives, elsewhere=word_rule("motives", "a motive or a thought")
    ),
    "adverbs": _Rule("Adverbs do not judge or guess.", adverbs, elsewhere=word_rule("adverbs", "interprets")),
    "name-before-introduction": _Rule("A name is introduced before it is used.", name_before_introduction),
    "name-drift": _Rule("A person has one name.", name_drift),
    "raw-label": _Rule("People are not called by labels such as P3.", raw_label),
    "leftovers": _Rule(
        "Nothing is said that a model wrote and that is no description.", leftovers, elsewhere=plain_leftovers
    ),
    "unfinished": _Rule("Sentences are finished.", unfinished, elsewhere=plain_unfinished),
    "repetition": _Rule("A cue does not say what was said before.", repetition, "share of words"),
    "unread-text": _Rule("Text in the picture is read.", unread_text, "seconds", is_of_film=True),
    "unvoiced-subtitles": _Rule("Subtitles that translate are voiced.", unvoiced_subtitles, "seconds", is_of_film=True),
    "loudness": _Rule("The described film is as loud as wanted.", loudness, "LU", is_of_film=True),
    "true-peak": _Rule("No peak of the sound is above the ceiling.", true_peak, "dBTP", is_of_film=True),
    "unchecked": _Rule("What could not be checked is said.", unchecked, is_of_film=True),
}
