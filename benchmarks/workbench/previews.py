"""What it costs to hear a cue in a film of two hours, and how near it is to the film that is exported.

The long film repeats a short one without encoding it again, so that its container and its index are those of a film of
two hours. The comparison is with the whole mix before it is encoded. CPU seconds are those of this process; espeak-ng
speaks in another one, and its time is in the clock times only.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import count
from pathlib import Path
from typing import Any

import av
import numpy as np

from benchmarks.results import Headline, Row, add_write_option, print_table, report_results
from benchmarks.workbench.load import Clocks, long_script
from cinescribe.export.cue_room import cue_room
from cinescribe.export.excerpts.film_excerpts import FilmExcerpts
from cinescribe.export.fit import as_heard, misfits
from cinescribe.export.folder_voices import FolderVoices
from cinescribe.export.heard_cues import heard_cues, in_order
from cinescribe.export.holds import film_holds, with_joined_holds
from cinescribe.export.sound import narrations, pauses
from cinescribe.export.tracks.cue_time_limits import rooms
from cinescribe.media.film.probe import probe
from cinescribe.media.sound.mix import describe_mix
from cinescribe.media.sound.soundtrack import Soundtrack, film_soundtrack, with_pauses
from cinescribe.schema import Cue, Film, Script
from cinescribe.timing import Seconds, Span

N_ASKED = 40  # cues of the long film
HOURS = 2.0
FILMS = (
    "w3c_perspective/perspective-video.mp4",
    "nasa/nasa_13013.mp4",
    "friday/friday.mp4",
    "bbb/big_buck_bunny_small.mp4",
)
TEXTS = ("Anna turns to the window.", "A man in a dark jacket enters and sits down.", "Night falls.", "She reads it.")
NOTES = (
    "No film here set a constant. The level of a cue is expected from the loudness of the whole film, measured "
    "once and kept; the limiter is not followed over the whole film, which is what the error of the level is.",
    "The first cue is heard before the film is measured, at the loudness of a few stretches of it.",
    "Clock times are those of a machine that several programs shared; on an idle one they are near the CPU seconds and "
    "the time of the voice, about 10 ms a sentence.",
)


def repeated(source: Path, target: Path, hours: float) -> Film:
    """Write a film again and again into one file, without encoding it."""
    with av.open(str(target), "w") as out:
        copies: dict[int, Any] = {}
        offset = Fraction(0)
        while offset < hours * 3600:
            with av.open(str(source)) as film:
                streams = [stream for stream in film.streams if stream.type in ("video", "audio")]
                copies = copies or {stream.index: out.add_stream_from_template(stream) for stream in streams}
                for packet in film.demux(streams):
                    if packet.dts is None or packet.pts is None or not packet.size:
                        continue
                    shift = round(offset / packet.time_base)
                    packet.pts, packet.dts, packet.stream = (
                        packet.pts + shift,
                        packet.dts + shift,
                        copies[packet.stream.index],
                    )
                    out.mux(packet)
                offset += Fraction(film.duration or 0, av.time_base) + Fraction(1, 10)
    return probe(target)


def costs(film: Film, folder: Path, n_asked: int) -> tuple[list[Row], Clocks]:
    """Ask for cues of a long film; return a row for each kind of request, and the times of cues in the film."""
    script = long_script().replace(film=film)
    found = {
        name: Clocks() for name in ("first cue, film not measured", "loudness, once", "cue in the film", "voice alone")
    }
    found |= {name: Clocks() for name in ("around the start", "film alone", "room of one cue", "rooms of all cues")}
    with FolderVoices() as voices:
        excerpts = FilmExcerpts(folder, voices)
        with found["first cue, film not measured"].measured():
            excerpts.cue(script, script.cues[5])
        with found["loudness, once"].measured():
            excerpts.measure(script)
        for cue in script.cues[20 :: len(script.cues) // n_asked]:
            with found["cue in the film"].measured():
                excerpts.cue(script, cue)
            with found["around the start"].measured():
                excerpts.start_of(script, cue)
            with found["voice alone"].measured():
                excerpts.voice(script, cue)
            with found["film alone"].measured():
                excerpts.film(script, cue.span.padded(2.0))
            with found["room of one cue"].measured():
                cue_room(script, cue)
        with found["rooms of all cues"].measured():
            rooms(with_joined_holds(script))
    rows: list[Row] = [(name, len(clocks.cpu), *clocks.figures) for name, clocks in found.items()]
    return rows, found["cue in the film"]


def script_of(film: Film, seconds_of: Any) -> Script:
    """Spoken and extended cues, one after the other."""
    cues: list[Cue] = []
    at: Seconds = 2.0
    for n in count():
        text = TEXTS[n % len(TEXTS)]
        takes = seconds_of(text)
        if at + takes > film.duration - 1:
            return Script(film, cues=tuple(cues))
        if n % 3 == 1:
            cues.append(Cue(Span(at, at), text, status="extended", pause=takes))
            at += 2.0
        else:
            cues.append(Cue(Span(at, at + takes), text))
            at += takes + 1.2
    raise AssertionError("unreachable")


def whole_mix(script: Script, voices: FolderVoices, folder: Path) -> tuple[Soundtrack, dict[str, Seconds]]:
    """The described film's sound as an export has it, and when each cue is heard in it."""
    voice = voices.voice(folder)
    heard = as_heard(script, misfits(script, voice, folder))
    joined = in_order(with_joined_holds(heard))
    track = with_pauses(film_soundtrack(script.film), pauses(heard))
    mix = describe_mix(track, narrations(heard, voice, folder))
    return mix.sound, {cue.id: start for cue, start in heard_cues(joined, film_holds(joined))}


