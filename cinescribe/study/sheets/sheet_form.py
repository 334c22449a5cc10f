"""What a sheet asks: its columns, and which of them people fill in."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from cinescribe.errors import OutputError, StudyError
from cinescribe.study.kinds.questions import Question


@dataclass(frozen=True)
class SheetForm:
    """The columns of a sheet.

    A page has a row for each of its texts, or one row if it has none. A question about the page is answered in any of
    its rows. Of questions of the form `phrases`, each also has a row without a text, for phrases to add.

    Attributes:
        columns: all that a sheet must have, in the order in which they are written.
        page: those that name a page; a page is in one sheet.
        questions: asked in the columns with their names.
        about: column of what a text is about; None where the question says that.
        text: column of the texts; None for pages without.
        line: column of the number of a row in its page; None where rows are known by their texts.
        headings: columns of questions that are not called by the question's name.
        tick: column of ticked phrases.
        words: column of phrases in people's own words.
    """

    columns: tuple[str, ...]
    page: tuple[str, ...]
    questions: tuple[Question, ...]
    about: str | None = None
    text: str | None = None
    line: str | None = None
    headings: Mapping[str, str] = field(default_factory=dict)
    tick: str = "tick"
    words: str = "new words"

    @property
    def row_columns(self) -> tuple[str, ...]:
        """The columns that distinguish the rows of a page; () where a page has one row."""
        if self.line is not None:
            return (self.line,)
        return tuple(name for name in (self.about, self.text) if name is not None)

    def heading(self, question: Question) -> str:
        """Return the column of a question."""
        return self.headings.get(question.name, question.name)


def annotator_name(annotator: str) -> str:
    """Return what a person is called in a sheet, without spaces around it.

    Raises:
        StudyError: when it is empty.
    """
    if not annotator.strip():
        raise StudyError(f"`annotator` is {annotator!r}; give a name or number, such as 'p1'")
    return annotator.strip()


def refuse_filled(sheets: Sequence[Path]) -> None:
    """Raise if one of the files is there: it may be filled in.

    Raises:
        OutputError: naming the first one.
    """
    there = next((path for path in sheets if os.path.lexists(path)), None)
    if there is not None:
        raise OutputError(f"{str(there)!r} is there already, and may be filled in; name another folder")
