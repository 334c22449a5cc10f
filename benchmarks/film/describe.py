"""Evaluation of descriptions: on real clips, and on new Backlot films with known truth.

Measures the overlap of cues with speech, with and without captions; the log of dropped sentences; and people, gaps and
the described soundtrack against the truth.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from scipy.signal import correlate

from benchmarks.film.reel import write_reel
from benchmarks.people.bcubed import b_cubed
from benchmarks.results import Headline, Row, Table, add_write_option, print_table, report_results
from cinescribe.backlot.films.shoot import SIZES, shoot
from cinescribe.backlot.plan.truth import FilmTruth, FrameSightings
from cinescribe.describe.describe import write_description
from cinescribe.describe.describe_options import DescribeOptions
from cinescribe.export.description import export_description
from cinescribe.export.folder import FACES, LOG
from cinescribe.media.film.probe import probe
from cinescribe.media.film.read import read_through
from cinescribe.media.film.resample import Sound
from cinescribe.media.speech.gaps import gaps
from cinescribe.media.speech.srt import srt_block
from cinescribe.media.voice.espeak import EspeakVoice
from cinescribe.models.observer.observer import Observer
from cinescribe.schema import Box, Cue, Face, Gap, Script, Speech
from cinescribe.store import read_records
from cinescribe.timing import Span, joined

N_FILMS = 5
SEARCHED = 0.25  # seconds around a cue that are searched for its voice
VOICE_HZ = 16000
OBSERVED = DescribeOptions(captioner=Observer())  # the same captioner for all films


def overlap_share(cues: Sequence[Cue], speech: Sequence[Speech]) -> tuple[float, float]:
    """Return the seconds of cues over speech, and the seconds of all cues."""
    spans = joined(one.span for one in speech)
    over = sum(cue.span.overlap(span) for cue in cues for span in spans)
    return over, sum(cue.span.duration for cue in cues)


def seconds_f1(found: Sequence[Gap], truth: Sequence[Gap]) -> float:
    """Return the F1 of seconds in gaps."""
    both = sum(a.span.overlap(b.span) for a in found for b in truth)
    total = sum(gap.span.duration for gap in (*found, *truth))
    return 2 * both / total if total else 1.0


def counted_f1(found: Sequence[Gap], truth: Sequence[Gap]) -> float:
    """Return the F1 of gaps; a gap is found if its IoU with a true one exceeds 0.5."""
    hits = sum(any(_iou(a.span, b.span) > 0.5 for a in found) for b in truth)
    return 2 * hits / (len(found) + len(truth)) if found or truth else 1.0


def _iou(a: Span, b: Span) -> float:
    common = a.overlap(b)
    return common / (a.duration + b.duration - common)


def logged_drops(folder: Path) -> list[str]:
    """Return the texts of the dropped sentences in the folder's log."""
    lines = [json.loads(line) for line in (folder / LOG).read_text(encoding="utf-8").splitlines()]
    return [line["text"] for line in lines if line["event"] == "dropped"]


def all_logged(script: Script, folder: Path) -> bool:
    """Return whether every dropped sentence is in the log."""
    return set(logged_drops(folder)) >= {cue.text for cue in script.cues if cue.status == "dropped"}


def people_agreement(faces: Sequence[Face], truth: Sequence[FrameSightings]) -> tuple[list[str], list[str], int]:
    """Return found person and true person of every assigned face, and the number of true faces.

    Strangers in the background are left out, since the truth does not distinguish them.
    """
    times = np.array([sighting.time for sighting in truth])
    pairs = [
        (face.person, _shown(face, truth[int(np.abs(times - face.time).argmin())]))
        for face in faces
        if face.person is not None
    ]
    known = [(person, who) for person, who in pairs if who != "extra"]
    n_true = sum(seen.face is not None and seen.who != "extra" for sighting in truth for seen in sighting.seen)
    return [person for person, _ in known], [who for _, who in known], n_true


