"""What is done to a challenge in its folder: open and close phases, invite teams, score, rank and let people decide."""

from __future__ import annotations

from pathlib import Path

from cinescribe.progress import Progress, no_progress
from cinescribe.store import write_records
from cinescribe.study.challenge.challenge import open_challenge
from cinescribe.study.challenge.finalists import PeoplesOrder, declare_winner, make_finalists
from cinescribe.study.challenge.phases import PhaseState, close_phase, open_phase
from cinescribe.study.challenge.scorer import open_scorer, work
from cinescribe.study.challenge.standings import Leaderboard, export_leaderboard, leaderboard
from cinescribe.study.challenge.teams import invite_team
from cinescribe.study.people.people import Invitation
from cinescribe.study.storage.studies import StoredStudy


def invite_to_challenge(
    challenge: str | Path,
    team: str,
    output: str | Path,
    *,
    n_people: int = 1,
    organiser: bool = False,
    url: str | None = None,
) -> list[Invitation]:
    """Invite people to a team, and write a pseudonym and a secret code for each to a JSONL file.

    Args:
        challenge: its folder.
        team: a name; a team of another name is new.
        output: the file to write.
        n_people: people to invite.
        organiser: whether the team runs the challenge, and does not submit.
        url: of the database; by default a file in the folder.

    Raises:
        RecordError, ChallengeError, DatabaseError: as `open_challenge` and `invite_team`.
        OutputError: when the file cannot be written.
    """
    with open_challenge(Path(challenge), url=url) as opened:
        invitations = invite_team(opened, team, n_people=n_people, is_organiser=organiser)
    write_records(Path(output), invitations)
    return invitations


def open_challenge_phase(
    challenge: str | Path, phase: str, *, at: float | None = None, url: str | None = None
) -> PhaseState:
    """Let teams submit to a phase, from a time in seconds since 1970; by default now.

    Raises:
        RecordError, ChallengeError, DatabaseError: as `open_challenge` and `open_phase`.
    """
    with open_challenge(Path(challenge), url=url) as opened:
        return open_phase(opened, phase, at=at)


def close_challenge_phase(
    challenge: str | Path, phase: str, *, at: float | None = None, url: str | None = None
) -> PhaseState:
    """Take no more submissions to a phase, from a time in seconds since 1970; by default now.

    Raises:
        RecordError, ChallengeError, DatabaseError: as `open_challenge` and `close_phase`.
    """
    with open_challenge(Path(challenge), url=url) as opened:
        return close_phase(opened, phase, at=at)


def score_submissions(
    challenge: str | Path, *, once: bool = False, url: str | None = None, progress: Progress = no_progress
) -> int:
    """Check and score the submissions to a challenge; return how many jobs were done.

    Args:
        challenge: its folder.
        once: whether to return when nothing is left to do; else wait for submissions until Ctrl-C.
        url: of the database; by default a file in the folder.
        progress: called with the stage and the share of it that is done.

    Raises:
        RecordError, ChallengeError, DatabaseError: as `open_challenge` and `open_scorer`.
    """
    with open_challenge(Path(challenge), url=url) as opened:
        return work(open_scorer(opened), is_over=lambda: once, progress=progress)


def challenge_leaderboard(
    challenge: str | Path, phase: str, *, output: str | Path | None = None, url: str | None = None
) -> Leaderboard:
    """Return the table of a phase: the best submission of each team; write it to a JSONL file if one is given.

    Raises:
        RecordError, ChallengeError, DatabaseError: as `open_challenge` and `leaderboard`.
        OutputError: when the file cannot be written.
    """
    with open_challenge(Path(challenge), url=url) as opened:
        return leaderboard(opened, phase) if output is None else export_leaderboard(opened, phase, Path(output))


def make_challenge_finalists(
    challenge: str | Path,
    corpus: str | Path,
    folder: str | Path,
    *,
    phase: str = "blind",
    top: int = 4,
    n_items: int | None = None,
    n_judges: int = 5,
    n_shared: int = 0,
    seed: int = 0,
    url: str | None = None,
    study_database: str | None = None,
) -> StoredStudy:
    """Make the study in which people rank the best teams of a closed phase, with the reference among them.

    Args:
        challenge: its folder.
        corpus: the corpus with all captions.
        folder: where the study goes.
        phase: of the finalists.
        top: teams that people rank, by the ranking metric.
        n_items: clips to draw at random; None for all.
        n_judges: people who rank a clip.
        n_shared: clips that every rater gets.
        seed: of all draws.
        url: of the challenge's database; by default a file in its folder.
        study_database: that of the study, likewise.

    Raises:
        RecordError, ChallengeError, StudyError, OutputError, DatabaseError: as `make_finalists`.
    """
    with open_challenge(Path(challenge), url=url) as opened:
        return make_finalists(
            opened,
            Path(folder),
            Path(corpus),
            phase=phase,
            top=top,
            n_items=n_items,
            n_judges=n_judges,
            n_shared=n_shared,
            seed=seed,
            url=study_database,
        )


def declare_challenge_winner(
    challenge: str | Path,
    study: str | Path,
    *,
    phase: str = "blind",
    url: str | None = None,
    study_database: str | None = None,
) -> PeoplesOrder:
    """Return the order of the finalists by people, beside that by metric, and put it into the table.

    Raises:
        RecordError, ChallengeError, StudyError, DatabaseError: as `open_challenge` and `declare_winner`.
    """
    with open_challenge(Path(challenge), url=url) as opened:
        return declare_winner(opened, Path(study), phase=phase, url=study_database)
