"""MSR-VTT as a corpus, and a corpus as MSR-VTT: the file `videodatainfo` of clips of web videos.

One JSON object: `videos` (`video_id`, `category`, `url`, `start time`, `end time`, `split`, `id`) and `sentences`
(`caption`, `video_id`, `sen_id`), about twenty captions a video (Xu et al. 2016).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from cinescribe.corpus.core.corpus import Corpus, CorpusCard, CorpusFilm
from cinescribe.corpus.core.json_files import MALFORMED, of_another_form, read_json, write_json
from cinescribe.corpus.datasets.sidecar_annotations import AnnotatedCorpus, FilmSource, write_annotated
from cinescribe.corpus.datasets.web_videos import Video, as_corpus, whole_span
from cinescribe.errors import CorpusError
from cinescribe.schema import Clip
from cinescribe.timing import Span

CARD = CorpusCard(
    "msr-vtt",
    "MSR-VTT (Xu, Mei, Yao and Rui 2016)",
    "research only, by the terms of Microsoft Research; the videos are their owners'",
)
WANTED = "videodatainfo of MSR-VTT: an object of videos and sentences"
SPLITS = {"validate": "val"}  # as MSR-VTT says it, and as we do; the others are called alike
CATEGORIES = (  # by number, as the set's list of categories names them
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
_NUMBER = re.compile(r"video(\d+)")


def build_msr_vtt(folder: Path, annotations: Path) -> Corpus:
    """A corpus of MSR-VTT's annotations in a folder.

    A clip of MSR-VTT is handed out as a file of its own, so each is a film with one clip, from its first second to its
    last. The first caption is the clip's text, the others are its paraphrases.

    Args:
        folder: where the corpus is written.
        annotations: a `videodatainfo` file; or the folder of several, as of training and test.

    Raises:
        RecordError: when a file is missing or is not JSON.
        CorpusError: when a file holds something else, or a video that another had; or the folder holds none.
    """
    videos: dict[str, Video] = {}
    captions: dict[str, list[str]] = {}
    for path in info_files(annotations):
        more, told = read_videos(path)
        twice = next((video.id for video in more if video.id in videos), None)
        if twice is not None:
            raise CorpusError(f"{str(path)!r} has the video {twice!r}, which another file has; give each once")
        videos |= {video.id: video for video in more}
        captions |= told
    return write_annotated(folder, as_corpus(CARD, list(videos.values()), captions)).corpus


def info_files(annotations: Path) -> list[Path]:
    """The file named, or those in the folder named whose names have `videodatainfo`.

    Raises:
        CorpusError: when the folder has none.
    """
    if not Path(annotations).is_dir():
        return [Path(annotations)]
    found = sorted(Path(annotations).glob("*videodatainfo*.json"))
    if not found:
        raise CorpusError(f"{str(annotations)!r} holds no videodatainfo of MSR-VTT; wanted videodatainfo_2017.json")
    return found


def read_videos(path: Path) -> tuple[list[Video], dict[str, list[str]]]:
    """The videos of a `videodatainfo` file, and the captions of each by the number of the sentence.

    Raises:
        RecordError: when the file is missing or is not JSON.
        CorpusError: when it holds something else, or a sentence is about a video that it has not.
    """
    value = read_json(path)
    try:
        videos = [_video(one) for one in value["videos"]]
        sentences = sorted(value.get("sentences", ()), key=lambda sentence: int(sentence["sen_id"]))
        told = [(str(sentence["video_id"]), " ".join(sentence["caption"].split())) for sentence in sentences]
    except MALFORMED as error:
        raise of_another_form(path, WANTED, error) from error
    captions: dict[str, list[str]] = {video.id: [] for video in videos}
    for id, caption in told:
        if id not in captions:
            raise CorpusError(f"{str(path)!r} has a sentence about {id!r}, which is not among its videos; add it")
        captions[id].append(caption)
    return videos, captions


def write_msr_vtt(annotated: AnnotatedCorpus, path: Path) -> None:
    """Write a corpus as one `videodatainfo` file; each clip becomes a video of its own.

    Lost are the people in view, all genres but the first (and that, where MSR-VTT has no such category), which clips
    are of one film, and the films' files. Sentences are numbered anew.

    Raises:
        OutputError: when the place cannot be written.
    """
    corpus = annotated.corpus
    films = {film.id: film for film in corpus.films}
    sources = {source.film: source for source in annotated.sources}
    videos = [_written(n, clip, films[clip.film], sources.get(clip.film)) for n, clip in enumerate(corpus.clips)]
    sentences = [
        {"caption": caption, "video_id": clip.id, "sen_id": n} for n, (clip, caption) in enumerate(_captions(corpus))
    ]
    write_json(path, {"info": {"description": corpus.card.name}, "videos": videos, "sentences": sentences})


def _video(value: Mapping[str, Any]) -> Video:
    category = value.get("category")
    return Video(
        str(value["video_id"]),
        SPLITS.get(value["split"], str(value["split"])),
        Span(float(value["start time"]), float(value["end time"])),
        value.get("url") or None,
        None if category is None else dict(enumerate(CATEGORIES))[int(category)],
    )


def _written(n: int, clip: Clip, film: CorpusFilm, source: FilmSource | None) -> dict[str, Any]:
    """One entry of `videos`."""
    span = whole_span(clip, source)
    numbered = _NUMBER.fullmatch(clip.id)
    url = {} if source is None else {"url": source.url}
    category = (
        {"category": CATEGORIES.index(film.genres[0])} if film.genres[:1] and film.genres[0] in CATEGORIES else {}
    )
    return {
        "video_id": clip.id,
        **category,
        **url,
        "start time": span.start,
        "end time": span.end,
        "split": next((theirs for theirs, ours in SPLITS.items() if ours == film.split), film.split),
        "id": int(numbered[1]) if numbered else n,
    }


def _captions(corpus: Corpus) -> Iterator[tuple[Clip, str]]:
    for clip in corpus.clips:
        if clip.text is not None:
            yield from ((clip, caption) for caption in (clip.text, *clip.paraphrases))