def _shown(face: Face, sighting: FrameSightings) -> str:
    """The true person of a face: by overlap, or else the only figure there whose face is cut by the picture's edge."""
    overlap, who = max(
        ((_box_iou(face.box, seen.face), seen.who) for seen in sighting.seen if seen.face), default=(0.0, "")
    )
    if overlap > 0.2:
        return who
    x, y = (face.box[0] + face.box[2]) / 2, (face.box[1] + face.box[3]) / 2
    cut = [s.who for s in sighting.seen if s.face is None and s.box[0] <= x <= s.box[2] and s.box[1] <= y <= s.box[3]]
    return cut[0] if len(cut) == 1 else f"nobody at {face.time}"


def _box_iou(a: Box, b: Box) -> float:
    common = max(0.0, min(a[2], b[2]) - max(a[0], b[0])) * max(0.0, min(a[3], b[3]) - max(a[1], b[1]))
    return common / (sum((box[2] - box[0]) * (box[3] - box[1]) for box in (a, b)) - common)


def voice_offsets(script: Script, described: Path) -> list[float]:
    """Return the offset of each cue's voice in the described film from its start in the script, in seconds."""
    recorder = _Recorder()
    read_through(probe(described), sounds=(recorder,))
    sound = np.concatenate(recorder.parts)
    offsets = []
    with EspeakVoice() as voice:
        for cue in script.spoken():
            spoken = voice.say(cue.text, rate=cue.rate)
            n = round(len(spoken.samples) * VOICE_HZ / spoken.rate_hz)
            wanted = np.interp(np.arange(n) / VOICE_HZ, np.arange(len(spoken.samples)) / spoken.rate_hz, spoken.samples)
            first = max(0, round((cue.span.start - SEARCHED) * VOICE_HZ))
            heard = sound[first : round((cue.span.end + SEARCHED) * VOICE_HZ)]
            if len(heard) < len(wanted):
                heard = np.pad(heard, (0, len(wanted) - len(heard)))
            lag = int(correlate(heard, wanted, "valid").argmax())
            offsets.append((first + lag) / VOICE_HZ - cue.span.start)
    return offsets


class _Recorder:
    wants = Sound(VOICE_HZ)

    def __init__(self) -> None:
        self.parts: list[np.ndarray] = []

    def take(self, start: float, samples: np.ndarray) -> None:
        """Collect a block."""
        self.parts.append(samples[0])


def real(shared: Path, folder: Path) -> Table:
    """Print and return results of the reel of real clips, with and without its captions."""
    film = folder / "reel.mp4"
    truth = write_reel(film, shared / "data")
    captions = folder / "reel.srt"
    blocks = [srt_block(n, one.span, one.text or "") for n, one in enumerate(truth, 1)]
    captions.write_text("\n".join(blocks), encoding="utf-8")
    title = f"Reel of real clips, {probe(film).duration:.0f} s, {sum(s.span.duration for s in truth):.0f} s of speech"
    columns = ("captions", "cues", "seconds of cues", "of them over speech", "share", "dropped", "all logged")
    return print_table(title, columns, _reel_rows(film, truth, captions))


def _reel_rows(film: Path, truth: Sequence[Speech], captions: Path) -> Iterator[Row]:
    for name, given in (("given", captions), ("withheld", None)):
        out = film.parent / f"reel-{name}.ad"
        script = write_description(film, out, subtitles=given, options=OBSERVED)
        over, total = overlap_share(script.spoken(), truth)
        dropped = sum(cue.status == "dropped" for cue in script.cues)
        share = f"{over / total if total else 0.0:.1%}"
        logged = "yes" if all_logged(script, out) else "NO"
        yield name, len(script.spoken()), f"{total:.1f} s", f"{over:.3f} s", share, dropped, logged


