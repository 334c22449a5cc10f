"""Sheets on which an expert accepts metaphors, or returns them with a remark (VMCD, section 3.2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from cinescribe.corpus.commonsense.sheets import FirstPlaces, read_sheet, write_sheet
from cinescribe.corpus.metaphors.caption_lint import CaptionLint
from cinescribe.corpus.metaphors.judgements import N_ANNOTATORS, MetaphorJudgement, State, latest_judgements, version_of
from cinescribe.corpus.metaphors.unanimous import unanimous_clips
from cinescribe.errors import CorpusError, brief

_DECISIONS: Mapping[str, State] = {"accept": "accepted", "return": "returned"}
_COLUMNS = ("clip", "annotator", "version", "sentence", "decision", "remark")
_SHOWN = ("description", "lint")  # beside the sentence, for the expert


@dataclass(frozen=True)
class CollectedDecisions:
    """Judgements after an expert decided.

    Attributes:
        judgements: all versions, the earlier ones first.
        n_accepted, n_returned: new versions.
        n_open: rows without a decision.
    """

    judgements: tuple[MetaphorJudgement, ...]
    n_accepted: int
    n_returned: int
    n_open: int


def write_validation_sheet(
    path: Path, judgements: Sequence[MetaphorJudgement], *, lint: CaptionLint, n_annotators: int = N_ANNOTATORS
) -> int:
    """Write a sheet with each sentence that an expert has to read, and return their number.

    These are the drafted and rewritten sentences of clips in which all annotators see a metaphor. What the lint finds
    stands beside them and, as a proposal, under `remark`.

    Args:
        path: the CSV file to write.
        judgements: all versions.
        lint: finds wrong spelling and grammar, names and brands.
        n_annotators: how many annotators a clip needs.

    Raises:
        CorpusError: when there is nothing to read.
        OutputError: when the file cannot be written.
    """
    agreed = unanimous_clips(judgements, n_annotators=n_annotators)
    waiting = [
        one
        for one in latest_judgements(judgements).values()
        if one.clip in agreed and one.state in {"drafted", "rewritten"}
    ]
    if not waiting:
        raise CorpusError(
            f"no sentence waits for the expert; {n_annotators} annotators must see a metaphor in a clip, with a "
            "sentence that is drafted or rewritten"
        )
    rows = []
    for one in sorted(waiting, key=lambda one: one.clip):
        found = "; ".join(lint.faults(one.caption or ""))
        rows.append((one.clip, one.by, version_of(one), one.caption or "", "", found, one.description or "", found))
    write_sheet(path, (*_COLUMNS, *_SHOWN), rows)
    return len(rows)


def collect_decisions(
    sheets: Sequence[Path], *, at: str, judgements: Sequence[MetaphorJudgement]
) -> CollectedDecisions:
    """Return judgements with the expert's decisions added as new versions.

    Args:
        sheets: filled sheets of `write_validation_sheet`, with `accept` or `return` under `decision`.
        at: the time of the new versions, in UTC, ISO 8601.
        judgements: all versions so far.

    Raises:
        RecordError: when a sheet cannot be read.
        CorpusError: naming file and line, when a decision is unknown, a sentence is returned without a remark, or a row
            is of another version than the latest; or when two rows are of one judgement.
    """
    latest, seen, n_open = latest_judgements(judgements), FirstPlaces(), 0
    new: list[MetaphorJudgement] = []
    for sheet in sheets:
        for row in read_sheet(sheet, _COLUMNS):
            clip, annotator = row.needed("clip"), row.needed("annotator")
            what = f"the judgement of clip {clip!r} by {annotator!r}"
            seen.claim(clip, annotator, where=row.where, what=what)
            before = latest.get((clip, annotator))
            if before is None or version_of(before) != row.cells["version"] or before.caption != row.cells["sentence"]:
                raise CorpusError(
                    f"{row.where} has {what} in version {row.cells['version']!r} with {brief(row.cells['sentence'])}, "
                    "which is not the latest; write a new sheet, and leave the sentences as they are"
                )
            decision = row.cells["decision"].lower()
            if not decision:
                n_open += 1
                continue
            if decision not in _DECISIONS:
                raise CorpusError(f"{row.where} has the decision {brief(decision)}; accept or return is wanted")
            remark = row.needed("remark") if decision == "return" else None
            new.append(before.replace(at=at, state=_DECISIONS[decision], remark=remark, replaces=version_of(before)))
    together = (*judgements, *new)
    latest_judgements(together)
    n_accepted = sum(one.state == "accepted" for one in new)
    return CollectedDecisions(together, n_accepted, len(new) - n_accepted, n_open)
