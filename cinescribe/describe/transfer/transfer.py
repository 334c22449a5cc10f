"""Carries a description over to another cut of its film: cues, edits, cast and recordings."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable
from pathlib import Path

from cinescribe.describe.analyse import seeable_film
from cinescribe.describe.describe_options import no_announcement
from cinescribe.describe.editing.workspace import FolderState, Workspace
from cinescribe.describe.folder_film import claim_description
from cinescribe.describe.guidelines.read_description import is_sound_or_film
from cinescribe.describe.stages import Stages
from cinescribe.describe.transfer.cut_measurements import CutMeasurements, measured_cuts
from cinescribe.describe.transfer.described_source import DescribedSource, described_source
from cinescribe.describe.transfer.findings import cut_remarks, findings
from cinescribe.describe.transfer.moved_journal import moved_cast, moved_revisions
from cinescribe.describe.transfer.moved_times import (
    MovedTimes,
    moved_cue,
    moved_faces,
    moved_moments,
    moved_speech,
    moved_texts,
)
from cinescribe.describe.transfer.narrated_track import NarratedTrack, narrated_track
from cinescribe.errors import FilmError, OutputError, ParameterError
from cinescribe.export.folder import CAST, FACES, FEATURES, LOG, SETTINGS
from cinescribe.export.narration import keep_narration, read_narration
from cinescribe.export.transferred import TRANSFER, Transferred
from cinescribe.file_names import inside
from cinescribe.input_files import digest, read_text
from cinescribe.media.speech.gaps import gaps
from cinescribe.media.speech.speech import merge_speech, written_speech
from cinescribe.media.transcription.transcriber import Transcriber
from cinescribe.progress import Progress, no_progress
from cinescribe.schema import Cue, Face, Film, Script, Speech
from cinescribe.store import read_records, write_record, write_records, write_text, writing
from cinescribe.timing import Seconds, Span, between

_SLIVER: Seconds = 0.2  # a shorter rest between two parts is no scene


def transfer_description(
    old: str | Path,
    film: str | Path,
    folder: str | Path,
    *,
    old_film: str | Path | None = None,
    transcript: str | Path | None = None,
    transcriber: Transcriber | None = None,
    subtitles: str | Path | None = None,
    who: str = "somebody",
    progress: Progress = no_progress,
    announce: Callable[[str], None] = no_announcement,
) -> Transferred:
    """Carry a description over to another cut of its film, and return what is to be looked at.

    The cuts are aligned by their pictures, movement and sound. Cues, the journal of edits, cast, portraits, recordings
    and settings come along. A cue whose scene is gone is dropped, with the reason. What is measured is kept in the
    folder, so that a killed run goes on.

    Args:
        old: the folder of the description; WebVTT, SubRip, DAPT, CSV or text from elsewhere; or a described track, a
            sound file or a film with the narrator in its sound.
        film: the new cut.
        folder: where the description of the new cut goes: a new or empty folder.
        old_film: the film of the description; by default the one that its folder names. Of a described track: the
            film without the narrator.
        transcript: what the narrator of a described track says, on its clock: WebVTT, SubRip, DAPT, CSV or text.
        transcriber: writes it down where there is no transcript.
        subtitles: a subtitle file of the new cut; by default its own, else those of the old description.
        who: the name for the journal, if `old` is a file, or was changed by hand.
        progress: called with each stage and the share of it that is done.
        announce: called with a line on each choice.

    Raises:
        ParameterError: when `old` is a file, and its film is not given; when it is a described track without
            transcript or transcriber, or there is one without a described track.
        FilmError: when a film is missing, cannot be read to its end, has no pictures, or the two share nothing.
        CorpusError: when a described track does not belong to its film.
        ModelError: when the transcriber fails.
        RecordError: when the old folder holds no description, or a damaged one.
        CastError: when its cast file is malformed.
        SubtitleError: when the description or the subtitles cannot be read.
        OutputError: when the new folder cannot be written, or holds a description already.

    Example:
        >>> transfer_description("film.ad", "recut.mp4", "recut.ad").findings  # doctest: +SKIP
    """
    new = seeable_film(film)
    old, folder = Path(old), Path(folder)
    given = _given(
        old,
        None if old_film is None else Path(old_film),
        transcript=None if transcript is None else Path(transcript),
        transcriber=transcriber,
        who=who,
    )
    _check_target(folder, old)
    claim_description(folder)
    stages = Stages(folder / FEATURES, folder / LOG, progress=progress)
    source = given if isinstance(given, DescribedSource) else given.description(stages, progress=progress)
    _announce(source.remarks, announce)
    new = new.replace(digest=digest(Path(new.path)))
    measured = measured_cuts(source, new, stages, progress=progress)
    if not measured.alignment.parts:
        raise FilmError(f"{source.film.path!r} and {new.path!r} share nothing; name another cut of the same film")
    remarks = cut_remarks(measured.alignment, source.film, new)
    _announce(remarks, announce)
    times = MovedTimes(measured.alignment.parts, duration=new.duration)
    speech = _speech(source.state.script, measured, new, subtitles, times)
    state = _moved_state(source.state, new, measured, speech, times)
    outcome = _outcome(source, state.script, measured, times).replace(remarks=(*source.remarks, *remarks))
    _write(folder, source, state, times, outcome)
    return outcome


def _announce(remarks: Iterable[str], announce: Callable[[str], None]) -> None:
    for remark in remarks:
        announce(f"look at this: {remark}")


def _given(
    old: Path, film: Path | None, *, transcript: Path | None, transcriber: Transcriber | None, who: str
) -> DescribedSource | NarratedTrack:
    """The description, as far as it can be known without decoding a film."""
    if not old.is_dir() and is_sound_or_film(old):
        return narrated_track(old, film, transcript=transcript, transcriber=transcriber, who=who)
    if transcript is not None or transcriber is not None:
        raise ParameterError(f"{str(old)!r} has its words; `transcript` and `transcriber` are for a described track")
    return described_source(old, film, who=who)


def _check_target(folder: Path, old: Path) -> None:
    """Refuse a folder with a description in it, so that no work is overwritten."""
    if Workspace(folder).has_script():
        raise OutputError(f"{str(folder)!r} holds a description already; name a new folder for that of the new cut")
    if old.is_dir() and old.resolve() in folder.resolve().parents:
        raise OutputError(f"{str(folder)!r} is inside {str(old)!r}, which is read; name a folder outside it")


def _speech(
    before: Script, measured: CutMeasurements, film: Film, subtitles: str | Path | None, times: MovedTimes
) -> tuple[Speech, ...]:
    """The speech of the new cut: its subtitles, or else the words of the old one, and what was detected besides."""
    written = written_speech(film, subtitles)
    words: tuple[Speech, ...] = written.speech
    if not words and measured.alignment.same_sound is not False:
        words = moved_speech((one for one in before.speech if one.source != "vad"), times)
    return merge_speech(words, measured.speech, certain=measured.certain, sounds=written.sounds)


def _moved_state(
    state: FolderState, film: Film, measured: CutMeasurements, speech: tuple[Speech, ...], times: MovedTimes
) -> FolderState:
    draft = state.draft.replace(
        film=film,
        shots=measured.shots,
        speech=speech,
        gaps=gaps(speech, film.duration),
        cues=_in_order(moved_cue(cue, times) for cue in state.draft.cues),
        texts=moved_texts(state.draft.texts, times),
    )
    return FolderState(draft, moved_revisions(state.revisions, times))


def _in_order(cues: Iterable[Cue]) -> tuple[Cue, ...]:
    return tuple(sorted(cues, key=lambda cue: cue.span.start))


def _outcome(source: DescribedSource, after: Script, measured: CutMeasurements, times: MovedTimes) -> Transferred:
    before = source.state.script
    before = before if before.speech else before.replace(speech=measured.old_speech)
    audible = {cue.id for cue in after.spoken()}
    parts = measured.alignment.parts
    return Transferred(
        source.film.path,
        after.film.path,
        cues=len(before.spoken()),
        carried=sum(cue.id in audible for cue in before.spoken()),
        parts=parts,
        removed=_rest([part.old for part in parts], source.film),
        inserted=_rest([part.new for part in parts], after.film),
        same_sound=measured.alignment.same_sound,
        findings=findings(before, after, times),
    )


def _rest(shared: list[Span], film: Film) -> tuple[Span, ...]:
    """What only one of the cuts has; limits are known to a picture, so that slivers are none."""
    return tuple(span for span in between(shared, Span(0.0, film.duration)) if span.duration >= _SLIVER)


def _write(folder: Path, source: DescribedSource, state: FolderState, times: MovedTimes, outcome: Transferred) -> None:
    """Write the new folder; the script comes last, so that a killed run is done again."""
    if source.folder is not None:
        _carry_files(source.folder, folder, source.state, times)
    write_record(folder / TRANSFER, outcome)
    workspace = Workspace(folder)
    with workspace.locked():
        workspace.journal.replace(state.revisions)
        workspace.save_draft(state.draft)


def _carry_files(old: Path, folder: Path, state: FolderState, times: MovedTimes) -> None:
    """Copy what belongs to the description, with its times on the new clock."""
    if (old / CAST).is_file():
        write_text(folder / CAST, moved_cast(read_text(old / CAST), old / CAST, times))
    if (old / SETTINGS).is_file():
        write_text(folder / SETTINGS, read_text(old / SETTINGS))
    if (old / FACES).is_file():
        write_records(folder / FACES, moved_faces(read_records(old / FACES, Face), times))
    keep_narration(folder, moved_moments(read_narration(old), times))
    cues = [
        *state.draft.cues,
        *(cue for one in state.revisions for change in one.changes for cue in (change.before, change.after)),
    ]
    named = {person.portrait for person in (*state.draft.people, *state.script.people)}
    for name in sorted(filter(None, named | {cue.recording for cue in cues if cue is not None})):
        path = inside(old, name, "a file of the description")
        if path.is_file():
            with writing(inside(folder, name, "a file of the description")) as partial:
                shutil.copyfile(path, partial)
