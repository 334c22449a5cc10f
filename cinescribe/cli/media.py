"""`cinescribe media`: streams, shots, speech, gaps and on-screen text of a film."""

from __future__ import annotations

from pathlib import Path

import click

from cinescribe.cli.command import Group
from cinescribe.cli.output import as_json, show
from cinescribe.media.film.probe import probe
from cinescribe.media.shots.shots import shots
from cinescribe.media.speech.gaps import SHORTEST, film_gaps
from cinescribe.media.speech.speech import film_speech
from cinescribe.media.text.text_finder import screen_texts
from cinescribe.schema import Stream, StreamKind
from cinescribe.timing import clock

film = click.argument("film", type=click.Path(path_type=Path))
subtitles = click.option(
    "--subtitles", type=click.Path(path_type=Path), help="A subtitle file; default: the film's own."
)


@click.group(cls=Group)
def command() -> None:
    """Analyse a film: streams, shots, speech, gaps, on-screen text."""


@command.command("probe")
@film
@as_json
def probe_(film: Path, as_json: bool) -> None:
    """Print the streams and the duration of a film."""
    probed = probe(film)

    def of_kind(kind: StreamKind) -> list[Stream]:
        return [stream for stream in probed.streams if stream.kind == kind]

    value = {
        "duration": probed.duration,
        "video": [stream.to_dict() for stream in of_kind("video")],
        "audio": [stream.to_dict() for stream in of_kind("audio")],
        "subtitles": [stream.to_dict() for stream in of_kind("subtitle")],
    }
    lines = [f"{clock(probed.duration)}  {probed.path}", *map(_summary, probed.streams)]
    show(value, lines, as_json=as_json)


@command.command("shots")
@film
@as_json
def shots_(film: Path, as_json: bool) -> None:
    """Print the shots and their transitions: cut, dissolve or fade."""
    found = shots(probe(film))
    value = [shot.to_dict() for shot in found]
    lines = [f"{clock(shot.span.start)}  {clock(shot.span.end)}  {shot.transition}" for shot in found]
    show(value, lines, as_json=as_json)


@command.command()
@film
@subtitles
@as_json
def speech(film: Path, subtitles: Path | None, as_json: bool) -> None:
    """Print speech: subtitles merged with the output of the voice detector."""
    found = film_speech(film, subtitles=subtitles)
    value = [part.to_dict() for part in found]
    lines = [f"{clock(p.span.start)}  {clock(p.span.end)}  {p.source}  {p.text or ''}".rstrip() for p in found]
    show(value, lines, as_json=as_json)


@command.command("gaps")
@film
@subtitles
@click.option(
    "--min",
    "shortest",
    type=click.FloatRange(min=0),
    default=SHORTEST,
    show_default=True,
    help="Shortest gap, in seconds.",
)
@as_json
def gaps_(film: Path, subtitles: Path | None, shortest: float, as_json: bool) -> None:
    """Print the gaps in speech where a description fits."""
    found = film_gaps(film, subtitles=subtitles, shortest=shortest)
    value = [gap.to_dict() for gap in found]
    lines = [f"{clock(gap.span.start)}  {clock(gap.span.end)}  {gap.span.duration:6.2f} s" for gap in found]
    show(value, lines, as_json=as_json)


@command.command("text")
@film
@as_json
def text_(film: Path, as_json: bool) -> None:
    """Print the texts in the pictures: titles, signs, credits and burned-in subtitles."""
    found = screen_texts(probe(film))
    value = [text.to_dict() for text in found]
    lines = [f"{clock(text.span.start)}  {clock(text.span.end)}  {text.kind:<8}  {text.text}" for text in found]
    show(value, lines, as_json=as_json)


def _summary(stream: Stream) -> str:
    facts = [stream.codec]
    if stream.kind == "video":
        facts += [f"{stream.width}x{stream.height}", f"{stream.rate_hz:.3f} frames/s" if stream.rate_hz else "stills"]
    if stream.kind == "audio":
        facts += [f"{stream.n_channels} channels", f"{stream.rate_hz:.0f} Hz"]
    return f"  {stream.index}  {stream.kind:<8}  {', '.join(facts)}  {stream.language or ''}".rstrip()
