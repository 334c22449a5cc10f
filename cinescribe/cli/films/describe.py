"""`cinescribe describe`: the audio description of a film, or of many."""

from __future__ import annotations

import shlex
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, get_args

import click

from cinescribe.cli.command import Command
from cinescribe.cli.films.outcomes import show_outcomes
from cinescribe.cli.options.outputs import OutputFolder
from cinescribe.cli.output import announce, as_json, progress_bar, quiet, show
from cinescribe.describe.captioning.windows import PREDICTIONS
from cinescribe.describe.describe_film import describe_film
from cinescribe.describe.films.describe_films import describe_films
from cinescribe.describe.films.film_list import is_one_film
from cinescribe.describe.placement.outcome import cues_with_waiting, silence_line
from cinescribe.errors import ParameterError
from cinescribe.export.folder import SCRIPT
from cinescribe.generate.narration.effort import EFFORTS
from cinescribe.models.vlm.server import PARALLEL
from cinescribe.parallel import Backend
from cinescribe.schema import Script

_OF_MANY = ("workers", "backend", "requests", "memory")


@click.command(cls=Command)
@click.argument("films", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("-o", "--output", "folder", type=OutputFolder(), required=True, help="Folder to write to.")
@click.option(
    "--captioner",
    "captioners",
    multiple=True,
    default=("auto",),
    show_default=True,
    help="auto (selects by film), observer, micap, <model>:<checkpoint>, hub:<model id> or server:<URL>#<model>; "
    "several servers share the films.",
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
    help="backlot (bundled), a model of recipes/v2c, or model:FIT, the captioner's chat model with a file of fit-notes:"
    " notes on why people act and what follows; never spoken.",
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
@click.option("--transcriber", help="Speech recogniser: hub:<model id> or server:<URL>#<model>; default: none.")
@click.option("--ignore-subtitles", is_flag=True, help="Use only the sound to find speech and words.")
@click.option("--rate", type=float, help="Speed of the voice, 0.7 to 1.6; default: the folder's settings, else 1.")
@click.option(
    "--series",
    type=click.Path(path_type=Path),
    help="Folder of the series whose episodes FILMS are: people, names and settings; docs/series.md.",
)
@click.option("--fetch", is_flag=True, help="Allow downloads from the hub; size and licence are shown first.")
@click.option(
    "--workers", type=click.IntRange(min=1), default=1, show_default=True, help="Films to describe at a time."
)
@click.option(
    "--backend",
    type=click.Choice(get_args(Backend)),
    default="local",
    show_default=True,
    help="Where workers run; ray: the cluster that RAY_ADDRESS names.",
)
@click.option(
    "--requests",
    type=click.IntRange(min=1),
    default=PARALLEL,
    show_default=True,
    help="Questions to one server at a time, by all workers.",
)
@click.option("--memory", type=float, help="Gigabytes that a worker may need before it is replaced; default: no bound.")
@quiet
@as_json
def command(
    films: tuple[Path, ...],
    *,
    folder: Path,
    captioners: tuple[str, ...],
    extended: bool,
    windows: Path | None,
    workers: int,
    backend: Backend,
    requests: int,
    memory: float | None,
    quiet: bool,
    as_json: bool,
    **options: Any,
) -> None:
    """Write the audio description of FILMS: people, gaps and cues, every sentence with its evidence.

    One film is described to DIR. Several, a folder, a list (a file ending in .txt with a path a line) or a pattern in
    quotes are described to a folder each in DIR, with report.html and report.jsonl about all; run again, the command
    does what is left. The last four options are for them.
    """
    started = time.perf_counter()
    options |= {"extended": extended, "windows": windows, "announce": announce}
    if not is_one_film(films):
        with progress_bar(quiet=quiet) as report:
            outcomes = describe_films(
                films,
                folder,
                captioner=captioners,
                workers=workers,
                backend=backend,
                requests=requests,
                memory=memory,
                progress=report,
                **options,
            )
        show_outcomes(outcomes, folder, seconds=time.perf_counter() - started, as_json=as_json)
        return
    _check_for_one(captioners)
    with progress_bar(quiet=quiet) as report:
        script = describe_film(films[0], folder, captioner=captioners[0], progress=report, **options)
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


def _check_for_one(captioners: tuple[str, ...]) -> None:
    """Raise if several captioners are given for one film, or options for many."""
    context = click.get_current_context()
    given = [name for name in _OF_MANY if context.get_parameter_source(name) is not click.core.ParameterSource.DEFAULT]
    if len(captioners) > 1:
        raise ParameterError("several `captioners` are given for one film; name one")
    if given:
        raise ParameterError(f"`{given[0]}` is for several films; leave it out, or name more")


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
