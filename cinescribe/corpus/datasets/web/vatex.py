"""Reads VATEX as a corpus: web video clips of ten seconds with ten English captions each (Wang et al. 2019).

A file is a JSON list of `videoID` (the web video, its start and its end in seconds, as `Ptf_2VRj-V0_000122_000132`),
`enCap` and `chCap`. Its layout is that which the authors' code reads (eric-xw/Video-guided-Machine-Translation); the
split is in the file's name. Chinese captions are not kept.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from cinescribe.corpus.core.corpus import Corpus, CorpusCard
from cinescribe.corpus.core.malformed import MALFORMED, text_of, wrong_format
from cinescribe.corpus.datasets.web.web_videos import Video, as_corpus, write_with_videos
from cinescribe.errors import CorpusError
from cinescribe.store import read_json
from cinescribe.timing import Span

_CARD = CorpusCard(
    "vatex",
    "VATEX (Wang, Wu, Chen, Li, Wang and Wang 2019)",
    "CC BY 4.0 for the annotations; the videos are their owners'",
)
_WANTED = "a file of VATEX: a list of objects with videoID and enCap"
_ID = re.compile(r"(?P<video>.{11})_(?P<start>[0-9]{6})_(?P<end>[0-9]{6})")
_SPLITS = {"training": "train", "validation": "val", "test": "test"}  # as in names of files, and here


def build_vatex(folder: Path, annotations: Path, *, films: Path | None = None) -> Corpus:
    """Build a corpus of VATEX's annotations; each clip is a film of its own.

    Args:
        folder: where to write.
        annotations: a file such as `vatex_training_v1.0.json`, or a folder of several.
        films: the folder of the clips, each `<videoID>.mp4` or with another video suffix; by default that of the file.

    Raises:
        RecordError: when a file is missing or is not JSON.
        CorpusError: when a file has another format or no split in its name, a clip is in two files, the folder has no
            such file, or `films` has none of the clips.
    """
    videos: dict[str, Video] = {}
    captions: dict[str, list[str]] = {}
    for path in _files(Path(annotations)):
        more, more_captions = read_vatex_videos(path)
        if twice := sorted(videos.keys() & more_captions.keys()):
            raise CorpusError(f"{str(path)!r} has the clip {twice[0]!r}, which another file has; give each once")
        videos |= {video.id: video for video in more}
        captions |= more_captions
    corpus = as_corpus(_CARD, list(videos.values()), captions)
    return write_with_videos(folder, corpus, films=films, annotations=Path(annotations)).corpus


def read_vatex_videos(path: Path) -> tuple[list[Video], dict[str, list[str]]]:
    """Read the clips of a file, and the English captions of each.

    Raises:
        RecordError: when the file is missing or is not JSON.
        CorpusError: when it has another format, an id without times, or no split in its name.
    """
    split = next((ours for theirs, ours in _SPLITS.items() if theirs in Path(path).name.lower()), None)
    if split is None:
        raise CorpusError(
            f"{Path(path).name!r} does not say which split it is; keep VATEX's names, as vatex_training_v1.0.json"
        )
    value = read_json(path)
    try:
        captions = {text_of(item["videoID"]): _captions(item) for item in value}
    except MALFORMED as error:
        raise wrong_format(path, _WANTED, error) from error
    if not captions or len(captions) < len(value):
        raise CorpusError(f"{str(path)!r} has no clip, or one of them twice; expected {_WANTED}")
    return [_video(id, split, path) for id in captions], captions


def _files(annotations: Path) -> list[Path]:
    if not annotations.is_dir():
        return [annotations]
    found = sorted(annotations.glob("vatex*.json"))
    if not found:
        raise CorpusError(f"{str(annotations)!r} holds no file of VATEX; expected vatex_training_v1.0.json")
    return found


def _captions(item: Mapping[str, Any]) -> list[str]:
    return [" ".join(text_of(caption).split()) for caption in item.get("enCap", ())]


def _video(id: str, split: str, path: Path) -> Video:
    found = _ID.fullmatch(id)
    if found is None or int(found["end"]) <= int(found["start"]):
        raise CorpusError(
            f"{str(path)!r} has the id {id!r}; expected video, start and end, as abcdefghijk_000010_000020"
        )
    span = Span(float(found["start"]), float(found["end"]))
    return Video(id, split, span, f"https://www.youtube.com/watch?v={found['video']}")