def likeness(films: Sequence[Path]) -> Iterator[Row]:
    """A row for each film: the error of the level, and what else differs, of all its cues."""
    for path in films:
        film = probe(path)
        with tempfile.TemporaryDirectory() as folder, FolderVoices() as voices:
            script = script_of(film, lambda text: voices.voice(Path(folder)).say(text).duration)
            whole, starts = whole_mix(script, voices, Path(folder))
            excerpts = FilmExcerpts(Path(folder), voices)
            sampled = [difference(excerpts.cue(script, cue), whole, starts[cue.id] - 2.0) for cue in script.spoken()]
            excerpts.measure(script)
            exact = [difference(excerpts.cue(script, cue), whole, starts[cue.id] - 2.0) for cue in script.spoken()]
            yield (
                path.stem,
                len(exact),
                max(level for level, _ in sampled),
                max(level for level, _ in exact),
                100 * max(rest for _, rest in exact),
            )


def difference(found: Soundtrack, whole: Soundtrack, first: Seconds) -> tuple[float, float]:
    """The error of the level in dB, and the rest of the difference as a share of the sound.

    Times of the whole are rounded to samples in another order, so that a stretch may begin a sample earlier or later.
    """
    at = round(max(first, 0.0) * whole.rate_hz)
    return min(
        (_difference(found, whole, at + shift) for shift in (-1, 0, 1) if at + shift >= 0), key=lambda pair: pair[1]
    )


def _difference(found: Soundtrack, whole: Soundtrack, first: int) -> tuple[float, float]:
    wanted = whole.samples[:, first : first + found.samples.shape[1]]
    heard = found.samples[:, : wanted.shape[1]]
    gain = float(np.vdot(heard, wanted) / np.vdot(heard, heard))
    rest = float(np.sqrt(np.mean((gain * heard - wanted) ** 2) / np.mean(wanted**2)))
    return abs(20 * float(np.log10(gain))), rest


def main() -> None:
    """Print the tables; with --write, also write them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shared", type=Path, default=Path(__file__).resolve().parents[3] / "shared")
    parser.add_argument("--hours", type=float, default=HOURS)
    parser.add_argument("--cues", type=int, default=N_ASKED)
    add_write_option(parser)
    options = parser.parse_args()
    videos = options.shared / "data" / "video"
    with tempfile.TemporaryDirectory() as folder:
        film = repeated(videos / FILMS[0], Path(folder) / "film.mp4", options.hours)
        rows, cues = costs(film, Path(folder), options.cues)
    columns = ("request", "n", "CPU ms, median", "CPU ms, 95 %", "clock ms, median", "clock ms, 95 %")
    first = print_table(f"{options.hours:g} hours, 2,000 cues", columns, rows)
    errors = ("film", "cues", "level dB, sampled", "level dB", "rest %")
    second = print_table(
        "The same stretch of the exported film: largest errors",
        errors,
        likeness([videos / name for name in FILMS]),
        note="`sampled`: before the whole film is measured. `rest`: what differs when both are equally loud.",
    )
    report_results(
        "previews",
        "Cues heard in the film",
        headlines=[
            Headline("a cue in a film of two hours, CPU, 95 %", f"{np.percentile(cues.cpu, 95):.0f} ms", "700 ms"),
            Headline("level of a cue, largest error", f"{max(float(row[3] or 0) for row in second.rows):.2f} dB"),
            Headline(
                "what else differs from the export, largest", f"{max(float(row[4] or 0) for row in second.rows):.1f} %"
            ),
        ],
        tables=[first, second],
        notes=NOTES,
        write=options.write,
    )


if __name__ == "__main__":
    main()
