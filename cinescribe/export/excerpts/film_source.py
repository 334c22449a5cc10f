"""The film of a described folder, for what needs its sound and pictures: there, gone, or another one by now."""

from __future__ import annotations

from pathlib import Path

from cinescribe.errors import FilmError, RecordError
from cinescribe.export.folder import find_film
from cinescribe.input_files import digest
from cinescribe.schema import Film, Script

_Stamp = tuple[int, int]  # size and time of the last change


class FilmLocator:
    """Finds the film of a folder, and knows when its file is not the one that was described.

    Args:
        folder: of the description.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._digests: dict[tuple[Path, _Stamp], str] = {}

    def film(self, script: Script) -> Film:
        """Return the film with the path at which it is now.

        Raises:
            FilmError: when it is gone, or another file has its name.
        """
        problem = self.problem(script)
        if problem is not None:
            raise FilmError(problem)
        return script.film.replace(path=str(find_film(script, self._folder)))

    def problem(self, script: Script) -> str | None:
        """Return why nothing of the film can be heard or seen, in words; None if it can."""
        path = find_film(script, self._folder)
        if path is None:
            return (
                f"the film {script.film.path!r} is not there, so nothing of it can be heard; put it back, or beside "
                "the folder of its description. Texts can be edited without it"
            )
        if self._digests.get((path, _stamp(path)), script.film.digest) != script.film.digest:
            return (
                f"{str(path)!r} has changed since it was described, so nothing of it can be heard; put the described "
                "file back, or describe the film again. Texts can be edited all the same"
            )
        return None

    def check(self, script: Script) -> None:
        """Compare the file with the one that was described, which reads all of it; `problem` knows the outcome then.

        Raises:
            FilmError: as `film`, or when the file cannot be read.
        """
        path = Path(self.film(script).path)
        if script.film.digest is not None:
            try:
                self._digests[path, _stamp(path)] = digest(path)
            except RecordError as error:
                raise FilmError(str(error)) from error
        self.film(script)


def _stamp(path: Path) -> _Stamp:
    facts = path.stat()
    return facts.st_size, facts.st_mtime_ns
