"""Alignment of a screenplay with its film by the subtitles: a time and a score for each sentence of action.

Follows Laptev et al. (2008) and Rohrbach et al. (2016, section 3.1.2) and automates what they did by hand: it finds
scenes that were moved, and splits the action between two speeches at the film's cuts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

from cinescribe.corpus.alignment.comparable_words import TimedWord, normalised_words, timed_words
from cinescribe.corpus.alignment.passages import action_scores, passages, scene_numbers
from cinescribe.corpus.alignment.segmentation import Segment, film_segments
from cinescribe.corpus.alignment.sentence_spans import action_span, split_span
from cinescribe.corpus.alignment.speech_matching import ScriptSpeech, SpeechMatch, match_speeches
from cinescribe.corpus.narration.sentence_ends import split_sentences
from cinescribe.corpus.screenplays.elements import ScreenplayElement
from cinescribe.corpus.screenplays.screenplay import read_screenplay
from cinescribe.errors import CorpusError
from cinescribe.media.speech.subtitles import read_subtitles
from cinescribe.record import Record
from cinescribe.schema import Shot, Speech
from cinescribe.timing import Seconds, Span

LineKind: TypeAlias = Literal["action", "speech"]

MIN_ALIGNMENT_SCORE = 0.5  # share of matched words in the speeches near a paragraph, for it to get a time (the paper's)
MIN_CERTAINTY = 0.8  # probability that both ends of a paragraph's segment are correct to a second
MIN_COMMON = 0.3  # share of words that screenplay and subtitles have in common, in order (Dice)
MIN_KNOWN = 0.2  # share of the subtitles' words anywhere in the screenplay; below it the language differs
MIN_VOCABULARY = 50  # different words that a screenplay must have for its language to be compared
AFTER_SUBTITLES: Seconds = 10.0  # assumed rest of a film of unknown length after its last subtitle
MAX_OVERRUN: Seconds = 5.0  # by which a subtitle may end after its film


@dataclass(frozen=True)
class AlignedLine(Record):
    """A sentence of action, or a speech, with its time in the film.

    Args:
        line: line of the screenplay's file, from 1; for a sentence the first line of its paragraph.
        kind: action or speech.
        text: one sentence of action, or the whole speech.
        start, end: when it is seen or spoken; None if too uncertain. Without the film's shots, an action has the
            whole part of the film that its paragraph and the speeches after it take.
        score: share of matched words: for action in the speeches near it, for a speech in itself.
        certainty: for action, the probability that both ends of its paragraph's segment are correct to a second.
        speaker: speaker of a speech.
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
    min_score: float = MIN_ALIGNMENT_SCORE,
    min_certainty: float = MIN_CERTAINTY,
) -> tuple[AlignedLine, ...]:
    """Return every speech and every sentence of action of a screenplay, in its order, with its time in the film.

    Args:
        script: Fountain, Final Draft (.fdx), PDF with text, or plain text.
        subtitles: subtitles of the film in the screenplay's language: SRT, WebVTT, ASS/SSA or TTML.
        duration: duration of the film; by default some seconds more than the subtitles.
        shots: shots of the film. They make times much better, since they separate paragraphs between two speeches.
        min_score: action with a lower score gets no time.
        min_certainty: action with a lower certainty gets no time.

    Raises:
        CorpusError: if the screenplay cannot be read, has no dialogue, or belongs to another film, or if the subtitles
            have no speech, are in another language, or last longer than the film.
        SubtitleError: if the subtitles cannot be read.

    Example:
        >>> align_script(Path("film.fountain"), Path("film.srt"))[0].start  # doctest: +SKIP
        2.25
    """
    matched = match_script(script, subtitles, duration=duration)
    return matched.lines(shots=shots, min_score=min_score, min_certainty=min_certainty)


def match_script(script: Path, subtitles: Path, *, duration: Seconds | None = None) -> MatchedScript:
    """Match the speeches of a screenplay with subtitles: the first half of `align_script`.

    It raises the errors of `align_script` before any time is spent on detecting the film's shots. Arguments as there.
    """
    return MatchedScript(
        read_screenplay(script), read_subtitles(subtitles), duration=duration, names=(str(script), str(subtitles))
    )


