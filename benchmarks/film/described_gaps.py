"""Whether gaps are where people describe: the share of human descriptions that lies in gaps.

The data are films with captions and human descriptions. Where the film itself is missing, its sound is made: read
speech where the captions are, 10 dB over music or over the sound of a film without words; then whole, partial and no
captions are compared, by described time in gaps and by speech that gaps hit.
"""

from __future__ import annotations

import argparse
import json
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch

from benchmarks.results import Headline, Row, add_write_option, print_table, report_results
from benchmarks.speech.detection import RATE_HZ, read_sound
from cinescribe.media.film.resample import Samples
from cinescribe.media.speech.gaps import gaps
from cinescribe.media.speech.speech import VoiceDetector, merge_speech
from cinescribe.media.speech.subtitles import Subtitles, read_timed_text, subtitles_of_file
from cinescribe.media.speech.timed_text import TimedText
from cinescribe.media.voice.espeak import EspeakVoice
from cinescribe.schema import Speech
from cinescribe.timing import Span, between, joined

NOTES = (
    "The first share counts every second of the written descriptions, with those that their authors laid over "
    "dialogue. The second leaves out what lies over captioned speech. The third counts what a voice of 160 words a "
    "minute needs from the start of each description, also outside captioned speech.",
    "No film here has its own sound with both captions and descriptions. The sound that is made has the read voices "
    "of three recordings in the captions, 10 dB over a guitar, or over a film where a rabbit yawns for 2.5 of every "
    "13.7 s, which the detector takes for certain speech.",
    "What set the rules: all constants that decide what is added to captions are published (silero-vad's thresholds, "
    "the longest subtitle of 7 s, the half second around a subtitle), but which rule uses them was chosen with that "
    "yawn known: if 5/6 s of certain speech, the shortest subtitle, were enough, the share over the yawning film "
    "would be .914 in place of .930. So the rows over the wordless film are no test of the rule. Captions alone "
    "and no captions do not depend on it.",
    "Four further pairs of captions and descriptions, which stand outside the reference data (--more), have captions "
    "alone, described in gaps and the same without what lies over captions: .750 and .797 (a report of 163 s), .843 "
    "and .934 (a drawn film of 55 s), .370 and .923 (interviews of 357 s, described over the speech), .899 and .981 "
    "(a film of 52 s). With the one here, the goal is met by one of five films by the first share, and by four by the "
    "second. The report has 10 s of descriptions; 2 s of them begin in a pause of 1.4 s, which padding leaves at 1.1 "
    "s, shorter than a gap may be.",
    "Speech in gaps is the share of captioned speech that gaps touch: the harm of trusting partial captions.",
)
GOAL = 0.9
OVER_DB = 10.0  # of voices over the rest of a made sound
FORCED = 8  # a forced file has every eighth line


@dataclass(frozen=True)
class Described:
    """A film with captions and human descriptions.

    Args:
        name: of the film.
        captions: its captions.
        descriptions: spans of its descriptions as they were written, in order.
        spoken: spans that a voice of 160 words a minute takes for them, at most those of the cues.
        duration: of the film, in seconds.
    """

    name: str
    captions: Subtitles
    descriptions: list[Span]
    spoken: list[Span]
    duration: float


@dataclass(frozen=True)
class Detected:
    """What the voice detector finds in a sound."""

    speech: tuple[Speech, ...] = ()
    certain: tuple[Speech, ...] = ()


def described(name: str, captions: Path, descriptions: Path, *, voice: EspeakVoice) -> Described:
    """Read a film's captions and descriptions; the film ends with the last of them."""
    said = subtitles_of_file(captions)
    cues = [cue for cue in read_timed_text(descriptions) if cue.text and cue.span.duration > 0]
    ends = [*(cue.span.end for cue in cues), *(one.span.end for one in said.speech), *(one.end for one in said.sounds)]
    spoken = [Span(cue.span.start, min(cue.span.end, cue.span.start + _length(cue, voice))) for cue in cues]
    return Described(name, said, [cue.span for cue in cues], spoken, max(ends))


def _length(cue: TimedText, voice: EspeakVoice) -> float:
    return voice.say(cue.text).duration


def detect(samples: Samples) -> Detected:
    """Run the voice detector over a sound."""
    detector = VoiceDetector()
    detector.take(0.0, samples)
    return Detected(detector.speech(), detector.certain_speech())


