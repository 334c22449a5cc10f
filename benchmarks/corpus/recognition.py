"""Word error rates of speech recognisers on read speech, a clean narrator, and the narrator of described films.

The word error rate is the number of inserted, deleted and changed words, divided by the number of words spoken, without
case and punctuation. Speed is CPU seconds per second of speech.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import Levenshtein
from scipy.signal import resample_poly

from benchmarks import clock
from benchmarks.results import Headline, Row, add_write_option, print_table, report_results
from cinescribe.backlot.plan.truth import FilmTruth
from cinescribe.backlot.sound.voices import narrator
from cinescribe.corpus.narration.described_track import segment_ad
from cinescribe.media.film.probe import probe
from cinescribe.media.sound.mono import MonoTrack, mono_track
from cinescribe.media.transcription.faster_whisper import FasterWhisper
from cinescribe.media.transcription.pocketsphinx_transcriber import PocketsphinxTranscriber
from cinescribe.media.transcription.transcriber import TRANSCRIBER_RATE_HZ, Transcriber
from cinescribe.store import read_record

Utterance = tuple[NDArray[np.float32], str]  # sound, (n,) at RATE_HZ, and its words

MARGIN = 0.2  # seconds added before and after a sentence
READ = {
    "audio/jfk.flac": "And so, my fellow Americans, ask not what your country can do for you, ask what you can do for "
    "your country.",
    "audio/libri-1088-134315-0000.wav": "As you know, and as I have given you proof, I have the greatest admiration in "
    "the world for one whose work for humanity has won such universal recognition. I hope that we shall both forget "
    "this unhappy morning and that you will give me an opportunity of rendering to you in person",
}


def sound(path: Path, start: float = 0.0, end: float | None = None) -> NDArray[np.float32]:
    """A part of a file's sound."""
    track = mono_track(probe(path), rate_hz=TRANSCRIBER_RATE_HZ)
    first, last = (
        round(start * TRANSCRIBER_RATE_HZ),
        track.n_samples if end is None else round(end * TRANSCRIBER_RATE_HZ),
    )
    return track.part(first, last - first)


def spoken(truths: Sequence[FilmTruth]) -> Iterator[Utterance]:
    """Narration as the voice speaks it, without other sound."""
    with narrator() as voice:
        for truth in truths:
            for line in truth.narration:
                speech = voice.say(line.text)
                yield resample_poly(speech.samples, TRANSCRIBER_RATE_HZ, speech.rate_hz).astype(np.float32), line.text


def described(folder: Path, truths: Sequence[FilmTruth]) -> Iterator[Utterance]:
    """Narration as it is in the described track, over the film."""
    for truth in truths:
        track = mono_track(probe(folder / truth.described), rate_hz=TRANSCRIBER_RATE_HZ)
        yield from (_part(track, line.span.start, line.span.end, line.text) for line in truth.narration)


def cleaned(folder: Path, scratch: Path, truths: Sequence[FilmTruth]) -> Iterator[Utterance]:
    """Narration as `segment_ad` writes the narrator's voice, at its true times."""
    for truth in truths:
        path = scratch / f"{truth.id}.wav"
        segment_ad(folder / truth.film, folder / truth.described, narrator=path)
        track = mono_track(probe(path), rate_hz=TRANSCRIBER_RATE_HZ)
        yield from (_part(track, line.span.start, line.span.end, line.text) for line in truth.narration)


def _part(track: MonoTrack, start: float, end: float, text: str) -> Utterance:
    first, last = round((start - MARGIN) * TRANSCRIBER_RATE_HZ), round((end + MARGIN) * TRANSCRIBER_RATE_HZ)
    return track.part(first, last - first), text


def words(text: str) -> list[str]:
    """The words of a text in lower case, without punctuation."""
    return re.findall(r"[a-z0-9']+", text.lower().replace("-", " "))


def row(name: str, asr: Transcriber, utterances: Sequence[Utterance]) -> Row:
    """Return a row with the error rate over all utterances."""
    took, transcripts = clock.seconds(lambda: [asr.transcribe(samples, language="en") for samples, _ in utterances])
    n_errors = n_words = n_correct = 0
    for (_, text), found in zip(utterances, transcripts, strict=True):
        spoken_words = words(text)
        errors = Levenshtein.distance(spoken_words, words(found.text))
        n_errors, n_words, n_correct = n_errors + errors, n_words + len(spoken_words), n_correct + (errors == 0)
    seconds = sum(len(samples) for samples, _ in utterances) / TRANSCRIBER_RATE_HZ
    right = f"{n_correct} of {len(utterances)}"
    return f"{asr.name}, {name}", n_words, f"{n_errors / n_words:.1%}", right, f"{took / seconds:.2f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("films", type=Path, help="a folder of films shot by Backlot")
    parser.add_argument("scratch", type=Path, help="a folder for narrators' voices")
    parser.add_argument("--most", type=int, default=4, help="maximum number of films")
    parser.add_argument("--whisper", type=Path, help="a folder with a faster-whisper model to compare")
    parser.add_argument("--shared", type=Path, default=Path(__file__).resolve().parents[3] / "shared")
    add_write_option(parser)
    args = parser.parse_args()
    args.scratch.mkdir(parents=True, exist_ok=True)
    truths = [read_record(path, FilmTruth) for path in sorted(args.films.glob("*.truth.json"))[: args.most]]
    trials = {Path(name).name: [(sound(args.shared / "data" / name), text)] for name, text in READ.items()}
    trials["narration, clean voice"] = list(spoken(truths))
    trials["narration, described track"] = list(described(args.films, truths))
    trials["narration, voice cleaned"] = list(cleaned(args.films, args.scratch, truths))
    recognisers: list[Transcriber] = [
        PocketsphinxTranscriber(),
        *([FasterWhisper(args.whisper)] if args.whisper else []),
    ]
    rows = (row(name, asr, utterances) for asr in recognisers for name, utterances in trials.items())
    columns = ("speech", "words", "wrong", "sentences right", "CPU s a second")
    table = print_table("Word errors", columns, rows)
    headlines = [Headline(f"word errors, {one[0]}", str(one[2])) for one in table.rows]
    report_results("recognition", "Speech recognition", headlines=headlines, tables=[table], write=args.write)


if __name__ == "__main__":
    main()
