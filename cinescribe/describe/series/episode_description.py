"""Describes a film as an episode of a series: who its people are is found before its sentences are written.

The people of a new episode are measured first, without any sentence, and matched to those of the series. So its
captions are written, and placed, with the names and the settings of the series.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Protocol

from cinescribe.describe.describe_options import DescribeOptions, no_announcement
from cinescribe.describe.editing.workspace import Workspace
from cinescribe.describe.series.add_episodes import add_to_series
from cinescribe.describe.series.series_change import SeriesChange
from cinescribe.describe.series.series_folder import SERIES_SETTINGS, SeriesFolder
from cinescribe.describe.series.series_settings import SeriesSettings
from cinescribe.errors import ParameterError, RecordError
from cinescribe.export.folder import read_script
from cinescribe.export.settings import Settings, write_settings
from cinescribe.features.clip_sets.batch import Batch
from cinescribe.language.messages.messages import Messages
from cinescribe.schema import Caption, Script

_WHO = "describe"  # the editor, in the journals
_OPTIONS = {"voice": ("voice", "name"), "rate": ("voice", "rate"), "language": ("language", "tag")}


class Describe(Protocol):
    """Describes the film."""

    def __call__(self, *, options: DescribeOptions, new: bool) -> Script:
        """Describe it with models; `new` sets aside what is in its folder."""
        ...


def joined_settings(series: str | Path | None, asked: Mapping[str, object]) -> SeriesSettings:
    """Return the settings of a series that a film is described for; its folder is made if needed.

    Args:
        series: the folder of the series; None for a film of no series, which leaves all settings open.
        asked: options of the description: voice, rate, language, cast; None for those that were not given.

    Raises:
        ParameterError: when an option says what the series says for all episodes.
        RecordError: when the settings of the series cannot be read, or its journal is damaged.
        OutputError: when the folder holds anything else than a series, or cannot be written.
    """
    if series is None:
        return SeriesSettings(Path(SERIES_SETTINGS))
    folder = SeriesFolder(series)
    folder.claim()
    settings = folder.settings()
    if folder.has_journal():  # damage is named before the film is described
        with folder.opened(who=_WHO):
            pass
    if asked.get("cast") is not None:
        raise ParameterError("`cast` and `series` are both given; edit the cast file in the folder of the series")
    for option, place in _OPTIONS.items():
        if asked.get(option) is not None and settings.given(*place) is not None:
            raise ParameterError(
                f"`{option}` is given, and {str(settings.path)!r} sets it for all episodes; leave it out, or change it "
                "there"
            )
    return settings


def describe_episode(
    describe: Describe,
    folder: Path,
    series: Path,
    *,
    settings: Settings,
    options: DescribeOptions,
    new: bool = False,
) -> Script:
    """Describe a film as an episode of a series, and add it to the series; a killed run goes on.

    Args:
        describe: describes the film to its folder.
        folder: of the description.
        series: the folder of the series.
        settings: of the description, with those of the series.
        options: models of the description.
        new: whether to start over.

    Raises:
        EditError: when the series has another episode of this name, or its faces are of another extractor.
        RecordError: when a folder is damaged.
        OutputError: when a folder cannot be written.
    """
    if new or not Workspace(folder).has_script():
        describe(options=_people_only(options), new=new)
    write_settings(folder, settings)
    with suppress(RecordError):  # of an older version, which measured faces in another way; then names come afterwards
        add_to_series(series, [folder], who=_WHO)
    describe(options=options, new=False)
    _announce(add_to_series(series, [folder], who=_WHO), folder, options)
    return read_script(folder)


def _people_only(options: DescribeOptions) -> DescribeOptions:
    """The models that find people, and write nothing."""
    return replace(
        options,
        captioner=_Silent(),
        narrator=None,
        notes=None,
        figures=None,
        pointer=None,
        captioned_people=True,
        announce=no_announcement,
    )


def _announce(change: SeriesChange, folder: Path, options: DescribeOptions) -> None:
    name = folder.resolve().name
    own = [one for one in change.episodes if one.episode == name]
    for remark in (*change.remarks, *(remark for one in own for remark in one.remarks)):
        options.announce(remark)
    seen = [one for one in change.state.seen_in(name) if one.series is not None]
    people = ", ".join(change.state.people[one.series].called for one in seen if one.series is not None)
    asked = sum(one.is_asked for one in change.state.seen_in(name))
    line = f"series: {name} shows {people or 'nobody who is known'}"
    options.announce(f"{line}; {asked} not identified" if asked else line)


class _Silent:
    """A captioner that writes nothing."""

    name = "nobody"
    n_frames = 0
    n_clips = None
    captions_events = False
    further_streams = ()
    tracer = None
    language = None
    drawn_films_only = False
    chat_model = None

    def with_messages(self, messages: Messages) -> _Silent:
        """Return the captioner itself."""
        return self

    def caption(self, batch: Batch) -> list[Caption]:
        """Return a caption without words for each clip."""
        return [Caption(item.clip.id, "", by=self.name) for item in batch.clips]