COLUMNS: tuple[str, ...] = (
    "film",
    "people",
    "faces",
    "faces found",
    "B-cubed precision",
    "recall",
    "F1",
    "gaps F1, by seconds",
)
COLUMNS += ("by count", "with subtitles", "cues over speech", "with subtitles", "voice off its cue, ms")
MEAN = "mean"


def backlot(folder: Path, *, seed: int, hard: bool) -> Table:
    """Print and return results of new films, described from picture and sound, then with subtitles."""
    shot = shoot(folder, films=N_FILMS, seed=seed, size=SIZES["small"], hard=hard)
    title = f"{N_FILMS} new Backlot films, seed {seed}{', hard' if hard else ''}"
    note = "The mean row has the largest offset of a voice."
    return print_table(title, COLUMNS, _backlot_rows(folder, read_records(shot.truth, FilmTruth)), note)


def _backlot_rows(folder: Path, truths: Sequence[FilmTruth]) -> Iterator[Row]:
    figures = []
    for truth in truths:
        people, n_faces, found = _film_figures(folder, truth)
        figures.append(found)
        yield truth.id, people, n_faces, *_cells(found)
    yield MEAN, None, None, *_cells((*np.mean(figures, axis=0)[:-1], np.max(figures, axis=0)[-1]))


def _cells(figures: Sequence[float]) -> Iterator[str]:
    """Figures as texts: found faces, six scores, two shares of cues, and milliseconds."""
    formats = (".1%", *(6 * [".3f"]), ".1%", ".1%", ".0f")
    return (format(float(figure), style) for figure, style in zip(figures, formats, strict=True))


def _film_figures(folder: Path, truth: FilmTruth) -> tuple[str, int, tuple[float, ...]]:
    """Found and true people, the number of true faces, and the figures of one film."""
    film, out = folder / truth.film, folder / f"{truth.id}.ad"
    withheld = write_description(film, out, options=OBSERVED)
    faces = read_records(out / FACES, Face)
    found, true, n_true = people_agreement(faces, read_records(folder / truth.sightings, FrameSightings))
    agreement = b_cubed(found, true)
    given = write_description(film, out, subtitles=folder / str(truth.subtitles), options=OBSERVED)
    spoken = [Speech(line.span, "subtitles") for line in truth.speech]
    true_gaps = gaps(spoken, truth.duration)
    offsets = voice_offsets(given, export_description(out, to="film"))
    worst = max(map(abs, offsets), default=0.0) * 1000
    over = [x / max(total, 1e-9) for x, total in (overlap_share(s.spoken(), spoken) for s in (withheld, given))]
    figures = (
        len(found) / max(n_true, 1),
        *agreement,
        seconds_f1(withheld.gaps, true_gaps),
        counted_f1(withheld.gaps, true_gaps),
        seconds_f1(given.gaps, true_gaps),
        *over,
        worst,
    )
    n_people = f"{len(withheld.people)}/{len(set(true) - {w for w in true if w.startswith('nobody')})}"
    return n_people, n_true, figures


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shared", type=Path, default=Path(__file__).resolve().parents[3] / "shared")
    parser.add_argument("--seed", type=int, default=2026)
    add_write_option(parser)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        tables = [
            real(arguments.shared, Path(folder)),
            backlot(Path(folder) / "plain", seed=arguments.seed, hard=False),
            backlot(Path(folder) / "hard", seed=arguments.seed, hard=True),
        ]
    plain, hard = (table.rows[-1] for table in tables[1:])
    headlines = [
        Headline("people of fresh Backlot films, B-cubed F1", f"{plain[6]}; hard {hard[6]}"),
        Headline("gaps by seconds, F1", f"{plain[7]}; hard {hard[7]}"),
        Headline("cues over speech", f"{plain[10]} of the time; hard {hard[10]}", "0"),
        Headline("cues over speech, reel of real clips", f"{tables[0].rows[0][3]}", "0"),
    ]
    report_results("describe", "Descriptions", headlines=headlines, tables=tables, write=arguments.write)


if __name__ == "__main__":
    main()
