"""The settings of a series, `series.toml`: language, voice, mix, disclosure and words of all its episodes.

It has the tables of `settings.toml`, which every episode has in its own folder. What `series.toml` says goes to the
episodes; what it leaves out is their own. `[previously]` is about the series only.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from cinescribe.errors import RecordError
from cinescribe.export.settings import Settings, settings_over
from cinescribe.input_files import read_text
from cinescribe.language_tags import is_same_language
from cinescribe.parsing import parse_toml

_PREVIOUSLY, _SKIP = "previously", "skip_introductions"
SERIES_HEAD = """\
# Language, voice and words of all episodes. Take the # away before a line to use it, and run
# `cinescribe series update`. What stands here holds for all episodes; what does not is set in the episode's own folder.
#
# [language]
# tag = "en"
#
# [voice]
# name = "espeak:en-gb+f3"    # `cinescribe media voices` lists them
# rate = 1.1
#
# [mix]
# ducking = 9                 # how many dB the film is lowered under a cue, or "auto"
# loudness = -23              # in LUFS, or "film"
#
# [glossary]                  # what places and things are called
# "the bar" = "the Blue Note"
#
# [pronunciation]             # how names are said
# "Siobhan" = "Shivawn"
#
# [previously]
# skip_introductions = true   # who was in an earlier episode is not introduced again
"""


@dataclass(frozen=True)
class SeriesSettings:
    """The settings of a series.

    Args:
        path: of the file, for errors.
        values: its tables, without `[previously]`.
        skips_introductions: whether people of earlier episodes are known, and are not introduced again.
    """

    path: Path
    values: Mapping[str, Any] = field(default_factory=dict)
    skips_introductions: bool = False

    def of_episode(self, own: Settings) -> Settings:
        """Return the settings of an episode whose folder has settings of its own."""
        after = settings_over(own, self.values, self.path)
        return after if after.language is not None else replace(after, language=own.language)

    def fits(self, language: str) -> bool:
        """Whether an episode in a language is in that of the series, if the series has one."""
        return self.language is None or is_same_language(self.language, language)

    @property
    def language(self) -> str | None:
        """The language of all episodes, as BCP 47 tag; None if each has its own."""
        return settings_over(Settings(), self.values, self.path).language

    def given(self, table: str, key: str) -> Any:
        """Return a value that the series gives to all episodes; None if it gives none."""
        return self.values.get(table, {}).get(key)


def read_series_settings(path: Path) -> SeriesSettings:
    """Read the settings of a series; there are none without a file.

    Raises:
        RecordError: when the file cannot be read, is not TOML, or has an unknown key or a wrong value.
    """
    if not path.exists():
        return SeriesSettings(path)
    values = parse_toml(read_text(path), repr(str(path)))
    skips = _skips_introductions(values.pop(_PREVIOUSLY, {}), path)
    settings_over(Settings(), values, path)
    return SeriesSettings(path, values, skips)


def _skips_introductions(table: Any, path: Path) -> bool:
    if not isinstance(table, dict):
        raise RecordError(f"{str(path)!r}: {_PREVIOUSLY} is {table!r}; expected a table [{_PREVIOUSLY}]")
    unknown = next((key for key in table if key != _SKIP), None)
    if unknown is not None:
        raise RecordError(f"{str(path)!r}: unknown key of [{_PREVIOUSLY}] {unknown!r}; the only one is {_SKIP}")
    skips = table.get(_SKIP, False)
    if not isinstance(skips, bool):
        raise RecordError(f"{str(path)!r}: {_SKIP} is {skips!r}; expected true or false")
    return skips
