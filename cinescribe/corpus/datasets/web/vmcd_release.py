"""Reads the authors' own files of VMCD: captions of three annotators side by side, and the files that they train on.

Their code (abisekrk/video-metaphor-captioning, commit 11d011a) reads these, and the repository has none of them; the
layout is that which it reads and prints:

- `VMCD_v2.csv`: a row for each video: its `unique_id`, and its captions `annotator_1`, `annotator_2`, `annotator_3`;
- `train.json`, `val.json`: a list with an object for each caption: its `video` (a path, whose name is the id) and its
  `conversations`, in which the last answer of `gpt` is the caption (LLaVA's form);
- `test_questions.jsonl`: a line for each caption, with `video` and `true_answer`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

from cinescribe.corpus.core.malformed import MALFORMED, text_of, wrong_format
from cinescribe.errors import CorpusError
from cinescribe.input_files import numbered_lines, read_text
from cinescribe.parsing import parse_json
from cinescribe.store import read_json

_ID = "uniqueid"  # a column, in letters only, as tables name it
ANNOTATOR = "annotator"  # with a number, a column of captions
RELEASE_SPLITS = ("train", "val", "test")


@dataclass(frozen=True)
class SplitCaption:
    """A caption of the files that models are trained and tested on.

    Args:
        where: the file, and the number of the caption in it.
        video: the id of its video.
        split: the one that its file is named after.
        caption: the caption.
    """

    where: str
    video: str
    split: str
    caption: str


def is_side_by_side(columns: Sequence[str]) -> bool:
    """Return whether a table, by the letters and digits of its columns, has a row for each video."""
    return _ID in columns and any(_is_annotator(name) for name in columns)


def captions_side_by_side(cells: Mapping[str, str]) -> Iterator[dict[str, str]]:
    """Yield the cells of a row for each caption of a video, as a table with a row for each annotator has them."""
    for name, caption in cells.items():
        if _is_annotator(name) and caption:
            number = name.removeprefix(ANNOTATOR)
            yield {"videoid": cells[_ID], "caption": caption, "annotator": f"{ANNOTATOR}_{number}"}


def split_captions(folder: Path) -> list[SplitCaption]:
    """Read the captions of the files that models are trained and tested on, in a folder that may have none of them.

    Raises:
        RecordError: when a file cannot be read or is not JSON.
        CorpusError: when a file has another format, or a video is in two splits.
    """
    found: list[SplitCaption] = []
    for split in RELEASE_SPLITS:
        trained, asked = folder / f"{split}.json", folder / f"{split}_questions.jsonl"
        found += _conversations(trained, split) if trained.exists() else ()
        found += _questions(asked, split) if asked.exists() else ()
    splits: dict[str, SplitCaption] = {}
    for one in found:
        first = splits.setdefault(one.video, one)
        if first.split != one.split:
            raise CorpusError(
                f"{one.where} has video {one.video!r}, which {first.where} has in another split; keep it in one split"
            )
    return found


def _conversations(path: Path, split: str) -> Iterator[SplitCaption]:
    value = read_json(path)
    try:
        for n, entry in enumerate(value, 1):
            answers = [turn["value"] for turn in entry["conversations"] if turn["from"] == "gpt"]
            yield _caption(f"{path}, caption {n}", entry["video"], split, answers[-1])
    except MALFORMED as error:
        wanted = "a list of VMCD's captions, each with its video and conversations"
        raise wrong_format(path, wanted, error) from error


def _questions(path: Path, split: str) -> Iterator[SplitCaption]:
    for number, line in numbered_lines(read_text(path)):
        where = f"{path}, line {number}"
        entry = parse_json(line, where)
        try:
            yield _caption(where, entry["video"], split, entry["true_answer"])
        except MALFORMED as error:
            raise wrong_format(path, "VMCD's questions, each with its video and true_answer", error) from error


def _caption(where: str, video: Any, split: str, caption: Any) -> SplitCaption:
    return SplitCaption(where, PurePosixPath(text_of(video)).stem, split, " ".join(text_of(caption).split()))


def _is_annotator(name: str) -> bool:
    return name.startswith(ANNOTATOR) and name.removeprefix(ANNOTATOR).isdigit()
