"""The sentences of a screenplay's action as sentences of its film."""

from __future__ import annotations

from collections.abc import Iterable

from cinescribe.corpus.alignment.align_script import MIN_ALIGNMENT_SCORE, MIN_CERTAINTY, AlignedLine
from cinescribe.corpus.core.sentences import FilmSentence
from cinescribe.timing import Span


def script_sentences(
    aligned: Iterable[AlignedLine], *, min_score: float = MIN_ALIGNMENT_SCORE, min_certainty: float = MIN_CERTAINTY
) -> tuple[FilmSentence, ...]:
    """Return the sentences of action that have a time, in the screenplay's order.

    Uncertain sentences have a reason in `left_out`; `align_script` gives them a time only with `min_score=0,
    min_certainty=0`.

    Args:
        aligned: result of `align_script`.
        min_score: sentences with a lower score are left out.
        min_certainty: sentences with a lower certainty are left out.
    """
    out: list[FilmSentence] = []
    line, number = 0, 0
    for one in (one for one in aligned if one.kind == "action"):
        line, number = (line, number + 1) if one.line == line else (one.line, 1)
        if one.start is None or one.end is None:
            continue
        reason = _reason(one, min_score=min_score, min_certainty=min_certainty)
        span = Span(one.start, one.end)
        out.append(FilmSentence(f"s{line:04d}.{number}", "script", span, one.text, score=one.score, left_out=reason))
    return tuple(out)


def _reason(line: AlignedLine, *, min_score: float, min_certainty: float) -> str | None:
    if line.score < min_score:
        return f"of the words spoken near it {line.score:.0%} are heard in the film; expected {min_score:.0%}"
    if line.certainty is not None and line.certainty < min_certainty:
        return f"when it is seen is certain to {line.certainty:.0%}; expected {min_certainty:.0%}"
    return None
