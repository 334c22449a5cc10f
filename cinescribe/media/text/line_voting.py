"""Joins several readings of one line into one, and decides whether it is writing at all."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from difflib import SequenceMatcher

from cinescribe.media.text.text_networks import Reading
from cinescribe.media.text.text_similarity import similarity, squeezed

# Of eleven real films of the reference data, what is no text read at .76 at most, writing at .95 or more; the scores
# lie between, and lose no word of the tuned half of `results/screen_text.json`.
AGREE = 0.8  # similarity of two readings of one line
_MIN_SCORE = 0.92  # mean probability of the letters of a line that two readings agree on
_SURE = 0.95  # the same for a line with a single reading
MIN_LETTERS, MIN_SURE_LETTERS = 2, 4  # letters and digits of a line, by agreement or by a single reading
_MIN_SHARE = 0.6  # of letters and digits among the characters of a line


def voted(readings: Sequence[Reading]) -> tuple[Reading, int]:
    """Return the reading that most readings support, corrected by them letter by letter, and their number."""
    best: list[Reading] = []
    for one in readings:
        group = [other for other in readings if similarity(one.text, other.text) >= AGREE]
        if sum(each.score for each in group) > sum(each.score for each in best):
            best = sorted(group, key=lambda each: (each is not one, -each.score))
    if not best:
        return Reading("", ()), 0
    base = max(best, key=lambda each: each.score)
    # The recogniser loses spaces between tight words far more often than it invents them.
    spaced = [each for each in best if each.text.split() and squeezed(each.text) == squeezed(base.text)]
    base = max(spaced, key=lambda each: (len(each.text.split()), each.score), default=base)
    return _corrected(base, best), len(best)


def _corrected(base: Reading, readings: Sequence[Reading]) -> Reading:
    """Replace letters of `base` for which others have a higher sum of probabilities; insertions need every vote."""
    votes: list[dict[str, float]] = [defaultdict(float) for _ in base.text]
    scores: list[dict[str, float]] = [defaultdict(float) for _ in base.text]
    for reading in readings:
        matcher = SequenceMatcher(None, base.text, reading.text, autojunk=False)
        for _, start, end, other, other_end in matcher.get_opcodes():
            if end - start != other_end - other:
                continue
            for n in range(end - start):
                letter, score = reading.text[other + n], reading.scores[other + n]
                votes[start + n][letter] += score
                scores[start + n][letter] = max(scores[start + n][letter], score)
    letters = [max(vote, key=lambda letter: vote[letter]) for vote in votes]
    return Reading("".join(letters), tuple(score[letter] for letter, score in zip(letters, scores, strict=True)))


def is_plausible(reading: Reading, *, n_agreeing: int) -> bool:
    """Whether a line looks like writing: enough letters, read with enough certainty."""
    signs = [character for character in reading.text if not character.isspace()]
    letters = [character for character in signs if character.isalnum()]
    # Textures read as one letter again and again, as does a row of waves drawn on a blackboard.
    if len(letters) < _MIN_SHARE * len(signs) or (len(letters) > 1 and len({each.casefold() for each in letters}) == 1):
        return False
    if n_agreeing > 1:
        return len(letters) >= MIN_LETTERS and reading.score >= _MIN_SCORE
    return len(letters) >= MIN_SURE_LETTERS and reading.score >= _SURE


def is_fragment(reading: Reading, *, n_agreeing: int) -> bool:
    """Whether a reading is a single letter, digit or `&`, read alike and with certainty: a part of a title, if any."""
    text = reading.text.strip()
    return n_agreeing > 1 and len(text) == 1 and (text.isalnum() or text == "&") and reading.score >= _SURE
