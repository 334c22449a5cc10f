"""A screenplay aligned to its film by the subtitles: when is seen what its action tells, and how sure is that?

After Laptev et al. (2008) and Rohrbach et al. (2016, section 3.1.2), with what they did by hand: scenes that changed
places are found, and what stands between two lines is divided by the film's shots.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

from cinescribe.corpus.alignment.comparable_words import TimedWord, timed_words, words
from cinescribe.corpus.alignment.passages import action_scores, passages, scene_numbers
from cinescribe.corpus.alignment.segmentation import Stretch, stretches
from cinescribe.corpus.alignment.sentence_spans import action_span, shared
from cinescribe.corpus.alignment.speech_matching import Heard, ScriptSpeech, heard
from cinescribe.corpus.narration.sentence_ends import sentences
from cinescribe.corpus.screenplays.elements import ScreenplayElement
from cinescribe.corpus.screenplays.screenplay import read_screenplay
from cinescribe.errors import CorpusError
from cinescribe.media.speech.subtitles import read_subtitles
from cinescribe.record import Record
from cinescribe.schema import Shot, Speech
from cinescribe.timing import Seconds, Span

LineKind: TypeAlias = Literal["action", "speech"]

LEAST_SCORE = 0.5  # of the words in the speeches near a paragraph, for its time to be believed (the paper's)
LEAST_CERTAINTY = 0.8  # chance that both ends of a paragraph's stretch are right to a second
LEAST_COMMON = 0.3  # words that screenplay and subtitles have in common, in order, as a share of both (Dice)
LEAST_KNOWN = 0.2  # of the subtitles' words that the screenplay has anywhere; less, and it is another language
VOCABULARY = 50  # different words that a screenplay must have, for its language to be compared
AFTERWARDS: Seconds = 10.0  # a film whose length is not known goes on after its last subtitle
LATE: Seconds = 5.0  # by which a subtitle may outlast its film


@dataclass(frozen=True)
class AlignedLine(Record):
    """A sentence of action, or a speech, with its time in the film.

    Args:
        line: of the screenplay's file, from 1; sentences of one paragraph have its first.
        kind: action or speech.
        text: one sentence of action; the whole speech.
        start, end: when it is seen or heard; None where that is not known well enough.
        score: of action, the share of matched words in the speeches near it; of a speech, of its own words.
        certainty: of action, the chance that the stretch of its paragraph is right to a second at both ends.
        speaker: who says a speech.
    """

    line: int
    kind: LineKind
    text: str
    start: Seconds | None
    end: Seconds | None
    score: float
    certainty: float | None = None
    speaker: str | None = None


def align_script(
    script: Path,
    subtitles: Path,
    *,
    duration: Seconds | None = None,
    shots: Sequence[Shot] = (),
    least_score: float = LEAST_SCORE,
    least_certainty: float = LEAST_CERTAINTY,
) -> tuple[AlignedLine, ...]:
    """Every speech and every sentence of action of a screenplay, in its order, with its time in the film.

    Args:
        script: Fountain, Final Draft (.fdx), PDF with text, or plain text.
        subtitles: of the film, in the screenplay's language: SRT, WebVTT, ASS/SSA or TTML.
        duration: of the film; some seconds more than the subtitles last, where it is not known.
        shots: the film's. With them times are much better: paragraphs between the same two lines are told apart.
        least_score, least_certainty: action that has less has no time.

    Raises:
        CorpusError: when the screenplay cannot be read, has no dialogue, or is not this film's, or when the subtitles
            tell of no speech, are in another language, or outlast the film.
        SubtitleError: when the subtitles cannot be read.

    Example:
        >>> align_script(Path("film.fountain"), Path("film.srt"))[0].start  # doctest: +SKIP
        2.25
    """
    matched = match_script(script, subtitles, duration=duration)
    return matched.lines(shots=shots, least_score=least_score, least_certainty=least_certainty)


def match_script(script: Path, subtitles: Path, *, duration: Seconds | None = None) -> MatchedScript:
    """The first half of `align_script`, which refuses what cannot be aligned before a film is looked at for its shots.

    Arguments and errors as there.
    """
    return MatchedScript(
        read_screenplay(script), read_subtitles(subtitles), duration=duration, names=(str(script), str(subtitles))
    )


class MatchedScript:
    """One screenplay whose speeches were looked for in the subtitles of its film."""

    def __init__(
        self,
        elements: Sequence[ScreenplayElement],
        subtitles: Sequence[Speech],
        *,
        duration: Seconds | None,
        names: tuple[str, str],
    ) -> None:
        self._elements, self._subtitles, self._names = elements, subtitles, names
        self._numbers = [n for n, element in enumerate(elements) if element.kind == "speech"]
        scenes = scene_numbers(elements)
        speeches = [ScriptSpeech(tuple(words(elements[n].text)), scenes[n]) for n in self._numbers]
        timed = timed_words(subtitles)
        self._check_words(speeches, timed)
        places = heard(speeches, timed)
        self._check_common(speeches, timed, places)
        self._places = {n: place for n, place in zip(self._numbers, places, strict=True) if place}
        self._found = {
            n: (round(place.share * len(speech.words)) if place else 0, len(speech.words))
            for n, speech, place in zip(self._numbers, speeches, places, strict=True)
        }
        self._duration = self._checked(duration)

    def lines(
        self,
        *,
        shots: Sequence[Shot] = (),
        least_score: float = LEAST_SCORE,
        least_certainty: float = LEAST_CERTAINTY,
    ) -> tuple[AlignedLine, ...]:
        """The speeches, and the sentences of action, in the screenplay's order; arguments as of `align_script`."""
        by_action = self._stretches(shots)
        filmed = {n: stretch.filmed for n, stretch in by_action.items() if n is not None}
        scores = action_scores(self._elements, self._found, filmed=filmed)
        cuts = [shot.span.start for shot in shots[1:]]
        out: list[AlignedLine] = []
        for n, element in enumerate(self._elements):
            if element.kind == "speech":
                out.append(self._speech(n))
            elif element.kind == "action":
                stretch, score = by_action[n], scores[n]
                is_sure = score >= least_score and stretch.certainty >= least_certainty
                span = self._seen(stretch.span, cuts) if stretch.span and is_sure else None
                out += _action(element, span, score=score, certainty=stretch.certainty)
        return tuple(out)

    def _stretches(self, shots: Sequence[Shot]) -> dict[int | None, Stretch]:
        """The stretch of each paragraph of action, by its number."""
        in_film = passages(self._elements, self._places)
        taken = {n for place in self._places.values() for n in range(place.subtitles[0], place.subtitles[1] + 1)}
        unmatched = [subtitle.span.start for n, subtitle in enumerate(self._subtitles) if n not in taken]
        found = stretches(in_film, unmatched=unmatched, shots=shots, duration=self._duration)
        return {passage.action: stretch for passage, stretch in zip(in_film, found, strict=True)}

    def _speech(self, n: int) -> AlignedLine:
        element, place = self._elements[n], self._places.get(n)
        start, end, score = (place.span.start, place.span.end, place.share) if place else (None, None, 0.0)
        return AlignedLine(element.line, "speech", element.text, start, end, score, speaker=element.speaker)

    def _seen(self, stretch: Span, cuts: Sequence[Seconds]) -> Span:
        talk = [one.span for one in self._subtitles if stretch.start <= one.span.start < stretch.end]
        return action_span(stretch, talk=talk, cuts=cuts)

    def _checked(self, duration: Seconds | None) -> Seconds:
        """The film's duration, or a guess where it is not known."""
        last = max(subtitle.span.end for subtitle in self._subtitles)
        if duration is None:
            return last + AFTERWARDS
        if last > duration + LATE:
            raise CorpusError(
                f"{self._names[1]!r} goes to {last:.2f} s, but its film lasts {duration:.2f} s; "
                "give the subtitles of this cut of the film"
            )
        return max(duration, last)

    def _check_words(self, speeches: Sequence[ScriptSpeech], timed: Sequence[TimedWord]) -> None:
        if not any(speech.words for speech in speeches):
            raise CorpusError(
                f"nobody speaks in the screenplay {self._names[0]!r}, so its dialogue cannot be found in the film; "
                "a screenplay with names above speeches is wanted"
            )
        if not timed:
            raise CorpusError(f"the subtitles {self._names[1]!r} tell of no speech; give the film's subtitles")

    def _check_common(
        self, speeches: Sequence[ScriptSpeech], timed: Sequence[TimedWord], places: Sequence[Heard | None]
    ) -> None:
        both = sum(len(speech.words) for speech in speeches) + len(timed)
        matched = sum(
            len(speech.words) * place.share
            for speech, place in zip(speeches, places, strict=True)
            if place and place.in_order
        )
        common = 2 * matched / both
        if common >= LEAST_COMMON:
            return
        known = Counter(word for speech in speeches for word in speech.words)
        n_known = sum(word.text in known for word in timed)
        if len(known) >= VOCABULARY and n_known < LEAST_KNOWN * len(timed):
            why = "the subtitles seem to be in another language; give those in the screenplay's"
        else:
            why = "is this another film's screenplay, or an early draft?"
        raise CorpusError(
            f"alignment impossible: {self._names[0]!r} and {self._names[1]!r} share {common:.0%} of the words spoken, "
            f"in order; {LEAST_COMMON:.0%} is wanted; {why}"
        )


def _action(element: ScreenplayElement, span: Span | None, *, score: float, certainty: float) -> list[AlignedLine]:
    texts = sentences(element.text)
    spans = shared(span, texts) if span and texts else [None] * len(texts)
    return [
        AlignedLine(
            element.line, "action", text, part.start if part else None, part.end if part else None, score, certainty
        )
        for text, part in zip(texts, spans, strict=True)
    ]
