"""Brings published arrays of clips, such as the features of *Movie Description*, into a corpus of films."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

from cinescribe.corpus.core.corpus import FEATURES, Corpus, read_corpus
from cinescribe.corpus.extraction.film_features import claim_features, clips_by_film
from cinescribe.errors import FeatureError, ParameterError
from cinescribe.features.extraction.clip_extractors import clips_digest
from cinescribe.features.imports.clip_arrays import ClipArrays, open_clip_arrays
from cinescribe.features.store.clip_level_features import ClipwiseFeatures, join_clipwise
from cinescribe.features.store.film_store import FeatureStore, Provenance
from cinescribe.input_files import digest
from cinescribe.progress import Progress, no_progress
from cinescribe.schema import Clip

ImportedStream: TypeAlias = Literal["clip", "actions", "imagenet"]
_DIGITS = 16  # of a digest, in hex


@dataclass(frozen=True)
class ImportedArrays:
    """What an import found.

    Args:
        clips: number of the corpus's clips that have vectors.
        films: number of films that have such clips.
        done: of these, films written now; the others are there already.
        width: of a vector; 0 without clips.
        missing: ids of clips without vectors.
        n_others: names in the sources that are no clips of the corpus, summed over the sources.
    """

    clips: int
    films: int
    done: int
    width: int
    missing: tuple[str, ...]
    n_others: int


def import_arrays(
    sources: str | Path | Sequence[str | Path],
    corpus: str | Path,
    *,
    stream: ImportedStream,
    widths: Sequence[int] = (),
    partial: bool = False,
    progress: Progress = no_progress,
) -> ImportedArrays:
    """Store arrays of clips as a stream of a corpus's features; films that are up to date are skipped.

    Vectors of several sources are joined, in the order of the sources. Each clip keeps its own vectors, also where
    clips overlap; several vectors of a clip are spread evenly over it.

    Args:
        sources: one or more files or folders, as `open_clip_arrays` reads them.
        corpus: its folder.
        stream: the stream that they become.
        widths: of the vectors of each source; by default those of each source's first clip.
        partial: whether clips may lack vectors; they cannot be read then.
        progress: called with the share that is done.

    Examples:
        >>> import_arrays(["lsda.h5", "places.h5"], "corpora/lsmdc", stream="clip", widths=(7604, 205))
        ... # doctest: +SKIP

    Raises:
        ParameterError: when the stream is unknown, there are no sources, or not one width for each.
        FeatureError: when a source cannot be read, has vectors of another width, or lacks clips.
        CorpusError, RecordError: when the corpus or a file cannot be read.
        OutputError: when the features cannot be written, or their folder is a link or holds anything else.
    """
    paths = [Path(sources)] if isinstance(sources, str | Path) else [Path(source) for source in sources]
    if stream not in get_args(ImportedStream):
        raise ParameterError(f"{stream!r} cannot be imported; choose from {', '.join(get_args(ImportedStream))}")
    if not paths or len(widths) not in (0, len(paths)):
        raise ParameterError(f"{len(widths)} widths came for {len(paths)} sources; give one for each source, or none")
    found = read_corpus(Path(corpus))
    with ExitStack() as stack:
        arrays = [stack.enter_context(open_clip_arrays(path)) for path in paths]
        films, missing = _with_vectors(found, arrays)
        if missing and not (partial and films):
            raise FeatureError(
                f"{len(missing)} of {len(found.clips)} clips have no vectors in {_names(paths)}, the first "
                f"{missing[0]!r}; give all sources, or import a part of the clips by `partial`"
            )
        source = _Source(arrays, tuple(widths) or _first_widths(arrays, next(iter(films.values()))[0]))
        done = _store(found, films, source, stream, progress)
    n_clips = sum(len(clips) for clips in films.values())
    n_others = sum(len(one) - sum(clip.id in one for clip in found.clips) for one in arrays)
    return ImportedArrays(n_clips, len(films), done, sum(source.widths), missing, n_others)


@dataclass(frozen=True)
class _Source:
    """Arrays that are joined, and the width of each."""

    arrays: Sequence[ClipArrays]
    widths: tuple[int, ...]

    def vectors(self, clip: Clip) -> NDArray[np.float32]:
        """Return the joined vectors of a clip, (T, D)."""
        parts = [one.vectors(clip.id, width=width) for one, width in zip(self.arrays, self.widths, strict=True)]
        counts = [len(part) for part in parts]
        if len(set(counts)) > 1:
            raise FeatureError(
                f"clip {clip.id!r} has {', '.join(map(str, counts))} vectors in {self.name}, which cannot be joined; "
                "give sources with equally many, such as means of clips"
            )
        return np.concatenate(parts, axis=1)

    def features(self, clips: Sequence[Clip]) -> ClipwiseFeatures:
        """Return the features of a film's clips."""
        vectors = [self.vectors(clip) for clip in clips]
        return join_clipwise([clip.id for clip in clips], vectors, spans=[clip.span for clip in clips])

    @property
    def name(self) -> str:
        """The names of the files and folders."""
        return _names([one.path for one in self.arrays])

    def provenance(self, clips: Sequence[Clip], film: Path | None) -> Provenance:
        """Return the provenance of a film's clips."""
        ids = [clip.id for clip in clips]
        digests = hashlib.sha256(" ".join(one.digest(ids) for one in self.arrays).encode()).hexdigest()[:_DIGITS]
        widths = "+".join(map(str, self.widths))
        version = f"{self.name}, {widths} numbers, {digests}, {clips_digest('uniform', clips)}"
        is_there = film is not None and film.is_file()
        return Provenance("imported arrays", version, digest(film) if film is not None and is_there else None)


def _with_vectors(corpus: Corpus, arrays: Sequence[ClipArrays]) -> tuple[dict[str, list[Clip]], tuple[str, ...]]:
    """Return the clips that every source has, by film, and the ids of the others."""
    films: dict[str, list[Clip]] = {}
    missing = []
    for film, clips in clips_by_film(corpus).items():
        for clip in clips:
            if all(clip.id in one for one in arrays):
                films.setdefault(film, []).append(clip)
            else:
                missing.append(clip.id)
    return films, tuple(missing)


def _store(
    corpus: Corpus, films: dict[str, list[Clip]], source: _Source, stream: ImportedStream, progress: Progress
) -> int:
    """Write the films that are missing or out of date, and return their number."""
    claim_features(corpus)
    store = FeatureStore(corpus.folder / FEATURES)
    files = {film.id: corpus.folder / film.path for film in corpus.films if film.path is not None}
    done = 0
    for number, (film, clips) in enumerate(films.items(), 1):
        made = source.provenance(clips, files.get(film))
        if not store.has(film, stream, made=made):
            store.write(film, stream, source.features(clips), made=made)
            done += 1
        progress(stream, number / len(films))
    store.compact()
    return done


def _first_widths(arrays: Sequence[ClipArrays], clip: Clip) -> tuple[int, ...]:
    return tuple(one.vectors(clip.id).shape[1] for one in arrays)


def _names(paths: Sequence[Path]) -> str:
    return ", ".join(path.name for path in paths)
