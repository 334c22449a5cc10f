"""Checks a description against guidelines."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from os import PathLike
from pathlib import Path

from cinescribe.describe.guidelines.cue_text import CueTexts, KnownParses
from cinescribe.describe.guidelines.exported_sound import exported_sounds, measured
from cinescribe.describe.guidelines.finding import Fault, Finding, RuleSetting
from cinescribe.describe.guidelines.guidelines import (
    DEFAULT_GUIDELINES,
    Guidelines,
    default_guidelines,
    read_guidelines,
)
from cinescribe.describe.guidelines.languages.plain_words import LanguageTexts
from cinescribe.describe.guidelines.lint_input import LintInput
from cinescribe.describe.guidelines.read_description import is_sound_or_film, read_description
from cinescribe.describe.guidelines.rules import RULES
from cinescribe.errors import RecordError, VoiceError
from cinescribe.export.description import folder_voice
from cinescribe.export.fit import Misfit, misfits
from cinescribe.export.transferred import read_transfer
from cinescribe.language.names.name_search import find_people
from cinescribe.language.names.names import NamedPerson
from cinescribe.language.parser.installed_pipelines import installed_parser
from cinescribe.language.parser.parse import shipped_parser
from cinescribe.language_tags import base_language, known_language
from cinescribe.progress import Progress, no_progress
from cinescribe.schema import Cue, Film, Script

_ENGLISH = "en"  # the shipped parser's language
_MOST_LETTERS = 2_000  # of a cue: two minutes of speech; a file that lost its times is one endless cue
_SOUND_RULES = ("loudness", "true-peak")


class LintCache:
    """A cache for repeated checks of one film during editing: parsed cues, and the people these name."""

    def __init__(self) -> None:
        self._texts: dict[str, CueTexts] = {}  # by language
        self._parsed: dict[str, CueTexts] = {}  # by a pipeline of the user's, by language
        self._found: tuple[tuple[str, ...], tuple[NamedPerson, ...]] | None = None  # texts, and whom they name

    def of(self, script: Script) -> LintInput:
        """Return a script as rules read it.

        Raises:
            RecordError: when a cue has more than 2,000 letters.
        """
        heard = sorted(script.spoken(), key=lambda cue: (cue.span.start, cue.span.end))
        for cue in heard:
            if len(cue.text) > _MOST_LETTERS:
                raise RecordError(
                    f"the cue at {cue.span.start:g} s has {len(cue.text):,} letters; expected at most "
                    f"{_MOST_LETTERS:,}: see whether the time of the next one is missing"
                )
        if script.language.lower().startswith(_ENGLISH):
            parser = shipped_parser()
            return LintInput(script, self._texts.setdefault(_ENGLISH, CueTexts(parser)).of(heard), parser)
        return self._in_other_language(script, heard)

    def _in_other_language(self, script: Script, heard: Sequence[Cue]) -> LintInput:
        tag = known_language(script.language)
        language = base_language(tag) if tag is not None else ""  # a script may name one that does not exist
        plain = LanguageTexts(language)
        texts = self._texts.setdefault(language, CueTexts(None, plain))
        parser = installed_parser(language)
        parses = None if parser is None else self._parsed.setdefault(language, CueTexts(parser))
        parsed = () if parses is None else parses.of(heard)
        return LintInput(script, texts.of(heard), language=language, plain=plain, parsed=parsed)

    def with_people(self, given: LintInput) -> LintInput:
        """Return the input with the people whom its cues name; if only their times changed, as they were found."""
        described = tuple(text.described for text in given.cues)
        if given.parser is not None and (self._found is None or self._found[0] != described):
            # Most texts were parsed already; those with words from the screen are parsed without these.
            parser = KnownParses(given.parser, {text.text: text.parse for text in given.cues})
            self._found = described, find_people(described, parser)
        return given if self._found is None else replace(given, found=self._found[1])

    def with_known_people(self, given: LintInput) -> LintInput:
        """Return the input with the people whom the cues named at the last check of the whole film."""
        return self.with_people(given) if self._found is None else replace(given, found=self._found[1])


def lint(
    path: str | PathLike[str],
    *,
    guidelines: str | PathLike[str] | None = None,
    language: str | None = None,
    subtitles: str | PathLike[str] | None = None,
    progress: Progress = no_progress,
    announce: Callable[[str], None] | None = None,
    with_silenced: bool = False,
) -> tuple[Finding, ...]:
    """Return where a description departs from guidelines, in order of time; what belongs to no time comes last.

    Args:
        path: the output folder of `describe_film`; or a WebVTT, SubRip, DAPT, text or CSV file of cues; or a sound file
            or film, of which only loudness and peak are checked.
        guidelines: one of `SHIPPED_GUIDELINES`, or a TOML file that changes one of them; None: those of the language.
        language: of the cues, as BCP 47 tag; None: as the folder or the file says, else English.
        subtitles: when people speak, and what they say; in place of the speech that a folder knows.
        progress: called with the share of cues that the voice has spoken.
        announce: receives what a person should know: that the voice could not check the cues.
        with_silenced: whether to return the findings too that a person has silenced, with the reason.

    Raises:
        RecordError: when the path or the guidelines cannot be read, or a cue has more than 2,000 letters.
        LanguageError: when `language` is no tag of a language.
        SubtitleError: when a file of cues or subtitles cannot be read.
        FilmError: when a sound file or a film cannot be read.

    Example:
        >>> [finding.rule for finding in lint("descriptions.vtt")]  # doctest: +SKIP
        ['tense', 'camera']
    """
    path = Path(path)
    named = guidelines if guidelines is not None else DEFAULT_GUIDELINES
    if not path.is_dir() and is_sound_or_film(path):
        return _findings(
            LintInput(Script(Film(str(path), 0.0)), sounds=(measured(path, is_mix=True),)), read_guidelines(named)
        )
    subtitles = None if subtitles is None else Path(subtitles)
    description = read_description(path, subtitles=subtitles, language=language)
    chosen = read_guidelines(guidelines or default_guidelines(description.script.language))
    if path.is_dir():
        found = lint_folder(path, description.script, chosen, progress=progress, announce=announce)
        return found if with_silenced else open_findings(found)
    cache = LintCache()
    given = replace(cache.with_people(cache.of(description.script)), has_ends=description.has_ends)
    return _findings(given, chosen)


def lint_folder(
    folder: Path,
    script: Script,
    guidelines: Guidelines,
    *,
    cache: LintCache | None = None,
    progress: Progress = no_progress,
    announce: Callable[[str], None] | None = None,
) -> tuple[Finding, ...]:
    """Return where the description in a folder departs from guidelines, with findings that a person has silenced.

    Args:
        folder: the output folder of `describe_film`, with its voice and exported sound.
        script: the description as it is now.
        guidelines: from `read_guidelines`.
        cache: of earlier checks of the same film.
        progress: called with the share of cues that the voice has spoken.
        announce: receives what a person should know.

    Raises:
        RecordError: when a cue has more than 2,000 letters, or the file of a transfer is damaged.
        FilmError: when a sound file cannot be read.
    """
    cache, transfer = cache or LintCache(), read_transfer(folder)
    given = replace(
        cache.with_people(cache.of(script)),
        misfits=_misfits(script, folder, progress, announce) if guidelines.setting("room") else (),
        transferred=() if transfer is None else transfer.findings,
        sounds=exported_sounds(folder) if any(map(guidelines.setting, _SOUND_RULES)) else (),
    )
    return _findings(given, guidelines)


def lint_script(script: Script, guidelines: Guidelines) -> tuple[Finding, ...]:
    """Return where a script departs from guidelines, without what needs its voice or its sound.

    Args:
        script: the description. Only its audible cues are checked.
        guidelines: from `read_guidelines`.

    Raises:
        RecordError: when a cue has more than 2,000 letters.
    """
    cache = LintCache()
    return open_findings(_findings(cache.with_people(cache.of(script)), guidelines))


def lint_cue(script: Script, cue_id: str, guidelines: Guidelines, *, cache: LintCache) -> tuple[Finding, ...]:
    """Return where one cue departs from guidelines, as `lint_cues` does."""
    return lint_cues(script, (cue_id,), guidelines, cache=cache)


def lint_cues(
    script: Script, cue_ids: Iterable[str], guidelines: Guidelines, *, cache: LintCache
) -> tuple[Finding, ...]:
    """Return where some cues depart from guidelines, without what needs the voice.

    Args:
        script: the description.
        cue_ids: of audible cues; dropped ones have no findings.
        guidelines: from `read_guidelines`.
        cache: of the film. Who is named in other cues is as the last check of the whole film found it.

    Raises:
        RecordError: when a cue has more than 2,000 letters.
    """
    given = replace(cache.with_known_people(cache.of(script)), about=frozenset(cue_ids))
    of_cues = tuple(setting for setting in guidelines.settings if not RULES[setting.rule].is_of_film)
    return open_findings(_findings(given, replace(guidelines, settings=of_cues)))


def open_findings(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Return the findings that are not silenced."""
    return tuple(finding for finding in findings if finding.silenced is None)


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
    asked = frozenset(setting.rule for setting in guidelines.settings)
    given = replace(given, asked=asked, counted_in=guidelines.language)
    found = [
        _finding(fault, setting)
        for setting in guidelines.settings
        for fault in RULES[setting.rule].faults(given, setting)
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
        silenced=None if cue is None else _reason(cue, setting.rule),
    )


def _reason(cue: Cue, rule: str) -> str | None:
    """Why a person has silenced a rule for a cue; None if it is not silenced."""
    return next((one.reason for one in cue.silenced if one.rule == rule), None)