def made_sound(film: Described, voices: Samples, bed: Samples) -> Samples:
    """Return a sound for a film: voices where somebody speaks in the captions, over a bed, (1, n)."""
    n = round(film.duration * RATE_HZ)
    samples = np.tile(bed, (1, n // bed.shape[1] + 1))[:, :n].copy()
    gain = 10 ** (OVER_DB / 20) * np.sqrt((samples**2).mean() / (voices**2).mean())
    at = 0
    for span in joined(speech.span for speech in film.captions.speech):
        first, after = round(span.start * RATE_HZ), min(round(span.end * RATE_HZ), n)
        samples[:, first:after] += gain * voices.take(range(at, at + after - first), axis=1, mode="wrap")
        at += after - first
    made: Samples = samples / np.abs(samples).max()
    return made


def share(spans: Sequence[Span], inside: Sequence[Span]) -> float:
    """Return the share of the time of `spans` that lies inside others, which do not overlap."""
    total = sum(span.duration for span in spans)
    return sum(one.overlap(two) for one in spans for two in inside) / total if total else float("nan")


def measure(film: Described, given: Subtitles, found: Detected) -> tuple[float, float, float, float]:
    """Return four shares for given subtitles and detected speech.

    Returns:
        Described time in gaps; the same without what lies over captioned speech; the same as spoken at 160 words a
        minute; captioned speech that gaps hit.
    """
    speech = merge_speech(given.speech, found.speech, certain=found.certain, sounds=given.sounds)
    free = [gap.span for gap in gaps(speech, film.duration)]
    captioned = joined(one.span for one in film.captions.speech)
    clear = [part for span in film.descriptions for part in between(captioned, span)]
    spoken = [part for span in film.spoken for part in between(captioned, span)]
    return share(film.descriptions, free), share(clear, free), share(spoken, free), share(captioned, free)


def partial_files(captions: Subtitles) -> Iterator[tuple[str, Subtitles]]:
    """Yield the captions whole and in parts, as forced subtitles, subtitles of the first half, and none at all."""
    speech = captions.speech
    yield "whole", captions
    yield f"every {FORCED}th line", Subtitles(speech[::FORCED])
    yield "first half", Subtitles(speech[: len(speech) // 2])
    yield "none", Subtitles()


def caption_rows(films: Sequence[Described]) -> Iterator[Row]:
    """Yield a row per film: its captions alone."""
    for film in films:
        yield film.name, round(film.duration), *_rounded(measure(film, film.captions, Detected()))


def sound_rows(films: Sequence[Described], data: Path) -> Iterator[Row]:
    """Yield a row per film, bed and part of the captions, with the voice detector."""
    names = ("audio/libri-1088-134315-0000.wav", "audio/jfk.flac", "audio/LJ002-0020.wav")
    voices = np.concatenate([read_sound(data / name) for name in names], axis=1)
    beds = {
        "guitar": read_sound(data / "audio/guitar.mp3"),
        "wordless film": read_sound(data / "ad_pair_rabbit/video.mp4"),
    }
    for film in films:
        for bed, samples in beds.items():
            found = detect(made_sound(film, voices, samples))
            for part, given in partial_files(film.captions):
                yield f"{film.name}, {bed}", part, *_rounded(measure(film, given, found))


def rabbit_row(data: Path) -> Row:
    """Measure a film without words or captions, with the voice that described it."""
    folder = data / "ad_pair_rabbit"
    sound = read_sound(folder / "video.mp4")
    truth = json.loads((folder / "truth_voice_segments.json").read_text(encoding="utf-8"))["ad_segments"]
    spoken = [Span(part["start"], part["end"]) for part in truth]
    film = Described("rabbit", Subtitles(), spoken, spoken, sound.shape[1] / RATE_HZ)
    return film.name, round(film.duration, 1), *_rounded(measure(film, Subtitles(), detect(sound))[1:3])


def pairs(folder: Path, voice: EspeakVoice) -> Iterator[Described]:
    """Yield the films of a folder that holds `NAME_captions_en.vtt` beside `NAME_description[s]_en.vtt`."""
    for captions in sorted(folder.glob("*_captions_en.vtt")):
        name = captions.name.removesuffix("_captions_en.vtt")
        for descriptions in folder.glob(f"{name}_description*_en.vtt"):
            yield described(name, captions, descriptions, voice=voice)


def _rounded(shares: Sequence[float]) -> tuple[float | None, ...]:
    return tuple(None if np.isnan(one) else round(one, 3) for one in shares)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shared", type=Path, default=Path(__file__).resolve().parents[3] / "shared")
    parser.add_argument("--more", type=Path, help="folder of further captions and descriptions, of no written result")
    add_write_option(parser)
    arguments = parser.parse_args()
    data = arguments.shared / "data"
    warnings.simplefilter("ignore", DeprecationWarning)
    torch.set_num_threads(1)
    folder = data / "text/elephants_dream_vtt"
    with EspeakVoice() as voice:
        dream = described("Elephants Dream", folder / "captions.en.vtt", folder / "descriptions.en.vtt", voice=voice)
        films = [dream, *(pairs(arguments.more, voice) if arguments.more else ())]
    shares = ("described in gaps", "not over captions", "as spoken", "speech in gaps")
    alone = print_table("Captions alone", ("film", "seconds", *shares), caption_rows(films))
    sounds = print_table("Captions and made sound", ("film, bed", "captions", *shares), sound_rows(films, data))
    wordless = print_table("No captions, real sound", ("film", "seconds", *shares[1:3]), [rabbit_row(data)])
    worst = min(float(row[2] or 0) for row in sounds.rows if row[1] == "whole")
    headlines = [
        Headline("described time in gaps, captions alone", f"{alone.rows[0][2]}", f">= {GOAL}"),
        Headline("the same, without what lies over captioned speech", f"{alone.rows[0][3]}", f">= {GOAL}"),
        Headline("the same with made sound, whole captions, least", f"{worst}", f">= {GOAL}"),
        Headline("described time in gaps, wordless film without captions", f"{wordless.rows[0][3]}"),
    ]
    if arguments.more and arguments.write:
        parser.error("--more is for data that stays elsewhere; leave --write out")
    report_results(
        "described_gaps",
        "Gaps where people describe",
        headlines=headlines,
        tables=[alone, sounds, wordless],
        notes=NOTES,
        write=arguments.write,
    )


if __name__ == "__main__":
    main()
