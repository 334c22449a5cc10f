"""Sheets of metaphor judgements without a study: annotators answer a to h, and an expert reads their sentences.

These are the steps of *Unveiling the Invisible*, 3.2, as `corpus metaphors sheet` and its kin ask for them. What comes
of a sheet is all versions of all judgements, the new ones last.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from cinescribe.corpus.core.corpus import Corpus
from cinescribe.corpus.metaphors.caption_lint import CaptionLint
from cinescribe.corpus.metaphors.judgements import (
    N_ANNOTATORS,
    MetaphorJudgement,
    State,
    answers_of,
    latest_judgements,
    version_of,
)
from cinescribe.corpus.metaphors.unanimous import unanimous_clips
from cinescribe.errors import RecordError, StudyError, brief
from cinescribe.metrics.metaphors.typed_times import spans_of
from cinescribe.study.kinds.questions import Form, Question
from cinescribe.study.sheets.cells import answer_cell
from cinescribe.study.sheets.collected import Collected
from cinescribe.study.sheets.read_pages import SheetPage, read_pages
from cinescribe.study.sheets.sheet_form import SheetForm, annotator_name
from cinescribe.tables import write_table

# Fields of a judgement with their columns, and the forms of the answers in them. Times are kept as they are typed.
_ANSWERS: Mapping[str, tuple[str, Form]] = {
    "is_metaphor": ("a metaphor", "yes_no"),
    "audio": ("b audio needed", "yes_no"),
    "time": ("c time", "words"),
    "primary": ("d primary concept", "words"),
    "secondary": ("e secondary concept", "words"),
    "property": ("f property", "words"),
    "caption": ("g sentence", "words"),
    "description": ("h description", "words"),
}
_FORM = SheetForm(
    ("annotator", "clip", *(column for column, _ in _ANSWERS.values())),
    ("annotator", "clip"),
    tuple(Question(name, column, form) for name, (column, form) in _ANSWERS.items()),
    headings={name: column for name, (column, _) in _ANSWERS.items()},
)
_DECISIONS: Mapping[str, State] = {"accept": "accepted", "return": "returned"}
_DECISION = SheetForm(
    ("clip", "annotator", "version", "sentence", "decision", "remark"),
    ("clip", "annotator"),
    (
        Question("decision", "Is the sentence good?", "label", labels=tuple(_DECISIONS)),
        Question("remark", "What should change?", "words"),
    ),
)


def write_judgement_sheet(path: Path, corpus: Corpus, *, annotator: str) -> int:
    """Write a sheet on which one annotator answers a to h about each clip, and return the number of clips.

    Args:
        path: the CSV file to write.
        corpus: the videos.
        annotator: what the person is called in the sheet, such as `p1`.

    Raises:
        StudyError: when there is no clip, or `annotator` is empty.
        OutputError: when the file cannot be written.
    """
    name = annotator_name(annotator)
    if not corpus.clips:
        raise StudyError(f"{corpus.card.name} has no clip; give one video at least")
    write_table(path, _FORM.columns, ((name, clip.id, *[""] * len(_ANSWERS)) for clip in corpus.clips))
    return len(corpus.clips)


def collect_judgements(
    sheets: Sequence[Path],
    corpus: Corpus,
    *,
    at: str,
    judgements: Sequence[MetaphorJudgement] = (),
    n_annotators: int = N_ANNOTATORS,
) -> Collected[MetaphorJudgement]:
    """Return judgements with the answers of filled sheets added: drafts, and what was returned if it was changed.

    The counts are of new versions, and of answers that are blank or as they were returned.

    Args:
        sheets: filled sheets of `write_judgement_sheet` or `write_rewrite_sheet`.
        corpus: the videos.
        at: the time of the new versions, in UTC, ISO 8601.
        judgements: all versions so far.
        n_annotators: how many may judge a video.

    Raises:
        RecordError: when a sheet cannot be read.
        CorpusError: naming file and line, when columns or cells are missing, or a person judged a clip twice; or when
            a clip has more annotators.
        StudyError: naming file and line, when an answer is missing or wrong, a time is outside the video, a clip is
            unknown, or a judgement is there that was not returned.
    """
    pages, latest = read_pages(sheets, _FORM), latest_judgements(judgements)
    new = []
    for page in pages:
        clip, annotator = page.cells["clip"], page.cells["annotator"]
        before = latest.get((clip, annotator))
        if before is not None and before.state != "returned":
            raise StudyError(
                f"{page.where} has clip {clip!r} by {annotator!r}, which is {before.state} already; only returned "
                "answers can be rewritten"
            )
        if page.answers:
            after = _judgement(page, corpus, _empty(clip, annotator, at, before))
            if before is None or answers_of(after) != answers_of(before):
                new.append(after)
    together = (*judgements, *new)
    latest_judgements(together, n_annotators=n_annotators)
    return Collected(together, {"new": len(new), "blank": len(pages) - len(new)})


def write_rewrite_sheet(path: Path, judgements: Sequence[MetaphorJudgement], *, annotator: str) -> int:
    """Write a sheet with the answers that one annotator has to write again, with the remarks; return their number.

    Raises:
        StudyError: when nothing was returned to that annotator.
        OutputError: when the file cannot be written.
    """
    returned = [
        one for one in latest_judgements(judgements).values() if one.state == "returned" and one.by == annotator
    ]
    if not returned:
        raise StudyError(f"nothing was returned to annotator {annotator!r}; there is nothing to rewrite")
    rows = (
        (one.by, one.clip, *(answer_cell(getattr(one, name)) for name in _ANSWERS), one.remark or "")
        for one in returned
    )
    write_table(path, (*_FORM.columns, "remark"), rows)
    return len(returned)


def write_validation_sheet(
    path: Path, judgements: Sequence[MetaphorJudgement], *, lint: CaptionLint, n_annotators: int = N_ANNOTATORS
) -> int:
    """Write a sheet with each sentence that an expert has to read, and return their number.

    These are the drafted and rewritten sentences of clips in which all annotators see a metaphor. What the lint finds
    is beside them and, as a proposal, under `remark`.

    Args:
        path: the CSV file to write.
        judgements: all versions.
        lint: finds wrong spelling and grammar, names and brands.
        n_annotators: how many annotators a clip needs.

    Raises:
        StudyError: when there is nothing to read.
        OutputError: when the file cannot be written.
    """
    agreed = unanimous_clips(judgements, n_annotators=n_annotators)
    latest = sorted(latest_judgements(judgements).values(), key=lambda one: one.clip)
    waiting = [one for one in latest if one.clip in agreed and one.state in {"drafted", "rewritten"}]
    if not waiting:
        raise StudyError(
            f"no sentence waits for the expert; {n_annotators} annotators must see a metaphor in a video first"
        )
    rows = []
    for one in waiting:
        found = "; ".join(lint.faults(one.caption or ""))
        rows.append((one.clip, one.by, version_of(one), one.caption or "", "", found, one.description or "", found))
    write_table(path, (*_DECISION.columns, "description", "lint"), rows)
    return len(rows)


def collect_decisions(
    sheets: Sequence[Path], *, at: str, judgements: Sequence[MetaphorJudgement]
) -> Collected[MetaphorJudgement]:
    """Return judgements with an expert's decisions added; the counts are accepted and returned ones, and open rows.

    Args:
        sheets: filled sheets of `write_validation_sheet`, with `accept` or `return` under `decision`.
        at: the time of the new versions, in UTC, ISO 8601.
        judgements: all versions so far.

    Raises:
        RecordError: when a sheet cannot be read.
        CorpusError: naming file and line, when columns or cells are missing, or two rows are of one judgement.
        StudyError: naming file and line, when a decision is unknown, a sentence is returned without a remark, or a row
            is of another version than the latest.
    """
    pages, latest = read_pages(sheets, _DECISION), latest_judgements(judgements)
    new: list[MetaphorJudgement] = []
    for page in pages:
        before = _latest_read(page, latest)
        if "decision" in page.answers:
            state = _DECISIONS[page.answers["decision"]]
            remark = page.rows[0].needed("remark") if state == "returned" else None
            new.append(before.replace(at=at, state=state, remark=remark, replaces=version_of(before)))
    together = (*judgements, *new)
    latest_judgements(together)
    n_accepted = sum(one.state == "accepted" for one in new)
    counts = {"accepted": n_accepted, "returned": len(new) - n_accepted, "open": len(pages) - len(new)}
    return Collected(together, counts)


def _latest_read(page: SheetPage, latest: Mapping[tuple[str, str], MetaphorJudgement]) -> MetaphorJudgement:
    """The judgement that an expert read, if it is the latest version."""
    clip, annotator, version, sentence = (page.cells[name] for name in _DECISION.columns[:4])
    before = latest.get((clip, annotator))
    if before is None or version_of(before) != version or before.caption != sentence:
        raise StudyError(
            f"{page.where} has the judgement of clip {clip!r} by {annotator!r} in version {version!r} with "
            f"{brief(sentence)}, which is not the latest; write a new sheet, and leave the sentences as they are"
        )
    return before


def _empty(clip: str, annotator: str, at: str, before: MetaphorJudgement | None) -> MetaphorJudgement:
    """A draft, or the version after one that was returned, before its answers are known."""
    if before is None:
        return MetaphorJudgement(clip, annotator, at, False)
    number = before.round + 1
    return MetaphorJudgement(clip, annotator, at, False, number, state="rewritten", replaces=version_of(before))


def _judgement(page: SheetPage, corpus: Corpus, form: MetaphorJudgement) -> MetaphorJudgement:
    """The answers of a page, in the form of a plain judgement of the same version."""
    durations = {clip.id: clip.span.duration for clip in corpus.clips}
    if form.clip not in durations:
        raise StudyError(f"{page.where} has clip {form.clip!r}, which is none of the videos; correct it")
    page.rows[0].needed(_ANSWERS["is_metaphor"][0])
    try:
        time = page.answers.get("time")
        spans = spans_of(time, duration=durations[form.clip]) if time else ()
        return form.replace(spans=spans, **page.answers)
    except RecordError as error:
        raise StudyError(f"{page.where}: {error}") from error
