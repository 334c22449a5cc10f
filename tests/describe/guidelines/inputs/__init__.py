"""Small descriptions for the tests of rules."""

from cinescribe.describe.guidelines.cue_text import CueTexts
from cinescribe.describe.guidelines.finding import RuleSetting
from cinescribe.describe.guidelines.lint_input import LintInput
from cinescribe.language.parser.parse import shipped_parser
from cinescribe.schema import Cue, Film, Script
from cinescribe.timing import Span


def setting(*, limit=0.0, target=0.0):
    return RuleSetting("rule", "error", "a source", limit, target)


def given(*texts, **fields):
    """One cue of three seconds every five seconds, and further fields of the script."""
    cues = tuple(
        text if isinstance(text, Cue) else Cue(Span(5.0 * n, 5.0 * n + 3), text) for n, text in enumerate(texts)
    )
    script = Script(Film("film.mp4", fields.pop("duration", 5.0 * len(cues) + 5)), cues=cues, **fields)
    parser = shipped_parser()
    return LintInput(script, CueTexts(parser).of(script.spoken()), parser)


def faults(check, *texts, limit=0.0, target=0.0, **fields):
    return list(check(given(*texts, **fields), setting(limit=limit, target=target)))


def mend(check, text, **fields):
    """The mend of the one fault of a text."""
    (fault,) = faults(check, text, **fields)
    return fault.mend
