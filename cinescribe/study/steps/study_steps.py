"""What is done to a study in its folder: invite raters, simulate them, forget one, export ratings, write results."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from cinescribe.metrics.human.ratings import write_ratings
from cinescribe.progress import Progress, no_progress
from cinescribe.store import write_records
from cinescribe.study.design.markdown_file import read_written_text
from cinescribe.study.entry.consent import set_consent
from cinescribe.study.folders.open_study import open_study
from cinescribe.study.kinds.study_ratings import StudyRatings, study_ratings
from cinescribe.study.kinds.table import KINDS, study_kind
from cinescribe.study.people.people import Invitation, forget, invite, reset
from cinescribe.study.results.judgements import read_decisions, read_judgements
from cinescribe.study.results.metric_correlations import read_metric_scores
from cinescribe.study.results.screening_counts import screening_counts
from cinescribe.study.results.study_results import StudyResults, write_results
from cinescribe.study.simulation.power import PairPower, SharePrecision, share_precision, study_power
from cinescribe.study.simulation.raters import SimulatedRaters, simulate_raters
from cinescribe.study.simulation.truth import read_truth
from cinescribe.study.storage.consent_texts import ConsentText

_PLANNED = (50, 100, 200, 400)  # clips


def invite_raters(
    study: str | Path, output: str | Path, *, raters: int, role: str = "rater", url: str | None = None
) -> list[Invitation]:
    """Invite people to a study, and write a pseudonym and a secret code for each to a JSONL file.

    Args:
        study: its folder.
        output: the file to write.
        raters: people to invite.
        role: what they are: rater, expert or admin.
        url: of the database; by default a file in the folder.

    Raises:
        RecordError, StudyError, DatabaseError: as `open_study`.
        OutputError: when the file cannot be written.
    """
    with open_study(Path(study), url=url) as (database, stored):
        invitations = invite(database, stored, n_people=raters, role=role)
    write_records(Path(output), invitations)
    return invitations


def simulate_study(
    study: str | Path,
    *,
    truth: str | Path,
    raters: int = 5,
    careless: int = 0,
    url: str | None = None,
    seed: int = 0,
    progress: Progress = no_progress,
) -> SimulatedRaters:
    """Let simulated raters answer a study by a known truth.

    Args:
        study: its folder.
        truth: a CSV file with system, criterion and value.
        raters: raters to simulate.
        careless: more of them, who answer at random.
        url: of the database; by default a file in the folder.
        seed: of all draws.
        progress: called with the stage and the share of it that is done.

    Raises:
        RecordError, StudyError, DatabaseError: as `open_study`; when the truth does not fit the study.
    """
    values = read_truth(Path(truth))
    with open_study(Path(study), url=url) as (database, stored):
        return simulate_raters(
            database, stored, values, n_raters=raters, n_careless=careless, seed=seed, progress=progress
        )


def forget_rater(study: str | Path, person: str, *, with_answers: bool = False, url: str | None = None) -> int:
    """Remove what a study's database has about a person, named by the pseudonym; return how many answers are removed.

    Raises:
        RecordError, StudyError, DatabaseError: as `open_study`; when there is no such person.
    """
    with open_study(Path(study), url=url) as (database, _):
        return forget(database, person, with_answers=with_answers)


def reset_rater(study: str | Path, person: str, *, url: str | None = None) -> Invitation:
    """Return a new invitation for a person, named by the pseudonym, whose password is lost or under attack.

    Raises:
        RecordError, StudyError, DatabaseError: as `open_study`; when there is no such person.
    """
    with open_study(Path(study), url=url) as (database, _):
        return reset(database, person)


def change_consent(study: str | Path, text: str | Path, *, url: str | None = None) -> ConsentText:
    """Let a Markdown text of consent hold from now on, and return its version; all raters are asked about it.

    Raters who agreed to an earlier version are asked again before their next answer. Earlier answers stay, with the
    digest of the text that their raters had agreed to.

    Args:
        study: its folder.
        text: the Markdown file.
        url: of the database; by default a file in the folder.

    Raises:
        RecordError, StudyError, DatabaseError: as `open_study`; when the text cannot be read, or is empty.
    """
    written = read_written_text(Path(text))
    with open_study(Path(study), url=url) as (database, stored):
        return set_consent(database, stored, written)


def export_ratings(study: str | Path, output: str | Path, *, url: str | None = None) -> StudyRatings:
    """Write the ratings or ranks of a study to a CSV file that `score_ratings` reads, and return them.

    Raises:
        RecordError, StudyError, DatabaseError: as `open_study`; when the study asks for no ratings.
        OutputError: when the file cannot be written.
    """
    with open_study(Path(study), url=url) as (database, stored):
        found = study_ratings(stored.design.questions, read_judgements(database, stored))
    write_ratings(Path(output), found.ratings, are_ranks=found.are_ranks)
    return found


def write_study_results(
    study: str | Path, folder: str | Path, *, scores: Sequence[str | Path] = (), url: str | None = None
) -> tuple[StudyResults, list[str]]:
    """Write the results of a study to a folder; return them, and as lines for people.

    Args:
        study: its folder.
        folder: where the results go.
        scores: what `cinescribe score --per-item` wrote, to correlate metrics with people: a file for each system.
        url: of the database; by default a file in the study's folder.

    Raises:
        RecordError, StudyError, DatabaseError: as `open_study`; when there are no answers yet.
        ScoreError: when a file of scores cannot be read.
        OutputError: when the folder cannot be written.
    """
    given = read_metric_scores([Path(path) for path in scores])
    with open_study(Path(study), url=url) as (database, stored):
        judgements, decisions = read_judgements(database, stored), read_decisions(database, stored)
        counts = screening_counts(database, stored)
    return write_results(
        Path(folder), stored.design, stored.digest, judgements, decisions=decisions, scores=given, screening=counts
    )


def plan_study(
    truth: str | Path,
    *,
    kind: str | None = None,
    items: Sequence[int] = _PLANNED,
    n_judges: int = 5,
    runs: int = 200,
    seed: int = 0,
) -> list[PairPower] | list[SharePrecision]:
    """Return how often studies of some sizes would find each difference between two systems.

    Args:
        truth: a CSV file with system, criterion and value.
        kind: the name of a kind of study; by default the first one. For a kind that asks about clips and not about
            texts, the precision of the share of yes is returned.
        items: numbers of clips to try.
        n_judges: people who judge a clip.
        runs: studies to simulate for each number.
        seed: of all draws.

    Raises:
        RecordError, StudyError: when the truth is malformed, or there is no such kind.
    """
    values, chosen = read_truth(Path(truth)), study_kind(kind or next(iter(KINDS)))
    if chosen.is_about_clips:
        return [
            one for n in items for one in share_precision(values, n_items=n, n_judges=n_judges, n_runs=runs, seed=seed)
        ]
    return [
        one for n in items for one in study_power(chosen, values, n_items=n, n_judges=n_judges, n_runs=runs, seed=seed)
    ]
