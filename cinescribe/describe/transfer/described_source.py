"""The description that is carried over: a folder of Cinescribe, or a file from elsewhere with its film."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from cinescribe.describe.analyse import seeable_film
from cinescribe.describe.editing.changed_cue import free_id
from cinescribe.describe.editing.revisions import CueChange, Revision, called_now
from cinescribe.describe.editing.workspace import FolderState, Workspace, now
from cinescribe.describe.guidelines.languages.file_language import file_language
from cinescribe.describe.guidelines.read_description import WORDS_PER_SECOND
from cinescribe.errors import FilmError, ParameterError
from cinescribe.export.folder import find_film, read_script
from cinescribe.export.read_rows import bare_rows
from cinescribe.export.tracks.cue_rows import CueRow
from cinescribe.input_files import digest
from cinescribe.language.identification.text_language import text_language
from cinescribe.language_tags import file_name_language
from cinescribe.schema import Cue, Film, Person, Script
from cinescribe.timing import Seconds, Span, clock

_BY = "imported"  # the author of cues from elsewhere


@dataclass(frozen=True)
class DescribedSource:
    """A description with its film.

    Args:
        state: its draft and journal.
        film: the film, with its digest.
        folder: of the description; None if it is a file from elsewhere.
        remarks: what a person should look at in the description itself, before it is carried over.
    """

    state: FolderState
    film: Film
    folder: Path | None = None
    remarks: tuple[str, ...] = ()


def described_source(path: Path, film: Path | None, *, who: str) -> DescribedSource:
    """Read a description; its folder is not written to.

    Args:
        path: the folder of a description, or WebVTT, SubRip, DAPT, CSV or text.
        film: its film; by default the one that the folder names.
        who: the name for the journal.

    Raises:
        ParameterError: when a file from elsewhere comes without its film.
        FilmError: when the film is not there, cannot be read, or has no pictures.
        RecordError: when the folder holds no description, or a damaged one.
        SubtitleError: when the file cannot be read.
    """
    if path.is_dir():
        return _of_folder(path, film, who=who)
    if film is None:
        raise ParameterError(f"{str(path)!r} is no folder of a description; give its film as `old_film`")
    found, known = written_cues(path), described_film(film)
    return source_of_cues(found.cues, found.people, known, who=who, name=path.name, language=found.language)


@dataclass(frozen=True)
class WrittenCues:
    """The cues of a file from elsewhere, on its clock, the people that they name, and their language."""

    cues: tuple[Cue, ...]
    people: tuple[Person, ...]
    language: str


def written_cues(path: Path) -> WrittenCues:
    """Read the cues of WebVTT, SubRip, DAPT, CSV or text.

    Raises:
        SubtitleError: when the file cannot be read.
    """
    rows = bare_rows(path).rows
    names = dict.fromkeys(name for row in rows for name in row.people or ())
    people = tuple(Person(f"p{n}", f"P{n}", name) for n, name in enumerate(names, 1))
    ids = {person.name: person.id for person in people}
    cues, taken = list[Cue](), set[str]()
    for row in rows:
        cues.append(_cue(row, ids, taken))
        taken.add(cues[-1].id)
    tag = file_language(path) or file_name_language(path) or text_language(cue.text for cue in cues)
    return WrittenCues(tuple(cues), people, tag or "en")


def source_of_cues(
    cues: Iterable[Cue],
    people: tuple[Person, ...],
    film: Film,
    *,
    who: str,
    name: str,
    language: str,
    remarks: Iterable[str] = (),
) -> DescribedSource:
    """Return a description of cues from elsewhere, which its journal adds to an empty draft.

    Args:
        cues: on the film's clock.
        people: whom they name.
        film: with its digest.
        who: who added them, for the journal.
        name: of the file that they are from, for the journal.
        language: of the cues.
        remarks: on them; one on cues after the end of the film is added.
    """
    cues = tuple(cues)
    changes = tuple(CueChange(cue.id, None, cue) for cue in cues)
    revisions = (Revision(now(), who, name, changes, called_now(people)),) if changes else ()
    state = FolderState(Script(film, people=people, language=language), revisions)
    late = [cue for cue in cues if cue.status != "dropped" and cue.span.start >= film.duration]
    after = (
        f"{len(late)} of {len(cues)} cues begin after the end of {Path(film.path).name} ({clock(film.duration)}): "
        "check that it is the film of this description"
    )
    return DescribedSource(state, film, remarks=(*remarks, after) if late else tuple(remarks))


def described_film(path: Path) -> Film:
    """Probe the film of a description.

    Raises:
        FilmError: when it cannot be read, or has no pictures.
    """
    return seeable_film(path).replace(digest=digest(path))


def _of_folder(folder: Path, film: Path | None, *, who: str) -> DescribedSource:
    script = read_script(folder)
    found = film or find_film(script, folder)
    if found is None:
        raise FilmError(
            f"the film {script.film.path!r} of {str(folder)!r} is not there; put it back, or name it as `old_film`"
        )
    known = described_film(found)
    is_other = script.film.digest is not None and script.film.digest != known.digest
    remark = f"the file of {found.name} has changed since it was described; check times"
    return DescribedSource(Workspace(folder).peek(who=who), known, folder, (remark,) if is_other else ())


def _cue(row: CueRow, ids: dict[str | None, str], taken: set[str]) -> Cue:
    return Cue(
        Span(row.start, max(_end(row), row.start)),
        row.text,
        tuple(ids[name] for name in row.people or ()),
        status=row.status or "spoken",
        by=_BY,
        rate=row.rate or 1.0,
        id=row.id if row.id and row.id not in taken else free_id(row.start, taken),
        hand_made=True,
        comment=row.comment or None,
    )


def _end(row: CueRow) -> Seconds:
    """When a cue ends; where the file does not say it, at the usual speed of a voice."""
    if row.status == "dropped":
        return row.start
    return row.start + len(row.text.split()) / WORDS_PER_SECOND if row.end is None else row.end
