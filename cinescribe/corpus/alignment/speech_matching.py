"""Matches the speeches of a screenplay with subtitles, including scenes that were moved in the edit."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import TypeAlias

from cinescribe.corpus.alignment.comparable_words import TimedWord
from cinescribe.corpus.alignment.word_alignment import matched_words
from cinescribe.timing import Span

_MIN_SHARE = 0.5  # of a speech's words that must match close together
MAX_EXTRA_WORDS = 4  # in the subtitles between two matched words of a speech, beyond those in the script
MIN_MOVED_SHARE = 0.5  # of a scene's words that must match in one range, for the scene to have moved there

_WordIndices: TypeAlias = dict[int, list[int]]  # by index of the speech: indices of its words in the subtitles


@dataclass(frozen=True)
class ScriptSpeech:
    """A speech of the screenplay: its normalised words and the number of its scene."""

    words: tuple[str, ...]
    scene: int


@dataclass(frozen=True)
class SpeechMatch:
    """Where a speech is spoken.

    Args:
        span: from its first to its last matched word in the subtitles.
        share: share of its words that are matched, 0 to 1.
        subtitles: numbers of the first and the last matched subtitle.
        in_order: whether the match follows the screenplay's order, so that its scene was not moved.
    """

    span: Span
    share: float
    subtitles: tuple[int, int]
    in_order: bool


def match_speeches(speeches: Sequence[ScriptSpeech], subtitles: Sequence[TimedWord]) -> list[SpeechMatch | None]:
    """Return where each speech is spoken, None for a speech without a match.

    All words are first aligned in order (Laptev et al. 2008). Unmatched speeches are then searched scene by scene in
    the unused subtitles, which finds scenes that were moved.
    """
    matcher = _Matcher(speeches, subtitles)
    in_order = matcher.matches(range(len(speeches)), range(len(subtitles)))
    in_order |= matcher.between(in_order)
    found = in_order | matcher.moved(in_order)
    return [
        _match(found[n], speech, subtitles, in_order=n in in_order) if n in found else None
        for n, speech in enumerate(speeches)
    ]


class _Matcher:
    """Matches speeches with ranges of the subtitles' words."""

    def __init__(self, speeches: Sequence[ScriptSpeech], subtitles: Sequence[TimedWord]) -> None:
        self._speeches = speeches
        self._texts = [word.text for word in subtitles]

    def matches(self, speeches: Iterable[int], within: range) -> _WordIndices:
        """Match speeches with a range of the subtitles' words; drop those with too few words close together."""
        owners = [(n, k) for n in speeches for k in range(len(self._speeches[n].words))]
        words = [self._speeches[n].words[k] for n, k in owners]
        pairs: dict[int, list[tuple[int, int]]] = {}
        for one, other in matched_words(words, self._texts[within.start : within.stop]):
            n, k = owners[one]
            pairs.setdefault(n, []).append((k, within.start + other))
        groups = {n: _largest_group(self._snapped(found, self._speeches[n].words)) for n, found in pairs.items()}
        return {n: at for n, at in groups.items() if len(at) >= _MIN_SHARE * len(self._speeches[n].words)}

    def between(self, found: _WordIndices) -> _WordIndices:
        """Match the unmatched speeches with the words between their matched neighbours."""
        out: _WordIndices = {}
        for is_found, group in groupby(range(len(self._speeches)), key=lambda n: n in found):
            run = list(group)
            if not is_found:
                start = found[run[0] - 1][-1] + 1 if run[0] else 0
                end = found[run[-1] + 1][0] if run[-1] + 1 < len(self._speeches) else len(self._texts)
                out |= self.matches(run, range(start, end))
        return out

    def moved(self, found: _WordIndices) -> _WordIndices:
        """Match scenes of which less than half was found, each with the one unused range that matches best."""
        out: _WordIndices = {}
        for _, group in groupby(range(len(self._speeches)), key=lambda n: self._speeches[n].scene):
            scene = list(group)
            missing = [n for n in scene if n not in found]
            min_words = MIN_MOVED_SHARE * self._n_words(missing)
            if min_words == 0 or self._n_words(missing) < self._n_words(scene) / 2:
                continue
            unused = (part for part in _unused_ranges(len(self._texts), found | out) if len(part) >= min_words)
            tried = sorted((self.matches(missing, part) for part in unused), key=_n_found)
            if (
                tried
                and _n_found(tried[-1]) >= min_words
                and (len(tried) == 1 or _n_found(tried[-2]) < _n_found(tried[-1]))
            ):
                out |= tried[-1]
        return out

    def _snapped(self, found: Sequence[tuple[int, int]], spoken: Sequence[str]) -> list[tuple[int, int]]:
        """Move a stray word next to its neighbour if the subtitles have the word there too."""
        out = list(found)
        for nearer in (1, -1):  # first words towards later ones, then last words towards earlier ones
            for n in range(len(out))[::-nearer]:
                if 0 <= n + nearer < len(out):
                    (k, at), (by_k, by_at) = out[n], out[n + nearer]
                    beside = by_at - (by_k - k)
                    if abs(by_at - beside) < abs(by_at - at) and self._texts[beside] == spoken[k]:
                        out[n] = (k, beside)
        return out

    def _n_words(self, speeches: Iterable[int]) -> int:
        return sum(len(self._speeches[n].words) for n in speeches)


def _largest_group(found: Sequence[tuple[int, int]]) -> list[int]:
    """Return the largest group of a speech's words close together; distant words match by chance."""
    groups = [[found[0]]]
    for (k, at), (later_k, later_at) in pairwise(found):
        if later_at - at > later_k - k + MAX_EXTRA_WORDS:
            groups.append([])
        groups[-1].append((later_k, later_at))
    return [at for _, at in max(groups, key=len)]


def _unused_ranges(n_words: int, found: _WordIndices) -> list[range]:
    """Return the ranges of subtitle words without a match."""
    out, start = [], 0
    for first, last in sorted((indices[0], indices[-1]) for indices in found.values()):
        if first > start:
            out.append(range(start, first))
        start = max(start, last + 1)
    return [*out, range(start, n_words)] if start < n_words else out


def _n_found(found: _WordIndices) -> int:
    return sum(map(len, found.values()))


def _match(
    indices: Sequence[int], speech: ScriptSpeech, subtitles: Sequence[TimedWord], *, in_order: bool
) -> SpeechMatch:
    first, last = subtitles[indices[0]], subtitles[indices[-1]]
    span = Span(first.span.start, last.span.end)
    return SpeechMatch(span, len(indices) / len(speech.words), (first.subtitle, last.subtitle), in_order)
