"""Makes clips from sentences: their times and ids (Rohrbach et al. 2016, sections 3.1 to 3.4)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from cinescribe.corpus.core.sentences import FilmSentence, Origin, outside_film
from cinescribe.record import Record
from cinescribe.schema import Clip
from cinescribe.timing import Seconds, Span

SENTENCES = "sentences.jsonl"  # in a corpus: all sentences, with the clip of each, as `ClipSentence`
LAG: Seconds = 2.0  # narrators may speak 1 to 2 s before the action they describe ends (3.2)
SHORTEST_CLIP: Seconds = 2.0  # duration of a clip (3.4)


@dataclass(frozen=True)
class ClipSentence(Record):
    """A sentence of a film and its clip; the sentence's own span is the clip's precise time, before padding.

    Args:
        film: id of the film.
        sentence: the sentence with names, after corrections.
        clip: id of the clip; None if the sentence has none, for the reason in `sentence.left_out`.
    """

    film: str
    sentence: FilmSentence
    clip: str | None = None


@dataclass(frozen=True)
class CutFilm:
    """The clips of a film in order of time, and all its sentences in their own order, with the clip of each."""

    clips: tuple[Clip, ...]
    sentences: tuple[ClipSentence, ...]


def cut_clips(
    film: str,
    sentences: Sequence[FilmSentence],
    *,
    duration: Seconds,
    lag: Seconds = LAG,
    shortest: Seconds = SHORTEST_CLIP,
) -> CutFilm:
    """Return the clips of a film, one for all sentences of the same origin and time; texts keep their names.

    Sentences with `left_out` become no clip. The id of a clip has the number of its first sentence (`film_0001`), so
    that leaving out or moving one sentence renames no other clip.

    Args:
        film: id of the film.
        sentences: all sentences of the film, in the order of their ids.
        duration: duration of the film, which limits the clips.
        lag: time added at the end of a description, unless a person set its time; nothing is added to a script's
            sentence, whose time is that of the action.
        shortest: shorter clips are widened to this, equally on both sides.
    """
    checked = [one.replace(left_out=one.left_out or outside_film(one, duration)) for one in sentences]
    clip_of: dict[int, str] = {}
    clips = []
    for indices in _grouped(checked):
        span = clip_span(checked[indices[0]], Span(0.0, duration), lag=lag, shortest=shortest)
        clips.append(Clip(clip_id(film, indices[0]), film, span, " ".join(checked[n].text for n in indices)))
        clip_of |= dict.fromkeys(indices, clips[-1].id)
    return CutFilm(
        tuple(sorted(clips, key=lambda clip: (clip.span, clip.id))),
        tuple(ClipSentence(film, sentence, clip_of.get(n)) for n, sentence in enumerate(checked)),
    )


def clip_id(film: str, index: int) -> str:
    """Return the id of the clip whose first sentence has this index among those of its film, from 0."""
    return f"{film}_{index + 1:04d}"


def clip_span(sentence: FilmSentence, film: Span, *, lag: Seconds = LAG, shortest: Seconds = SHORTEST_CLIP) -> Span:
    """Return the span of a sentence's clip: padded, widened, and moved or cut to lie inside the film."""
    late = lag if sentence.origin == "description" and sentence.score is not None else 0.0
    start, end = max(sentence.span.start, film.start), min(sentence.span.end + late, film.end)
    lacking = max(shortest - (end - start), 0.0)
    start, end = start - lacking / 2, end + lacking / 2
    shift = max(film.start - start, 0.0) - max(end - film.end, 0.0)
    return Span(max(start + shift, film.start), min(end + shift, film.end))


def _grouped(sentences: Sequence[FilmSentence]) -> Iterable[list[int]]:
    """Return the indices of the sentences that become clips, grouped by origin and time."""
    groups: dict[tuple[Origin, Span], list[int]] = {}
    for n, sentence in enumerate(sentences):
        if sentence.left_out is None:
            groups.setdefault((sentence.origin, sentence.span), []).append(n)
    return groups.values()
