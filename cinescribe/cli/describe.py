"""`cinescribe describe`: a film's audio description."""

from __future__ import annotations

import shlex
import time
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import click

from cinescribe.cli.command import Command
from cinescribe.cli.options.outputs import OutputFolder
from cinescribe.cli.output import announce, as_json, progress_bar, quiet, show
from cinescribe.describe.analyse import seeable_film
from cinescribe.describe.captioner_selection import load_figures, load_pointer
from cinescribe.describe.captioning.windows import PREDICTIONS
from cinescribe.describe.components import Components, captioner_named, faces_named, notes_named, wide_extractor
from cinescribe.describe.describe import describe_film
from cinescribe.describe.film_language.spoken_settings import description_language, spoken_settings
from cinescribe.describe.narration.narrator import NarrationOptions, narrator_of
from cinescribe.describe.placement.outcome import cues_with_waiting, silence_line
from cinescribe.export.folder import SCRIPT
from cinescribe.export.settings import write_settings
from cinescribe.generate.narration.effort import EFFORTS
from cinescribe.media.film.tracks import Tracks, with_tracks
from cinescribe.media.text.script_recogniser import script_readers
from cinescribe.media.voice.named_voice import voice_named
from cinescribe.models.speech.named_transcriber import transcriber_named
from cinescribe.schema import Script

_CAPTIONER = "captioner"  # as a model of people: those of the captioner stay


