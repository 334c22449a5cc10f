"""Sheets with questions of yes or no that need no study, and the shares of yes in filled ones.

A language model's metaphors (*Unveiling the Invisible*, A.5.2), the parser's labels (*Movie Description*, table 6), and
the tests that annotators of metaphors pass (*Unveiling the Invisible*, 3.1).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from cinescribe.corpus.datasets.sidecar_annotations import AnnotatedMetaphor
from cinescribe.corpus.metaphors.screening import PASS_MARK, TESTS, read_screening_key
from cinescribe.errors import StudyError, brief
from cinescribe.language.semantics.labels import ClauseLabels
from cinescribe.metrics.human.agreement import cohen_kappa, fleiss_kappa, if_defined
from cinescribe.metrics.human.ratings import Ratings
from cinescribe.record import Record
from cinescribe.study.kinds.questions import Question
from cinescribe.study.sheets.read_pages import SheetPage, read_pages
from cinescribe.study.sheets.sheet_form import SheetForm, annotator_name, refuse_filled
from cinescribe.tables import write_table

N_IN_SHEET = 500  # captions that the paper's annotators saw
_QUALITY = {"fluent": 0.987, "creative": 0.978, "consistent": 0.964}  # shares of yes in the paper's appendix A.5.2
LABEL_ACCURACY = {"clause": 0.89, "nlp": 0.62, "roles": 0.86, "wsd": 0.70}  # on MPII-MD, in the paper's table 6


def _yes_no(names: Sequence[str]) -> tuple[Question, ...]:
    return tuple(Question(name, f"Is it right: {name}?", "yes_no") for name in names)


_QUALITY_FORM = SheetForm(
    ("annotator", "item", "clip", "caption", "metaphor", *_QUALITY), ("annotator", "item"), _yes_no(tuple(_QUALITY))
)
_LABELS_FORM = SheetForm(
    ("item", "sentence", "clauses", "senses", *LABEL_ACCURACY), ("item",), _yes_no(tuple(LABEL_ACCURACY))
)
_TESTS_FORM = SheetForm(
    ("annotator", "test", "clip", "metaphor"), ("annotator", "test", "clip"), _yes_no(("metaphor",))
)


@dataclass(frozen=True)
class ScreeningResult(Record):
    """How an annotator did in the two tests.

    Args:
        annotator: who.
        first: share of right answers in test 1.
        second: in test 2.
        passed: whether both reach the pass mark.
    """

    annotator: str
    first: float
    second: float
    passed: bool


@dataclass(frozen=True)
class YesShare(Record):
    """How often people answered yes under a criterion.

    Args:
        criterion: the column of the sheet.
        share: of yes among all answers.
        answers: their number.
        paper: the share in the paper.
        kappa: agreement of the people; None where it is undefined.
    """

    criterion: str
    share: float
    answers: int
    paper: float
    kappa: float | None = None


def write_quality_sheets(
    paths: Sequence[Path], metaphors: Sequence[AnnotatedMetaphor], *, n_items: int = N_IN_SHEET, seed: int = 0
) -> int:
    """Write a sheet with the same random metaphors of a language model for each person, and return their number.

    Args:
        paths: the CSV files to write; a file's name without suffix is the person's.
        metaphors: to draw from.
        n_items: how many; all if there are fewer.
        seed: of the draw.

    Raises:
        StudyError: when there is no metaphor.
        OutputError: when a file cannot be written.
    """
    if not metaphors:
        raise StudyError("there is no metaphor to judge; all answers were off the template")
    drawn = Random(seed).sample(list(metaphors), min(n_items, len(metaphors)))
    shown = [(n, one.clip, one.description or "", one.caption, "", "", "") for n, one in enumerate(drawn, 1)]
    for path in paths:
        write_table(path, _QUALITY_FORM.columns, ((path.stem, *row) for row in shown))
    return len(drawn)


def caption_quality(sheets: Sequence[Path]) -> tuple[YesShare, ...]:
    """Return how many metaphors are fluent, creative and consistent by filled sheets, with Fleiss' kappa.

    Raises:
        RecordError: when a sheet cannot be read.
        CorpusError: naming file and line, when columns or cells are missing, or a person answered twice.
        StudyError: naming file and line, when an answer is neither yes nor no, or an item is another metaphor than in
            an earlier sheet; or when no cell of a criterion is filled in.
    """
    pages = read_pages(sheets, _QUALITY_FORM)
    first: dict[str, SheetPage] = {}
    for page in pages:
        _check_same(page, first.setdefault(page.cells["item"], page))
    answers = [((page.cells["item"], page.cells["annotator"]), page.answers) for page in pages]
    return tuple(_share(name, answers, paper, fleiss_kappa) for name, paper in _QUALITY.items())


def _check_same(page: SheetPage, first: SheetPage) -> None:
    for name in ("clip", "metaphor"):
        if page.cells[name] != first.cells[name]:
            raise StudyError(
                f"{page.where} has the {name} {brief(page.cells[name])} as item {page.cells['item']!r}, and "
                f"{first.where} has {brief(first.cells[name])}; give sheets of one draw together"
            )


def write_label_sheets(
    texts: Sequence[str],
    found: Sequence[Sequence[ClauseLabels]],
    folder: str | Path,
    *,
    n_judges: int = 2,
    n_sentences: int = 200,
    seed: int = 0,
) -> list[Path]:
    """Write a sheet with random texts and their labels for each judge, and return their paths.

    A judge writes 1 (right) or 0 (wrong) into the last four columns; an empty cell is no judgement.

    Args:
        texts: what was parsed.
        found: the labels of each text, with senses.
        folder: where to write.
        n_judges: number of sheets; all have the same texts.
        n_sentences: texts to draw; all if there are fewer.
        seed: of the draw.

    Raises:
        OutputError: when a sheet is there already, since it may be filled in, or cannot be written.
    """
    folder = Path(folder)
    paths = [folder / f"judge-{n}.csv" for n in range(1, n_judges + 1)]
    refuse_filled(paths)
    drawn = sorted(Random(seed).sample(range(len(texts)), min(n_sentences, len(texts))))
    shown = []
    for n in drawn:
        clauses = "\n".join(" | ".join(value or "-" for value in one.roles) for one in found[n])
        senses = "\n".join(_senses(one) for one in found[n])
        shown.append((n + 1, texts[n], clauses, senses, "", "", "", ""))
    for path in paths:
        write_table(path, _LABELS_FORM.columns, shown)
    return paths


def _senses(one: ClauseLabels) -> str:
    return "" if one.senses is None else " ".join(value for value in one.senses.to_dict().values() if value)


def label_accuracy(sheets: Sequence[str | Path]) -> tuple[YesShare, ...]:
    """Return the accuracy of each component of the parser by filled sheets, one for each judge.

    The kappa is Cohen's of two judges, Fleiss' of more.

    Raises:
        RecordError, CorpusError, StudyError: as `caption_quality`.
    """
    answers = [
        ((page.cells["item"], f"judge {n}"), page.answers)
        for n, sheet in enumerate(sheets, 1)
        for page in read_pages([Path(sheet)], _LABELS_FORM)
    ]
    return tuple(_share(name, answers, paper, _cohen_or_fleiss) for name, paper in LABEL_ACCURACY.items())


def _share(
    name: str,
    answers: Sequence[tuple[tuple[str, str], Mapping[str, bool]]],
    paper: float,
    kappa: Callable[[Ratings], float],
) -> YesShare:
    """The share of yes under a criterion, from answers by item and person."""
    own = {key: float(given[name]) for key, given in answers if name in given}
    if not own:
        raise StudyError(f"there are no answers under {name!r}; fill in the sheets")
    ratings = Ratings.of(own)
    return YesShare(name, sum(own.values()) / len(own), len(own), paper, if_defined(lambda: kappa(ratings)))


def _cohen_or_fleiss(ratings: Ratings) -> float:
    if len(ratings.raters) == 2:
        return cohen_kappa(ratings, left=ratings.raters[0], right=ratings.raters[1])
    return fleiss_kappa(ratings)


def write_screening_sheet(path: Path, key: Path, *, annotator: str) -> int:
    """Write a sheet of both tests of annotators without their answers, and return the number of videos.

    Args:
        path: the CSV file to write.
        key: the right answers, see `read_screening_key`.
        annotator: what the person is called in the sheet, such as `p1`.

    Raises:
        RecordError, CorpusError: as `read_screening_key`.
        StudyError: when `annotator` is empty.
        OutputError: when the file cannot be written.
    """
    name, right = annotator_name(annotator), read_screening_key(key)
    write_table(path, _TESTS_FORM.columns, ((name, test, clip, "") for test, clip in right))
    return len(right)


def screening_results(
    sheets: Sequence[Path], key: Path, *, pass_mark: float = PASS_MARK
) -> tuple[ScreeningResult, ...]:
    """Return how each annotator did, in the order of the sheets. A video without an answer counts as wrong.

    Args:
        sheets: filled sheets of `write_screening_sheet`.
        key: the right answers.
        pass_mark: the share of right answers that each test needs, above 0 and up to 1.

    Raises:
        RecordError: when a file cannot be read.
        CorpusError: naming file and line, when columns or cells are missing, or a video is answered twice.
        StudyError: naming file and line, when an answer is neither yes nor no, or a video is not in the key; or when
            the pass mark is no share.
    """
    if not 0 < pass_mark <= 1:
        raise StudyError(f"`pass_mark` is {pass_mark:g}; give a share above 0 and up to 1")
    right = read_screening_key(key)
    n_right: dict[str, dict[str, int]] = {}
    for page in read_pages(sheets, _TESTS_FORM):
        annotator, test, clip = (page.cells[name] for name in _TESTS_FORM.page)
        if (test, clip) not in right:
            raise StudyError(f"{page.where} has clip {clip!r} in test {test!r}, which the key lacks; correct it")
        own = n_right.setdefault(annotator, dict.fromkeys(TESTS, 0))
        own[test] += page.answers.get("metaphor") == right[test, clip]
    sizes = {test: sum(one == test for one, _ in right) for test in TESTS}
    shares = {who: (own[TESTS[0]] / sizes[TESTS[0]], own[TESTS[1]] / sizes[TESTS[1]]) for who, own in n_right.items()}
    return tuple(ScreeningResult(who, *both, passed=min(both) >= pass_mark) for who, both in shares.items())
