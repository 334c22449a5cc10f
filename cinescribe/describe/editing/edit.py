"""Edits a description: reads an edited file back, and gives cues recordings."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from cinescribe.describe.editing.changed_cue import Duration
from cinescribe.describe.editing.comparison import Remark, ScriptChanges, compare
from cinescribe.describe.editing.revisions import CueChange, Revision, called_now
from cinescribe.describe.editing.workspace import FolderState, Workspace, now
from cinescribe.errors import EditError
from cinescribe.export.description import folder_voice
from cinescribe.export.exports import base_rows, note_read
from cinescribe.export.fit import misfits
from cinescribe.export.read_rows import read_rows
from cinescribe.export.recordings import keep_take
from cinescribe.export.tracks.cue_rows import RowFile
from cinescribe.media.voice.voice import Voice
from cinescribe.schema import Cue, CueStatus, Script
from cinescribe.timing import Seconds, Span


@dataclass(frozen=True)
class Edited:
    """The outcome of an edit.

    Args:
        script: with the edit.
        comparison: what was changed.
        remarks: what the editor should know: of the comparison, and cues that do not fit their gap.
    """

    script: Script
    comparison: ScriptChanges
    remarks: tuple[Remark, ...]


def edit_description(
    folder: str | Path, path: str | Path, *, voice: Voice | None = None, who: str, dry_run: bool = False
) -> Edited:
    """Read an edited export back into a description, by the ids of its cues.

    Args:
        folder: the output folder of `describe_film`.
        path: the edited text, CSV, WebVTT, SubRip or DAPT file.
        voice: speaks the cues, to learn how long they take; by default that of the folder.
        who: the name of the editor, for the journal.
        dry_run: whether to change nothing.

    Returns:
        What was changed, or would be.

    Raises:
        RecordError: when the folder holds no description, or a damaged one.
        SubtitleError: when the file cannot be read.
        VoiceError: when the voice cannot speak a cue.
        OutputError: when the folder cannot be written.
    """
    folder, path = Path(folder), Path(path)
    if voice is None:
        with folder_voice(folder) as own:
            return edit_description(folder, path, voice=own, who=who, dry_run=dry_run)
    workspace = Workspace(folder)
    with workspace.opened(who=who) as state:
        exported = base_rows(folder, path)
        read = read_rows(path, state.script, base=exported)
        rows = exported.rows if exported is not None else ()
        found = compare(state.script, read, rows, duration=_duration(voice))
        remarks = list(found.remarks)
        if exported is None:
            remarks += _not_removed(state.script, {row.id for row in read.rows}, read.carries)
        revision = Revision(now(), who, path.name, found.changes, called_now(state.script.people))
        after = FolderState(state.draft, (*state.revisions, revision)) if found.changes else state
        if found.changes and not dry_run:
            after = workspace.commit(state, revision)
        if not dry_run:
            note_read(folder, path, RowFile(found.rows, read.carries))
    changed = {change.cue for change in found.changes}
    return Edited(after.script, found, (*remarks, *_unfitting(after.script, changed, voice, folder)))


def set_recording(
    folder: str | Path, cue_id: str, recording: str | Path | None, *, voice: Voice | None = None, who: str
) -> Edited:
    """Give a cue a recording, which is heard in place of the voice, or take it away.

    Args:
        folder: the output folder of `describe_film`.
        cue_id: the cue.
        recording: a sound file; it is trimmed and levelled. None takes the recording away.
        voice: speaks the cue if it has no recording; by default that of the folder.
        who: the name of the editor, for the journal.

    Raises:
        EditError: when there is no such cue.
        VoiceError: when the file cannot be read, has no sound or only silence, or lasts more than a minute.
        RecordError: when the folder holds no description, or a damaged one.
        OutputError: when the folder cannot be written, or its folder of recordings is a link.
    """
    folder = Path(folder)
    if voice is None:
        with folder_voice(folder) as own:
            return set_recording(folder, cue_id, recording, voice=own, who=who)
    workspace = Workspace(folder)
    with workspace.opened(who=who) as state:
        before = next((cue for cue in state.script.cues if cue.id == cue_id), None)
        if before is None:
            raise EditError(f"no cue has the id {cue_id!r}; an export to text lists all ids")
        take = None if recording is None else keep_take(folder, cue_id, Path(recording))
        takes = voice.say(before.text, rate=before.rate).duration if take is None else take.seconds
        change = recording_change(before, None if take is None else take.path, takes)
        source = Path(recording).name if recording is not None else "recording removed"
        revision = Revision(now(), who, source, (change,), called_now(state.script.people))
        script = workspace.commit(state, revision).script
    comparison = ScriptChanges((change,), (), (), n_changed=1, n_added=0, n_moved=0, n_removed=0)
    return Edited(script, comparison, _unfitting(script, {cue_id}, voice, folder))


def recording_change(cue: Cue, recording: str | None, takes: Seconds) -> CueChange:
    """Return the change that gives a cue a recording, or takes it away; the cue lasts as long as it is heard then.

    Args:
        cue: as it is.
        recording: the path of a take that is kept; None for the voice.
        takes: seconds for which the cue is heard.
    """
    return CueChange(cue.id, cue, _lasting(cue.replace(recording=recording, hand_made=True), takes))


def _not_removed(script: Script, read: Collection[str | None], carries: Collection[CueStatus]) -> list[Remark]:
    """Return a remark if a file that is no export of this folder lacks cues: it may be a part."""
    missing = [cue for cue in script.cues if cue.status in carries and cue.id not in read]
    if not missing:
        return []
    n = f"{len(missing)} {'cue is' if len(missing) == 1 else 'cues are'}"
    return [Remark("", f"{n} not in the file, which was not exported from this folder: nothing was removed")]


def _lasting(cue: Cue, seconds: Seconds) -> Cue:
    """Return a cue that is heard for some seconds; one that was dropped is spoken again."""
    start = cue.span.start
    if cue.status == "extended":
        return cue.replace(pause=seconds)
    return cue.replace(span=Span(start, round(start + seconds, 3)), status="spoken", reason=None)


def _duration(voice: Voice) -> Duration:
    return lambda cue: voice.say(cue.text, rate=cue.rate).duration


def _unfitting(script: Script, changed: set[str], voice: Voice, folder: Path) -> tuple[Remark, ...]:
    """Return remarks about changed cues that do not fit their gap."""
    return tuple(Remark(one.cue, one.reason) for one in misfits(script, voice, folder, among=changed))
