"""What the settings of a series change in those of an episode that is described already."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from cinescribe.describe.captioning.glossary import Glossary, in_words_of
from cinescribe.describe.series.series_settings import SeriesSettings
from cinescribe.describe.text_captions import READER
from cinescribe.export.settings import Settings, read_settings, settings_lines
from cinescribe.schema import Script


@dataclass(frozen=True)
class SettingsChange:
    """What changes in the settings of an episode.

    Args:
        after: the settings that it should have; None if it has them, or its language is another one.
        lines: one for each value that changes.
        remarks: why the film has to be described again.
    """

    after: Settings | None = None
    lines: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()


def settings_change(settings: SeriesSettings, folder: Path, script: Script) -> SettingsChange:
    """Return what the settings of a series change in those of an episode; nothing is written.

    Args:
        settings: of the series.
        folder: of the episode.
        script: of the episode, as it is.

    Raises:
        RecordError: when the settings of the episode cannot be read.
    """
    if not settings.fits(script.language):  # a voice of the other language could not speak what is there
        remark = f"the series is in {settings.language}, this episode in {script.language}; describe the film again"
        return SettingsChange(remarks=(remark,))
    before = read_settings(folder)
    after = settings.of_episode(before)
    remarks = tuple(_outdated(script, after.glossary))
    return SettingsChange(None if after == before else after, tuple(settings_lines(before, after)), remarks)


def _outdated(script: Script, glossary: Glossary) -> Iterator[str]:
    """Yield how many cues do not have the words of a glossary; those by hand, and what is read, may differ."""
    ours = [cue.text for cue in script.cues if not cue.hand_made and cue.by != READER]
    n = sum(in_words_of(text, glossary) != text for text in ours)
    if n:
        cues = "1 cue has" if n == 1 else f"{n} cues have"
        yield f"{cues} other words than the glossary; describe the film again"
