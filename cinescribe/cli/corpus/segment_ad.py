"""`cinescribe corpus segment-ad`: where the narrator speaks in a described sound track."""

from __future__ import annotations

import json
from pathlib import Path

import click

from cinescribe.cli.command import Command
from cinescribe.cli.output import as_json, progress_bar
from cinescribe.corpus.narration.described_track import DescriptionAudio, segment_ad
from cinescribe.store import write_text
from cinescribe.timing import clock


@click.command("segment-ad", cls=Command)
@click.argument("original", type=click.Path(path_type=Path))
@click.argument("described", type=click.Path(path_type=Path))
@click.option("--output", "-o", type=click.Path(path_type=Path), help="The JSONL file to write.")
@click.option("--narrator", type=click.Path(path_type=Path), help="A WAV file to write: the narrator's voice alone.")
@click.option("--centre", is_flag=True, help="Compare only the middle of stereo sound, where voices stand.")
@as_json
def segment_ad_command(
    original: Path, described: Path, *, output: Path | None, narrator: Path | None, centre: bool, as_json: bool
) -> None:
    """Find where the narrator speaks in DESCRIBED, by comparison with the sound of ORIGINAL."""
    with progress_bar() as tell:
        found = segment_ad(original, described, narrator=narrator, centre=centre, progress=tell)
    lines = [json.dumps(value, ensure_ascii=False) for value in _values(found)]
    if output is not None:
        write_text(output, "\n".join(lines) + "\n")
    for line in lines if as_json else _words(found):
        click.echo(line)


def _values(found: DescriptionAudio) -> list[dict[str, object]]:
    return [{"alignment": found.alignment.to_dict()}, *(segment.to_dict() for segment in found.segments)]


def _words(found: DescriptionAudio) -> list[str]:
    alignment = found.alignment
    offset, drift = round(alignment.offset, 3) + 0.0, round(alignment.drift * 1e6) + 0  # no -0
    begins = f"the film begins at {offset:.3f} s, {drift:+d} ppm slower"
    jumps = [
        f"another cut at {clock(jump.at)}: {jump.inserted:.2f} s inserted, {jump.missing:.2f} s of the film missing"
        for jump in alignment.jumps
    ]
    told = [f"{clock(one.span.start)}  {clock(one.span.end)}  {one.confidence:.2f}" for one in found.segments]
    spoken = sum(one.span.duration for one in found.segments)
    return [begins, *jumps, *told, f"{len(told)} narrations, {spoken:.1f} s"]
