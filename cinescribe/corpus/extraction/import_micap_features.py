"""Brings the features of MICap's release into a corpus of LSMDC."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cinescribe.corpus.core.corpus import FEATURES, Corpus, read_corpus
from cinescribe.corpus.extraction.film_features import claim_features, clips_by_film
from cinescribe.corpus.extraction.import_blank_vectors import import_blank_vectors
from cinescribe.errors import FeatureError, brief
from cinescribe.features.extraction.clip_extractors import clips_digest
from cinescribe.features.imports.clip_arrays import ClipArrays, open_clip_arrays
from cinescribe.features.imports.micap_info import MicapGroup, MicapInfo, read_micap_info
from cinescribe.features.imports.micap_release import clip_actions, clip_faces, clip_frames, faces_name
from cinescribe.features.store.clip_level_features import ClipwiseFeatures, join_clipwise
from cinescribe.features.store.clipwise_faces import ClipwiseFaces, join_clipwise_faces
from cinescribe.features.store.film_store import STREAMS, FeatureStore, Provenance, StreamName
from cinescribe.input_files import digest, read_text
from cinescribe.parsing import parse_json
from cinescribe.progress import Progress, no_progress
from cinescribe.schema import Clip

_MAX_CLUSTERS = 2 << 30  # bytes: 98,527 sets of 300 numbers take a fifth of it
_N_CLUSTERS = 1 << 15  # cluster numbers
_DIGITS = 16  # of a digest, in hex


@dataclass(frozen=True)
class ImportedMicap:
    """What an import found.

    Args:
        clips: clips of the corpus that have features.
        films: number of films that have such clips.
        done: of these, films written now; the others are there already.
        sets: sets of such clips with published clusters.
        blanks: sets with text vectors of blanks.
        missing: ids of clips of the release's films without features.
    """

    clips: int
    films: int
    done: int
    sets: int
    blanks: int
    missing: tuple[str, ...]


def import_micap_features(
    corpus: str | Path,
    *,
    info: str | Path,
    clips: str | Path,
    actions: str | Path,
    faces: str | Path,
    clusters: str | Path,
    blanks: str | Path | None = None,
    partial: bool = False,
    progress: Progress = no_progress,
) -> ImportedMicap:
    """Store the features of MICap's release in a corpus of LSMDC; films that are up to date are skipped.

    Each clip keeps its own features, also where clips overlap. Films that the release does not have are left out.

    Args:
        corpus: its folder, by `corpus import lsmdc`.
        info: the JSON file of the release.
        clips: the folder of CLIP features, one `MOVIE/CLIP.npy` for each clip.
        actions: the folder of I3D features, likewise.
        faces: the folder of faces, `MOVIE/CLIP_concatenated.npy` and `MOVIE/CLIP.info` for each clip with faces.
        clusters: the JSON file of clusters, a list of numbers for each set.
        blanks: the folder of text vectors of blanks, `train_embeddings.pkl` and so on; None for none.
        partial: whether clips may lack features; they cannot be read then.
        progress: called with the share that is done.

    Raises:
        FeatureError: when a file is malformed, features have another width, or clips lack features.
        CorpusError, RecordError: when the corpus or a file cannot be read.
        OutputError: when the features cannot be written, or their folder is a link or holds anything else.
    """
    found, release = read_corpus(Path(corpus)), read_micap_info(Path(info))
    with ExitStack() as stack:
        arrays = [stack.enter_context(open_clip_arrays(Path(one))) for one in (clips, actions, faces)]
        frames, moves, heads = arrays
        numbers = _read_clusters(Path(clusters))
        source = _Source(release, frames, moves, heads, numbers, digest(Path(clusters)))
        films, missing = _with_features(found, source)
        if not films or (missing and not partial):
            raise FeatureError(
                f"{len(missing)} clips of {len(found.clips)} have no features in {Path(clips).name} and "
                f"{Path(actions).name}, the first {(*missing, 'none')[0]!r}; give the whole release of this corpus, or "
                "import a part of the clips by `partial`"
            )
        done = _store(found, films, source, progress)
    n_blanks = 0
    if blanks is not None:
        n_blanks = import_blank_vectors(found, release, Path(blanks), partial=partial)
    n_clips, ids = sum(map(len, films.values())), {clip.id for clips in films.values() for clip in clips}
    n_sets = sum(ids.issuperset(group.clips) and str(group.number) in source.clusters for group in release.groups)
    return ImportedMicap(n_clips, len(films), done, n_sets, n_blanks, missing)


@dataclass(frozen=True)
class _Source:
    """The parts of the release."""

    info: MicapInfo
    frames: ClipArrays
    actions: ClipArrays
    faces: ClipArrays
    clusters: Mapping[str, NDArray[np.int64]]
    clusters_digest: str

    def has(self, clip: str) -> bool:
        """Whether a clip has frames and actions; it may have no faces."""
        return clip in self.frames and clip in self.actions

    def provenance(self, clips: Sequence[Clip]) -> Provenance:
        """Return the provenance of a film's clips."""
        ids = [clip.id for clip in clips]
        parts = [self.frames.digest(ids), self.actions.digest(ids), self.faces.digest(map(faces_name, ids))]
        parts += [digest(self.faces_info(id)) for id in ids if faces_name(id) in self.faces]
        version = hashlib.sha256(" ".join([*parts, self.clusters_digest]).encode()).hexdigest()[:_DIGITS]
        return Provenance("MICap, as released", f"{version}, {clips_digest('uniform', clips)}")

    def faces_info(self, clip: str) -> Path:
        """Return the `.info` file of a clip."""
        return self.faces.path / self.info.movies[clip] / f"{clip}.info"

    def features(self, clips: Sequence[Clip]) -> dict[StreamName, ClipwiseFeatures | ClipwiseFaces]:
        """Return the streams of a film's clips."""
        ids, spans = [clip.id for clip in clips], [clip.span for clip in clips]
        frames = [clip_frames(clip, self.frames) for clip in clips]
        faces = {
            clip.id: clip_faces(clip, self.faces, self.faces_info(clip.id), n_frames=one.n_frames)
            for clip, one in zip(clips, frames, strict=True)
        }
        of_frames = join_clipwise(ids, [one.rows for one in frames], spans=spans)
        return {
            "clip": replace(of_frames, times=np.concatenate([one.times for one in frames])),
            "actions": join_clipwise(ids, [clip_actions(clip, self.actions) for clip in clips], spans=spans),
            "faces": join_clipwise_faces(faces, dict(self._sets({id: len(faces[id].times) for id in ids}))),
        }

    def _sets(self, n_faces: Mapping[str, int]) -> Iterator[tuple[tuple[str, ...], NDArray[np.int64]]]:
        """Yield the published clusters of the sets of some clips, which have so many faces."""
        for group in (group for clip in n_faces for group in self._groups.get(clip, ())):
            numbers = self.clusters.get(str(group.number))
            if numbers is None or not all(clip in n_faces for clip in group.clips):
                continue
            n = sum(n_faces[clip] for clip in group.clips)
            if len(numbers) > n:
                raise FeatureError(
                    f"group {group.number} has {len(numbers)} clusters for {n} faces; give faces and clusters of one "
                    "release"
                )
            yield group.clips, numbers

    @cached_property
    def _groups(self) -> dict[str, list[MicapGroup]]:
        """The sets by their first clip."""
        groups: dict[str, list[MicapGroup]] = {}
        for group in self.info.groups:
            groups.setdefault(group.clips[0], []).append(group)
        return groups


