"""A series' folder on disk: the journal, and the cast file that follows from it and may be edited.

`edits.jsonl` is the journal, `cast.toml` says who is in the series. A hidden file holds the digests of what was last
written to `cast.toml`. If that has another digest, a person has changed it with an editor: the difference becomes an
edit of the journal.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from cinescribe.describe.editing.workspace import now
from cinescribe.describe.series.cast_file import cast_edit, cast_text
from cinescribe.describe.series.series_settings import SERIES_HEAD, SeriesSettings, read_series_settings
from cinescribe.describe.series.series_state import Episode, SeriesEdit, SeriesState, after, state_of
from cinescribe.errors import RecordError
from cinescribe.export.folder import CAST, JOURNAL, PORTRAITS, SCRIPT
from cinescribe.input_files import read_text
from cinescribe.journal.folder_lock import locked_folder
from cinescribe.journal.journal import Journal
from cinescribe.output_folder import claim_folder
from cinescribe.store import write_text

SERIES_SETTINGS = "series.toml"  # words and style of all episodes
TEMPLATES = "templates"  # what people of episodes look like
_KIND = "series"
_WRITTEN = ".cast.sha256"  # digests of cast.toml: before and after it was last written
_LOCK = ".series.lock"


class SeriesFolder:
    """The folder of a series.

    Args:
        folder: made by `claim`.
    """

    def __init__(self, folder: str | Path) -> None:
        self.folder = Path(folder)
        self.journal = Journal(self.folder / JOURNAL, SeriesEdit)

    def claim(self) -> None:
        """Mark the folder as that of a series: a new or empty one, or one that is; it gets a file of settings.

        Raises:
            OutputError: when it holds anything else, or a part of it is a link.
        """
        claim_folder(
            self.folder,
            _KIND,
            is_older=lambda _: False,
            parts=(PORTRAITS, TEMPLATES),
            prepared=(SERIES_SETTINGS,),
        )
        if not (self.folder / SERIES_SETTINGS).exists():
            write_text(self.folder / SERIES_SETTINGS, SERIES_HEAD)

    def settings(self) -> SeriesSettings:
        """Return the settings of all episodes.

        Raises:
            RecordError: when their file cannot be read, or has an unknown key or a wrong value.
        """
        return read_series_settings(self.folder / SERIES_SETTINGS)

    def has_journal(self) -> bool:
        """Whether an episode was added."""
        return (self.folder / JOURNAL).is_file()

    @contextmanager
    def opened(self, *, who: str) -> Iterator[SeriesState]:
        """Yield the series as it is, and keep other commands from editing it inside the block.

        Args:
            who: the name for the journal, should `cast.toml` have been edited.

        Raises:
            RecordError: when the folder holds no series, or a damaged one.
            CastError: when `cast.toml` was edited, and cannot be read.
            OutputError: when the folder cannot be written, or another command has been editing it for ten seconds.
        """
        if not self.has_journal():
            raise RecordError(f"{str(self.folder)!r} holds no series ({JOURNAL} is missing); add an episode first")
        with self.locked():
            yield self.load(who=who)

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Keep other commands from editing the folder inside the block.

        Raises:
            OutputError: when another command has been editing it for ten seconds, or it cannot be written.
        """
        with locked_folder(self.folder, _LOCK):
            yield

    def load(self, *, who: str) -> SeriesState:
        """Read the series, inside `locked`; what was edited in `cast.toml` is appended to the journal."""
        state = state_of(self.journal.read())
        if self._is_foreign():
            edit = cast_edit(state, self.folder / CAST, at=now(), who=who)
            if edit is not None:
                return self.commit(state, edit)
        self._write_cast(state)
        return state

    def commit(self, state: SeriesState, edit: SeriesEdit) -> SeriesState:
        """Append an edit to the journal, and write the cast that follows; return the series after it."""
        self.journal.append(edit)
        state = after(state, edit)
        self._write_cast(state)
        return state

    def episode_folder(self, episode: Episode) -> Path:
        """Return the folder of an episode.

        Raises:
            RecordError: when it holds no description.
        """
        folder = self.folder / episode.path
        if not (folder / SCRIPT).is_file():
            raise RecordError(
                f"the episode {episode.name!r} is not at {str(folder)!r}; put it back, or add it from where it is now"
            )
        return folder

    def path_of(self, folder: Path) -> str:
        """Return the path of a folder as the series keeps it: relative where they are on one drive."""
        try:
            return Path(os.path.relpath(folder.resolve(), self.folder.resolve())).as_posix()
        except ValueError:  # another drive of Windows
            return folder.resolve().as_posix()

    def _write_cast(self, state: SeriesState) -> None:
        """Write the cast file, if it is not there already; comments in it are kept."""
        path = self.folder / CAST
        before = read_text(path) if path.is_file() else None
        text = cast_text(before, state, path)
        if text != before or self._is_foreign():
            write_text(self.folder / _WRITTEN, f"{_digest(before or '')}\n{_digest(text)}\n", synced=True)
        if text != before:
            write_text(path, text, synced=True)

    def _is_foreign(self) -> bool:
        """Whether a person edited the cast file."""
        known, path = self.folder / _WRITTEN, self.folder / CAST
        return known.is_file() and path.is_file() and _digest(read_text(path)) not in read_text(known).split("\n")


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
