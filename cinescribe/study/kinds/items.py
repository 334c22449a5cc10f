"""What a study asks about: a page of it, and the texts on it."""

from __future__ import annotations

from dataclasses import dataclass

from cinescribe.record import Record
from cinescribe.timing import Span

REFERENCE = "reference"  # the system of the corpus's own captions


@dataclass(frozen=True)
class StudyText(Record):
    """A text of an item.

    Args:
        system: who wrote it, which raters do not see.
        text: the text.
        name: of the text in the ratings; systems' texts that are compared have one name.
        criterion: what it is about; None where the question says that.
    """

    system: str
    text: str
    name: str
    criterion: str | None = None


@dataclass(frozen=True)
class KnownAnswer(Record):
    """The right answer to a question about an item.

    Args:
        question: its name.
        values: one for each text of the item, in their order; for a question about the clip one. The rank where texts
            are ranked or one is chosen (equal ranks are not compared), the rating, or 1 for yes and 0 for no.
        is_attention: whether the page itself says what to answer, so that only who does not read it fails.
    """

    question: str
    values: tuple[float, ...]
    is_attention: bool = False


@dataclass(frozen=True)
class StudyItem(Record):
    """What a rater sees on a page.

    Args:
        clip: id of the clip that is shown.
        film: its film's id.
        span: of the clip in the film; None where it is unknown.
        texts: the texts to judge; none where raters write them.
        caption: shown beside the texts, and not judged.
        is_shared: whether every rater gets it, before others.
        gold: known answers; with them it tests raters, and is no part of the results.
        repeats: the place, from 0, of the item that it asks again of those who judged that one; None for others.
    """

    clip: str
    film: str
    span: Span | None = None
    texts: tuple[StudyText, ...] = ()
    caption: str | None = None
    is_shared: bool = False
    gold: tuple[KnownAnswer, ...] = ()
    repeats: int | None = None
