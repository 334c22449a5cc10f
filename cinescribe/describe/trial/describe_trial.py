"""Describes the films of a trial one after the other; a killed run goes on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from cinescribe.corpus.film_folder.film_folder import FilmFiles, films_in
from cinescribe.describe.components import Components
from cinescribe.describe.describe import write_description
from cinescribe.errors import StudyError
from cinescribe.output_folder import claim_folder
from cinescribe.study.trial.trial_folder import Trial, write_trial
from cinescribe.study.trial.trial_study import make_trial_study

_KIND = "trial"


def trial_films(paths: Iterable[Path]) -> dict[str, FilmFiles]:
    """Return films by the names of their files without endings, with their subtitles where a folder has them.

    Args:
        paths: films, and folders of films.

    Raises:
        StudyError: when there is no film, or two have one name.
        CorpusError: when a folder has no film.
    """
    found: dict[str, FilmFiles] = {}
    for path in map(Path, paths):
        for film in films_in(path) if path.is_dir() else (FilmFiles(path.stem, path),):
            name = film.film.stem
            if name in found:
                raise StudyError(
                    f"{str(found[name].film)!r} and {str(film.film)!r} have one name; rename one, since results of a "
                    "trial are kept by name"
                )
            found[name] = film
    if not found:
        raise StudyError("no film came; name films, or a folder of films")
    return dict(sorted(found.items()))


def describe_trial(films: Mapping[str, FilmFiles], folder: Path, trial: Trial, *, components: Components) -> None:
    """Describe the films of a trial to `<film>.ad` in its folder, and make the study in which they are judged.

    Args:
        films: as `trial_films` returns them.
        folder: of the trial; new, empty, or of the same trial.
        trial: what is asked for; its films are those.
        components: of each description.

    Raises:
        StudyError: when the folder has another trial, or nothing is to be judged.
        OutputError: when the folder holds anything else, or cannot be written.
        FilmError: when a film cannot be described.
        ModelError: when the model does not answer.
        DatabaseError: when the database of the study cannot be used.
    """
    folder = Path(folder)
    claim_folder(folder, _KIND, is_older=lambda _: False)
    write_trial(folder, trial)
    for number, (name, film) in enumerate(films.items(), 1):
        components.announce(f"film {number} of {len(films)}: {name}")
        made = folder / f"{name}.ad"
        write_description(film.film, made, subtitles=film.subtitles, language=trial.language, components=components)
    make_trial_study(folder)
