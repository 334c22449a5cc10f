"""Scripts in other languages for tests of their rules."""

from cinescribe.describe.guidelines.finding import Finding
from cinescribe.describe.guidelines.guidelines import Guidelines, default_guidelines, read_guidelines
from cinescribe.describe.guidelines.lint import lint_script
from cinescribe.schema import Cue, Film, Person, Script
from cinescribe.timing import Span

APART = 20.0  # seconds, so that cues have time enough


def script_in(language: str, *texts: str, people: tuple[str, ...] = ()) -> Script:
    """Return a script of some cues."""
    cues = tuple(Cue(Span(APART * n, APART * n + APART / 2), text) for n, text in enumerate(texts))
    cast = tuple(Person(f"p{n}", f"P{n}", name) for n, name in enumerate(people))
    return Script(Film("", APART * (len(texts) + 1)), people=cast, cues=cues, language=language)


def findings(
    language: str, *texts: str, people: tuple[str, ...] = (), guidelines: Guidelines | None = None
) -> list[Finding]:
    """Return what the lint finds in cues of a language, without what it could not check."""
    chosen = guidelines or read_guidelines(default_guidelines(language))
    found = lint_script(script_in(language, *texts, people=people), chosen)
    return [one for one in found if one.rule != "unchecked"]


def rules(language: str, *texts: str, people: tuple[str, ...] = ()) -> list[str]:
    """Return the rules against which cues of a language are."""
    return [one.rule for one in findings(language, *texts, people=people)]
