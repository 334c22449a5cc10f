"""`cinescribe corpus segment-ad`: the narration segments of a described sound track."""

from __future__ import annotations

import json
from pathlib import Path

import click

from cinescribe.cli.command import Command
from cinescribe.cli.options.outputs import OutputFile
from cinescribe.cli.output import as_json, progress_bar, quiet
from cinescribe.corpus.narration.described_track import DescriptionAudio, segment_ad
from cinescribe.store import write_text
from cinescribe.timing import clock


@click.command("segment-ad", cls=Command)
@click.argument("original", type=click.Path(path_type=Path))
@click.argument("described", type=click.Path(path_type=Path))
@click.option("--output", "-o", type=OutputFile(), help="The JSONL file to write.")
@click.option("--narrator", type=OutputFile(), help="A WAV file to write, with only the narrator's voice.")
@click.option("--centre", is_flag=True, help="Compare only the centre of stereo sound, where voices are.")
@quiet
@as_json
def segment_ad_command(
    original: Path,
    described: Path,
    *,
    output: Path | None,
    narrator: Path | None,
    centre: bool,
    quiet: bool,
    as_json: bool,
) -> None:
    """Find the narration in a described sound track.

    DESCRIBED is compared with the sound of ORIGINAL.
    """
    with progress_bar(quiet=quiet) as progress:
        found = segment_ad(original, described, narrator=narrator, centre=centre, progress=progress)
    lines = [json.dumps(value, ensure_ascii=False) for value in _values(found)]
    if output is not None:
        write_text(output, "\n".join(lines) + "\n")
    for line in lines if as_json else _lines(found):
        click.echo(line)


def _values(found: DescriptionAudio) -> list[dict[str, object]]:
    return [{"alignment": found.alignment.to_dict()}, *(segment.to_dict() for segment in found.segments)]


def _lines(found: DescriptionAudio) -> list[str]:
    alignment = found.alignment
    offset, drift = round(alignment.offset, 3) + 0.0, round(alignment.drift * 1e6) + 0  # no -0
    offset_line = f"the film begins at {offset:.3f} s, {drift:+d} ppm slower"
    jumps = [
        f"another cut at {clock(jump.at)}: {jump.inserted:.2f} s inserted, {jump.missing:.2f} s of the film missing"
        for jump in alignment.jumps
    ]
    segments = [
        f"{clock(segment.span.start)}  {clock(segment.span.end)}  {segment.confidence:.2f}"
        for segment in found.segments
    ]
    seconds = sum(segment.span.duration for segment in found.segments)
    return [offset_line, *jumps, *segments, f"{len(segments)} narrations, {seconds:.1f} s"]
