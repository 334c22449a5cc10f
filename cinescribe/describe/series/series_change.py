"""A change of a series, from its journal to its episodes: what it would do, and doing it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cinescribe.describe.series.episode_changes import EpisodeChange, change_episode, episode_change
from cinescribe.describe.series.series_folder import SeriesFolder
from cinescribe.describe.series.series_state import SeriesEdit, SeriesState, after


@dataclass(frozen=True)
class SeriesChange:
    """What a change of a series did, or would do.

    Args:
        state: the series afterwards.
        what: the change in a line; "" if nothing changed in the series itself.
        episodes: what changed in episodes, or has a remark.
        remarks: on the series itself.
    """

    state: SeriesState
    what: str
    episodes: tuple[EpisodeChange, ...] = ()
    remarks: tuple[str, ...] = ()

    @property
    def n_cues(self) -> int:
        """How many cues change."""
        return sum(one.n_cues for one in self.episodes)

    @property
    def n_episodes(self) -> int:
        """In how many episodes something changes."""
        return sum(one.is_change for one in self.episodes)

    @property
    def extent(self) -> str:
        """How far the change reaches: `214 cues in 9 episodes`."""
        return f"{_counted(self.n_cues, 'cue')} in {_counted(self.n_episodes, 'episode')}"

    def all_remarks(self) -> Iterator[str]:
        """Yield all that a describer should look at."""
        yield from self.remarks
        for one in self.episodes:
            yield from one.remarks


def change_series(
    series: SeriesFolder, state: SeriesState, edit: SeriesEdit | None, *, who: str, dry_run: bool = False
) -> SeriesChange:
    """Make an edit of a series, and its episodes follow; an episode that cannot is left out, with a remark.

    A run that is killed in between is completed by the next one: the episodes follow what the journal says.

    Args:
        series: the folder of the series, opened.
        state: the series as it is.
        edit: what changes; None to let episodes follow what the series says already.
        who: the name of the editor.
        dry_run: only say what would change.

    Raises:
        RecordError: when the series' file of settings cannot be read.
    """
    settings = series.settings()
    if edit is not None:
        state = after(state, edit) if dry_run else series.commit(state, edit)
    make = episode_change if dry_run else change_episode
    found = [make(series, state, episode, settings, who=who) for episode in state.episodes.values()]
    changed = tuple(one for one in found if one.is_change or one.remarks)
    return SeriesChange(state, "" if edit is None else edit.what, changed)


def _counted(n: int, what: str) -> str:
    return f"{n} {what}{'' if n == 1 else 's'}"
