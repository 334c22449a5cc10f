"""Sheets of commonsense without a study: people choose phrases, review them, and write sentences.

These are the steps of *Video2Commonsense*, 3.2 and A.3, as `corpus annotation-sheet` and its kin ask for them.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from cinescribe.corpus.commonsense.caption_candidates import CaptionCandidates
from cinescribe.corpus.commonsense.commonsense_sentences import CommonsenseSentences
from cinescribe.corpus.commonsense.sheets import distinct
from cinescribe.corpus.datasets.sidecar_annotations import Commonsense
from cinescribe.errors import StudyError, brief
from cinescribe.schema import ASPECTS
from cinescribe.study.kinds.questions import Question
from cinescribe.study.sheets.collected import Collected
from cinescribe.study.sheets.read_pages import is_row_ticked, page_rows, read_pages
from cinescribe.study.sheets.sheet_form import SheetForm, annotator_name
from cinescribe.tables import BETWEEN_PHRASES, TableRow, write_table

_PHRASES = tuple(Question(aspect, "Which phrases fit?", "phrases") for aspect in ASPECTS)
_CHOICE = SheetForm(
    ("annotator", "clip", "caption", "aspect", "phrase", "tick", "own words"),
    ("annotator", "clip", "caption"),
    _PHRASES,
    about="aspect",
    text="phrase",
    words="own words",
)
_REVIEW = SheetForm(
    ("clip", "caption", "aspect", "phrase", "remove", "new words"),
    ("clip", "caption"),
    _PHRASES,
    about="aspect",
    text="phrase",
    tick="remove",
)
_SENTENCE = SheetForm(
    ("clip", "captions", "aspect", "phrases", "sentence"),
    ("clip", "aspect"),
    (Question("sentence", "What is implied?", "sentence"),),
)


def write_annotation_sheet(path: Path, candidates: Sequence[CaptionCandidates], *, annotator: str) -> int:
    """Write a sheet on which one person chooses what captions imply, and return the number of captions.

    Args:
        path: the CSV file to write.
        candidates: what each caption may imply; a caption that a clip has twice is asked once.
        annotator: what the person is called in the sheet, such as `p1`.

    Raises:
        StudyError: when there is no candidate, or `annotator` is empty.
        OutputError: when the file cannot be written.
    """
    name = annotator_name(annotator)
    phrases: dict[tuple[str, ...], dict[str, list[str]]] = {}
    for one in candidates:
        texts = {aspect: [phrase.text for phrase in getattr(one, aspect)] for aspect in ASPECTS}
        phrases.setdefault((name, one.clip, one.caption), texts)
    if not phrases:
        raise StudyError("there is no caption to annotate; give candidates of one caption at least")
    return _write_phrases(path, _CHOICE, phrases)


def write_review_sheet(path: Path, commonsense: Sequence[Commonsense]) -> int:
    """Write a sheet on which an annotator removes, edits and adds phrases, and return the number of captions.

    Raises:
        StudyError: when there is no commonsense, or a caption of a clip is there twice.
        OutputError: when the file cannot be written.
    """
    if not commonsense:
        raise StudyError("there is no commonsense to review; give that of one caption at least")
    ((clip, caption), n), *_ = Counter((one.clip, one.caption) for one in commonsense).most_common(1)
    if n > 1:
        raise StudyError(f"the caption {brief(caption)} of clip {clip!r} is there {n} times; keep one of them")
    return _write_phrases(path, _REVIEW, {(one.clip, one.caption): one.phrases for one in commonsense})


def _write_phrases(path: Path, form: SheetForm, phrases: Mapping[tuple[str, ...], Mapping[str, Sequence[str]]]) -> int:
    """Write a row for each phrase, and one for phrases to add to each aspect."""
    rows = (
        (*page, aspect, phrase, "", "")
        for page, own in phrases.items()
        for aspect in ASPECTS
        for phrase in (*distinct(own[aspect]), "")
    )
    write_table(path, form.columns, rows)
    return len(phrases)


def write_sentence_sheet(path: Path, commonsense: Sequence[Commonsense]) -> int:
    """Write a sheet on which an annotator writes a sentence for each aspect of a clip, and return the number of clips.

    Raises:
        StudyError: when there is no commonsense.
        OutputError: when the file cannot be written.
    """
    if not commonsense:
        raise StudyError("there is no commonsense to write sentences for; give that of one clip at least")
    clips: dict[str, list[Commonsense]] = {}
    for one in commonsense:
        clips.setdefault(one.clip, []).append(one)
    rows = (
        (
            clip,
            _joined(one.caption for one in own),
            aspect,
            _joined(text for one in own for text in one.phrases[aspect]),
            "",
        )
        for clip, own in clips.items()
        for aspect in ASPECTS
    )
    write_table(path, _SENTENCE.columns, rows)
    return len(clips)


def _joined(texts: Iterable[str]) -> str:
    return f"{BETWEEN_PHRASES} ".join(distinct(texts))


def collect_annotations(sheets: Sequence[Path]) -> Collected[Commonsense]:
    """Return for each caption the phrases that anybody ticked or wrote (V2C-Raw).

    The counts are captions without a chosen or written phrase, annotators, phrases that were offered, ticked, and
    written.

    Args:
        sheets: filled sheets of `write_annotation_sheet`, in which a person annotates a caption once.

    Raises:
        RecordError: when a sheet cannot be read.
        CorpusError: naming file and line, when columns or cells are missing, or a person annotated a caption twice.
        StudyError: naming file and line, when a tick or an aspect is unknown.
    """
    return _collected(sheets, _CHOICE, _choice, ("offered", "ticked", "own"))


def _choice(row: TableRow) -> tuple[list[str], Counter[str]]:
    phrase, is_ticked, own = row.cells["phrase"], is_row_ticked(row, "tick"), row.phrases("own words")
    if is_ticked and not phrase:
        raise StudyError(f"{row.where} has a tick and no phrase; write one under 'own words'")
    return [phrase] * is_ticked + own, Counter(offered=bool(phrase), ticked=is_ticked, own=len(own))


def collect_reviews(sheets: Sequence[Path]) -> Collected[Commonsense]:
    """Return commonsense without the phrases that were removed, and with new words where they were edited or added.

    The counts are captions whose phrases were all removed, and phrases that were kept, removed, edited and added.

    Args:
        sheets: filled sheets of `write_review_sheet`, in which a caption is reviewed once.

    Raises:
        RecordError: when a sheet cannot be read.
        CorpusError: naming file and line, when columns or cells are missing, or a phrase is reviewed twice.
        StudyError: naming file and line, when a tick or an aspect is unknown, or a phrase is both removed and edited.
    """
    return _collected(sheets, _REVIEW, _change, ("kept", "removed", "edited", "added"))


def _change(row: TableRow) -> tuple[list[str], Counter[str]]:
    phrase, is_removed, new = row.cells["phrase"], is_row_ticked(row, "remove"), row.phrases("new words")
    if is_removed and (new or not phrase):
        there = "new words too" if new else "no phrase"
        raise StudyError(f"{row.where} has a tick under 'remove' and {there}; remove a phrase, or edit it")
    if not phrase:
        return new, Counter(added=len(new))
    if is_removed:
        return [], Counter(removed=1)
    return (new, Counter(edited=1)) if new else ([phrase], Counter(kept=1))


def _collected(
    sheets: Sequence[Path],
    form: SheetForm,
    read: Callable[[TableRow], tuple[list[str], Counter[str]]],
    counted: Sequence[str],
) -> Collected[Commonsense]:
    """The phrases that the rows of sheets give their captions, with counts of them."""
    found: dict[tuple[str, str], dict[str, list[str]]] = {}
    annotators, counts = set(), Counter[str]()
    for rows in page_rows(sheets, form):
        annotators.add(rows[0].cells[form.page[0]])
        of_caption = found.setdefault((rows[0].cells["clip"], rows[0].cells["caption"]), defaultdict(list))
        for row in rows:
            phrases, own = read(row)
            of_caption[_aspect(row)] += phrases
            counts += own
    records = tuple(
        Commonsense(*key, *(distinct(phrases.get(aspect, ())) for aspect in ASPECTS))
        for key, phrases in found.items()
        if any(phrases.values())
    )
    people = {"annotators": len(annotators)} if form is _CHOICE else {}
    numbers = {name: counts[name] for name in counted}
    return Collected(records, {"without_phrases": len(found) - len(records), **people, **numbers})


def collect_sentences(sheets: Sequence[Path]) -> Collected[CommonsenseSentences]:
    """Return the sentences of filled sheets (V2C-Clean); the count is of missing ones.

    Args:
        sheets: filled sheets of `write_sentence_sheet`, with one sentence for each clip and aspect.

    Raises:
        RecordError: when a sheet cannot be read.
        CorpusError: naming file and line, when columns or cells are missing, or an aspect of a clip is there twice.
        StudyError: naming file and line, when an aspect is unknown, or a sentence has fewer than three words.
    """
    pages = read_pages(sheets, _SENTENCE)
    found: dict[str, dict[str, str]] = {}
    for page in pages:
        aspect = _aspect(page.rows[0])
        if page.answers:
            found.setdefault(page.cells["clip"], {})[aspect] = page.answers["sentence"]
    records = tuple(CommonsenseSentences(clip, **by_aspect) for clip, by_aspect in found.items())
    return Collected(records, {"missing_sentences": len(pages) - sum(map(len, found.values()))})


def _aspect(row: TableRow) -> str:
    aspect = row.text("aspect")
    if aspect not in ASPECTS:
        raise StudyError(f"{row.where} has the aspect {brief(aspect)}; write one of {', '.join(ASPECTS)}")
    return aspect
