"""Video2Commonsense as a corpus, and a corpus as Video2Commonsense: videos of MSR-VTT, and what lies behind them.

`V2C_MSR-VTT_caption.json` has a list of captions for each video: `final_caption` in tokens, and lists of `intention`,
`effect` and `attribute`, each a pair of the text and its tokens. `v2c_info.json` has the numbers of the videos of each
split, and the tables of words (Fang et al. 2020, section 3).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from cinescribe.corpus.core.clip_faults import captions_of
from cinescribe.corpus.core.corpus import Corpus, CorpusCard
from cinescribe.corpus.core.json_files import MALFORMED, of_another_form, read_json, write_json
from cinescribe.corpus.datasets.msr_vtt import read_videos, write_msr_vtt
from cinescribe.corpus.datasets.sidecar_annotations import AnnotatedCorpus, Commonsense, write_annotated
from cinescribe.corpus.datasets.video_lengths import video_lengths
from cinescribe.corpus.datasets.web_videos import Video, as_corpus
from cinescribe.errors import CorpusError
from cinescribe.timing import Span

CAPTIONS, INFO, TIMES = "V2C_MSR-VTT_caption.json", "v2c_info.json", "videodatainfo.json"
CARD = CorpusCard(
    "v2c",
    "Video2Commonsense (Fang, Gokhale, Banerjee, Baral and Yang 2020), on videos of MSR-VTT",
    "annotations MIT; videos by the terms of MSR-VTT, their owners'",
)
KINDS = ("intention", "effect", "attribute")
START, END = "<sos>", "<eos>"
_SPECIAL = ("<pad>", "<unk>", START, END)  # the first words of the table
_NUMBER = re.compile(r"video(\d+)")
_WORD = re.compile(r"\w+(?:'\w+)*")
_NO_LETTER = re.compile(r"\W+")


def build_v2c(folder: Path, annotations: Path) -> Corpus:
    """A corpus of V2C's annotations in a folder; `commonsense.jsonl` has what completes each caption.

    Each video is a film with one clip, as of MSR-VTT. V2C tells no times: those of a `videodatainfo` in the folder are
    taken, or the lengths of the videos themselves, where they lie there.

    Args:
        folder: where the corpus is written.
        annotations: the folder of V2C's files.

    Raises:
        RecordError: when a file is missing or is not JSON.
        CorpusError: when one holds something else, or nothing says how long a video lasts.
    """
    annotations = Path(annotations)
    told = _told(annotations / CAPTIONS)
    splits = _splits(annotations / INFO)
    unsplit = next((id for id in told if id not in splits), None)
    if unsplit is not None:
        raise CorpusError(f"{INFO} has no split for {unsplit!r}, of which {CAPTIONS} tells; give the files together")
    videos = _videos(annotations, splits)
    captions = {id: [one.caption for one in annotated] for id, annotated in told.items()}
    corpus = as_corpus(CARD, videos, captions)
    completed = (one for video in videos for one in told.get(video.id, ()))
    commonsense = tuple(one for one in completed if one.intentions or one.effects or one.attributes)
    return write_annotated(folder, replace(corpus, commonsense=commonsense)).corpus


def write_v2c(annotated: AnnotatedCorpus, path: Path) -> None:
    """Write a corpus as V2C's files, into a folder, and its times as MSR-VTT's `videodatainfo.json`.

    V2C knows videos by number: clips that are not all called `video0`, `video1` and so on are numbered in their order.
    Lost besides is what `write_msr_vtt` loses.

    Raises:
        CorpusError: when a caption is completed more often than the clip has it.
        OutputError: when the folder cannot be written.
    """
    numbered, folder = _numbered(annotated), Path(path)
    told = _written(numbered)
    phrases = [text for one in numbered.commonsense for text in (*one.intentions, *one.effects, *one.attributes)]
    table = list(dict.fromkeys([*_SPECIAL, *(word for text in phrases for word in _tokens(text))]))
    splits: dict[str, list[int]] = {}
    of_film = {film.id: film.split for film in numbered.corpus.films}
    for clip in numbered.corpus.clips:
        splits.setdefault(of_film[clip.film], []).append(int(clip.id.removeprefix("video")))
    write_json(folder / CAPTIONS, told)
    write_json(
        folder / INFO,
        {
            "ix_to_word": {str(n): word for n, word in enumerate(table)},
            "word_to_ix": {word: n for n, word in enumerate(table)},
            "videos": splits,
        },
    )
    write_msr_vtt(numbered, folder / TIMES)


def _told(path: Path) -> dict[str, list[Commonsense]]:
    """The captions of each video, and what completes them."""
    value = read_json(path)
    try:
        return {str(id): [_completed(str(id), entry) for entry in entries] for id, entries in value.items()}
    except MALFORMED as error:
        raise of_another_form(path, "V2C's list of captions for each video", error) from error


def _completed(clip: str, entry: Mapping[str, Any]) -> Commonsense:
    caption = _phrase((entry.get("caption"), entry["final_caption"]))
    return Commonsense(clip, caption, *(tuple(map(_phrase, entry.get(kind, ()))) for kind in KINDS))


def _phrase(value: str | tuple[Any, Sequence[str]]) -> str:
    """A text that comes as itself, or as a pair: something that may be it, and its tokens.

    What else may stand before the tokens we have not seen; it is the text where it has the same letters.
    """
    if isinstance(value, str):
        return value
    text, tokens = value
    joined = " ".join(token for token in tokens if token not in _SPECIAL)
    return text if isinstance(text, str) and _letters(text) == _letters(joined) else joined


def _letters(text: str) -> str:
    return _NO_LETTER.sub("", text.lower())


def _splits(path: Path) -> dict[str, str]:
    """The split of each video, by its name."""
    value = read_json(path)
    try:
        told = [(f"video{int(n)}", str(split)) for split, numbers in value["videos"].items() for n in numbers]
    except MALFORMED as error:
        raise of_another_form(path, "v2c_info of V2C, with the videos of each split", error) from error
    splits: dict[str, str] = {}
    for id, split in told:
        if splits.setdefault(id, split) != split:
            raise CorpusError(f"{str(path)!r} has {id!r} in {splits[id]!r} and in {split!r}; keep it in one split")
    return splits


def _videos(annotations: Path, splits: Mapping[str, str]) -> list[Video]:
    """The videos of V2C with their times, wherever those are told."""
    timed = {video.id: video for path in annotations.glob("*videodatainfo*.json") for video in read_videos(path)[0]}
    lengths = video_lengths(annotations, (id for id in splits if id not in timed))
    return [
        replace(timed[id], split=split) if id in timed else Video(id, split, Span(0.0, lengths[id]))
        for id, split in splits.items()
    ]


def _numbered(annotated: AnnotatedCorpus) -> AnnotatedCorpus:
    """The corpus with clips called `video0` on, if they are not called so already."""
    corpus = annotated.corpus
    if all(_NUMBER.fullmatch(clip.id) for clip in corpus.clips):
        return annotated
    names = {clip.id: f"video{n}" for n, clip in enumerate(corpus.clips)}
    return replace(
        annotated,
        corpus=replace(corpus, clips=tuple(clip.replace(id=names[clip.id]) for clip in corpus.clips)),
        commonsense=tuple(one.replace(clip=names.get(one.clip, one.clip)) for one in annotated.commonsense),
    )


def _written(annotated: AnnotatedCorpus) -> dict[str, list[dict[str, Any]]]:
    """The entries of each video, one for each caption."""
    waiting: dict[tuple[str, str], list[Commonsense]] = {}
    for one in annotated.commonsense:
        waiting.setdefault((one.clip, one.caption), []).append(one)
    told: dict[str, list[dict[str, Any]]] = {}
    for clip in annotated.corpus.clips:
        for caption in captions_of(clip):
            found = waiting.get((clip.id, caption))
            told.setdefault(clip.id, []).append(_entry(found.pop(0) if found else Commonsense(clip.id, caption)))
    left = next((one for several in waiting.values() for one in several), None)
    if left is not None:
        raise CorpusError(
            f"a line of commonsense.jsonl completes {left.caption!r} of clip {left.clip!r}, which the clip lacks, or "
            "which another line completes; join the lines, or give the clip that caption"
        )
    return told


def _entry(one: Commonsense) -> dict[str, Any]:
    phrases = zip(KINDS, (one.intentions, one.effects, one.attributes), strict=True)
    told = {kind: [[text, _tokens(text)] for text in texts] for kind, texts in phrases}
    return {"caption": one.caption, "final_caption": _tokens(one.caption), **told}


def _tokens(text: str) -> list[str]:
    return [START, *_WORD.findall(text.lower()), END]
