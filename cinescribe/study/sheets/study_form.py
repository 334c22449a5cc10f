"""The sheets of a study: which columns they have, and the rows of a page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from cinescribe.study.assignment.pages import Page, StoredItem
from cinescribe.study.kinds.questions import Question
from cinescribe.study.sheets.cells import BLOCKED, TICK, answer_cell
from cinescribe.study.sheets.sheet_form import SheetForm

RATER, PAGE, LINE, ABOUT, TEXT, REMARK = "rater", "page", "line", "about", "text", "remark"
_CLIP = ("clip", "film", "start", "end")
_TICK, _WORDS = "tick", "new words"


def study_form(questions: Sequence[Question], items: Sequence[StoredItem]) -> SheetForm:
    """Return the form of a study's sheets, without columns that would be empty in every row.

    Args:
        questions: of the study.
        items: of the study.
    """
    has_phrases = any(one.form == "phrases" for one in questions)
    filled = {
        "caption": any(item.caption for item in items),
        ABOUT: has_phrases or any(text.criterion for item in items for text in item.texts),
        TEXT: any(item.texts for item in items),
    }
    shown = (RATER, PAGE, LINE, *_CLIP, *(name for name, is_there in filled.items() if is_there))
    # A question may be called as a column that shows something.
    names = {one.name: f"{one.name}?" if one.name in {*shown, REMARK} else one.name for one in questions}
    asked = [
        *((_TICK, _WORDS) if has_phrases else ()),
        *(names[one.name] for one in questions if one.form != "phrases"),
    ]
    return SheetForm(
        (*shown, *asked),
        (RATER, PAGE),
        tuple(questions),
        about=ABOUT if filled[ABOUT] else None,
        text=TEXT if filled[TEXT] else None,
        line=LINE,
        headings=names,
        tick=_TICK,
        words=_WORDS,
    )


def page_lines(page: Page) -> list[tuple[str, str]]:
    """Return what each row of a page is about, and its text.

    A page has a row for each text, and one without a text for phrases to add to each aspect; or a single row.
    """
    texts = [(text.criterion or "", text.text) for text in page.texts]
    return [*texts, *((one.name, "") for one in page.questions if one.form == "phrases")] or [("", "")]


def sheet_rows(page: Page, form: SheetForm, *, rater: str) -> Iterator[dict[str, str]]:
    """Yield the rows of a page by column, with the answers that it has; cells that are not asked are blocked.

    Args:
        page: the page.
        form: see `study_form`.
        rater: the rater's pseudonym.
    """
    span = (f"{page.span.start:.2f}", f"{page.span.end:.2f}") if page.span is not None else ("", "")
    of_page = dict(zip(_CLIP, (page.clip, page.film, *span), strict=True)) | {"caption": page.caption or ""}
    for number, (about, text) in enumerate(page_lines(page)):
        named = {RATER: rater, PAGE: str(page.assignment), LINE: str(number + 1), ABOUT: about, TEXT: text}
        answers = {form.heading(one): _cell(one, page, number) for one in form.questions if one.form != "phrases"}
        if any(one.form == "phrases" for one in form.questions):
            answers |= dict(zip((form.tick, form.words), _phrase_cells(page, number, about), strict=True))
        yield named | of_page | answers | {REMARK: page.remark or ""}


def _cell(question: Question, page: Page, number: int) -> str:
    """The cell of a question in a row of a page."""
    is_asked = question in page.questions and (number < len(page.texts) if question.is_about_texts else number == 0)
    if not is_asked:
        return BLOCKED
    answer = page.answers.get(question.name)
    if answer is None:
        return ""
    if question.form == "choice":
        return TICK if answer == number else ""
    return answer_cell(answer[number] if question.is_about_texts else answer)


def _phrase_cells(page: Page, number: int, about: str) -> tuple[str, str]:
    """The cells for a tick and for words of one's own."""
    answer: dict[str, Any] = page.answers.get(about) or {"ticked": (), "own": (), "edited": {}}
    if number >= len(page.texts):
        return BLOCKED, "; ".join(answer["own"])
    return TICK if number in answer["ticked"] else "", answer["edited"].get(str(number), "")
