"""Where in the subtitles the speeches of a screenplay are heard, scenes that changed places included."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import TypeAlias

from cinescribe.corpus.alignment.comparable_words import TimedWord
from cinescribe.corpus.alignment.word_alignment import matched_words
from cinescribe.timing import Span

LEAST_SHARE = 0.5  # of a speech's words that must be found together, for it to be heard there
STRAY = 4  # words of the subtitles between two found words of one speech, beyond those between them in the script
LEAST_MOVED = 0.5  # of a scene's words that must be found in one stretch, for it to have moved there

_Places: TypeAlias = dict[int, list[int]]  # by number of the speech: where its words are in the subtitles


@dataclass(frozen=True)
class ScriptSpeech:
    """A speech of the screenplay: its words, comparable with the subtitles', and the number of its scene."""

    words: tuple[str, ...]
    scene: int


@dataclass(frozen=True)
class Heard:
    """Where a speech is heard.

    Args:
        span: from the first of its words found in the subtitles to the last.
        share: how many of its words were found, 0 to 1.
        subtitles: numbers of the first and the last subtitle that has them.
        in_order: whether it stands where the order of the screenplay has it, and not in a scene that moved.
    """

    span: Span
    share: float
    subtitles: tuple[int, int]
    in_order: bool


def heard(speeches: Sequence[ScriptSpeech], subtitles: Sequence[TimedWord]) -> list[Heard | None]:
    """Where each speech is heard; None where it is not.

    All words are aligned at once, in order (Laptev et al. 2008); what finds no place that way is then looked for, scene
    by scene, in the stretches of the subtitles that are left over, so that a scene which moved is found.
    """
    listener = _Listener(speeches, subtitles)
    in_order = listener.places(range(len(speeches)), range(len(subtitles)))
    in_order |= listener.between(in_order)
    found = in_order | listener.moved(in_order)
    return [
        _as_heard(found[n], speech, subtitles, in_order=n in in_order) if n in found else None
        for n, speech in enumerate(speeches)
    ]


class _Listener:
    """Looks for speeches in stretches of the subtitles' words."""

    def __init__(self, speeches: Sequence[ScriptSpeech], subtitles: Sequence[TimedWord]) -> None:
        self._speeches = speeches
        self._texts = [word.text for word in subtitles]

    def places(self, speeches: Iterable[int], stretch: range) -> _Places:
        """The places of speeches' words in a stretch of the subtitles, where enough of them stand together."""
        owners = [(n, k) for n in speeches for k in range(len(self._speeches[n].words))]
        words = [self._speeches[n].words[k] for n, k in owners]
        pairs: dict[int, list[tuple[int, int]]] = {}
        for one, other in matched_words(words, self._texts[stretch.start : stretch.stop]):
            n, k = owners[one]
            pairs.setdefault(n, []).append((k, stretch.start + other))
        together = {n: _together(self._drawn(found, self._speeches[n].words)) for n, found in pairs.items()}
        return {n: at for n, at in together.items() if len(at) >= LEAST_SHARE * len(self._speeches[n].words)}

    def between(self, found: _Places) -> _Places:
        """The places of speeches that were not found, looked for between their neighbours that were."""
        out: _Places = {}
        for is_found, group in groupby(range(len(self._speeches)), key=lambda n: n in found):
            run = list(group)
            if not is_found:
                start = found[run[0] - 1][-1] + 1 if run[0] else 0
                end = found[run[-1] + 1][0] if run[-1] + 1 < len(self._speeches) else len(self._texts)
                out |= self.places(run, range(start, end))
        return out

    def moved(self, found: _Places) -> _Places:
        """The places of scenes of which less than half was found, each in the one stretch left over that has most."""
        out: _Places = {}
        for _, group in groupby(range(len(self._speeches)), key=lambda n: self._speeches[n].scene):
            scene = list(group)
            missing = [n for n in scene if n not in found]
            wanted = LEAST_MOVED * self._n_words(missing)
            if wanted == 0 or self._n_words(missing) < self._n_words(scene) / 2:
                continue
            left = (stretch for stretch in _left_over(len(self._texts), found | out) if len(stretch) >= wanted)
            tried = sorted((self.places(missing, stretch) for stretch in left), key=_n_found)
            if (
                tried
                and _n_found(tried[-1]) >= wanted
                and (len(tried) == 1 or _n_found(tried[-2]) < _n_found(tried[-1]))
            ):
                out |= tried[-1]
        return out

    def _drawn(self, found: Sequence[tuple[int, int]], spoken: Sequence[str]) -> list[tuple[int, int]]:
        """The places of a speech's words, a stray word beside its neighbour where the subtitles have it there, too."""
        out = list(found)
        for nearer in (1, -1):  # first words drawn to later ones, then last words to earlier ones
            for n in range(len(out))[::-nearer]:
                if 0 <= n + nearer < len(out):
                    (k, at), (by_k, by_at) = out[n], out[n + nearer]
                    beside = by_at - (by_k - k)
                    if abs(by_at - beside) < abs(by_at - at) and self._texts[beside] == spoken[k]:
                        out[n] = (k, beside)
        return out

    def _n_words(self, speeches: Iterable[int]) -> int:
        return sum(len(self._speeches[n].words) for n in speeches)


def _together(found: Sequence[tuple[int, int]]) -> list[int]:
    """Of the places of a speech's words the most that stand near each other; far ones are matched by chance."""
    groups = [[found[0]]]
    for (k, at), (later_k, later_at) in pairwise(found):
        if later_at - at > later_k - k + STRAY:
            groups.append([])
        groups[-1].append((later_k, later_at))
    return [at for _, at in max(groups, key=len)]


def _left_over(n_words: int, found: _Places) -> list[range]:
    """The stretches of subtitles in which no speech is heard."""
    out, start = [], 0
    for first, last in sorted((places[0], places[-1]) for places in found.values()):
        if first > start:
            out.append(range(start, first))
        start = max(start, last + 1)
    return [*out, range(start, n_words)] if start < n_words else out


def _n_found(places: _Places) -> int:
    return sum(map(len, places.values()))


def _as_heard(places: Sequence[int], speech: ScriptSpeech, subtitles: Sequence[TimedWord], *, in_order: bool) -> Heard:
    first, last = subtitles[places[0]], subtitles[places[-1]]
    span = Span(first.span.start, last.span.end)
    return Heard(span, len(places) / len(speech.words), (first.subtitle, last.subtitle), in_order)
