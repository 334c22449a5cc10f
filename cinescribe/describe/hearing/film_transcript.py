"""The stage that transcribes a film's speech with a transcriber."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from cinescribe.describe.analyse import HEARD, Analysis, read_detected
from cinescribe.describe.run import Run
from cinescribe.language.messages.languages import english_name
from cinescribe.language_tags import is_same_language, known_language
from cinescribe.media.sound.mono import mono_track
from cinescribe.media.speech.speech import are_whole, merge_speech
from cinescribe.media.speech.subtitles import Subtitles
from cinescribe.media.transcription.film_transcription import PieceWords, transcribe_film
from cinescribe.media.transcription.heard_lines import heard_lines
from cinescribe.media.transcription.transcriber import TRANSCRIBER_RATE_HZ, Transcription
from cinescribe.schema import Film, Speech
from cinescribe.store import append_records, read_appended, read_record, write_record
from cinescribe.timing import Span

_STAGE = "transcribe"
_VERSION = 1  # of how words are heard; raising it makes older folders be heard again
_PIECES, _WORDS = "pieces.jsonl", "words.json"


def film_words(run: Run, heard: Path, written: Subtitles | None) -> Transcription:
    """Return a film's speech, on its clock; a second call with the same film and transcriber only reads it.

    Complete subtitles are the truth about speech: no transcriber is used. The transcript is saved after each piece, so
    a stopped run goes on after it. Without a transcriber, the words are those that an earlier run heard, if any.

    Args:
        run: of the description, with the transcriber.
        heard: the folder with the measurements of the sound.
        written: the subtitles that are used; None for none.

    Raises:
        FilmError: when the sound cannot be read.
        ModelError: when the transcriber fails.
        OutputError: when the result cannot be kept.
    """
    film, transcriber, announce = run.film, run.options.transcriber, run.options.announce
    if film.track("audio") is None:
        return Transcription()
    if transcriber is None:
        return _kept_words(run)
    detected, certain = read_detected(heard)
    if written is not None and are_whole(written.speech, certain=certain, sounds=written.sounds):
        announce(f"{transcriber.name} is not used: the subtitles have the words (`ignore_subtitles` uses it)")
        return Transcription()

    def work(folder: Path) -> None:
        path = folder / _PIECES
        known = {(piece.span, piece.given): piece for piece in _kept(path)}
        if known:
            run.stages.note("resumed", stage=_STAGE, pieces=len(known))
        found = transcribe_film(
            mono_track(film, rate_hz=TRANSCRIBER_RATE_HZ),
            transcriber,
            detected=detected,
            certain=certain,
            known=lambda span, language: known.get((span, language)),
            keep=lambda piece: append_records(path, [piece]),
            progress=lambda share: run.options.progress(_STAGE, share),
        )
        write_record(folder / _WORDS, found)
        path.unlink(missing_ok=True)

    key = {**_key(run), "transcriber": transcriber.name}
    found = read_record(run.stages.run(_STAGE, key, work, checkpoint=_PIECES) / _WORDS, Transcription)
    _announce(run, _line(film, found))
    return found


def all_speech(
    film: Film, analysis: Analysis, written: Subtitles | None, transcript: Transcription
) -> tuple[Speech, ...]:
    """Return the speech of a film by subtitles, transcriber and voice detector, cut at the end of the film.

    Args:
        film: the film, beyond whose end subtitles may run.
        analysis: its measurements.
        written: the subtitles that are used; None for none.
        transcript: the words that were heard.
    """
    given = Subtitles() if written is None else written
    certain, lines = analysis.certain_speech, heard_lines(transcript.words)
    speech = merge_speech(given.speech, analysis.speech, certain=certain, sounds=given.sounds, heard=lines)
    spans = [(part, part.span.within(Span(0.0, film.duration))) for part in speech]
    return tuple(part.replace(span=span) for part, span in spans if span is not None)


def _key(run: Run) -> dict[str, Any]:
    """What the words depend on besides the transcriber."""
    return {**sound_key(run), "transcribed": _VERSION}


def _kept_words(run: Run) -> Transcription:
    """The words that an earlier run heard in the same sound; none if there are none."""
    folder, key = run.stages.finished(_STAGE) or (run.folder, {})
    by = key.pop("transcriber", None)
    if key != _key(run):
        return Transcription()
    found = read_record(folder / _WORDS, Transcription)
    _announce(run, f"{_line(run.film, found)}; kept of {by}")
    return found


def _announce(run: Run, line: str) -> None:
    run.stages.note("transcribed", what=line)
    run.options.announce(line)


def sound_key(run: Run) -> dict[str, Any]:
    """Return what the measurements of a film's sound depend on."""
    sound = run.film.track("audio")
    key = {name: run.key[name] for name in ("film", "measured", "cinescribe")}
    return {**key, "sound": None if sound is None else sound.index, "heard": HEARD}


def _kept(path: Path) -> list[PieceWords]:
    return read_appended(path, PieceWords) if path.is_file() else []


def _line(film: Film, found: Transcription) -> str:
    """What was heard, and that the film's tag says another language where that is so."""
    if not found.words:
        return "speech: no words were heard"
    n = len(found.words)
    line = f"speech: {n} {'word was' if n == 1 else 'words were'} heard"
    if found.language is None:
        return line
    line += f", in {english_name(found.language)} ({found.language})"
    sound = film.track("audio")
    tag = known_language(sound.language) if sound is not None else None
    if tag is not None and not is_same_language(tag, found.language):
        line += f"; the sound is marked as {english_name(tag)} ({tag})"
    return line


def with_heard_language(film: Film, language: str | None) -> Film:
    """Return a film whose sound has the language that was heard, where its file names none.

    Args:
        film: the film.
        language: BCP 47 tag; None if none was heard.
    """
    sound = film.track("audio")
    if language is None or sound is None or known_language(sound.language) is not None:
        return film
    streams = (replace(one, language=language) if one == sound else one for one in film.streams)
    return film.replace(streams=tuple(streams))
