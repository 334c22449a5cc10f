"""Reads the transcripts of servers: JSON with words or phrases, or subtitles, as each server writes them."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from transformers.models.whisper.tokenization_whisper import TO_LANGUAGE_CODE

from cinescribe.errors import CinescribeError, RecordError, SubtitleError, brief
from cinescribe.language_tags import known_language
from cinescribe.media.speech.cue_blocks import ARROW, read_cue_blocks
from cinescribe.media.transcription.transcriber import HeardWord, Transcription
from cinescribe.models.vlm.answers.completion import NoAnswerError
from cinescribe.models.vlm.answers.server_reason import server_reason
from cinescribe.parsing import parse_json
from cinescribe.timing import Seconds, Span

_UNITS = (1.0, 1e-3, 1e-9)  # seconds; milliseconds; nanoseconds, as LocalAI sends them
_BEYOND: Seconds = 5.0  # that times may go past the end of the sound: networks hear half a minute at once
_UNSURE = 0.5  # confidence where a server gives none
_CHANCES = ("probability", "prob", "confidence", "score")
_MOST_WORDS = 20_000  # of an answer: more than anybody says in an hour
_MARKS = re.compile(r"[^\w\s]+")


class NoTimesError(CinescribeError):
    """A server sent text without times."""


def read_served_transcript(body: str, *, duration: Seconds) -> Transcription:
    """Return the words in what a server sent, with times from the start of the sound.

    Words come from the words of the answer or of its phrases; where there are none, each phrase counts as one.

    Args:
        body: of the answer.
        duration: of the sound, in seconds.

    Raises:
        NoTimesError: when it has text, but no times.
        NoAnswerError: when it is no transcript.
    """
    text = body.strip().removeprefix("\ufeff")
    if text.startswith("{"):
        return _of_json(body, duration)
    if ARROW in text or not text:
        return _of_subtitles(text, duration)
    if text.startswith(("<", "[")):
        raise NoAnswerError(server_reason(body), may_pass=False)
    raise NoTimesError(f"the text has no times: {brief(text)}")


def detected_language(body: str) -> str | None:
    """Return the language that a server heard although it took another one for given, as whisper.cpp's does."""
    try:
        value = parse_json(body, "the transcript") if body.lstrip().startswith("{") else {}
    except RecordError:
        return None
    heard, taken = (_tag(value.get(name)) for name in ("detected_language", "language"))
    return heard if heard is not None and heard != taken else None


def _of_json(body: str, duration: Seconds) -> Transcription:
    try:
        value = parse_json(body, "the transcript")
    except RecordError as error:
        raise NoAnswerError(server_reason(body), may_pass=True) from error
    text = value.get("text")
    if "error" in value or not isinstance(text, str | None):
        raise NoAnswerError(server_reason(body), may_pass=False)
    phrases = _entries(value.get("segments"))
    inside = [{**_chance_of(phrase), **word} for phrase in phrases for word in _entries(phrase.get("words"))]
    words = _heard(_entries(value.get("words")) or inside, duration)
    whole = str(text or "") or " ".join(_text(phrase) for phrase in phrases)
    words = _with_marks(words, whole) or _heard([{**_chance_of(one), **one} for one in phrases], duration)
    if not words and whole.strip():
        raise NoTimesError(f"the text has no times: {brief(whole.strip())}")
    silences = [chance for one in phrases if (chance := _chance(one.get("no_speech_prob"))) is not None]
    return Transcription(words, _tag(value.get("language")), min(silences, default=None))


def _of_subtitles(text: str, duration: Seconds) -> Transcription:
    if not text:
        return Transcription()
    try:
        cues = read_cue_blocks(text.replace("\r\n", "\n").replace("\r", "\n"), name="the transcript").cues
    except SubtitleError as error:
        raise NoAnswerError(server_reason(str(error)), may_pass=False) from error
    return Transcription(_heard([{"start": c.span.start, "end": c.span.end, "text": c.text} for c in cues], duration))


def _heard(entries: Sequence[Mapping[str, Any]], duration: Seconds) -> tuple[HeardWord, ...]:
    """The entries that have a text and times, in order of time; () if more than half of them have no times."""
    texts = [(entry, text) for entry in entries[:_MOST_WORDS] if (text := " ".join(_text(entry).split()))]
    timed = [(start, end, entry, text) for entry, text in texts if (span := _times(entry)) for start, end in (span,)]
    if 2 * len(timed) < len(texts) or not any(end > 0 for _, end, _, _ in timed):
        return ()
    latest = max(end for _, end, _, _ in timed)
    unit = next((unit for unit in _UNITS if latest * unit <= duration + _BEYOND), None)
    if unit is None:
        return ()
    words = [
        HeardWord(Span(max(start, 0.0), min(max(end, start, 0.0), duration)), text, _confidence(entry))
        for first, last, entry, text in timed
        for start, end in ((first * unit, last * unit),)
        if start < duration
    ]
    return tuple(sorted(words, key=lambda word: word.span.start))


def _with_marks(words: Sequence[HeardWord], text: str) -> tuple[HeardWord, ...]:
    """The words with the marks that follow them in the text: OpenAI's words come without."""
    found, at, lower = [], 0, text.lower()
    for word in words:
        place = lower.find(word.text.lower(), at)
        mark = None
        # A word that is found far away is another one.
        if 0 <= place <= at + 2 * len(word.text) + 20:
            at = place + len(word.text)
            mark = _MARKS.match(text, at)
        found.append(word if mark is None else word.replace(text=word.text + mark[0]))
        at = at if mark is None else mark.end()
    return tuple(found)


def _entries(value: object) -> list[Mapping[str, Any]]:
    return [entry for entry in value if isinstance(entry, Mapping)] if isinstance(value, list) else []


def _text(entry: Mapping[str, Any]) -> str:
    value = entry.get("word", entry.get("text"))
    return value if isinstance(value, str) else ""


def _times(entry: Mapping[str, Any]) -> tuple[float, float] | None:
    start, end = _number(entry.get("start")), _number(entry.get("end"))
    return None if start is None or end is None else (start, end)


def _number(value: object) -> float | None:
    """A number, which some servers send as text."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        number = float(value)
    except (ValueError, OverflowError):
        return None
    return number if math.isfinite(number) else None


def _chance(value: object) -> float | None:
    number = _number(value)
    return number if number is not None and 0 <= number <= 1 else None  # vLLM has -1 where there is none


def _chance_of(phrase: Mapping[str, Any]) -> dict[str, float]:
    """The confidence of a phrase: the mean probability of its tokens."""
    number = _number(phrase.get("avg_logprob"))
    return {} if number is None or number > 0 or number == -1.0 else {"probability": math.exp(max(number, -100.0))}


def _confidence(entry: Mapping[str, Any]) -> float:
    chances: Iterable[float | None] = (_chance(entry.get(name)) for name in _CHANCES)
    return next((chance for chance in chances if chance is not None), _UNSURE)


def _tag(name: object) -> str | None:
    """A language as a tag: servers write `german` or `de`."""
    if not isinstance(name, str):
        return None
    return known_language(TO_LANGUAGE_CODE.get(name.strip().lower(), name.strip()))
