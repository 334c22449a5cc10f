"""Where in the subtitles the speeches of a screenplay are heard, scenes that changed places included."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from cinescribe.corpus.script_words import TimedWord
from cinescribe.corpus.word_alignment import matched_words
from cinescribe.timing import Span

LEAST_SHARE = 0.5  # of a speech's words that must be found together, for it to be heard there
STRAY = 4  # words of the subtitles between two found words of one speech, beyond those between them in the script
LEAST_MOVED = 0.5  # of a scene's words that must be found in one stretch, for it to have moved there


@dataclass(frozen=True)
class ScriptSpeech:
    """A speech of the screenplay: its words as the subtitles' are, and the number of its scene."""

    words: tuple[str, ...]
    scene: int


@dataclass(frozen=True)
class Heard:
    """Where a speech is heard.

    Args:
        span: from the first of its words found in the subtitles to the last.
        share: how many of its words were found, 0 to 1.
        subtitles: numbers of the first and the last subtitle that has them.
    """

    span: Span
    share: float
    subtitles: tuple[int, int]


def heard(speeches: Sequence[ScriptSpeech], subtitles: Sequence[TimedWord]) -> list[Heard | None]:
    """Where each speech is heard; None where it is not.

    All words are aligned at once, in order; what finds no place that way is then looked for, scene by scene, in the
    stretches of the subtitles that are left over, so that a scene which moved is found.
    """
    found = _places(list(enumerate(speeches)), range(len(subtitles)), subtitles)
    found |= _between(speeches, found, subtitles)
    left = _stretches(len(subtitles), found.values())
    for _, group in groupby(enumerate(speeches), key=lambda item: item[1].scene):
        scene = [(n, speech) for n, speech in group if n not in found]
        if not scene:
            continue
        tried = [_places(scene, stretch, subtitles) for stretch in left]
        best = max(tried, key=_n_words, default={})
        if _n_words(best) >= LEAST_MOVED * sum(len(speech.words) for _, speech in scene):
            found |= best
            left = _stretches(len(subtitles), found.values())
    return [_as_heard(found[n], speech, subtitles) if n in found else None for n, speech in enumerate(speeches)]


def _between(
    speeches: Sequence[ScriptSpeech], found: Mapping[int, Sequence[int]], subtitles: Sequence[TimedWord]
) -> dict[int, list[int]]:
    """The places of speeches that were not found, looked for between their neighbours that were."""
    out: dict[int, list[int]] = {}
    for is_found, group in groupby(range(len(speeches)), key=lambda n: n in found):
        if is_found:
            continue
        run = list(group)
        start = found[run[0] - 1][-1] + 1 if run[0] else 0
        end = found[run[-1] + 1][0] if run[-1] + 1 < len(speeches) else len(subtitles)
        out |= _places([(n, speeches[n]) for n in run], range(start, end), subtitles)
    return out


def _places(
    speeches: Sequence[tuple[int, ScriptSpeech]], stretch: Sequence[int], subtitles: Sequence[TimedWord]
) -> dict[int, list[int]]:
    """The places of each speech's words in a stretch of the subtitles, where enough of them stand together."""
    owners = [(n, k) for n, speech in speeches for k in range(len(speech.words))]
    pairs = matched_words(
        [word for _, speech in speeches for word in speech.words], [subtitles[at].text for at in stretch]
    )
    places: dict[int, list[tuple[int, int]]] = {}
    for one, other in pairs:
        n, k = owners[one]
        places.setdefault(n, []).append((k, stretch[other]))
    by_number = dict(speeches)
    texts = [word.text for word in subtitles]
    together = {n: _together(_drawn(found, by_number[n].words, texts)) for n, found in places.items()}
    return {n: found for n, found in together.items() if len(found) >= LEAST_SHARE * len(by_number[n].words)}


def _drawn(found: Sequence[tuple[int, int]], spoken: Sequence[str], texts: Sequence[str]) -> list[tuple[int, int]]:
    """The places of a speech's words, a stray word beside its neighbour where the subtitles have it there, too."""
    out = list(found)
    for nearer in (1, -1):  # first words drawn to later ones, then last words to earlier ones
        for n in range(len(out))[::-nearer]:
            if 0 <= n + nearer < len(out):
                (k, at), (by_k, by_at) = out[n], out[n + nearer]
                beside = by_at - (by_k - k)
                if abs(by_at - beside) < abs(by_at - at) and texts[beside] == spoken[k]:
                    out[n] = (k, beside)
    return out


def _together(found: Sequence[tuple[int, int]]) -> list[int]:
    """Of the places of a speech's words the most that stand near each other; far ones are matched by chance."""
    groups = [[found[0]]]
    for (k, at), (later_k, later_at) in pairwise(found):
        if later_at - at > later_k - k + STRAY:
            groups.append([])
        groups[-1].append((later_k, later_at))
    return [at for _, at in max(groups, key=len)]


def _stretches(n_words: int, found: Iterable[Sequence[int]]) -> list[list[int]]:
    """The stretches of subtitles in which no speech is heard."""
    taken = {at for places in found for at in range(places[0], places[-1] + 1)}
    out: list[list[int]] = [[]]
    for at in range(n_words):
        if at in taken:
            out.append([])
        else:
            out[-1].append(at)
    return [stretch for stretch in out if stretch]


def _n_words(places: dict[int, list[int]]) -> int:
    return sum(map(len, places.values()))


def _as_heard(places: Sequence[int], speech: ScriptSpeech, subtitles: Sequence[TimedWord]) -> Heard:
    first, last = subtitles[places[0]], subtitles[places[-1]]
    share = len(places) / len(speech.words)
    return Heard(Span(first.span.start, last.span.end), share, (first.subtitle, last.subtitle))
