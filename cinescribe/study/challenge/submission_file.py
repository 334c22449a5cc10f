"""Reads submissions strictly: every clip once, nothing else, and the same refusal for the same input.

Captions are a JSON list of `{"image_id", "caption"}` (COCO's results) or `{"video_id", "caption"}` (LSMDC's), where the
id is the number of the clip in the phase's list, or its name. People of blanks are lines of a clip's name, a tab, and
ids between commas, `_` where there is no blank (LSMDC's fill-in task).
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Sequence
from typing import Any

from cinescribe.errors import ChallengeError, RecordError, brief
from cinescribe.input_files import numbered_lines
from cinescribe.parsing import parse_json
from cinescribe.study.challenge.clip_list import ListedClip

MAX_BYTES = 20 << 20  # of a submission
MAX_ITEMS = 100_000  # ten times as many as LSMDC's largest test set has clips
MAX_LETTERS = 1_000  # of a caption: about two hundred words
MAX_ID = 80  # letters of a person's id
_N_NAMED = 5  # clips that a refusal names
_IDS = ("image_id", "video_id")
_NO_BLANKS = "_"
# How files begin that hold others.
_ARCHIVES = {
    b"PK": "a ZIP archive",
    b"\x1f\x8b": "gzipped",
    b"BZh": "packed with bzip2",
    b"\xfd7zXZ\x00": "packed with xz",
    b"7z\xbc\xaf\x27\x1c": "a 7z archive",
    b"\x28\xb5\x2f\xfd": "packed with zstd",
    b"Rar!": "a RAR archive",
}


class Upload:
    """The bytes of a submission as they arrive, counted."""

    def __init__(self) -> None:
        self._data = bytearray()

    def add(self, piece: bytes) -> None:
        """Take the next bytes.

        Raises:
            ChallengeError: as soon as there are more than `MAX_BYTES`.
        """
        if len(self._data) + len(piece) > MAX_BYTES:
            raise ChallengeError(f"the submission has more than {MAX_BYTES >> 20} MB; send one plain file of captions")
        self._data += piece

    def done(self) -> bytes:
        """Return all bytes."""
        return bytes(self._data)


def parse_captions(data: bytes, clips: Sequence[ListedClip]) -> dict[str, str]:
    """Return the caption of each clip, by name, in the order of the list.

    Args:
        data: the submission, a JSON list.
        clips: of the phase.

    Raises:
        ChallengeError: in one line, when anything in it is not as it must be.
    """
    text = _text(data)
    if text.count("{") + text.count("[") > 2 * MAX_ITEMS:
        raise ChallengeError(f"the submission has more than {MAX_ITEMS:,} entries; send one for each clip")
    try:
        value = parse_json(text, "the submission", unique_keys=True)
    except RecordError as error:
        raise ChallengeError(str(error)) from error
    if not isinstance(value, list):
        raise ChallengeError(f"the submission is {brief(value)}; expected a list of objects with video_id and caption")
    names = [clip.name for clip in clips]
    given = [(_name(n, record, names), record) for n, record in enumerate(value, 1)]
    _check_clips([name for name, _ in given], names)
    captions = {name: _caption(record["caption"], name) for name, record in given}
    return {name: captions[name] for name in names}


def parse_people(data: bytes, clips: Sequence[ListedClip]) -> dict[str, tuple[str, ...]]:
    """Return the people in the blanks of each clip, by name, in the order of the list.

    Args:
        data: the submission, a line for each clip.
        clips: of the phase.

    Raises:
        ChallengeError: in one line, when anything in it is not as it must be.
    """
    rows = []
    for number, line in numbered_lines(_text(data).replace("\r\n", "\n")):
        if number > MAX_ITEMS:
            raise ChallengeError(f"the submission has more than {MAX_ITEMS:,} lines; send one for each clip")
        cells = [cell.strip() for cell in line.split("\t")]
        if len(cells) != 2:
            raise ChallengeError(
                f"line {number} has {len(cells)} columns; expected a clip, a tab and the ids of its blanks"
            )
        rows.append((cells[0], _people(cells[1], f"line {number}")))
    _check_clips([name for name, _ in rows], [clip.name for clip in clips])
    people = dict(rows)
    for clip in clips:
        if len(people[clip.name]) != clip.n_blanks:
            raise ChallengeError(
                f"clip {brief(clip.name)} has {clip.n_blanks} blanks and {len(people[clip.name])} ids; give "
                "one id for each blank"
            )
    return {clip.name: people[clip.name] for clip in clips}


def _text(data: bytes) -> str:
    if len(data) > MAX_BYTES:
        raise ChallengeError(f"the submission has more than {MAX_BYTES >> 20} MB; send one plain file of captions")
    packed = next((name for start, name in _ARCHIVES.items() if data.startswith(start)), None)
    if packed is not None:
        raise ChallengeError(f"the submission is {packed}; send the plain text file in it")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise ChallengeError(f"the submission is not UTF-8 (byte {error.start}); save it as UTF-8") from error
    if not text.strip():
        raise ChallengeError("the submission is empty; send a line or an entry for each clip")
    return text


def _name(number: int, record: Any, names: Sequence[str]) -> str:
    """The name of the clip of a record; the given one, if there is no such clip."""
    found = [key for key in _IDS if isinstance(record, dict) and key in record]
    if len(found) != 1 or len(record) != 2 or "caption" not in record:
        raise ChallengeError(f"entry {number} is {brief(record)}; expected an object with only video_id and caption")
    id = record[found[0]]
    if isinstance(id, bool) or not isinstance(id, (int, str)):
        raise ChallengeError(
            f"entry {number} has the {found[0]} {brief(id)}; expected the number of a clip, or its name"
        )
    if isinstance(id, int) and 1 <= id <= len(names):
        return names[id - 1]
    return id if isinstance(id, str) else f"number {id}"


def _check_clips(given: Sequence[str], names: Sequence[str]) -> None:
    counts, known = Counter(given), frozenset(names)
    faults = (
        ("not in the list of clips", "remove it", (name for name in counts if name not in known)),
        ("there more than once", "keep one", (name for name in names if counts[name] > 1)),
        ("missing", "give every clip", (name for name in names if not counts[name])),
    )
    for what, wanted, clips in faults:
        found = [brief(name) for name in clips]
        if found:
            more = f", and {len(found) - _N_NAMED:,} more" if len(found) > _N_NAMED else ""
            raise ChallengeError(f"clips that are {what}: {', '.join(found[:_N_NAMED])}{more}; {wanted}")


def _caption(value: Any, name: str) -> str:
    if not isinstance(value, str):
        raise ChallengeError(f"the caption of {brief(name)} is {brief(value)}; expected a text")
    text = value.strip()
    if not text:
        raise ChallengeError(f"the caption of {brief(name)} is empty; write one")
    if len(text) > MAX_LETTERS:
        raise ChallengeError(
            f"the caption of {brief(name)} has {len(text):,} letters; at most {MAX_LETTERS:,} are read"
        )
    if not text.isprintable() and any(unicodedata.category(letter) == "Cc" for letter in text):
        raise ChallengeError(f"the caption of {brief(name)} has a control character or a line break; write one line")
    return text


def _people(text: str, where: str) -> tuple[str, ...]:
    if text == _NO_BLANKS:
        return ()
    ids = [part.strip() for part in text.split(",")]
    if all(id.startswith("[") and id.endswith("]") for id in ids):
        ids = [id[1:-1] for id in ids]
    if not all(0 < len(id) <= MAX_ID and id.isprintable() and not {*"[]"} & {*id} for id in ids):
        raise ChallengeError(f"{where} has the ids {brief(text)}; expected [a],[b] or a,b, or _ for no blanks")
    return tuple(ids)
