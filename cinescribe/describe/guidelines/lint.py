"""Checks a description against guidelines."""

from __future__ import annotations

from collections.abc import Callable
from os import PathLike
from pathlib import Path

from cinescribe.describe.guidelines.cue_text import parsed_cues
from cinescribe.describe.guidelines.exported_sound import exported_sounds, measured
from cinescribe.describe.guidelines.finding import Fault, Finding, RuleSetting
from cinescribe.describe.guidelines.guidelines import DEFAULT_GUIDELINES, Guidelines, read_guidelines
from cinescribe.describe.guidelines.lint_input import LintInput, MeasuredSound
from cinescribe.describe.guidelines.read_description import is_sound_or_film, read_description
from cinescribe.describe.guidelines.rules import RULES
from cinescribe.errors import RecordError, VoiceError
from cinescribe.export.description import folder_voice
from cinescribe.export.fit import Misfit, misfits
from cinescribe.language.parser.parse import shipped_parser
from cinescribe.progress import Progress, no_progress
from cinescribe.schema import Film, Script

_LANGUAGE = "en"  # the shipped parser's
_MOST_LETTERS = 2_000  # of a cue: two minutes of speech; a file that lost its times is one endless cue
_SOUND_RULES = ("loudness", "true-peak")


def lint(
    path: str | PathLike[str],
    *,
    guidelines: str | PathLike[str] = DEFAULT_GUIDELINES,
    subtitles: str | PathLike[str] | None = None,
    progress: Progress = no_progress,
    announce: Callable[[str], None] | None = None,
) -> tuple[Finding, ...]:
    """Return where a description departs from guidelines, in order of time; what belongs to no time comes last.

    Args:
        path: the output folder of `describe_film`; or a WebVTT, SubRip, DAPT, text or CSV file of cues; or a sound file
            or film, of which only loudness and peak are checked.
        guidelines: `dcmp`, `netflix`, `ofcom`, or a TOML file that changes one of them.
        subtitles: when people speak, and what they say; in place of the speech that a folder knows.
        progress: called with the share of cues that the voice has spoken.
        announce: receives what a person should know: that the voice could not check the cues.

    Raises:
        RecordError: when the path or the guidelines cannot be read, or a cue has more than 2,000 letters.
        SubtitleError: when a file of cues or subtitles cannot be read.
        FilmError: when a sound file or a film cannot be read.

    Example:
        >>> [finding.rule for finding in lint("descriptions.vtt")]  # doctest: +SKIP
        ['tense', 'camera']
    """
    chosen, path = read_guidelines(guidelines), Path(path)
    if not path.is_dir() and is_sound_or_film(path):
        return _findings(LintInput(Script(Film(str(path), 0.0)), sounds=(measured(path, is_mix=True),)), chosen)
    description = read_description(path, subtitles=None if subtitles is None else Path(subtitles))
    script, is_folder = description.script, path.is_dir()
    given = _with_cues(
        script,
        has_ends=description.has_ends,
        misfits=_misfits(script, path, progress, announce) if is_folder and chosen.setting("room") else (),
        sounds=exported_sounds(path) if is_folder and any(map(chosen.setting, _SOUND_RULES)) else (),
    )
    return _findings(given, chosen)


def lint_script(script: Script, guidelines: Guidelines) -> tuple[Finding, ...]:
    """Return where a script departs from guidelines, without what needs its voice or its sound.

    Args:
        script: the description. Only its audible cues are checked.
        guidelines: from `read_guidelines`.

    Raises:
        RecordError: when a cue has more than 2,000 letters.
    """
    return _findings(_with_cues(script), guidelines)


def _with_cues(
    script: Script,
    *,
    has_ends: bool = True,
    misfits: tuple[Misfit, ...] = (),
    sounds: tuple[MeasuredSound, ...] = (),
) -> LintInput:
    parser = shipped_parser() if script.language.lower().startswith(_LANGUAGE) else None
    heard = sorted(script.spoken(), key=lambda cue: (cue.span.start, cue.span.end))
    for cue in heard:
        if len(cue.text) > _MOST_LETTERS:
            raise RecordError(
                f"the cue at {cue.span.start:g} s has {len(cue.text):,} letters; wanted at most {_MOST_LETTERS:,}; "
                "see whether the time of the next one is missing"
            )
    return LintInput(script, parsed_cues(heard, parser), parser, has_ends, misfits, sounds)


def _misfits(
    script: Script, folder: Path, progress: Progress, announce: Callable[[str], None] | None
) -> tuple[Misfit, ...]:
    """The cues without room; none, after a word about it, if no voice can say."""
    try:
        with folder_voice(folder) as voice:
            return misfits(script, voice, folder, progress=progress)
    except VoiceError as error:
        if announce is not None:
            announce(f"the cues were not checked against their gaps: {error}")
        return ()


def _findings(given: LintInput, guidelines: Guidelines) -> tuple[Finding, ...]:
    found = [
        _finding(fault, setting)
        for setting in guidelines.settings
        for fault in RULES[setting.rule].check(given, setting)
    ]
    # The sort is stable: findings of one moment keep the order of the rules.
    return tuple(sorted(found, key=lambda one: (one.span is None, one.span.start if one.span else 0.0)))


def _finding(fault: Fault, setting: RuleSetting) -> Finding:
    cue = fault.cue
    return Finding(
        rule=setting.rule,
        severity=setting.severity,
        cue=None if cue is None else cue.id,
        span=fault.span or (None if cue is None else cue.span),
        text=fault.text,
        mend=fault.mend,
        source=setting.source,
    )
