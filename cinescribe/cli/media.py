"""`cinescribe media`: streams, shots, speech, gaps and on-screen text of a film, and voices."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from cinescribe.cli.command import Group
from cinescribe.cli.output import announce, as_json, progress_bar, quiet, show
from cinescribe.errors import brief
from cinescribe.media.film.probe import probe
from cinescribe.media.shots.film_shots import film_shots
from cinescribe.media.speech.film_gaps import film_gaps
from cinescribe.media.speech.gaps import SHORTEST_GAP
from cinescribe.media.speech.speech import film_speech
from cinescribe.media.text.film_screen_texts import film_screen_texts
from cinescribe.media.voice.espeak import espeak_voices
from cinescribe.media.voice.named_voice import NEURAL_ENGINES, NeuralEngine
from cinescribe.progress import Progress
from cinescribe.schema import Film, Stream, StreamKind
from cinescribe.timing import Seconds, clock

film = click.argument("film", type=click.Path(path_type=Path))
subtitles = click.option(
    "--subtitles", type=click.Path(path_type=Path), help="A subtitle file; default: the film's own."
)


@click.group(cls=Group)
def command() -> None:
    """Analyse a film: streams, shots, speech, gaps, on-screen text. List the voices of descriptions."""


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
@quiet
@as_json
def shots_(film: Path, *, quiet: bool, as_json: bool) -> None:
    """Print the shots and their transitions: cut, dissolve or fade."""
    with progress_bar(quiet=quiet) as progress:
        found = film_shots(film, progress=_share_of(probe(film), "shots", progress))
    value = [shot.to_dict() for shot in found]
    lines = [f"{clock(shot.span.start)}  {clock(shot.span.end)}  {shot.transition}" for shot in found]
    show(value, lines, as_json=as_json)


@command.command()
@film
@subtitles
@quiet
@as_json
def speech(film: Path, *, subtitles: Path | None, quiet: bool, as_json: bool) -> None:
    """Print speech: subtitles merged with the output of the voice detector."""
    with progress_bar(quiet=quiet) as progress:
        found = film_speech(film, subtitles=subtitles, progress=_share_of(probe(film), "speech", progress))
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
    default=SHORTEST_GAP,
    show_default=True,
    help="Shortest gap, in seconds.",
)
@quiet
@as_json
def gaps_(film: Path, *, subtitles: Path | None, shortest: float, quiet: bool, as_json: bool) -> None:
    """Print the gaps in speech where a description fits."""
    with progress_bar(quiet=quiet) as progress:
        reached = _share_of(probe(film), "speech", progress)
        found = film_gaps(film, subtitles=subtitles, shortest=shortest, progress=reached)
    value = [gap.to_dict() for gap in found]
    lines = [f"{clock(gap.span.start)}  {clock(gap.span.end)}  {gap.span.duration:6.2f} s" for gap in found]
    show(value, lines, as_json=as_json)


@command.command("text")
@film
@click.option("--language", multiple=True, help="Of the text, as a tag: ru, el …; default: that of the film's sound.")
@click.option("--fetch", is_flag=True, help="Allow downloads of a network for its script; size and licence are shown.")
@quiet
@as_json
def text_(film: Path, *, language: tuple[str, ...], fetch: bool, quiet: bool, as_json: bool) -> None:
    """Print the texts in the pictures: titles, signs, credits and burned-in subtitles."""
    with progress_bar(quiet=quiet) as progress:
        reached = _share_of(probe(film), "text", progress)
        found = film_screen_texts(film, language=language, fetch=fetch, progress=reached, announce=announce)
    value = [text.to_dict() for text in found]
    lines = [f"{clock(text.span.start)}  {clock(text.span.end)}  {text.kind:<8}  {text.text}" for text in found]
    show(value, lines, as_json=as_json)


@command.command("voices")
@as_json
def voices_(as_json: bool) -> None:
    """List the voices that descriptions can be spoken with."""
    espeak = espeak_voices()
    value: dict[str, Any] = {
        "espeak": {"languages": dict(espeak.languages), "variants": list(espeak.variants)},
        **{engine.name: _engine(engine) for engine in NEURAL_ENGINES},
    }
    lines = [f"espeak:{tag:<16}  {name}" for tag, name in espeak.languages]
    lines.append(f"any of them +variant, e.g. espeak:en-gb+f3: {', '.join(espeak.variants)}")
    for engine in NEURAL_ENGINES:
        lines += [f"{engine.name}:{voice}" for voice in engine.cached()]
        lines.append(f"{engine.name}: {_state(engine)}")
    show(value, lines, as_json=as_json)


def _engine(engine: NeuralEngine) -> dict[str, Any]:
    facts = {"package": engine.package, "licence": engine.licence, "installed": engine.is_installed}
    return {**facts, "voices": list(engine.cached())}


def _state(engine: NeuralEngine) -> str:
    if not engine.is_installed:
        return f"not installed; pip install {engine.package} ({engine.licence})"
    return f"{engine.package} is installed; {engine.example} is fetched by describe --fetch"


def _share_of(film: Film, stage: str, progress: Progress) -> Callable[[Seconds], None]:
    """Return a callback that turns the second reached in a film into the share of a stage."""
    return lambda reached: progress(stage, reached / film.duration)


def _summary(stream: Stream) -> str:
    facts = [stream.codec]
    if stream.kind == "video":
        facts += [f"{stream.width}x{stream.height}", f"{stream.rate_hz:.3f} frames/s" if stream.rate_hz else "stills"]
    if stream.kind == "audio":
        channels = "1 channel" if stream.n_channels == 1 else f"{stream.n_channels} channels"
        facts += [channels, f"{stream.rate_hz:.0f} Hz"]
    facts += [brief(stream.title)] if stream.title else []
    facts += [flag.replace("_", " ") for flag in stream.flags]
    return f"  {stream.index}  {stream.kind:<8}  {', '.join(facts)}  {stream.language or ''}".rstrip()
