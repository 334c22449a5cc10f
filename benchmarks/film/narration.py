"""Accuracy of narration segmentation: Backlot's films mixed and encoded in many ways, and real pairs.

The original is encoded as AAC. `IoU` is over all seconds of a film, as mean and minimum over the films; `each` is the
IoU of each narration with its best segment, as mean and minimum. `found` counts narrations with an IoU of at least 0.5,
`false` the segments that overlap no narration; `edges` are the median and largest errors of starts and ends.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import av
import numpy as np
from scipy.signal import resample_poly

from benchmarks.results import Headline, Row, Table, add_write_option, print_table, report_results
from cinescribe.backlot.films.encode import write_sound
from cinescribe.backlot.plot.screenplay import plan_film
from cinescribe.backlot.sound.film_sound import film_sound
from cinescribe.backlot.sound.narration import NarratedSentence, narrated_sound, narration_of_clips
from cinescribe.backlot.sound.samples import SOUND_RATE_HZ, SoundSamples, gain
from cinescribe.backlot.sound.voices import voiced_lines, with_voiced_lines
from cinescribe.corpus.narration.described_track import RATE_HZ as HEARD_HZ
from cinescribe.corpus.narration.described_track import DescriptionAudio, segment_ad
from cinescribe.media.film.probe import probe
from cinescribe.media.sound.mono import mono_track
from cinescribe.timing import Seconds, Span, joined

N_CLIPS = 10
FIRST_SEED = 610_000  # of films that no other benchmark or test uses
LATE_VOICE: Seconds = 0.006  # delay of the voice in the rabbit film against its own file
LATE: Seconds = 5.0  # of other sound before the original, for a described track that starts later in the film


@dataclass(frozen=True)
class Mixing:
    """Parameters of a described track.

    Args:
        name: in the table.
        voice_db: level of the narrator relative to Backlot's.
        duck_db: change of the film's level under the narrator.
        offset: seconds of silence before the film; if negative, the original has other sound before it instead.
        speed: described samples per sample of the film.
        level_db: change of the level of the whole track.
        codec: FFmpeg's name, and kilobits per second.
        has_narration: whether there is a narrator.
    """

    name: str
    voice_db: float = 0.0
    duck_db: float = -9.0
    offset: Seconds = 0.0
    speed: Fraction = Fraction(1)
    level_db: float = 0.0
    codec: tuple[str, int] = ("aac", 96)
    has_narration: bool = True


MIXINGS = (
    Mixing("as shot"),
    Mixing("voice -6 dB", voice_db=-6),
    Mixing("voice +6 dB", voice_db=6),
    Mixing("not ducked", duck_db=0),
    Mixing("ducked 4 dB", duck_db=-4),
    Mixing("ducked 15 dB", duck_db=-15),
    Mixing("voice -6 dB, not ducked", voice_db=-6, duck_db=0),
    Mixing("12.34 s later, -6 dB", offset=12.34, level_db=-6),
    Mixing("5 s earlier", offset=-LATE),
    Mixing("1000 ppm slower", speed=Fraction(1001, 1000)),
    Mixing("310 ppm faster, .4 s", speed=Fraction(3226, 3227), offset=0.4),
    Mixing("PAL, 4 % faster", speed=Fraction(24, 25)),
    Mixing("mp3, 64 kbit/s", codec=("libmp3lame", 64)),
    Mixing("mp3, 32 kbit/s", codec=("libmp3lame", 32)),
    Mixing("Opus, 32 kbit/s", codec=("libopus", 32)),
    Mixing("all at once", -3, -4, 3.21, Fraction(1001, 1000), -4, ("libmp3lame", 64)),
    Mixing("no narration", has_narration=False),
    Mixing("none, mp3, 1 s, -3 dB", offset=1.0, level_db=-3, codec=("libmp3lame", 64), has_narration=False),
    Mixing("none, Opus, 1000 ppm", speed=Fraction(1001, 1000), codec=("libopus", 32), has_narration=False),
)


@dataclass(frozen=True)
class FilmSound:
    """A film's sound and its narration."""

    seed: int
    samples: SoundSamples
    narration: tuple[NarratedSentence, ...]


@dataclass(frozen=True)
class Result:
    """Accuracy on one pair: IoU of the whole and of each narration, errors of edges in seconds, and counts."""

    iou: float
    each: tuple[float, ...]
    edges: tuple[Seconds, ...]
    n_found: int
    n_false: int


def film_of(seed: int) -> FilmSound:
    """Return the sound of a Backlot film."""
    planned = plan_film(seed, n_clips=N_CLIPS)
    lines = voiced_lines(planned)
    planned = with_voiced_lines(planned, lines)
    return FilmSound(seed, film_sound(planned, lines), narration_of_clips(planned))


