"""Classifies titles, credits, burned-in subtitles and signs by place, size, movement, time and a few words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from statistics import median

from cinescribe.media.text.text_lines import TextLine
from cinescribe.media.text.text_similarity import similarity
from cinescribe.schema import TextKind
from cinescribe.timing import Seconds, Span

# Subtitles lie in the lowest part of the picture, centred, and change: at least `MIN_SUBTITLES` of one size in one
# place. Set on w3c_perspective with captions and the tuned half of `results/screen_text.json`.
SUBTITLE_TOP, SUBTITLE_CENTRE, SUBTITLE_HEIGHT = 0.7, 0.1, 0.12
MIN_SUBTITLES, SAME_SUBTITLE = 3, 0.3
_LONGEST_SUBTITLE: Seconds = 10.0
# A title is centred or large. Set on the title card of w3c_perspective and the same half; that it must come over a
# picture that stays was prompted by a clip with computer screens outside the reference data.
CENTRED, LARGE, SMALLEST_TITLE = 0.08, 0.075, 0.05  # off the middle; heights of its highest line, of the picture's
MOST_TITLE_LINES = 6
_STILL = 0.03  # share of the picture that an overlaid title moves at most
_OPENING: Seconds = 120.0  # in which a title may lie over a picture, or the first quarter of a shorter film, but
OPENING_SHARE, SHORTEST_OPENING = 0.25, 10.0  # at least so many seconds: clips begin anywhere
ROLLING = 0.15  # share of the picture's height that lines of rolling credits rise at least
MIN_ROLLING = 4  # such lines
SAME_SPEED = 0.25  # share by which their speeds differ: starts and ends are known to a quarter of a second
CARD_PAUSE: Seconds = 5.0  # between two cards of one run of credits, at most
MIN_CARDS, MIN_CREDIT_LINES = 3, 7
END_SHARE = 0.15  # of the film, in which a run of cards without words of credits is credits
_MIN_FILM: Seconds = 60.0  # with an end that is distinct from its beginning
_CREDITS = re.compile(
    r"\b(directed|produced|producers?|production|written|screenplay|story|music|composer|edited|editors?|editing"
    r"|photography|camera|sound|animation|animators?|costumes?|make-?up|casting|cast|starring|visual effects|assistant"
    r"|copyright|all rights reserved|special thanks|thanks to|regie|buch|musik|kamera|schnitt|réalis\w+|musique|montage"
    r"|dirigid[oa]|música|guion|regia|musica)\b|©",
    re.IGNORECASE,
)


def has_credit_words(text: str) -> bool:
    """Whether a text names a task in the making of films, in English, German, French, Spanish or Italian."""
    return _CREDITS.search(text) is not None


def is_rolling(line: TextLine) -> bool:
    """Whether a line rises through the picture as rolling credits do."""
    return is_rising(line) and line.first[1] - line.last[1] >= ROLLING


def is_rising(line: TextLine) -> bool:
    """Whether a line moves straight up."""
    return line.first[1] > line.last[1] and abs(line.first[0] - line.last[0]) <= _STILL


def rise_speed(line: TextLine) -> float:
    """How fast a line rises, in heights of the picture a second."""
    return (line.first[1] - line.last[1]) / max(line.span.duration, 0.1)


def steady(lines: Sequence[TextLine]) -> list[TextLine]:
    """Return the lines that rise at the speed of most; the lines of a page that a person scrolls do not."""
    middle = median(map(rise_speed, lines))
    return [line for line in lines if abs(rise_speed(line) - middle) <= SAME_SPEED * middle]


def subtitle_lines(lines: Sequence[TextLine]) -> list[TextLine]:
    """Return the lines that are burned-in subtitles: short lived, low, centred, of one size in one place."""
    low = [line for line in lines if _may_be_subtitle(line)]
    return [line for line in low if sum(_is_next_subtitle(line, other) for other in low) >= MIN_SUBTITLES - 1]


def card_kind(lines: Sequence[TextLine], *, is_first: bool, duration: Seconds) -> TextKind:
    """Return whether lines that are shown together are a title or a sign, in a film of `duration` seconds.

    Over a picture, only the film's first text may be a title that is not centred, or slides in.

    Runs of such cards may turn out to be credits: `is_credits_run`.
    """
    height = max(line.height for line in lines)
    left, right = min(line.last[0] for line in lines), max(line.last[2] for line in lines)
    is_still = all(abs(a - b) <= _STILL for line in lines for a, b in zip(line.first[:2], line.last[:2], strict=True))
    is_centred = abs((left + right) / 2 - 0.5) <= CENTRED
    opening = min(_OPENING, max(SHORTEST_OPENING, OPENING_SHARE * duration))
    starts_early = min(line.span.start for line in lines) <= opening
    if len(lines) > MOST_TITLE_LINES or height < SMALLEST_TITLE:
        return "sign"
    if all(line.is_plain for line in lines) and is_centred:
        return "title"
    is_in_scene = any(line.overlay.is_in_scene for line in lines)
    is_overlaid = not is_in_scene and any(line.is_overlaid or line.overlay.n_still for line in lines)
    is_low = min(line.last[1] for line in lines) >= SUBTITLE_TOP  # where names and captions are shown
    is_placed = not is_low and ((is_centred and is_still) or (is_first and height >= LARGE))
    return "title" if starts_early and is_overlaid and is_placed else "sign"


def is_credits_run(texts: Sequence[str], n_lines: int, span: Span, *, duration: Seconds) -> bool:
    """Whether cards that follow each other are credits.

    Args:
        texts: of the cards.
        n_lines: of all cards.
        span: of all cards.
        duration: of the film.
    """
    n_credits = sum(map(has_credit_words, texts))
    if len(texts) == 1:
        return n_credits == 1 and n_lines >= MIN_CREDIT_LINES
    is_end = duration >= _MIN_FILM and span.start >= (1 - END_SHARE) * duration
    return len(texts) >= MIN_CARDS and (2 * n_credits >= len(texts) or (is_end and n_credits > 0))


def _may_be_subtitle(line: TextLine) -> bool:
    centre = (line.first[0] + line.first[2]) / 2
    is_low = line.first[1] >= SUBTITLE_TOP and abs(centre - 0.5) <= SUBTITLE_CENTRE
    return is_low and line.height <= SUBTITLE_HEIGHT and line.span.duration <= _LONGEST_SUBTITLE


def _is_next_subtitle(one: TextLine, other: TextLine) -> bool:
    """Whether two lines are of one series of subtitles: a line of the same size, on the same row or the next."""
    size = max(one.height, other.height)
    is_same_size = abs(one.height - other.height) <= SAME_SUBTITLE * size
    is_near = abs(one.first[3] - other.first[3]) <= 1.5 * size
    return is_same_size and is_near and one.span.overlap(other.span) == 0 and similarity(one.text, other.text) < 0.8