def _read_clusters(path: Path) -> dict[str, NDArray[np.int64]]:
    values = parse_json(read_text(path, max_bytes=_MAX_CLUSTERS), repr(str(path)))
    if not isinstance(values, dict):
        raise FeatureError(f"{path.name!r} is {brief(values)}; expected clusters by the number of a set")
    return {key: _cluster_numbers(value, f"{path.name!r}: set {key}") for key, value in values.items()}


def _cluster_numbers(value: Any, where: str) -> NDArray[np.int64]:
    whole = isinstance(value, list) and all(type(one) is int and 0 <= one < _N_CLUSTERS for one in value)
    if not whole:
        raise FeatureError(f"{where} is {brief(value)}; expected a list of cluster numbers from 0")
    return np.array(value, np.int64)


def _with_features(corpus: Corpus, source: _Source) -> tuple[dict[str, list[Clip]], tuple[str, ...]]:
    """Return the clips with features, by film, and the ids of the others in films of the release."""
    films: dict[str, list[Clip]] = {}
    missing = []
    for film, clips in clips_by_film(corpus).items():
        if not any(clip.id in source.info.movies for clip in clips):
            continue
        there = [clip for clip in clips if clip.id in source.info.movies and source.has(clip.id)]
        missing += [clip.id for clip in clips if clip.id not in source.info.movies or not source.has(clip.id)]
        if there:
            films[film] = there
    return films, tuple(missing)


def _store(corpus: Corpus, films: Mapping[str, list[Clip]], source: _Source, progress: Progress) -> int:
    """Write the films that are missing or out of date, and return their number."""
    claim_features(corpus)
    store = FeatureStore(corpus.folder / FEATURES)
    done = 0
    for number, (film, clips) in enumerate(films.items(), 1):
        made = source.provenance(clips)
        if not all(store.has(film, stream, made=made) for stream in STREAMS):
            for stream, features in source.features(clips).items():
                store.write(film, stream, features, made=made)
            done += 1
        progress("features", number / len(films))
    store.compact()
    return done