def mixed(film: FilmSound, mixing: Mixing) -> tuple[SoundSamples, list[Span]]:
    """Return the described track and the spans of its narration."""
    sentences = film.narration if mixing.has_narration else ()
    narration = [replace(one, samples=one.samples * gain(mixing.voice_db)) for one in sentences]
    out = narrated_sound(film.samples, narration, duck_db=mixing.duck_db) * gain(mixing.level_db)
    if mixing.speed != 1:
        out = resample_poly(out, mixing.speed.numerator, mixing.speed.denominator).astype(np.float32)
    out = np.concatenate([np.zeros(round(max(mixing.offset, 0) * SOUND_RATE_HZ), np.float32), out])
    speed, offset = float(mixing.speed), max(mixing.offset, 0)
    spans = [one.narration.span for one in narration]
    return out, [Span(span.start * speed + offset, span.end * speed + offset) for span in spans]


def original_of(film: FilmSound, mixing: Mixing) -> SoundSamples:
    """Return the film's own track, with noise before it if the described track starts later."""
    if mixing.offset >= 0:
        return film.samples
    noise = np.random.default_rng(film.seed).standard_normal(round(-mixing.offset * SOUND_RATE_HZ)) * gain(-30)
    return np.concatenate([noise.astype(np.float32), film.samples])


def write_coded(path: Path, sound: SoundSamples, codec: tuple[str, int]) -> None:
    """Write a sound, (n,) at `SOUND_RATE_HZ`."""
    name, kilobits = codec
    with av.open(str(path), "w") as container:
        stream: Any = container.add_stream(name, rate=SOUND_RATE_HZ, layout="mono", bit_rate=kilobits * 1000)
        for at in range(0, len(sound), SOUND_RATE_HZ):
            block = np.ascontiguousarray(sound[None, at : at + SOUND_RATE_HZ])
            frame = av.AudioFrame.from_ndarray(block, format="fltp", layout="mono")
            frame.sample_rate, frame.pts = SOUND_RATE_HZ, at
            container.mux(stream.encode(frame))
        container.mux(stream.encode(None))


def evaluate(found: Sequence[Span], true: Sequence[Span]) -> Result:
    """Return the accuracy of found spans against the true ones."""
    best = [max(found, key=lambda one: one.overlap(span), default=None) for span in true]
    each = [_iou([one], [span]) if one else 0.0 for one, span in zip(best, true, strict=True)]
    hits = [(one, span) for one, span in zip(best, true, strict=True) if one and one.overlap(span)]
    edges = [error for one, span in hits for error in (one.start - span.start, one.end - span.end)]
    n_false = sum(not any(one.overlap(span) for span in true) for one in found)
    return Result(_iou(found, true), tuple(each), tuple(edges), sum(one >= 0.5 for one in each), n_false)


def _iou(first: Sequence[Span], second: Sequence[Span]) -> float:
    shared = sum(one.overlap(other) for one in joined(first) for other in joined(second))
    whole = sum(span.duration for span in joined([*first, *second]))
    return shared / whole if whole else 1.0


COLUMNS = ("track", "IoU, mean", "least", "each, mean", "each, least", "found", "false", "edges, ms", "largest")


def row(name: str, results: Sequence[Result]) -> Row:
    """Return a row of the table."""
    ious, each = [one.iou for one in results], [iou for one in results for iou in one.each]
    errors = np.abs([edge for one in results for edge in one.edges]) * 1000
    n_found, n_false = sum(one.n_found for one in results), sum(one.n_false for one in results)
    if not each:
        return name, None, None, None, None, None, n_false, None, None
    shares = (round(float(one), 3) for one in (np.mean(ious), min(ious), np.mean(each), min(each)))
    edges = (f"{error:.0f}" for error in (np.median(errors), errors.max()))
    return name, *shares, f"{n_found} of {len(each)}", n_false, *edges


def evaluate_films(films: Sequence[FilmSound], mixing: Mixing, *, verbose: bool) -> list[Result]:
    """Evaluate all films with one mixing."""
    suffix = {"aac": ".m4a", "libmp3lame": ".mp3", "libopus": ".ogg"}[mixing.codec[0]]
    out = []
    with tempfile.TemporaryDirectory() as folder:
        original, track = Path(folder) / "original.m4a", Path(folder) / f"described{suffix}"
        for film in films:
            sound, true = mixed(film, mixing)
            write_sound(original, original_of(film, mixing))
            write_coded(track, sound, mixing.codec)
            audio = segment_ad(original, track)
            out.append(evaluate([segment.span for segment in audio.segments], true))
            if verbose:
                print_errors(film.seed, audio, true)
    return out