@click.command(cls=Command)
@click.argument("film", type=click.Path(path_type=Path))
@click.option("-o", "--output", "folder", type=OutputFolder(), required=True, help="Folder to write to.")
@click.option(
    "--captioner",
    default="auto",
    show_default=True,
    help="auto (selects by film), observer, micap, <model>:<checkpoint>, hub:<model id> or server:<URL>#<model>.",
)
@click.option("--writer", help="Who words what the captioner sees: server:<URL>#<model> or hub:<model id>.")
@click.option(
    "--examples",
    type=click.Path(path_type=Path),
    multiple=True,
    help="A corpus, or a folder of a description, whose sentences show the writer the style; may be given again.",
)
@click.option("--about", help="Title and story of the film for the writer, or a file with them; default: its tags.")
@click.option("--effort", type=click.Choice(list(EFFORTS)), help="How much is asked of a chat model; default: normal.")
@click.option("--unchecked", is_flag=True, help="Speak what a chat model writes without checking whether it is true.")
@click.option("--subtitles", type=click.Path(path_type=Path), help="A subtitle file; by default the film's own.")
@click.option(
    "--audio-track", type=int, help="The sound by its number in `media probe`; default: as the film marks it."
)
@click.option("--subtitle-track", type=int, help="The subtitles by their number in `media probe`, likewise.")
@click.option("--cast", type=click.Path(path_type=Path), help="A cast file; by default the folder's cast.toml.")
@click.option(
    "--windows", type=click.Path(path_type=Path), help="Describe the intervals in this file, not the film's pauses."
)
@click.option("--extended", is_flag=True, help="Pause the film where a description fits in no gap.")
@click.option(
    "--people-model",
    help="Decides who is meant by each P1 of the captions: a model of recipes/backlot/pointer.toml, or `captioner`. "
    "Default: the bundled model for the bundled MICap, else the captioner.",
)
@click.option(
    "--notes",
    help="backlot (bundled) or a model of recipes/v2c: notes on why people act and what follows; never spoken.",
)
@click.option(
    "--figures",
    type=click.Path(path_type=Path),
    help="A model of recipes/adverts or recipes/vmcd: notes on metaphors in the film; never spoken.",
)
@click.option("--explain", is_flag=True, help="Keep the evidence for each word, for the page.")
@click.option("--new", is_flag=True, help="Start over; what DIR holds is kept in a folder inside it.")
@click.option("--faces", default="dlib", show_default=True, help="Face extractor: dlib or insightface.")
@click.option("--wide-faces", is_flag=True, help="Also search wide shots for small faces, enlarged.")
@click.option(
    "--voice", help="Who speaks: a name that `media voices` lists; default: the folder's settings, else espeak."
)
@click.option(
    "--language", help="Of the sentences: de, pt-BR …; default: that of the film's sound or subtitles, else en."
)
@click.option("--messages", type=click.Path(path_type=Path), help="Sentences of another language; docs/languages.md.")
@click.option(
    "--transcriber", help="Who writes down what is said: hub:<model id> or server:<URL>#<model>; default: nobody."
)
@click.option("--ignore-subtitles", is_flag=True, help="Learn what is said from the sound only.")
@click.option("--rate", type=float, help="Speed of the voice, 0.7 to 1.6; default: the folder's settings, else 1.")
@click.option("--fetch", is_flag=True, help="Allow downloads from the hub; size and licence are said first.")
@quiet
@as_json
def command(
    film: Path,
    *,
    folder: Path,
    captioner: str,
    writer: str | None,
    examples: tuple[Path, ...],
    about: str | None,
    effort: str | None,
    unchecked: bool,
    subtitles: Path | None,
    audio_track: int | None,
    subtitle_track: int | None,
    cast: Path | None,
    windows: Path | None,
    extended: bool,
    people_model: str | None,
    notes: str | None,
    figures: Path | None,
    explain: bool,
    new: bool,
    faces: str,
    wide_faces: bool,
    voice: str | None,
    language: str | None,
    messages: Path | None,
    transcriber: str | None,
    ignore_subtitles: bool,
    rate: float | None,
    fetch: bool,
    quiet: bool,
    as_json: bool,
) -> None:
    """Write the audio description of FILM: its people, gaps and cues, every sentence with its evidence."""
    started = time.perf_counter()
    if subtitles is not None and subtitle_track is not None:
        raise click.UsageError("--subtitles and --subtitle-track are both given; give one of them")
    if subtitles is not None and ignore_subtitles:
        raise click.UsageError("--subtitles and --ignore-subtitles are both given; give one of them")
    chosen = captioner_named(captioner, fetch=fetch, announce=announce)
    tracks = Tracks(audio_track, subtitle_track)
    seen = with_tracks(seeable_film(film), tracks)
    ear = None if transcriber is None else transcriber_named(transcriber, fetch=fetch, announce=announce)
    spoken = description_language(seen, folder, asked=language, subtitles=subtitles, captioner=chosen, transcriber=ear)
    announce(spoken.line)
    settings = spoken_settings(folder, spoken.tag, voice=voice, rate=rate, is_asked=language is not None)
    with (
        progress_bar(quiet=quiet) as report,
        voice_named(settings.voice, rate=settings.rate, fetch=fetch, announce=announce) as speaker,
    ):
        options = NarrationOptions(writer, examples, effort, about, unchecked)
        narrator = narrator_of(chosen, options, fetch=fetch, announce=announce)
        if narrator is not None and people_model is not None:
            raise click.UsageError(
                "--people-model came with a captioner that words the whole film and names people itself; leave one out"
            )
        extractor = faces_named(faces, fetch=fetch, announce=announce)
        components = Components(
            chosen,
            speaker,
            extractor,
            progress=report,
            announce=announce,
            narrator=narrator,
            notes=None if notes is None else notes_named(notes),
            figures=None if figures is None else load_figures(figures),
            pointer=None if people_model in (None, _CAPTIONER) else load_pointer(Path(people_model)),
            captioned_people=people_model == _CAPTIONER,
            wide_shots=wide_extractor(extractor) if wide_faces else None,
            readers=partial(script_readers, fetch=fetch, announce=announce),
            transcriber=ear,
        )
        script = describe_film(
            film,
            folder,
            subtitles=subtitles,
            tracks=tracks,
            language=spoken.tag,
            messages=messages,
            cast=cast,
            windows=windows,
            extended=extended,
            explain=explain,
            new=new,
            ignore_subtitles=ignore_subtitles,
            components=components,
        )
    write_settings(folder, settings if voice is None else replace(settings, voice=speaker.name))
    n = {status: sum(cue.status == status for cue in script.cues) for status in ("spoken", "dropped", "extended")}
    value = {
        "script": str(folder / SCRIPT),
        "cues": n["spoken"] + n["extended"],
        "people": len(script.people),
        "dropped": n["dropped"],
        "extended": n["extended"],
        "seconds": round(time.perf_counter() - started, 3),
        "film_seconds": script.film.duration,
    }
    if windows is not None:
        value["predictions"] = str(folder / PREDICTIONS)
    show(value, _summary(value, folder, script, extended=extended), as_json=as_json)


def _summary(value: Mapping[str, Any], folder: Path, script: Script, *, extended: bool) -> list[str]:
    """The outcome and the next step, for people."""
    cues, dropped = value["cues"], value["dropped"]
    held = f" ({value['extended']} extended)" if value["extended"] else ""
    people = f"{value['people']} {'person' if value['people'] == 1 else 'people'}"
    lines = [f"{value['script']}: {cues} {'cue' if cues == 1 else 'cues'}{held}, {dropped} dropped, {people}"]
    lines += filter(None, [silence_line(script)])
    waiting = 0 if extended else cues_with_waiting(script)
    if waiting:
        more = "1 more cue is" if waiting == 1 else f"{waiting} more cues are"
        lines.append(f"with --extended {more} heard, for which the film waits")
    if "predictions" in value:
        lines.append(f"{value['predictions']}: a caption for each window")
    lines.append(f"next: cinescribe export {shlex.quote(str(folder))} --to page")
    return lines
