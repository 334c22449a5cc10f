"""Writes generated captions and person ids as submissions to the LSMDC challenges.

Captions become a JSON list of `{"video_id", "caption"}`, where `video_id` is the clip's line number in the annotation
file of its split. Person ids become a line for each clip: its name, a tab, and the ids of its blanks between commas.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from cinescribe.corpus.core.clip_names import id_or_timed_name, unique_names
from cinescribe.corpus.core.corpus import read_corpus
from cinescribe.corpus.datasets.lsmdc_rows import NO_BLANKS
from cinescribe.corpus.film_folder.anonymise import SOMEONE
from cinescribe.errors import CorpusError
from cinescribe.language.tokens.vocabulary import BLANK
from cinescribe.metrics.identity.person_ids import PERSON
from cinescribe.record import Record
from cinescribe.store import read_records, write_json
from cinescribe.tables import read_tab_lines, write_tab_lines


@dataclass(frozen=True)
class Prediction(Record):
    """A line of the output of captioning or of filling in blanks.

    Args:
        clip: the clip's id.
        caption: its generated caption; None where blanks were filled.
        people: the people in the caption, or of its blanks.
        set: the number of the clip set within which the person ids are valid.
    """

    clip: str
    caption: str | None = None
    people: tuple[str, ...] = ()
    set: int | None = None


def write_submission(
    corpus: str | Path,
    predictions: str | Path,
    *,
    path: str | Path,
    split: str = "test",
    lines: str | Path | None = None,
    someone: bool = False,
) -> Path:
    """Write the captions or person ids of a split's clips as a submission, and return its path.

    Args:
        corpus: the folder of the corpus.
        predictions: JSONL from captioning or from filling in blanks.
        path: the file to write.
        split: the split of the submission; `predictions` must have each of its clips.
        lines: the annotation file that numbers the clips; by default clips are numbered in the corpus's order.
        someone: write `SOMEONE` for each person in captions, as for the task without characters.

    Raises:
        RecordError: when a file is missing or malformed.
        CorpusError: when the predictions have a clip twice or not at all.
        OutputError: when the file cannot be written.
    """
    corpus, predictions, path = Path(corpus), Path(predictions), Path(path)
    lines = None if lines is None else Path(lines)
    clips = [clip for clips in read_corpus(corpus).clips_by_film(split).values() for clip in clips]
    names = unique_names(clips, id_or_timed_name)
    order = list(names.values()) if lines is None else [fields[0] for _, fields in read_tab_lines(lines)]
    found: dict[str, Prediction] = {}
    for line in read_records(predictions, Prediction):
        name = names.get(line.clip, line.clip)
        if name in found:
            raise CorpusError(f"{str(predictions)!r} has two lines for clip {line.clip!r}; keep one line for each clip")
        found[name] = line
    missing = next((name for name in order if name not in found), None)
    if missing is not None:
        raise CorpusError(f"{str(predictions)!r} has no line for clip {missing!r} of {split!r}; give the whole split")
    if any(line.caption is not None for line in found.values()):
        texts = {name: line.caption or "" for name, line in found.items()}
        write_captions(path, {name: _with_someone(text) if someone else text for name, text in texts.items()}, order)
    else:
        ids = [(name, ",".join(f"[{person}]" for person in found[name].people) or NO_BLANKS) for name in order]
        write_tab_lines(path, ids)
    return Path(path)


def write_captions(path: Path, captions: Mapping[str, str], order: Sequence[str]) -> None:
    """Write captions by the line numbers of their clips.

    Args:
        path: the JSON file.
        captions: by clip.
        order: the clip of each line.
    """
    write_json(path, [{"video_id": n, "caption": captions[name]} for n, name in enumerate(order, 1)])


def _with_someone(text: str) -> str:
    return PERSON.sub(SOMEONE, text).replace(BLANK, SOMEONE)