class MatchedScript:
    """A screenplay whose speeches are matched with the subtitles of its film."""

    def __init__(
        self,
        elements: Sequence[ScreenplayElement],
        subtitles: Sequence[Speech],
        *,
        duration: Seconds | None,
        names: tuple[str, str],
    ) -> None:
        self._elements, self._subtitles, self._names = elements, subtitles, names
        indices = [n for n, element in enumerate(elements) if element.kind == "speech"]
        scenes = scene_numbers(elements)
        speeches = [ScriptSpeech(tuple(normalised_words(elements[n].text)), scenes[n]) for n in indices]
        timed = timed_words(subtitles)
        self._check_words(speeches, timed)
        matches = match_speeches(speeches, timed)
        self._check_common(speeches, timed, matches)
        self._matches = {n: match for n, match in zip(indices, matches, strict=True) if match}
        self._n_matched = {
            n: (round(match.share * len(speech.words)) if match else 0, len(speech.words))
            for n, speech, match in zip(indices, speeches, matches, strict=True)
        }
        self._duration = self._checked(duration)

    def lines(
        self,
        *,
        shots: Sequence[Shot] = (),
        min_score: float = MIN_ALIGNMENT_SCORE,
        min_certainty: float = MIN_CERTAINTY,
    ) -> tuple[AlignedLine, ...]:
        """Return the speeches and the sentences of action in the screenplay's order; arguments as of `align_script`."""
        segments = self._segments(shots)
        filmed = {n: segment.filmed for n, segment in segments.items() if n is not None}
        scores = action_scores(self._elements, self._n_matched, filmed=filmed)
        cuts = [shot.span.start for shot in shots[1:]]
        out: list[AlignedLine] = []
        for n, element in enumerate(self._elements):
            if element.kind == "speech":
                out.append(self._speech(n))
            elif element.kind == "action":
                segment, score = segments[n], scores[n]
                is_sure = score >= min_score and segment.certainty >= min_certainty
                span = self._action_span(segment.span, cuts) if segment.span and is_sure else None
                out += _action(element, span, score=score, certainty=segment.certainty)
        return tuple(out)

    def _segments(self, shots: Sequence[Shot]) -> dict[int | None, Segment]:
        """Return the segment of each paragraph of action, by its index."""
        in_film = passages(self._elements, self._matches)
        used = {n for match in self._matches.values() for n in range(match.subtitles[0], match.subtitles[1] + 1)}
        unmatched = [subtitle.span.start for n, subtitle in enumerate(self._subtitles) if n not in used]
        segments = film_segments(in_film, unmatched=unmatched, shots=shots, duration=self._duration)
        return {passage.action: segment for passage, segment in zip(in_film, segments, strict=True)}

    def _speech(self, n: int) -> AlignedLine:
        element, match = self._elements[n], self._matches.get(n)
        start, end, score = (match.span.start, match.span.end, match.share) if match else (None, None, 0.0)
        return AlignedLine(element.line, "speech", element.text, start, end, score, speaker=element.speaker)

    def _action_span(self, segment: Span, cuts: Sequence[Seconds]) -> Span:
        talk = [one.span for one in self._subtitles if segment.start <= one.span.start < segment.end]
        return action_span(segment, talk=talk, cuts=cuts)

    def _checked(self, duration: Seconds | None) -> Seconds:
        """Return the film's duration, estimated if it is unknown."""
        last = max(subtitle.span.end for subtitle in self._subtitles)
        if duration is None:
            return last + AFTER_SUBTITLES
        if last > duration + MAX_OVERRUN:
            raise CorpusError(
                f"{self._names[1]!r} ends at {last:.2f} s, but its film lasts {duration:.2f} s; "
                "give the subtitles of this cut of the film"
            )
        return max(duration, last)

    def _check_words(self, speeches: Sequence[ScriptSpeech], timed: Sequence[TimedWord]) -> None:
        if not any(speech.words for speech in speeches):
            raise CorpusError(
                f"the screenplay {self._names[0]!r} has no dialogue to find in the film; "
                "give a screenplay with names above speeches"
            )
        if not timed:
            raise CorpusError(f"the subtitles {self._names[1]!r} contain no speech; give the film's subtitles")

    def _check_common(
        self, speeches: Sequence[ScriptSpeech], timed: Sequence[TimedWord], matches: Sequence[SpeechMatch | None]
    ) -> None:
        n_words = sum(len(speech.words) for speech in speeches) + len(timed)
        n_matched = sum(
            len(speech.words) * match.share
            for speech, match in zip(speeches, matches, strict=True)
            if match and match.in_order
        )
        common = 2 * n_matched / n_words
        if common >= MIN_COMMON:
            return
        vocabulary = {word for speech in speeches for word in speech.words}
        n_known = sum(word.text in vocabulary for word in timed)
        if len(vocabulary) >= MIN_VOCABULARY and n_known < MIN_KNOWN * len(timed):
            advice = "the subtitles seem to be in another language; give subtitles in the screenplay's language"
        else:
            advice = "is this another film's screenplay, or an early draft?"
        raise CorpusError(
            f"alignment impossible: {self._names[0]!r} and {self._names[1]!r} share {common:.0%} of the words spoken, "
            f"in order; at least {MIN_COMMON:.0%} is needed; {advice}"
        )


def _action(element: ScreenplayElement, span: Span | None, *, score: float, certainty: float) -> list[AlignedLine]:
    texts = split_sentences(element.text)
    spans = split_span(span, texts) if span and texts else [None] * len(texts)
    return [
        AlignedLine(
            element.line, "action", text, part.start if part else None, part.end if part else None, score, certainty
        )
        for text, part in zip(texts, spans, strict=True)
    ]
