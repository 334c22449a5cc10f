"""Export of a description's folder in one of several file formats, or in all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from cinescribe import export  # for subtitles, neither what mixes sound nor what writes pages is loaded
from cinescribe.errors import InputError, OutputError, VoiceError
from cinescribe.export import pages, player
from cinescribe.export.dapt.write_dapt import write_dapt
from cinescribe.export.disclosure import folder_disclosure
from cinescribe.export.exports import (
    check_target,
    is_edited,
    keep_edited,
    locked_exports,
    remember,
    stale_exports,
    was_exported,
)
from cinescribe.export.fit import Misfit, as_heard, misfits
from cinescribe.export.folder import find_film, read_script
from cinescribe.export.holds import holds_line, with_joined_holds
from cinescribe.export.read_rows import written_rows
from cinescribe.export.settings import read_settings
from cinescribe.export.track_label import beside_film
from cinescribe.export.tracks.csv import write_csv
from cinescribe.export.tracks.srt import write_srt
from cinescribe.export.tracks.text import write_text_form
from cinescribe.export.tracks.transcript import write_transcript
from cinescribe.export.tracks.vtt import write_vtt
from cinescribe.input_files import digest
from cinescribe.media.voice.named_voice import voice_named
from cinescribe.media.voice.voice import Voice
from cinescribe.progress import Progress, no_progress
from cinescribe.schema import Script
from cinescribe.store import writing

Announce = Callable[[str], None]
_N_ANNOUNCED = 10  # misfits that are announced one by one


@dataclass(frozen=True)
class _Job:
    """What one export is made from.

    Args:
        script: the description.
        folder: of the description.
        path: the file to write.
        misfits: the cues that do not fit; None if they could not be checked.
        progress: called with the share of the work that is done.
        disclosure: who wrote, spoke and reviewed the description.
    """

    script: Script
    folder: Path
    path: Path
    misfits: tuple[Misfit, ...] | None
    progress: Progress
    disclosure: str = ""

    @property
    def reasons(self) -> Mapping[str, str] | None:
        """Why cues do not fit, by id; None if they could not be checked."""
        return None if self.misfits is None else {misfit.cue: misfit.reason for misfit in self.misfits}


@dataclass(frozen=True)
class ExportFormat:
    """A file format of a description.

    Args:
        name: the default file name.
        write: writes it.
        is_sound: whether the voice is heard in it.
        is_edited: whether it can be edited and read back.
        can_wait: whether a cue that does not fit is heard all the same, since the film waits for it.
    """

    name: str
    write: Callable[[_Job], None]
    is_sound: bool = False
    is_edited: bool = True
    can_wait: bool = False


def _narration(job: _Job) -> None:
    script = as_heard(job.script, job.misfits or ())
    export.write_narration(script, job.path, folder=job.folder, progress=job.progress, disclosure=job.disclosure)


def _film(job: _Job) -> None:
    found = find_film(job.script, job.folder)
    film = job.script.film if found is None else job.script.film.replace(path=str(found))
    script = as_heard(job.script, job.misfits or ()).replace(film=film)
    export.write_described_film(script, job.path, folder=job.folder, progress=job.progress, disclosure=job.disclosure)


def _page(job: _Job) -> None:
    pages.write_page(
        with_joined_holds(job.script), job.path, folder=job.folder, misfits=job.reasons, disclosure=job.disclosure
    )


def _player(job: _Job) -> None:
    faster = {misfit.cue: misfit.rate for misfit in job.misfits or () if misfit.rate is not None}
    cues = (cue.replace(rate=faster.get(cue.id, cue.rate)) for cue in job.script.cues)
    with folder_voice(job.folder) as voice:
        player.write_player(
            job.script.replace(cues=tuple(cues)),
            job.path,
            folder=job.folder,
            voice=voice,
            disclosure=job.disclosure,
            progress=job.progress,
        )


def _text(job: _Job) -> None:
    write_text_form(job.script, job.path, misfits=job.reasons, disclosure=job.disclosure)


def _vtt(job: _Job) -> None:
    write_vtt(with_joined_holds(job.script), job.path, misfits=job.reasons, disclosure=job.disclosure)


def _dapt(job: _Job) -> None:
    write_dapt(with_joined_holds(job.script), job.path, misfits=job.reasons, disclosure=job.disclosure)


FORMATS = {
    "text": ExportFormat("descriptions.txt", _text),
    "vtt": ExportFormat("descriptions.vtt", _vtt),
    "srt": ExportFormat("descriptions.srt", lambda job: write_srt(with_joined_holds(job.script), job.path)),
    "dapt": ExportFormat("descriptions.ttml", _dapt),
    "csv": ExportFormat("descriptions.csv", lambda job: write_csv(job.script, job.path, misfits=job.reasons)),
    "script": ExportFormat(
        "script.txt",
        lambda job: write_transcript(job.script, job.path, disclosure=job.disclosure),
        is_edited=False,
    ),
    "wav": ExportFormat("narration.wav", _narration, is_sound=True, is_edited=False),
    "film": ExportFormat("described", _film, is_sound=True, is_edited=False),
    "page": ExportFormat("page.html", _page, is_edited=False),
    "player": ExportFormat("player.html", _player, is_sound=True, is_edited=False, can_wait=True),
}


def export_description(
    folder: str | Path,
    *,
    to: str,
    path: str | Path | None = None,
    beside: bool = False,
    strict: bool = False,
    progress: Progress = no_progress,
    announce: Announce | None = None,
) -> Path:
    """Write the description in `folder` in another format.

    Each cue is checked against its room with the folder's voice. One that does not fit is marked in the file; in a film
    or a narration it is spoken up to a fifth faster, or left out if that does not help; a player waits for it.

    Args:
        folder: the output folder of `describe_film`.
        to: one of `FORMATS`.
        path: the file to write; by default inside the folder, under the format's default name. Only what was
            exported from the folder is replaced; what was edited and not read back is kept under another name.
        beside: whether the file goes beside the film, under the name by which players find it:
            `film.audio-description.de.vtt`.
        strict: whether to write nothing when a cue does not fit.
        progress: called with the share of the work that is done.
        announce: receives what a person should know: cues that do not fit, copies, how long the film waits.

    Returns:
        The path of the written file.

    Raises:
        InputError: when the format is unknown, `path` comes with `beside`, or `strict` and a cue does not fit.
        RecordError: when the folder holds no description.
        VoiceError: when the voice cannot speak, in a format with sound or with `strict`.
        OutputError: when the file cannot be written, or is there and was not exported from the folder.
    """
    if to not in FORMATS:
        raise InputError(f"unknown format of descriptions {to!r}; choose one of {', '.join(FORMATS)}")
    folder, say = Path(folder), announce or _nothing
    script = read_script(folder)
    if beside and path is not None:
        raise InputError("`path` and `beside` both name the file; leave one out")
    target = (
        Path(path) if path is not None else _beside(script, folder, to) if beside else folder / default_name(to, script)
    )
    check_target(folder, target)
    found = _checked(script, folder, needs_voice=FORMATS[to].is_sound, strict=strict, progress=progress, say=say)
    return _write(_Job(script, folder, target, found, progress, folder_disclosure(script, folder)), to, say)


def export_all(
    folder: str | Path, *, strict: bool = False, progress: Progress = no_progress, announce: Announce | None = None
) -> tuple[Path, ...]:
    """Rewrite the description in `folder` in every format, under the default names.

    What the voice is heard in takes long: narration, described film and player are only written if they are there.

    Args:
        folder: the output folder of `describe_film`.
        strict: whether to write nothing when a cue does not fit.
        progress: called with the share of the work that is done.
        announce: receives what a person should know.

    Returns:
        The paths of the written files.

    Raises:
        InputError: when `strict` and a cue does not fit.
        RecordError: when the folder holds no description.
        VoiceError: when the voice cannot speak, with a sound to be made or with `strict`.
        OutputError: when a file cannot be written, or is there and was not exported from the folder.
    """
    folder, say = Path(folder), announce or _nothing
    script = read_script(folder)
    targets = {to: folder / default_name(to, script) for to in FORMATS}
    wanted = {to: path for to, path in targets.items() if not FORMATS[to].is_sound or was_exported(folder, path)}
    for path in wanted.values():
        check_target(folder, path)
    needs_voice = any(FORMATS[to].is_sound for to in wanted)
    found = _checked(script, folder, needs_voice=needs_voice, strict=strict, progress=progress, say=say)
    job = _Job(script, folder, folder, found, progress, folder_disclosure(script, folder))
    return tuple(_write(replace(job, path=path), to, say) for to, path in wanted.items())


def stale_line(folder: str | Path) -> str | None:
    """Return a line that names the exports that are older than the script; None if there are none.

    Raises:
        RecordError: when the folder's script or list of exports cannot be read.
    """
    stale = stale_exports(Path(folder))
    if not stale:
        return None
    return f"older than the script: {', '.join(stale)}; `all` exports those in the folder again"


def _write(job: _Job, to: str, say: Announce) -> Path:
    chosen = FORMATS[to]
    if chosen.is_sound:
        if not chosen.can_wait:
            _say_what_is_heard(job, say)
        job.progress(to, 0.0)
    # The lock ends after the file is in its place, which is at the end of `writing`.
    with ExitStack() as locked, writing(job.path) as beside:
        chosen.write(replace(job, path=beside))
        rows = written_rows(beside, job.script) if chosen.is_edited else None
        written = digest(beside)
        try:
            locked.enter_context(locked_exports(job.folder))
            _keep_edited(job, say)
            remember(job.folder, job.path, to=to, rows=rows, file=written)
        except OutputError as error:
            # A description on a disk that cannot be written is still exported to another one.
            if job.path.resolve().is_relative_to(job.folder.resolve()) or is_edited(job.folder, job.path):
                raise
            say(f"{str(job.path)!r} is written, but not remembered: {error}")
    return job.path


def _keep_edited(job: _Job, say: Announce) -> None:
    """Keep what a person changed in the file that is replaced."""
    copy = keep_edited(job.folder, job.path)
    if copy is not None:
        say(f"{str(job.path)!r} was edited and not read back; it is kept as {str(copy)!r}")


def _checked(
    script: Script, folder: Path, *, needs_voice: bool, strict: bool, progress: Progress, say: Announce
) -> tuple[Misfit, ...] | None:
    """The cues that do not fit, after a word about them; None if no voice could say."""
    try:
        with folder_voice(folder) as voice:
            found = misfits(script, voice, folder, progress=progress)
    except VoiceError as error:
        if needs_voice or strict:
            raise
        say(f"the cues were not checked against their gaps: {error}")
        return None
    if found and strict:
        number = "1 cue does" if len(found) == 1 else f"{len(found)} cues do"
        raise InputError(f"{number} not fit, the first is {found[0].line()}; change the cues, or leave out `strict`")
    for misfit in found[:_N_ANNOUNCED]:
        say(f"warning: {misfit.line()}")
    if len(found) > _N_ANNOUNCED:
        say(f"warning: {len(found) - _N_ANNOUNCED} more cues do not fit; the text and the CSV say which")
    return found


@contextmanager
def folder_voice(folder: Path) -> Iterator[Voice]:
    """Yield the voice that a description's folder is set to.

    Raises:
        RecordError: when the settings are malformed.
        VoiceError: when the voice cannot speak; it is not fetched.
    """
    settings = read_settings(folder)
    pronunciation = settings.pronunciation
    with voice_named(settings.voice, rate=settings.rate, pronunciation=pronunciation, announce=_nothing) as voice:
        yield voice


def _say_what_is_heard(job: _Job, say: Announce) -> None:
    for misfit in job.misfits or ():
        say(f"{misfit.cue} does not fit: {misfit.heard}")
    line = holds_line(as_heard(job.script, job.misfits or ()))
    if line is not None:
        say(line)


def _beside(script: Script, folder: Path, to: str) -> Path:
    film = find_film(script, folder)
    if film is None:
        raise InputError(f"{script.film.path!r} is not there, and the file would go beside it; name the file (`path`)")
    return beside_film(film, script.language, Path(default_name(to, script)).suffix)


def _nothing(line: str) -> None:
    """Say nothing."""


def default_name(to: str, script: Script) -> str:
    """The format's file name; a described film has the container of its film."""
    name = FORMATS[to].name
    return name if Path(name).suffix else name + Path(script.film.path).suffix
