"""Describes the films of a trial one after the other; a killed run goes on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from cinescribe.corpus.film_folder.film_folder import FilmFiles, films_in
from cinescribe.describe.describe import write_description
from cinescribe.describe.describe_options import DescribeOptions, captioner_named, no_announcement
from cinescribe.describe.narration.narrator import NarrationOptions, narrator_of
from cinescribe.errors import StudyError
from cinescribe.language_tags import language_tag
from cinescribe.media.voice.language_voices import language_voice
from cinescribe.media.voice.named_voice import voice_named
from cinescribe.output_folder import claim_folder
from cinescribe.progress import Progress, no_progress
from cinescribe.study.trial.trial_folder import Trial, write_trial
from cinescribe.study.trial.trial_study import make_trial_study

_KIND = "trial"


def trial_films(paths: Iterable[str | Path]) -> dict[str, FilmFiles]:
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
        raise StudyError("no films given; name films, or a folder of films")
    return dict(sorted(found.items()))


def describe_trial(
    films: Iterable[str | Path],
    folder: str | Path,
    *,
    captioner: str,
    writer: str | None = None,
    effort: str | None = None,
    unchecked: bool = False,
    language: str = "en",
    limit: int | None = None,
    fetch: bool = False,
    progress: Progress = no_progress,
    announce: Callable[[str], None] = no_announcement,
) -> None:
    """Describe films with a model to a folder, where one person can judge every sentence.

    Args:
        films: films, and folders of films.
        folder: of the trial; new, empty, or of the same trial, which is resumed.
        captioner: the model on trial: `server:<URL>#<model>` or `hub:<model id>`.
        writer: the model that words what the captioner sees, likewise; by default the captioner.
        effort: how much is asked of the model: quick, normal or thorough; None for normal.
        unchecked: whether to speak what the model writes without checking whether it is true.
        language: of the sentences, as BCP 47 tag.
        limit: sentences to judge, drawn at random from all films; None for all.
        fetch: whether models may be downloaded from the hub.
        progress: called with each stage and the share of it that is done.
        announce: called with a line on each film and each choice, and before a download.

    Raises:
        LanguageError: when the language is unknown.
        VoiceError: when no voice speaks it.
        CorpusError: when a folder has no film.
        StudyError, OutputError, FilmError, ModelError, DatabaseError: as `describe_trial_films`.
    """
    named, tag = trial_films(films), language_tag(language)
    trial = Trial(captioner, tuple(named), writer, effort, unchecked, limit, language=tag)
    narration = NarrationOptions(writer=writer, effort=effort, unchecked=unchecked)
    # The voice says how long sentences take; only judges who are blind hear it.
    with voice_named(language_voice(tag), fetch=fetch, announce=announce) as voice:
        chosen = captioner_named(captioner, fetch=fetch, announce=announce)
        narrator = narrator_of(chosen, narration, fetch=fetch, announce=announce)
        options = DescribeOptions(chosen, voice, progress=progress, announce=announce, narrator=narrator)
        describe_trial_films(named, Path(folder), trial, options=options)


def describe_trial_films(
    films: Mapping[str, FilmFiles], folder: Path, trial: Trial, *, options: DescribeOptions
) -> None:
    """Describe the films of a trial to `<film>.ad` in its folder, and make the study in which they are judged.

    Args:
        films: as `trial_films` returns them.
        folder: of the trial; new, empty, or of the same trial.
        trial: what is asked for; its films are those.
        options: of each description.

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
        options.announce(f"film {number} of {len(films)}: {name}")
        made = folder / f"{name}.ad"
        write_description(film.film, made, subtitles=film.subtitles, language=trial.language, options=options)
    make_trial_study(folder)
