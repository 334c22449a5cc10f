"""The sentences of a screenplay's action as sentences of its film."""

from __future__ import annotations

from collections.abc import Iterable

from cinescribe.corpus.alignment.script_align import LEAST_CERTAINTY, LEAST_SCORE, AlignedLine
from cinescribe.corpus.core.sentences import FilmSentence
from cinescribe.timing import Span


def script_sentences(
    aligned: Iterable[AlignedLine], *, least_score: float = LEAST_SCORE, least_certainty: float = LEAST_CERTAINTY
) -> tuple[FilmSentence, ...]:
    """The sentences of action that have a time, in the screenplay's order; the unsure say why they are left out.

    To see these, too, align with `least_score=0, least_certainty=0`; sentences without any time are no `FilmSentence`s.

    Args:
        aligned: what `align_script` gave.
        least_score, least_certainty: what is left out has less.
    """
    out: list[FilmSentence] = []
    line, number = 0, 0
    for one in (one for one in aligned if one.kind == "action"):
        line, number = (line, number + 1) if one.line == line else (one.line, 1)
        if one.start is None or one.end is None:
            continue
        why = _left_out(one, least_score=least_score, least_certainty=least_certainty)
        span = Span(one.start, one.end)
        out.append(FilmSentence(f"s{line:04d}.{number}", "script", span, one.text, score=one.score, left_out=why))
    return tuple(out)


def _left_out(line: AlignedLine, *, least_score: float, least_certainty: float) -> str | None:
    if line.score < least_score:
        return f"of the words spoken near it {line.score:.0%} are heard in the film; {least_score:.0%} is wanted"
    if line.certainty is not None and line.certainty < least_certainty:
        return f"when it is seen is certain to {line.certainty:.0%}; {least_certainty:.0%} is wanted"
    return None
