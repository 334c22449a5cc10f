"""Reads MSR-VTT as a corpus, and writes a corpus as MSR-VTT: the file `videodatainfo` of clips of web videos.

One JSON object: `videos` (`video_id`, `category`, `url`, `start time`, `end time`, `split`, `id`) and `sentences`
(`caption`, `video_id`, `sen_id`), about twenty captions a video (Xu et al. 2016).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from cinescribe.corpus.core.corpus import Corpus, CorpusCard, CorpusFilm
from cinescribe.corpus.core.malformed import MALFORMED, text_of, wrong_format
from cinescribe.corpus.datasets.sidecar_annotations import AnnotatedCorpus, FilmSource
from cinescribe.corpus.datasets.web.web_videos import Video, as_corpus, source_span, write_with_videos
from cinescribe.errors import CorpusError
from cinescribe.schema import Clip
from cinescribe.store import read_json, write_json
from cinescribe.timing import Span

_CARD = CorpusCard(
    "msr-vtt",
    "MSR-VTT (Xu, Mei, Yao and Rui 2016)",
    "research only, by the terms of Microsoft Research; the videos are their owners'",
)
_WANTED = "videodatainfo of MSR-VTT: an object of videos and sentences"
_SPLITS = {"validate": "val"}  # MSR-VTT's name and Cinescribe's; the others are the same
VIDEO_CATEGORIES = (  # by number, from the data set's list of categories
    "music",
    "people",
    "gaming",
    "sports/actions",
    "news/events/politics",
    "education",
    "tv shows",
    "movie/comedy",
    "animation",
    "vehicles/autos",
    "howto",
    "travel",
    "science/technology",
    "animals/pets",
    "kids/family",
    "documentary",
    "food/drink",
    "cooking",
    "beauty/fashion",
    "advertisement",
)
_NUMBER = re.compile(r"video([0-9]{1,18})")


def build_msr_vtt(folder: Path, annotations: Path, *, films: Path | None = None) -> Corpus:
    """Build a corpus of MSR-VTT's annotations.

    MSR-VTT distributes each clip as a file, so each is a film with one clip of the same length. The first caption is
    the clip's text, the others are its paraphrases.

    Args:
        folder: where to write.
        annotations: a `videodatainfo` file, or a folder of several, as for training and test.
        films: the folder of the videos, each `video12.mp4` or with another video suffix; by default that of the file.

    Raises:
        RecordError: when a file is missing or is not JSON.
        CorpusError: when a file has another format, a video is in two files, the folder has no such file, or
            `films` has none of the videos.
    """
    videos: dict[str, Video] = {}
    captions: dict[str, list[str]] = {}
    for path in info_files(annotations):
        more, more_captions = read_msr_vtt_videos(path)
        twice = next((video.id for video in more if video.id in videos), None)
        if twice is not None:
            raise CorpusError(f"{str(path)!r} has the video {twice!r}, which another file has; give each once")
        videos |= {video.id: video for video in more}
        captions |= more_captions
    corpus = as_corpus(_CARD, list(videos.values()), captions)
    return write_with_videos(folder, corpus, films=films, annotations=Path(annotations)).corpus


def info_files(annotations: Path) -> list[Path]:
    """Return the given file, or the files of the given folder with `videodatainfo` in their names.

    Raises:
        CorpusError: when the folder has none.
    """
    if not Path(annotations).is_dir():
        return [Path(annotations)]
    found = sorted(Path(annotations).glob("*videodatainfo*.json"))
    if not found:
        raise CorpusError(f"{str(annotations)!r} holds no videodatainfo of MSR-VTT; expected videodatainfo_2017.json")
    return found


def read_msr_vtt_videos(path: Path) -> tuple[list[Video], dict[str, list[str]]]:
    """Read the videos of a `videodatainfo` file, and the captions of each in order of their sentence numbers.

    Raises:
        RecordError: when the file is missing or is not JSON.
        CorpusError: when it has another format, or a sentence is about an unknown video.
    """
    value = read_json(path)
    try:
        videos = [_video(item) for item in value["videos"]]
        sentences = sorted(value.get("sentences", ()), key=lambda sentence: int(sentence["sen_id"]))
        pairs = [(str(sentence["video_id"]), " ".join(sentence["caption"].split())) for sentence in sentences]
    except MALFORMED as error:
        raise wrong_format(path, _WANTED, error) from error
    captions: dict[str, list[str]] = {video.id: [] for video in videos}
    for id, caption in pairs:
        if id not in captions:
            raise CorpusError(f"{str(path)!r} has a sentence about {id!r}, which is not among its videos; add it")
        captions[id].append(caption)
    return videos, captions


def write_msr_vtt(annotated: AnnotatedCorpus, path: Path) -> None:
    """Write a corpus as one `videodatainfo` file; each clip becomes a video of its own.

    Not written: the people in view, all genres but the first (and that, if MSR-VTT has no such category), which clips
    are of one film, and the films' files. Sentences are renumbered.

    Raises:
        OutputError: when the file cannot be written.
    """
    corpus = annotated.corpus
    films = {film.id: film for film in corpus.films}
    sources = {source.film: source for source in annotated.sources}
    videos = [_entry(n, clip, films[clip.film], sources.get(clip.film)) for n, clip in enumerate(corpus.clips)]
    sentences = [
        {"caption": caption, "video_id": clip.id, "sen_id": n} for n, (clip, caption) in enumerate(_captions(corpus))
    ]
    write_json(path, {"info": {"description": corpus.card.name}, "videos": videos, "sentences": sentences})


def _video(value: Mapping[str, Any]) -> Video:
    category = value.get("category")
    return Video(
        str(value["video_id"]),
        text_of(_SPLITS.get(value["split"], value["split"])),
        Span(float(value["start time"]), float(value["end time"])),
        value.get("url") or None,
        None if category is None else dict(enumerate(VIDEO_CATEGORIES))[int(category)],
    )


def _entry(n: int, clip: Clip, film: CorpusFilm, source: FilmSource | None) -> dict[str, Any]:
    """Return an entry of `videos`."""
    span = source_span(clip, source)
    numbered = _NUMBER.fullmatch(clip.id)
    url = {} if source is None else {"url": source.url}
    category = (
        {"category": VIDEO_CATEGORIES.index(film.genres[0])}
        if film.genres[:1] and film.genres[0] in VIDEO_CATEGORIES
        else {}
    )
    return {
        "video_id": clip.id,
        **category,
        **url,
        "start time": span.start,
        "end time": span.end,
        "split": next((theirs for theirs, ours in _SPLITS.items() if ours == film.split), film.split),
        "id": int(numbered[1]) if numbered else n,
    }


def _captions(corpus: Corpus) -> Iterator[tuple[Clip, str]]:
    for clip in corpus.clips:
        if clip.text is not None:
            yield from ((clip, caption) for caption in (clip.text, *clip.paraphrases))
