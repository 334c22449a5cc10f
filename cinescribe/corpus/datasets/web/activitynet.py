"""Reads ActivityNet Captions as a corpus: web videos with sentences for parts that may overlap (Krishna et al. 2017).

`train.json`, `val_1.json` and `val_2.json` are objects of videos (`v_...`), each with `duration`, `timestamps` and
`sentences`: the files that the authors' evaluation reads (ranjaykrishna/densevid_eval). The two validation files are
two annotators' accounts of the same videos.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from cinescribe.corpus.core.corpus import Corpus, CorpusCard, CorpusFilm
from cinescribe.corpus.core.malformed import MALFORMED, text_of, wrong_format
from cinescribe.corpus.datasets.sidecar_annotations import AnnotatedCorpus
from cinescribe.corpus.datasets.web.web_videos import write_with_videos
from cinescribe.errors import CorpusError
from cinescribe.schema import Clip
from cinescribe.store import read_json
from cinescribe.timing import Span

_CARD = CorpusCard(
    "activitynet",
    "ActivityNet Captions (Krishna, Hata, Ren, Fei-Fei and Niebles 2017)",
    "for research; the videos are their owners'",
)
_WANTED = "a file of ActivityNet Captions: an object of videos with duration, timestamps and sentences"
_FILES = {"train.json": ("train", "a"), "val_1.json": ("val", "a"), "val_2.json": ("val", "b")}


def build_activitynet(folder: Path, annotations: Path, *, films: Path | None = None) -> Corpus:
    """Build a corpus of ActivityNet Captions; each sentence is a clip.

    The id of a clip is that of its video, `a` or `b` for the annotator of a validation video, and the number of the
    sentence in time: `v_QOlSCBRmfWY_a0000`. Parts of one video may overlap, and end with it at the latest.

    Args:
        folder: where to write.
        annotations: a file of the release, by its name there, or the folder of them.
        films: the folder of the videos, each `v_....mp4` or with another video suffix; by default that of the file.

    Raises:
        RecordError: when a file is missing or is not JSON.
        CorpusError: when a file has another name or format, the folder has no such file, a part begins after its
            video's end, or `films` has none of the videos.
    """
    known: dict[str, CorpusFilm] = {}
    clips: list[Clip] = []
    for path in _files(Path(annotations)):
        films_of_file, more = read_activitynet(path)
        for film in films_of_file:
            known.setdefault(film.id, film)
        clips += more
    corpus = AnnotatedCorpus(Corpus(Path(), _CARD, tuple(known.values()), tuple(_by_film(clips, known))))
    return write_with_videos(folder, corpus, films=films, annotations=Path(annotations)).corpus


def read_activitynet(path: Path) -> tuple[list[CorpusFilm], list[Clip]]:
    """Read the videos of a file and their clips, by time within each video.

    Raises:
        RecordError: when the file is missing or is not JSON.
        CorpusError: when it has another name or format, or a part begins after its video's end.
    """
    if Path(path).name not in _FILES:
        raise CorpusError(
            f"{Path(path).name!r} is no file of ActivityNet Captions; expected one of {', '.join(_FILES)}"
        )
    split, annotator = _FILES[Path(path).name]
    value = read_json(path)
    try:
        films = [CorpusFilm(text_of(id), split, None, float(item["duration"])) for id, item in value.items()]
        clips = [clip for id, item in value.items() for clip in _clips(id, item, annotator)]
    except MALFORMED as error:
        raise wrong_format(path, _WANTED, error) from error
    return films, clips


def _files(annotations: Path) -> list[Path]:
    if not annotations.is_dir():
        return [annotations]
    found = [annotations / name for name in _FILES if (annotations / name).is_file()]
    if not found:
        raise CorpusError(f"{str(annotations)!r} holds none of {', '.join(_FILES)}; name the folder of captions.zip")
    return found


def _clips(id: str, item: Mapping[str, Any], annotator: str) -> Iterator[Clip]:
    duration = float(item["duration"])
    parts = sorted(zip(item["timestamps"], item["sentences"], strict=True), key=lambda part: (part[0][0], part[0][1]))
    for n, ((start, end), sentence) in enumerate(parts):
        if float(start) >= duration:
            raise CorpusError(f"a part of {id!r} begins at {start} s, but the video lasts {duration} s; correct it")
        # Some parts of the release end a little after their video, or before they begin.
        first, last = sorted((float(start), min(float(end), duration)))
        text = " ".join(text_of(sentence).split())
        yield Clip(f"{id}_{annotator}{n:04d}", id, Span(first, last), text or None)


def _by_film(clips: list[Clip], films: Mapping[str, CorpusFilm]) -> list[Clip]:
    order = {id: n for n, id in enumerate(films)}
    return sorted(clips, key=lambda clip: (order[clip.film], clip.span.start, clip.id))
