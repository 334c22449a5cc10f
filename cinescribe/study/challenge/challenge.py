"""A challenge: its card, its folders, and how it is opened.

The web process reads the card and the folder `open`, and writes to `submissions`. The folder `references` is only for
the scorer.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Literal, TypeAlias

from cinescribe.errors import ChallengeError, brief
from cinescribe.input_files import read_text
from cinescribe.record import Record
from cinescribe.store import read_record
from cinescribe.study.challenge.clip_list import ListedClip, read_clip_list
from cinescribe.study.storage.database import Database, sqlite_url

CARD = "challenge.json"
DATABASE = "challenge.db"
OPEN = "open"
REFERENCES = "references"
SUBMISSIONS = "submissions"
CLIPS = "clips.tsv"
RULES = "rules.md"
PHASES = {"public": "test", "blind": "blind"}  # and the split of the corpus that each has, unless another is named
BLIND = "blind"
Task: TypeAlias = Literal["captions", "fill-in"]


@dataclass(frozen=True)
class PhaseCard(Record):
    """A phase of a challenge.

    Args:
        name: one of `PHASES`.
        split: of the corpus.
        n_clips: clips to submit.
        digest: of the list of clips.
    """

    name: str
    split: str
    n_clips: int
    digest: str

    @property
    def is_blind(self) -> bool:
        """Whether scores are computed only after the close, and rounded."""
        return self.name == BLIND


@dataclass(frozen=True)
class ChallengeCard(Record):
    """What is asked of whom.

    Args:
        name: of the challenge.
        task: captions of clips, or the people in their blanks.
        phases: in their order.
        metrics: names for `score_captions`, or of fill-in accuracies.
        ranked_by: the metric by which submissions are ordered.
        n_a_day: submissions of a team to a phase within 24 hours.
        n_a_phase: submissions of a team to a phase.
        is_in_folder: whether the database is in the folder.
    """

    name: str
    task: Task
    phases: tuple[PhaseCard, ...]
    metrics: tuple[str, ...]
    ranked_by: str
    n_a_day: int
    n_a_phase: int
    is_in_folder: bool


@dataclass(frozen=True)
class Challenge:
    """A challenge of a folder, with its database.

    Attributes:
        folder: the folder.
        card: of the challenge.
        database: with people, submissions and scores.
    """

    folder: Path
    card: ChallengeCard
    database: Database

    def phase(self, name: str) -> PhaseCard:
        """Return the phase of a name.

        Raises:
            ChallengeError: when there is none.
        """
        found = next((phase for phase in self.card.phases if phase.name == name), None)
        if found is None:
            names = ", ".join(phase.name for phase in self.card.phases)
            raise ChallengeError(f"there is no phase {brief(name)}; the phases are {names}")
        return found

    def clips(self, phase: str) -> tuple[ListedClip, ...]:
        """Return the clips of a phase, read once.

        Raises:
            ChallengeError: when there is no such phase, or its list is malformed; RecordError when it is missing.
        """
        self.phase(phase)
        if phase not in self._clips:
            self._clips[phase] = read_clip_list(self.folder / OPEN / phase / CLIPS)
        return self._clips[phase]

    @cached_property
    def _clips(self) -> dict[str, tuple[ListedClip, ...]]:
        return {}

    def rules(self) -> str:
        """Return the rules, as Markdown.

        Raises:
            RecordError: when the file is missing, or no text.
        """
        return read_text(self.folder / OPEN / RULES)


def challenge_url(folder: Path, url: str | None) -> str:
    """Return the URL of a challenge's database; that of the file in its folder where none is given."""
    return sqlite_url(Path(folder) / DATABASE) if url is None else url


@contextmanager
def open_challenge(folder: Path, *, url: str | None = None) -> Iterator[Challenge]:
    """Yield the challenge of a folder that `make_challenge` wrote.

    Args:
        folder: of the challenge.
        url: of the database, where it is not in the folder.

    Raises:
        RecordError: when the folder has no challenge.
        ChallengeError: when the database is missing.
        DatabaseError: when the database cannot be used.
    """
    folder = Path(folder)
    card = read_record(folder / CARD, ChallengeCard)
    if url is None and not card.is_in_folder:
        raise ChallengeError(f"the database of {str(folder)!r} is on a server; give its URL with `database`")
    if url is None and not (folder / DATABASE).is_file():
        raise ChallengeError(f"{str(folder / DATABASE)!r} is gone, with the submissions; put it back")
    database = Database(challenge_url(folder, url))
    try:
        yield Challenge(folder, card, database)
    finally:
        database.close()
