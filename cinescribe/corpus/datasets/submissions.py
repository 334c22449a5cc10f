"""What captioners told, in the forms in which the challenges of LSMDC take it.

Captions go into a JSON list of `{"video_id", "caption"}`, `video_id` the line of the clip in the annotation file of its
split, from 1; people into a line for each clip, its name, a tab, and the ids of its blanks between commas.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from cinescribe.corpus.core.clip_names import kept_name, single_names
from cinescribe.corpus.core.corpus import read_corpus
from cinescribe.corpus.core.json_files import MALFORMED, of_another_form, read_json, write_json
from cinescribe.corpus.core.tab_lines import read_lines, write_lines
from cinescribe.corpus.datasets.lsmdc_rows import NO_BLANKS
from cinescribe.corpus.film_folder.anonymise import SOMEONE
from cinescribe.errors import CorpusError
from cinescribe.language.tokens.vocabulary import BLANK
from cinescribe.metrics.identity.person_ids import PERSON
from cinescribe.record import Record
from cinescribe.store import read_records


@dataclass(frozen=True)
class Told(Record):
    """A line of what `cinescribe caption` or `cinescribe fill` prints.

    Args:
        clip: the clip's id.
        caption: what was written about it; None where blanks were filled.
        people: who is in the caption, or who its blanks are.
        set: the number of the clip set within which the people's ids mean something.
    """

    clip: str
    caption: str | None = None
    people: tuple[str, ...] = ()
    set: int | None = None


def write_submission(
    corpus: Path, told: Path, *, path: Path, split: str = "test", lines: Path | None = None, someone: bool = False
) -> Path:
    """Write captions or people of a split's clips as the challenges take them, and say where.

    Args:
        corpus: the folder of the corpus.
        told: JSONL that `caption` or `fill` printed.
        path: the file to write.
        split: the split that is told of; each of its clips must be.
        lines: the annotation file whose lines count; by default the clips in the corpus's order.
        someone: write `SOMEONE` for each person in captions, as the challenge without characters wants it.

    Raises:
        RecordError: when a file is missing or malformed.
        CorpusError: when a clip is told of twice or not at all.
        OutputError: when the place cannot be written.
    """
    clips = [clip for clips in read_corpus(corpus).clips_by_film(split).values() for clip in clips]
    names = single_names(clips, kept_name)
    order = list(names.values()) if lines is None else [fields[0] for _, fields in read_lines(lines)]
    found: dict[str, Told] = {}
    for one in read_records(told, Told):
        name = names.get(one.clip, one.clip)
        if name in found:
            raise CorpusError(f"{str(told)!r} tells twice of clip {one.clip!r}; keep one line for each clip")
        found[name] = one
    missing = next((name for name in order if name not in found), None)
    if missing is not None:
        raise CorpusError(f"{str(told)!r} tells nothing of clip {missing!r} of {split!r}; tell of the whole split")
    if any(one.caption is not None for one in found.values()):
        texts = {name: one.caption or "" for name, one in found.items()}
        write_captions(path, {name: _opened(text) if someone else text for name, text in texts.items()}, order)
    else:
        write_lines(path, [(name, ",".join(f"[{who}]" for who in found[name].people) or NO_BLANKS) for name in order])
    return Path(path)


def write_captions(path: Path, captions: Mapping[str, str], order: Sequence[str]) -> None:
    """Write captions by the numbers of their clips' lines.

    Args:
        path: the JSON file.
        captions: by clip.
        order: the clip of each line.
    """
    write_json(path, [{"video_id": n, "caption": captions[name]} for n, name in enumerate(order, 1)])


def read_captions(path: Path, order: Sequence[str]) -> dict[str, str]:
    """The captions of a submission, by clip.

    Args:
        path: the JSON file.
        order: the clip of each line.

    Raises:
        RecordError: when the file is missing or is not JSON.
        CorpusError: when it holds something else, or a number that no line has.
    """
    value = read_json(path)
    try:
        told = [(int(one["video_id"]), str(one["caption"])) for one in value]
    except MALFORMED as error:
        raise of_another_form(path, "a list of video_id and caption", error) from error
    outside = next((n for n, _ in told if not 1 <= n <= len(order)), None)
    if outside is not None:
        raise CorpusError(f"{str(path)!r} has the video_id {outside}, but there are lines 1 to {len(order)}")
    return {order[n - 1]: caption for n, caption in told}


def _opened(text: str) -> str:
    return PERSON.sub(SOMEONE, text).replace(BLANK, SOMEONE)
