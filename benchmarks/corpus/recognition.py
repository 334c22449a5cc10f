"""How many words recognisers get wrong: read speech, a clean narrator, and the narrator of described films.

Word error rate: words put in, left out and changed, by words said, after case and marks are gone. Speed is CPU seconds
for a second of speech.
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
from cinescribe.backlot.plan.truth import FilmTruth
from cinescribe.backlot.sound.voices import narrator
from cinescribe.corpus.narration.described_track import segment_ad
from cinescribe.media.film.probe import probe
from cinescribe.media.sound.mono import MonoTrack, mono_track
from cinescribe.media.speech.asr import RATE_HZ, Asr
from cinescribe.media.speech.pocketsphinx_asr import PocketsphinxAsr
from cinescribe.media.speech.whisper_asr import WhisperAsr
from cinescribe.store import read_record

Said = tuple[NDArray[np.float32], str]  # sound, (n,) at RATE_HZ, and its words

MARGIN = 0.2  # seconds heard before and after a sentence
READ = {
    "audio/jfk.flac": "And so, my fellow Americans, ask not what your country can do for you, ask what you can do for "
    "your country.",
    "audio/libri-1088-134315-0000.wav": "As you know, and as I have given you proof, I have the greatest admiration in "
    "the world for one whose work for humanity has won such universal recognition. I hope that we shall both forget "
    "this unhappy morning and that you will give me an opportunity of rendering to you in person",
}


def sound(path: Path, start: float = 0.0, end: float | None = None) -> NDArray[np.float32]:
    """A stretch of a file's sound."""
    track = mono_track(probe(path), rate_hz=RATE_HZ)
    first, last = round(start * RATE_HZ), track.n_samples if end is None else round(end * RATE_HZ)
    return track.part(first, last - first)


def spoken(truths: Sequence[FilmTruth]) -> Iterator[Said]:
    """Narration as the voice speaks it, nothing else to be heard."""
    with narrator() as voice:
        for truth in truths:
            for told in truth.narration:
                said = voice.say(told.text)
                yield resample_poly(said.samples, RATE_HZ, said.rate_hz).astype(np.float32), told.text


def described(folder: Path, truths: Sequence[FilmTruth]) -> Iterator[Said]:
    """Narration as it is in the described track, over the film."""
    for truth in truths:
        track = mono_track(probe(folder / truth.described), rate_hz=RATE_HZ)
        yield from (_part(track, told.span.start, told.span.end, told.text) for told in truth.narration)


def cleaned(folder: Path, scratch: Path, truths: Sequence[FilmTruth]) -> Iterator[Said]:
    """Narration as `segment_ad` writes the narrator's voice, at its true times."""
    for truth in truths:
        path = scratch / f"{truth.id}.wav"
        segment_ad(folder / truth.film, folder / truth.described, narrator=path)
        track = mono_track(probe(path), rate_hz=RATE_HZ)
        yield from (_part(track, told.span.start, told.span.end, told.text) for told in truth.narration)


def _part(track: MonoTrack, start: float, end: float, text: str) -> Said:
    first, last = round((start - MARGIN) * RATE_HZ), round((end + MARGIN) * RATE_HZ)
    return track.part(first, last - first), text


def words(text: str) -> list[str]:
    """A text's words, small letters, without marks."""
    return re.findall(r"[a-z0-9']+", text.lower().replace("-", " "))


def report(name: str, asr: Asr, said: Sequence[Said]) -> None:
    """Print the error rate over all of some speech."""
    took, heard = clock.seconds(lambda: [asr.transcribe(samples) for samples, _ in said])
    wrong = there = whole = 0
    for (_, text), found in zip(said, heard, strict=True):
        right = words(text)
        n_wrong = Levenshtein.distance(right, words(" ".join(one.text for one in found)))
        wrong, there, whole = wrong + n_wrong, there + len(right), whole + (n_wrong == 0)
    seconds = sum(len(samples) for samples, _ in said) / RATE_HZ
    print(
        f"{asr.name:24} {name:34} {there:5d} words, {wrong / there:6.1%} wrong, "
        f"{whole:3d} of {len(said)} sentences right, {took / seconds:.2f} s CPU a second"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("films", type=Path, help="a folder of films shot by Backlot")
    parser.add_argument("scratch", type=Path, help="a folder for narrators' voices")
    parser.add_argument("--most", type=int, default=4, help="films heard")
    parser.add_argument("--whisper", type=Path, help="a folder with a faster-whisper model, heard besides")
    parser.add_argument("--shared", type=Path, default=Path(__file__).resolve().parents[3] / "shared")
    asked = parser.parse_args()
    asked.scratch.mkdir(parents=True, exist_ok=True)
    truths = [read_record(path, FilmTruth) for path in sorted(asked.films.glob("*.truth.json"))[: asked.most]]
    trials = {Path(name).name: [(sound(asked.shared / "data" / name), text)] for name, text in READ.items()}
    trials["narration, clean voice"] = list(spoken(truths))
    trials["narration, described track"] = list(described(asked.films, truths))
    trials["narration, voice cleaned"] = list(cleaned(asked.films, asked.scratch, truths))
    recognisers: list[Asr] = [PocketsphinxAsr(), *([WhisperAsr(asked.whisper)] if asked.whisper else [])]
    for asr in recognisers:
        for name, said in trials.items():
            report(name, asr, said)


if __name__ == "__main__":
    main()
