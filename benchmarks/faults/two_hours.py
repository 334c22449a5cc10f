"""Memory of a film of two hours, from `describe` to every export, beside a film of a quarter of its length.

The film repeats a real film of a quarter of a minute and real speech, at 320 x 180 pixels. Memory is the largest
resident set of the command's process and its children together, sampled every half second.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from fractions import Fraction
from pathlib import Path

import av

from benchmarks.faults.command import started
from benchmarks.results import Headline, Row, add_write_option, print_table, report_results
from cinescribe.media.film.probe import probe
from cinescribe.timing import Seconds

PART = "video/nasa/nasa_13013.mp4"
LENGTHS: tuple[Seconds, ...] = (1800.0, 7200.0)
FORMS = ("vtt", "dapt", "csv", "text", "page", "wav", "film")
SPEECH = "ad_pair_mix/described.wav"
PAUSE: Seconds = 0.5  # between two samples of memory
NOTES = (
    "Memory is the sum of the resident sets of the command and of its workers, which count shared libraries twice.",
    "`export --to wav` and `--to film` work on temporary files on disk that are mapped into memory. Their pages count "
    "as resident, though the system takes them back when it needs memory.",
    "The film repeats its part, so that people, signs and shots come again; one of two hours without repeats has more "
    "people to group.",
)


def repeated(part: Path, speech: Path, path: Path, *, length: Seconds) -> None:
    """Write a film that repeats the pictures of a part, copied, and some speech, coded anew, up to a length."""
    with av.open(str(path), "w") as out, av.open(str(part)) as source, av.open(str(speech)) as spoken:
        pictures = source.streams.video[0]
        assert pictures.time_base is not None
        video = out.add_stream_from_template(pictures)
        sound = out.add_stream("aac", rate=16_000, layout="mono")
        frames = list(spoken.decode(audio=0))
        period, offset, n_samples = probe(part).duration, 0.0, 0
        while offset < length:
            for packet in source_packets(part):
                shift = round(offset / pictures.time_base)
                assert packet.pts is not None
                assert packet.dts is not None
                packet.pts, packet.dts, packet.stream = packet.pts + shift, packet.dts + shift, video
                out.mux(packet)
            offset += period
            while n_samples < offset * 16_000:
                for frame in frames:
                    frame.pts, frame.time_base = n_samples, Fraction(1, 16_000)
                    n_samples += frame.samples
                    out.mux(sound.encode(frame))
        out.mux(sound.encode(None))


def source_packets(part: Path) -> list[av.Packet[av.VideoStream]]:
    """Return the coded pictures of a film; a packet can be written only once."""
    with av.open(str(part)) as source:
        return [packet for packet in source.demux(video=0) if packet.dts is not None]


def peak(*arguments: str) -> tuple[float, Seconds]:
    """Run a command of Cinescribe; return its largest memory in MiB, and how long it took."""
    begun, largest = time.monotonic(), 0.0
    with started(*arguments, "--quiet") as process:
        while process.poll() is None:
            largest = max(largest, resident(process.pid))
            time.sleep(PAUSE)
        _, errors = process.communicate()
    if process.returncode:
        raise SystemExit(f"cinescribe {' '.join(arguments)} failed: {errors}")
    return largest, time.monotonic() - begun


def resident(pid: int) -> float:
    """Return the memory of a process and all its children, in MiB; 0 for one that has ended."""
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except OSError:
        return 0.0
    return pages * 4096 / 2**20 + sum(resident(int(child)) for child in children)


def measured(shared: Path, work: Path, length: Seconds) -> list[tuple[str, float, Seconds]]:
    """Describe and export a film; return each command with its memory and time."""
    film, folder = work / f"film{length:.0f}.mp4", work / f"film{length:.0f}.ad"
    repeated(shared / "data" / PART, shared / "data" / SPEECH, film, length=length)
    rows = [("describe", *peak("describe", str(film), "-o", str(folder), "--explain"))]
    rows += [(f"export --to {form}", *peak("export", str(folder), "--to", form)) for form in FORMS]
    return rows


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shared", type=Path, default=Path(__file__).resolve().parents[3] / "shared")
    parser.add_argument("--lengths", type=float, nargs="+", default=LENGTHS, help="of the films, in seconds")
    add_write_option(parser)
    arguments = parser.parse_args()
    found: list[list[tuple[str, float, Seconds]]] = []
    with tempfile.TemporaryDirectory() as work:
        for length in arguments.lengths:
            found.append(measured(arguments.shared, Path(work), length))
            print(f"{length:.0f} s:", *(f"{name} {memory:.0f} MiB" for name, memory, _ in found[-1]), flush=True)
    rows: list[Row] = [
        (columns[0][0], *(figure for _, memory, seconds in columns for figure in (round(memory), round(seconds))))
        for columns in zip(*found, strict=True)
    ]
    heading = ("command", *(f"{what} at {length:.0f} s" for length in arguments.lengths for what in ("MiB", "wall s")))
    table = print_table("Largest memory", heading, rows)
    first, last = (max(memory for _, memory, _ in one) for one in (found[0], found[-1]))
    report_results(
        "two_hours",
        "Memory of a film of two hours",
        headlines=[
            Headline(f"largest memory at {arguments.lengths[-1]:.0f} s", f"{last:.0f} MiB"),
            Headline(f"beside that at {arguments.lengths[0]:.0f} s", f"{last / first:.2f} times", "flat"),
        ],
        tables=[table],
        notes=NOTES,
        write=arguments.write,
    )


if __name__ == "__main__":
    main()
