"""The JSON file of MICap's release: which clips there are, and which of them form a set.

The file has many more fields, which only the published training needs.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cinescribe.errors import FeatureError, brief
from cinescribe.file_names import path_inside
from cinescribe.input_files import read_text
from cinescribe.parsing import parse_json

_MAX_BYTES = 4 << 30  # that of 98,527 sets with six lists of 120 numbers each
_LISTS = ("nba_caption", "nba_caption_mask", "nba_segment_ids", "nba_position_ids")
_KINDS: dict[type, str] = {list: "a list", str: "a text", int: "a whole number"}


@dataclass(frozen=True)
class MicapCaptions:
    """The captions of a set as tokens of the published tokenizer, padding included; all (L,).

    Args:
        words: ids of the tokens.
        mask: 1 for tokens, 0 for padding.
        segments: the clip of each token.
        positions: the place of each token.
    """

    words: tuple[int, ...]
    mask: tuple[int, ...]
    segments: tuple[int, ...]
    positions: tuple[int, ...]


@dataclass(frozen=True)
class MicapGroup:
    """A set of clips.

    Args:
        number: its id.
        split: `train`, `val` or `test`.
        clips: ids of its clips.
        n_blanks: people in its captions.
        captions: its captions as tokens.
    """

    number: int
    split: str
    clips: tuple[str, ...]
    n_blanks: int
    captions: MicapCaptions


@dataclass(frozen=True)
class MicapInfo:
    """The clips and sets of the release.

    Args:
        movies: the folder of each clip, by the clip's id.
        groups: the sets, in the order of the file.
        n_people: person tokens.
    """

    movies: Mapping[str, str]
    groups: tuple[MicapGroup, ...]
    n_people: int


def read_micap_info(path: Path) -> MicapInfo:
    """Read the JSON file of MICap's release.

    Raises:
        RecordError: when there is no such file, it is no JSON, or a name in it leads out of a folder.
        FeatureError: naming the field that is missing or of another type.
    """
    path = Path(path)
    values = parse_json(read_text(path, max_bytes=_MAX_BYTES), repr(str(path)))
    where = f"{path.name!r}"
    videos = [_video(item, f"{where}: video {n}") for n, item in enumerate(_field(values, "videos", list, where))]
    groups = [
        _group(item, videos, f"{where}: group {n}") for n, item in enumerate(_field(values, "groups", list, where))
    ]
    movies = {clip: movie for clip, movie, _ in videos}
    return MicapInfo(movies, tuple(groups), _field(values, "unique_character_count", int, where))


def _video(item: Any, where: str) -> tuple[str, str, int]:
    clip, movie = (_name(_field(item, key, str, where), f"{where}: {key}") for key in ("clip", "movie"))
    return clip, movie, _field(item, "num_blanks", int, where)


def _name(name: str, where: str) -> str:
    if len(path_inside(name, where).parts) != 1:
        raise FeatureError(f"{where} is {brief(name)}; expected a name without slashes")
    return name


def _group(item: Any, videos: list[tuple[str, str, int]], where: str) -> MicapGroup:
    numbers = _numbers(item, "videos", where)
    if not numbers or not all(0 <= number < len(videos) for number in numbers):
        raise FeatureError(f"{where} has the videos {brief(list(numbers))}; expected numbers below {len(videos)}")
    captions = [_numbers(item, name, where) for name in _LISTS]
    if len({len(one) for one in captions}) > 1:
        raise FeatureError(f"{where} has {', '.join(_LISTS)} of different lengths; expected a number for each token")
    return MicapGroup(
        _field(item, "id", int, where),
        _field(item, "split", str, where),
        tuple(videos[number][0] for number in numbers),
        sum(videos[number][2] for number in numbers),
        MicapCaptions(*captions),
    )


def _numbers(item: Any, key: str, where: str) -> tuple[int, ...]:
    found = _field(item, key, list, where)
    if not all(isinstance(one, int | float) and one == int(one) for one in found):
        raise FeatureError(f"{where}: {key} is {brief(found)}; expected whole numbers")
    return tuple(map(int, found))


def _field(values: Any, key: str, kind: type, where: str) -> Any:
    found = values.get(key) if isinstance(values, dict) else None
    if type(found) is not kind:
        raise FeatureError(f"{where}: {key} is {brief(found)}; expected {_KINDS[kind]}, as in MICap's release")
    return found
