"""The description that is carried over: a folder of Cinescribe, or a file from elsewhere with its film."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from cinescribe.describe.analyse import seeable_film
from cinescribe.describe.editing.changed_cue import free_id
from cinescribe.describe.editing.revisions import CueChange, Revision, called_now
from cinescribe.describe.editing.workspace import FolderState, Workspace, now
from cinescribe.errors import FilmError, ParameterError
from cinescribe.export.folder import find_film, read_script
from cinescribe.export.read_rows import bare_rows
from cinescribe.export.tracks.cue_rows import CueRow
from cinescribe.input_files import digest
from cinescribe.language_tags import file_name_language
from cinescribe.schema import Cue, Film, Person, Script
from cinescribe.timing import Span

_BY = "imported"  # the author of cues from elsewhere


@dataclass(frozen=True)
class DescribedSource:
    """A description with its film.

    Args:
        state: its draft and journal.
        film: the film, with its digest.
        folder: of the description; None if it is a file from elsewhere.
        remark: on the film; None if there is none.
    """

    state: FolderState
    film: Film
    folder: Path | None = None
    remark: str | None = None


def described_source(path: Path, film: Path | None, *, who: str) -> DescribedSource:
    """Read a description.

    Args:
        path: the folder of a description, or WebVTT, SubRip, DAPT, CSV or text.
        film: its film; by default the one that the folder names.
        who: the name for the journal.

    Raises:
        ParameterError: when a file from elsewhere comes without its film.
        FilmError: when the film is not there, cannot be read, or has no pictures.
        RecordError: when the folder holds no description, or a damaged one.
        SubtitleError: when the file cannot be read.
        OutputError: when the folder cannot be written, or another command is editing it.
    """
    if path.is_dir():
        return _of_folder(path, film, who=who)
    if film is None:
        raise ParameterError(f"{str(path)!r} is no folder of a description; give its film as `old_film`")
    rows = bare_rows(path).rows
    known = _with_digest(film)
    script = Script(known, people=_people(rows), language=file_name_language(path) or "en")
    ids = {person.name: person.id for person in script.people}
    changes, taken = list[CueChange](), set[str]()
    for row in rows:
        cue = _cue(row, ids, taken)
        taken.add(cue.id)
        changes.append(CueChange(cue.id, None, cue))
    revision = Revision(now(), who, path.name, tuple(changes), called_now(script.people))
    return DescribedSource(FolderState(script, (revision,) if changes else ()), known)


def _of_folder(folder: Path, film: Path | None, *, who: str) -> DescribedSource:
    script = read_script(folder)
    found = film or find_film(script, folder)
    if found is None:
        raise FilmError(
            f"the film {script.film.path!r} of {str(folder)!r} is not there; put it back, or name it as `old_film`"
        )
    known = _with_digest(found)
    with Workspace(folder).opened(who=who) as state:
        is_other = script.film.digest is not None and script.film.digest != known.digest
        remark = f"the file of {found.name} has changed since it was described; check times" if is_other else None
        return DescribedSource(state, known, folder, remark)


def _with_digest(path: Path) -> Film:
    return seeable_film(path).replace(digest=digest(path))


def _people(rows: tuple[CueRow, ...]) -> tuple[Person, ...]:
    names = dict.fromkeys(name for row in rows for name in row.people or ())
    return tuple(Person(f"p{n}", f"P{n}", name) for n, name in enumerate(names, 1))


def _cue(row: CueRow, ids: dict[str | None, str], taken: set[str]) -> Cue:
    return Cue(
        Span(row.start, max(row.end or row.start, row.start))
        if row.status != "dropped"
        else Span(row.start, row.start),
        row.text,
        tuple(ids[name] for name in row.people or ()),
        status=row.status or "spoken",
        by=_BY,
        rate=row.rate or 1.0,
        id=row.id if row.id and row.id not in taken else free_id(row.start, taken),
        hand_made=True,
        comment=row.comment or None,
    )