def print_errors(seed: int, audio: DescriptionAudio, true: Sequence[Span]) -> None:
    """Print the errors on one film."""
    found = [segment.span for segment in audio.segments]
    for span in true:
        best = max(found, key=lambda one: one.overlap(span), default=Span(0, 0))
        if _iou([best], [span]) < 0.9:
            print(f"  {seed}: {span.start:.2f}-{span.end:.2f} found as {best.start:.2f}-{best.end:.2f}")
    for span in found:
        if not any(span.overlap(one) for one in true):
            print(f"  {seed}: false {span.start:.2f}-{span.end:.2f}")


def voiced(path: Path) -> list[Span]:
    """Return the spans with voice in a narrator's own file: 20 ms frames above -50 dB, pauses below 0.3 s closed."""
    track = mono_track(probe(path), rate_hz=HEARD_HZ)
    step = HEARD_HZ // 50
    frames = track.part(0, track.n_samples // step * step).reshape(-1, step)
    loud = np.flatnonzero(np.sqrt(np.mean(frames**2, axis=1)) > gain(-50))
    return joined([Span(n / 50, (n + 1) / 50) for n in loud.tolist()], pause=0.3)


def real_pairs(data: Path) -> list[tuple[str, Path, Path, list[Span]]]:
    """Return the reference pairs with their true narrations."""
    mix, rabbit = data / "ad_pair_mix", data / "ad_pair_rabbit"
    truth = json.loads((mix / "truth.json").read_text())
    spans = [Span(one["start"], one["end"]) for one in truth["ad_segments"]]
    shift = truth["described_shift_offset_s"]
    heard = json.loads((rabbit / "truth_voice_segments.json").read_text())["ad_segments"]
    right = [Span(one["start"], one["end"]).shifted(LATE_VOICE) for one in heard]
    wrong = [span.shifted(LATE_VOICE) for span in voiced(rabbit / "incorrect-audio-description.mp3")]
    return [
        ("mix, wav", mix / "original.wav", mix / "described.wav", spans),
        ("mix, mp3", mix / "original.wav", mix / "described_64k.mp3", spans),
        ("mix, shifted", mix / "original.wav", mix / "described_shift.wav", [one.shifted(shift) for one in spans]),
        ("rabbit", rabbit / "video.mp4", rabbit / "video-with-voiceover.mp4", right),
        ("rabbit, wrong narration", rabbit / "video.mp4", rabbit / "video-with-incorrect-voiceover.mp4", wrong),
    ]


def real_rows(data: Path, *, verbose: bool) -> Iterator[Row]:
    """Yield a row for each real pair."""
    for name, original, track, true in real_pairs(data):
        audio = segment_ad(original, track)
        yield row(name, [evaluate([segment.span for segment in audio.segments], true)])
        if verbose:
            print_errors(0, audio, true)


def headlines_of(tables: Sequence[Table]) -> list[Headline]:
    """Return the least IoUs of mixed films and of real pairs, and the false segments."""
    mixed_rows, real = ({str(one[0]): one for one in table.rows if one[1] is not None} for table in tables)
    ducked = {name: one for name, one in mixed_rows.items() if "not ducked" not in name}
    n_false = sum(int(one[6] or 0) for one in tables[0].rows if one[1] is None)
    groups = [("ducked mixes", ducked), ("not ducked", {k: v for k, v in mixed_rows.items() if k not in ducked})]
    return [
        *(
            Headline(
                f"IoU of narration, {name}, least mean", f"{min(float(one[1] or 0) for one in found.values())}", "≥ .95"
            )
            for name, found in [*groups, ("real pairs", real)]
            if found
        ),
        Headline("segments found where nobody narrates", str(n_false), "0"),
    ]


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shared", type=Path, default=Path(__file__).resolve().parents[3] / "shared")
    parser.add_argument("--films", type=int, default=20)
    parser.add_argument("--only", default="", help="only mixings whose name contains this")
    parser.add_argument("--verbose", action="store_true", help="print the errors")
    add_write_option(parser)
    arguments = parser.parse_args()
    real = print_table("Real pairs", COLUMNS, real_rows(arguments.shared / "data", verbose=arguments.verbose))
    films = [film_of(FIRST_SEED + n) for n in range(arguments.films)]
    rows = (
        row(mixing.name, evaluate_films(films, mixing, verbose=arguments.verbose))
        for mixing in MIXINGS
        if arguments.only in mixing.name
    )
    tables = [print_table(f"{len(films)} films", COLUMNS, rows), real]
    title = "Narration in described sound tracks"
    report_results("narration", title, headlines=headlines_of(tables), tables=tables, write=arguments.write)


if __name__ == "__main__":
    main()
