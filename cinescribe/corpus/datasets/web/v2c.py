"""Reads Video2Commonsense (V2C) as a corpus, and writes a corpus as V2C: commonsense about videos of MSR-VTT.

`V2C_MSR-VTT_caption.json` has a list of captions for each video: `final_caption` in tokens, and lists of `intention`,
`effect` and `attribute`, each a pair of the text and its tokens. `v2c_info.json` has the numbers of the videos of each
split, and the vocabulary of the phrases; `msrvtt_new_info.json` has that of the captions (Fang et al. 2020, section 3).

The layout is that which the authors' code reads (jacobswan1/Video2Commonsense, commit 4dcef76): its tests score against
the first items of pairs, its training learns from the second ones. We have not seen the files themselves.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from cinescribe.corpus.core.clip_faults import captions_of
from cinescribe.corpus.core.corpus import Corpus, CorpusCard
from cinescribe.corpus.core.malformed import MALFORMED, wrong_format
from cinescribe.corpus.datasets.sidecar_annotations import AnnotatedCorpus, Commonsense
from cinescribe.corpus.datasets.video_files import video_lengths
from cinescribe.corpus.datasets.web.msr_vtt import read_msr_vtt_videos, write_msr_vtt
from cinescribe.corpus.datasets.web.web_videos import Video, as_corpus, write_with_videos
from cinescribe.errors import CorpusError
from cinescribe.schema import ASPECTS
from cinescribe.store import read_json, write_json
from cinescribe.timing import Span

CAPTIONS, INFO, TIMES = "V2C_MSR-VTT_caption.json", "v2c_info.json", "videodatainfo.json"
CAPTION_WORDS = "msrvtt_new_info.json"  # read by the authors' code, not here
_CARD = CorpusCard(
    "v2c",
    "Video2Commonsense (Fang, Gokhale, Banerjee, Baral and Yang 2020), on videos of MSR-VTT",
    "annotations MIT; videos by the terms of MSR-VTT, their owners'",
)
START, END = "<sos>", "<eos>"
_SPECIAL = ("<pad>", "<unk>", START, END)  # the first words of both vocabularies, as 0 to 3
_SPLITS = ("train", "val", "test")  # which the authors' code expects, with or without videos
_NUMBER = re.compile(r"video([0-9]{1,18})")
_WORD = re.compile(r"\w+(?:'\w+)*")
_NO_LETTER = re.compile(r"\W+")


def build_v2c(folder: Path, annotations: Path, *, films: Path | None = None) -> Corpus:
    """Build a corpus of V2C's annotations, with the commonsense of each caption in `commonsense.jsonl`.

    Each video is a film with one clip, as in MSR-VTT. V2C has no times: they come from a `videodatainfo` in the folder,
    or from the durations of the videos.

    Args:
        folder: where to write.
        annotations: the folder of V2C's files.
        films: the folder of the videos, each `video12.mp4` or with another video suffix; by default `annotations`.

    Raises:
        RecordError: when a file is missing or is not JSON.
        CorpusError: when a file has another format, the duration of a video is unknown, or `films` has none of them.
    """
    annotations = Path(annotations)
    annotated = _captions(annotations / CAPTIONS)
    splits = _splits(annotations / INFO)
    unsplit = next((id for id in annotated if id not in splits), None)
    if unsplit is not None:
        raise CorpusError(f"{INFO} has no split for {unsplit!r}, which {CAPTIONS} has; give the files of one release")
    videos = _videos(annotations, splits, films or annotations)
    captions = {id: [item.caption for item in items] for id, items in annotated.items()}
    corpus = as_corpus(_CARD, videos, captions)
    in_order = (item for video in videos for item in annotated.get(video.id, ()))
    commonsense = tuple(item for item in in_order if item.intentions or item.effects or item.attributes)
    whole = replace(corpus, commonsense=commonsense)
    return write_with_videos(folder, whole, films=films, annotations=annotations).corpus


def write_v2c(annotated: AnnotatedCorpus, path: Path) -> None:
    """Write a corpus as V2C files into a folder, with its times as MSR-VTT's `videodatainfo.json`.

    V2C numbers its videos: clips are renumbered in their order unless all are called `video0`, `video1` and so on.
    What `write_msr_vtt` does not write is not written either. The authors' code reads the files, and learns from them
    if each caption has at least one phrase of each aspect.

    Raises:
        CorpusError: when a caption has more lines of commonsense than the clip has such captions.
        OutputError: when the folder cannot be written.
    """
    numbered, folder = _numbered(annotated), Path(path)
    captions = _caption_entries(numbered)
    phrases = [text for item in numbered.commonsense for texts in item.phrases.values() for text in texts]
    splits: dict[str, list[int]] = {split: [] for split in _SPLITS}
    of_film = {film.id: film.split for film in numbered.corpus.films}
    for clip in numbered.corpus.clips:
        splits.setdefault(of_film[clip.film], []).append(int(clip.id.removeprefix("video")))
    write_json(folder / CAPTIONS, captions)
    write_json(folder / INFO, _vocabulary(map(_tokens, phrases)) | {"videos": splits})
    write_json(
        folder / CAPTION_WORDS, _vocabulary(one["final_caption"] for items in captions.values() for one in items)
    )
    write_msr_vtt(numbered, folder / TIMES)


def _captions(path: Path) -> dict[str, list[Commonsense]]:
    """Read the captions of each video with their commonsense."""
    value = read_json(path)
    try:
        return {str(id): [_commonsense(str(id), entry) for entry in entries] for id, entries in value.items()}
    except MALFORMED as error:
        raise wrong_format(path, "V2C's list of captions for each video", error) from error


def _commonsense(clip: str, entry: Mapping[str, Any]) -> Commonsense:
    caption = _caption(entry.get("caption"), entry["final_caption"])
    return Commonsense(clip, caption, *(tuple(map(_phrase, entry.get(kind, ()))) for kind in ASPECTS))


def _phrase(value: str | tuple[Any, Sequence[str]]) -> str:
    """Return a phrase from its text, or from a pair of the text and its tokens."""
    if isinstance(value, str):
        return value
    text, tokens = value
    return text if isinstance(text, str) else _joined(tokens)


def _caption(text: Any, tokens: Sequence[str]) -> str:
    """Return a caption from its tokens, or from a text with the same letters, which our own files have beside them."""
    joined = _joined(tokens)
    return text if isinstance(text, str) and _letters(text) == _letters(joined) else joined


def _joined(tokens: Sequence[str]) -> str:
    return " ".join(token for token in tokens if token.lower() not in _SPECIAL)


def _letters(text: str) -> str:
    return _NO_LETTER.sub("", text.lower())


def _splits(path: Path) -> dict[str, str]:
    """Read the split of each video, by its name."""
    value = read_json(path)
    try:
        pairs = [(f"video{int(n)}", str(split)) for split, numbers in value["videos"].items() for n in numbers]
    except MALFORMED as error:
        raise wrong_format(path, "v2c_info of V2C, with the videos of each split", error) from error
    splits: dict[str, str] = {}
    for id, split in pairs:
        if splits.setdefault(id, split) != split:
            raise CorpusError(f"{str(path)!r} has {id!r} in {splits[id]!r} and in {split!r}; keep it in one split")
    return splits


def _videos(annotations: Path, splits: Mapping[str, str], films: Path) -> list[Video]:
    """Return the videos of V2C with times from a `videodatainfo`, else from the videos themselves."""
    timed = {
        video.id: video for path in annotations.glob("*videodatainfo*.json") for video in read_msr_vtt_videos(path)[0]
    }
    lengths = video_lengths(films, (id for id in splits if id not in timed))
    return [
        replace(timed[id], split=split) if id in timed else Video(id, split, Span(0.0, lengths[id]))
        for id, split in splits.items()
    ]


def _numbered(annotated: AnnotatedCorpus) -> AnnotatedCorpus:
    """Return the corpus with its clips renamed `video0`, `video1` ... unless they have such names."""
    corpus = annotated.corpus
    if all(_NUMBER.fullmatch(clip.id) for clip in corpus.clips):
        return annotated
    names = {clip.id: f"video{n}" for n, clip in enumerate(corpus.clips)}
    return replace(
        annotated,
        corpus=replace(corpus, clips=tuple(clip.replace(id=names[clip.id]) for clip in corpus.clips)),
        commonsense=tuple(item.replace(clip=names.get(item.clip, item.clip)) for item in annotated.commonsense),
    )


def _caption_entries(annotated: AnnotatedCorpus) -> dict[str, list[dict[str, Any]]]:
    """Return the entries of each video, one for each caption."""
    unused: dict[tuple[str, str], list[Commonsense]] = {}
    for item in annotated.commonsense:
        unused.setdefault((item.clip, item.caption), []).append(item)
    entries: dict[str, list[dict[str, Any]]] = {}
    for clip in annotated.corpus.clips:
        for caption in captions_of(clip):
            found = unused.get((clip.id, caption))
            entries.setdefault(clip.id, []).append(_entry(found.pop(0) if found else Commonsense(clip.id, caption)))
    left = next((item for items in unused.values() for item in items), None)
    if left is not None:
        raise CorpusError(
            f"a line of commonsense.jsonl is about {left.caption!r} of clip {left.clip!r}, which the clip lacks, or "
            "which another line is about; join the lines, or give the clip that caption"
        )
    return entries


def _vocabulary(texts: Iterable[Sequence[str]]) -> dict[str, Any]:
    words = list(dict.fromkeys([*_SPECIAL, *(word for tokens in texts for word in tokens)]))
    return {
        "ix_to_word": {str(n): word for n, word in enumerate(words)},
        "word_to_ix": {word: n for n, word in enumerate(words)},
    }


def _entry(item: Commonsense) -> dict[str, Any]:
    commonsense = {aspect: [[text, _tokens(text)] for text in texts] for aspect, texts in item.phrases.items()}
    return {"caption": item.caption, "final_caption": _tokens(item.caption), **commonsense}


def _tokens(text: str) -> list[str]:
    return [START, *_WORD.findall(text.lower()), END]
