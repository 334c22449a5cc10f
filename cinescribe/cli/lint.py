"""`cinescribe lint`: check a description against guidelines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import click

import cinescribe.language.parser.thinc_without_torch  # noqa: F401  # before what loads spaCy
from cinescribe.cli.command import Command
from cinescribe.cli.output import announce, as_json, progress_bar, quiet, show
from cinescribe.describe.guidelines.finding import Finding
from cinescribe.describe.guidelines.guidelines import SHIPPED_GUIDELINES
from cinescribe.describe.guidelines.lint import lint, open_findings
from cinescribe.timing import clock

_WHOLE = "whole"  # in place of the time of a finding about a whole file


@click.command(cls=Command)
@click.argument("path", metavar="DIR_OR_FILE", type=click.Path(path_type=Path))
@click.option(
    "--guidelines",
    metavar=f"{'|'.join(SHIPPED_GUIDELINES)}|FILE",
    help="Guidelines to check against, or a TOML file that changes one of them.  [default: by language]",
)
@click.option("--language", metavar="TAG", help="Language of the cues.  [default: as DIR_OR_FILE says, else en]")
@click.option(
    "--subtitles", type=click.Path(path_type=Path), help="When people speak: subtitles in place of what DIR knows."
)
@click.option("--strict", is_flag=True, help="Exit with code 1 if there is a finding of severity error.")
@quiet
@as_json
@click.pass_context
def command(
    context: click.Context,
    path: Path,
    *,
    guidelines: str | None,
    language: str | None,
    subtitles: Path | None,
    strict: bool,
    quiet: bool,
    as_json: bool,
) -> None:
    """Check a description against guidelines.

    DIR_OR_FILE is what `describe` has written, a WebVTT, SubRip, DAPT, text or CSV file of cues, or the sound or film
    that was exported.
    """
    with progress_bar(quiet=quiet) as report:
        every = lint(
            path,
            guidelines=guidelines,
            language=language,
            subtitles=subtitles,
            progress=report,
            announce=announce,
            with_silenced=True,
        )
    found = open_findings(every)
    lines = [*map(_line, found), _summary(found, n_silenced=len(every) - len(found))]
    show([finding.to_dict() for finding in every], lines, as_json=as_json)
    if strict and any(finding.severity == "error" for finding in found):
        context.exit(1)


def _line(finding: Finding) -> str:
    """A finding in one line, in the best order for listening: when, which rule, what, and how."""
    when = clock(finding.span.start)[:-2] if finding.span is not None else _WHOLE
    cue = f" {finding.cue}" if finding.cue else ""
    mend = f"; write: {finding.mend}" if finding.mend else ""
    return f"{when} {finding.severity} {finding.rule}{cue}: {finding.text}{mend}"


def _summary(found: Sequence[Finding], *, n_silenced: int) -> str:
    silenced = f"; {n_silenced} silenced" if n_silenced else ""
    if not found:
        return f"no findings{silenced}"
    counts = Counter(finding.severity for finding in found)
    parts = [f"{n} {severity}{'' if n == 1 else 's'}" for severity, n in sorted(counts.items())]
    return f"{len(found)} finding{'' if len(found) == 1 else 's'}: {', '.join(parts)}{silenced}"
