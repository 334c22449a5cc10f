"""Items with known answers, by which raters are tested, and the file of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from cinescribe.errors import StudyError, brief
from cinescribe.record import Record
from cinescribe.schema import Clip
from cinescribe.store import read_records
from cinescribe.study.kinds.answers import ShownText
from cinescribe.study.kinds.items import KnownAnswer, StudyItem, StudyText
from cinescribe.study.kinds.questions import Question
from cinescribe.study.kinds.study_ratings import RANKED

_NEAR = 1.0  # points of a scale by which a rating may miss the known one
GOLD = "gold"  # the system of texts with known answers
_KNOWN = frozenset(("order", "choice", "scale", "yes_no"))  # forms whose answers can be right or wrong


@dataclass(frozen=True)
class GoldItem(Record):
    """A line of a file of gold items.

    Args:
        clip: id of a clip of the corpus.
        answers: what is right.
        texts: to judge; none for questions about the clip.
        caption: shown beside the texts.
    """

    clip: str
    answers: tuple[KnownAnswer, ...]
    texts: tuple[ShownText, ...] = ()
    caption: str | None = None


def read_gold_items(path: Path, *, clips: dict[str, Clip], questions: Sequence[Question]) -> list[StudyItem]:
    """Read items with known answers from JSONL, one `GoldItem` a line.

    Args:
        path: the file.
        clips: of the corpus, by id.
        questions: of the study.

    Raises:
        RecordError: naming file and line, when it cannot be read.
        StudyError: when there is none, a clip is unknown, or an answer does not fit its question.
    """
    found = read_records(Path(path), GoldItem)
    if not found:
        raise StudyError(f"{str(path)!r} has no gold item; give one or more")
    by_name = {question.name: question for question in questions}
    return [_item(one, f"gold item {number} of {str(path)!r}", clips, by_name) for number, one in enumerate(found, 1)]


def _item(one: GoldItem, where: str, clips: dict[str, Clip], questions: dict[str, Question]) -> StudyItem:
    if one.clip not in clips:
        raise StudyError(f"{where} is of clip {one.clip!r}, which the corpus has not; name one of its clips")
    if not one.answers:
        raise StudyError(f"{where} has no known answer; give one or more")
    for answer in one.answers:
        check_known(answer.question, answer.values, len(one.texts), where, questions)
    clip = clips[one.clip]
    texts = tuple(
        StudyText(GOLD, text.text, f"{GOLD}/{one.clip}/{number}", text.criterion)
        for number, text in enumerate(one.texts, 1)
    )
    return StudyItem(clip.id, clip.film, clip.span, texts, one.caption, gold=one.answers)


def check_known(
    name: str, values: Sequence[float], n_texts: int, where: str, questions: Mapping[str, Question]
) -> None:
    """Raise if a known answer does not fit its question.

    Args:
        name: of the question.
        values: of the answer, see `KnownAnswer`.
        n_texts: texts of the item.
        where: the item, for messages.
        questions: of the study, by name.

    Raises:
        StudyError: naming the item.
    """
    question = questions.get(name)
    if question is None or question.form not in _KNOWN:
        able = ", ".join(one for one, each in questions.items() if each.form in _KNOWN) or "none"
        raise StudyError(f"{where} answers {brief(name)}; questions with known answers may be {able}")
    n_values = n_texts if question.is_about_texts else 1
    if not n_values:
        raise StudyError(f"{where} answers {name!r} without a text; give the texts to judge")
    if len(values) != n_values:
        raise StudyError(
            f"{where} has {len(values)} values under {name!r}; expected {n_values}, "
            + ("one for each of its texts" if question.is_about_texts else "one for the clip")
        )


def are_right(form: str, given: Sequence[float], known: Sequence[float]) -> bool:
    """Return whether values are right: places in the known order, ratings within `_NEAR` of the known ones.

    Args:
        form: of the question.
        given: of a rater, in the order of the item's texts.
        known: as `KnownAnswer` has them; equal ranks are not compared.
    """
    if form not in RANKED:
        near = _NEAR if form == "scale" else 0.0
        return all(abs(value - right) <= near for value, right in zip(given, known, strict=True))
    pairs = [(a, b) for a, left in enumerate(known) for b, right in enumerate(known) if left < right]
    return all(given[a] < given[b] for a, b in pairs)


def with_repeats(items: Sequence[StudyItem], n_repeats: int) -> list[StudyItem]:
    """Return items with the first so many of them once more, to be asked again of those who judged them.

    Shared items come first, so that every rater meets their repetitions.

    Raises:
        StudyError: when there are fewer items.
    """
    judged = [number for number, item in enumerate(items) if not item.gold]
    if not 0 <= n_repeats <= len(judged):
        raise StudyError(f"`repeats` is {n_repeats}, and there are {len(judged)} items; expected 0 to {len(judged)}")
    again = [items[number].replace(is_shared=False, repeats=number) for number in judged[:n_repeats]]
    return [*items, *again]
