"""Groups lines of text that belong together, in reading order: cards, subtitles, watermarks, rolls of credits."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from statistics import median

from cinescribe.media.text.text_kinds import (
    CARD_PAUSE,
    MIN_ROLLING,
    card_kind,
    has_credit_words,
    is_credits_run,
    is_rising,
    is_rolling,
    rise_speed,
    steady,
    subtitle_lines,
)
from cinescribe.media.text.text_lines import SAME_PLACE, TextLine, share_in_common
from cinescribe.media.text.watermarks import watermarks
from cinescribe.schema import Box, ScreenText, TextKind
from cinescribe.timing import Seconds, Span

# Set on w3c_perspective and the tuned half of `results/screen_text.json`.
TOGETHER = 0.7  # share of the shorter line's time that two lines of one text share
LEADING = 1.5  # largest space between two lines of one text, in heights of the lower one
WORD_SPACE = 2.0  # largest space between two parts of one line, in heights
OTHER_SIZE = 1.3  # ratio of the heights of lines in different blocks
BLOCK_SPACE = 0.8  # space between two blocks, in heights of the lower line
LATER: Seconds = 0.7  # after which a line that joins a card is a block of its own
_BETWEEN = " / "  # blocks of a text

Lines = list[TextLine]


def text_cards(lines: Sequence[TextLine], *, duration: Seconds) -> tuple[ScreenText, ...]:
    """Return one text for each card, subtitle, sign, and run or roll of credits, by start."""
    rolls = _rolls([line for line in lines if not line.is_fragment])
    left = _without(lines, rolls)
    marks = watermarks([line for line in left if not line.is_fragment], duration=duration)
    marks = [mark for mark in marks if not _is_part_of_card(mark, _without(left, marks))]
    left = _without(left, marks)
    subtitles = subtitle_lines(left)
    others = [line for line in left if line not in subtitles]
    texts = [_roll_text(roll) for roll in rolls]
    texts += [_joined_text(mark, max(mark, key=lambda line: len(line.text)).text, "watermark") for mark in marks]
    texts += [_text(group, "subtitle") for group in _cards(subtitles)]
    cards = [card for card in _cards(others) if not all(line.is_fragment for line in card)]
    cards.sort(key=lambda card: card[0].span)
    texts += _card_texts(cards, duration)
    return tuple(sorted(texts, key=lambda text: (text.span, text.box[1], text.box[0])))


def _without(lines: Sequence[TextLine], groups: Sequence[Lines]) -> Lines:
    return [line for line in lines if not any(line in group for group in groups)]


def in_reading_order(lines: Sequence[TextLine]) -> Lines:
    """Return lines from top to bottom; parts of one line from left to right."""
    return [line for row in _rows(lines, lambda line: (line.last[1], line.last[3])) for line in row]


def joined_lines(lines: Sequence[TextLine]) -> str:
    """Return the text of lines: wrapped lines with a space, blocks of another size, place or time with ` / `."""
    text = lines[0].text
    for above, line in pairwise(lines):
        is_row = line.last[1] < (above.last[1] + above.last[3]) / 2
        text += (_BETWEEN if not is_row and _is_other_block(above, line) else " ") + line.text
    return text


def _is_other_block(above: TextLine, line: TextLine) -> bool:
    small, large = sorted((above.height, line.height))
    is_apart = line.last[1] - above.last[3] >= BLOCK_SPACE * small
    return large >= OTHER_SIZE * small or is_apart or abs(line.span.start - above.span.start) >= LATER


def _grouped(lines: Sequence[TextLine], is_one: Callable[[TextLine, TextLine], bool]) -> list[Lines]:
    groups: list[Lines] = []
    for line in lines:
        near = [group for group in groups if any(is_one(line, other) for other in group)]
        groups = [group for group in groups if group not in near]
        groups.append([*(other for group in near for other in group), line])
    return groups


def _cards(lines: Sequence[TextLine]) -> list[Lines]:
    """Lines that are shown together; a line that replaces another one opens a new card."""
    cards: list[Lines] = []
    for line in lines:
        near = [card for card in cards if any(_belong_together(line, other) for other in card)]
        near = [card for card in near if not any(_takes_place(line, other) for other in card)]
        cards = [card for card in cards if card not in near]
        cards.append([*(other for card in near for other in card), line])
    return cards


def _is_part_of_card(mark: Lines, others: Lines) -> bool:
    """Whether a supposed watermark comes and goes with a line that is none, as a profession under a name."""
    return any(
        _belong_together(line, other)
        and abs(line.span.start - other.span.start) < LATER
        and abs(line.span.end - other.span.end) < LATER
        for line in mark
        for other in others
    )


def _takes_place(one: TextLine, other: TextLine) -> bool:
    return one.span.overlap(other.span) == 0 and share_in_common(one.last, other.last) >= SAME_PLACE


def _belong_together(one: TextLine, other: TextLine) -> bool:
    shorter = min(one.span.duration, other.span.duration)
    if one.span.overlap(other.span) < TOGETHER * shorter or shorter == 0:
        return False
    a, b = one.last, other.last
    height = min(one.height, other.height)
    across, down = max(a[0], b[0]) - min(a[2], b[2]), max(a[1], b[1]) - min(a[3], b[3])
    return (across <= 0 and down <= LEADING * height) or (down <= -height / 2 and across <= WORD_SPACE * height)


def _rolls(lines: Sequence[TextLine]) -> list[Lines]:
    """The rolls of credits: lines that rise together, over a plain picture or with words of credits."""
    rolls = []
    rising = [line for line in lines if is_rolling(line)]
    for group in _grouped(rising, lambda one, other: one.span.padded(CARD_PAUSE).overlap(other.span) > 0):
        roll = steady(group)
        is_credits = 2 * sum(line.is_plain for line in roll) > len(roll) or any(has_credit_words(e.text) for e in roll)
        if len(roll) >= MIN_ROLLING and is_credits:
            span = _span(roll)  # with lines that were lost on their way
            rolls.append(roll + [e for e in lines if e not in roll and is_rising(e) and span.overlap(e.span) > 0])
    return rolls


def _roll_text(roll: Lines) -> ScreenText:
    """All lines of a roll, in the order of the sheet that rises."""
    speed = median(rise_speed(line) for line in roll if is_rolling(line))

    def place(line: TextLine) -> tuple[float, float]:
        """Top and bottom on the sheet."""
        return line.last[1] + speed * line.span.end, line.last[3] + speed * line.span.end

    rows = _rows(roll, place)
    return _joined_text(roll, _BETWEEN.join(" ".join(line.text for line in row) for row in rows), "credits")


def _card_texts(cards: Sequence[Lines], duration: Seconds) -> list[ScreenText]:
    """Texts of cards and signs; runs of credits become one text."""
    first = min((line.span.start for card in cards for line in card), default=0.0)
    kinds = [card_kind(card, is_first=_span(card).start == first, duration=duration) for card in cards]
    texts = [(card, _text(card, kind)) for card, kind in zip(cards, kinds, strict=True)]
    titles = [(card, text) for card, text in texts if text.kind == "title" or len(card) > 1]
    runs: list[list[tuple[Lines, ScreenText]]] = []
    for card, text in titles:
        if runs and text.span.start - runs[-1][-1][1].span.end <= CARD_PAUSE:
            runs[-1].append((card, text))
        else:
            runs.append([(card, text)])
    out = [text for _, text in texts]
    for run in runs:
        # What comes before the first words of credits is the film's title, or a last scene's.
        first = next((n for n, (_, text) in enumerate(run) if has_credit_words(text.text)), len(run))
        cards, used = [card for card, _ in run[first:]], [text for _, text in run[first:]]
        lines = [line for card in cards for line in card]
        if used and is_credits_run([e.text for e in used], len(lines), _span(lines), duration=duration):
            words = _BETWEEN.join(line.text for card in cards for line in in_reading_order(card))
            out = [*(text for text in out if text not in used), _joined_text(lines, words, "credits")]
    return out


def _rows(lines: Sequence[TextLine], place: Callable[[TextLine], tuple[float, float]]) -> list[Lines]:
    rows: list[Lines] = []
    for line in sorted(lines, key=lambda line: sum(place(line))):
        middle = sum(place(line)) / 2
        row = next((row for row in rows if place(row[0])[0] <= middle < place(row[0])[1]), None)
        if row is None:
            rows.append([line])
        else:
            row.append(line)
    return [sorted(row, key=lambda line: line.last[0]) for row in rows]


def _text(group: Sequence[TextLine], kind: TextKind) -> ScreenText:
    return _joined_text(group, joined_lines(in_reading_order(group)), kind)


def _joined_text(lines: Sequence[TextLine], words: str, kind: TextKind) -> ScreenText:
    n_letters = [len(line.text) for line in lines]
    score = sum(line.score * n for line, n in zip(lines, n_letters, strict=True)) / sum(n_letters)
    return ScreenText(_span(lines), words, _hull(lines), round(min(1.0, score), 4), kind)


def _span(lines: Sequence[TextLine]) -> Span:
    return Span(min(line.span.start for line in lines), max(line.span.end for line in lines))


def _hull(lines: Sequence[TextLine]) -> Box:
    boxes = [box for line in lines for box in (line.first, line.last)]
    left, top, right, bottom = zip(*boxes, strict=True)
    return min(left), min(top), max(right), max(bottom)
