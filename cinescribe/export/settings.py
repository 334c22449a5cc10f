"""Settings of a description's folder: voice, mix, disclosure, language and words, in a TOML file to be edited."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from cinescribe.errors import InputError, RecordError
from cinescribe.export.folder import SETTINGS
from cinescribe.input_files import read_text
from cinescribe.language_tags import language_tag
from cinescribe.media.sound.mix_levels import AS_THE_FILM, MixLevels
from cinescribe.media.voice.named_voice import DEFAULT_VOICE
from cinescribe.media.voice.pronunciation import Pronunciation
from cinescribe.parsing import parse_toml
from cinescribe.store import write_text

AUTOMATIC = "auto"  # of `ducking`: as far as each voice needs it; of the language: that of the film
FILM = "film"  # of `loudness`: that of the film

_KEYS = {
    "voice": ("name", "rate"),
    "mix": ("ducking", "loudness"),
    "disclosure": ("reviewed_by", "text"),
    "language": ("tag",),
}
_WORD_TABLES = ("pronunciation", "glossary")  # fields of `Settings`: words, each with other words
_TABLES = tuple(f"[{name}]" for name in _KEYS)
_HEAD = """\
# Voice, mix, disclosure, language and words of this description. Change it and describe the film again (voice,
# language, glossary) or export it again.
#
#   name         a voice, such as "espeak:en-gb+f3"; `cinescribe media voices` lists them
#   rate         its speed: 1.0 is normal, 1.2 a fifth faster
#   ducking      "auto" lowers the film under each cue as far as its voice needs it; a number lowers it by so many dB
#   loudness     "film" keeps the film's loudness; a number is the loudness of the mix in LUFS, -23 for television
#   reviewed_by  who has read or heard the whole description, such as "Clara Diaz"; "" says nothing
#   text         "auto" says in exports who wrote, spoke and reviewed the description; or words of your own
#   tag          the language of the sentences, such as "de" or "pt-BR"; "auto": that of the film
#
# Two tables of words may be added: how a name is said, and what places and things are called.
#
#   [pronunciation]
#   "Siobhan" = "Shivawn"
#
#   [glossary]
#   "the bar" = "the Blue Note"
"""
_SECTION = re.compile(r"\s*\[\s*([\w-]+)\s*\]\s*(#.*)?")
_QUOTED = r"\"[^\"\\]*(?:\\.[^\"\\]*)*\"|'[^']*'"
_ENTRY = re.compile(rf"(\s*({_QUOTED}|[A-Za-z0-9_-]+)\s*=\s*)({_QUOTED}|[^\s#]+)(\s*(?:#.*)?)")
_BARE = re.compile(r"[A-Za-z0-9_-]+")  # a key without quotation marks


@dataclass(frozen=True)
class DisclosureSettings:
    """What exports say about how a description was made.

    Args:
        reviewed_by: who has reviewed the description; "" without a reviewer.
        text: the statement that replaces the known facts; None: the known facts.
    """

    reviewed_by: str = ""
    text: str | None = None


AS_KNOWN = DisclosureSettings()


@dataclass(frozen=True)
class Settings:
    """Voice, mix and disclosure of a description.

    Args:
        voice: name of the voice, see `voice_named`.
        rate: its base speed, 1 is normal; the rate of a cue multiplies it.
        mix: ducking and loudness.
        disclosure: what exports say about how it was made.
        language: of the sentences, as BCP 47 tag; None: that of the film.
        pronunciation: words, each with the letters from which the voice says them right.
        glossary: words of captioners, each with those that the description has in their place.
    """

    voice: str = DEFAULT_VOICE
    rate: float = 1.0
    mix: MixLevels = AS_THE_FILM
    disclosure: DisclosureSettings = AS_KNOWN
    language: str | None = None
    pronunciation: Pronunciation = ()
    glossary: tuple[tuple[str, str], ...] = ()

    def with_choices(self, *, voice: str | None = None, rate: float | None = None) -> Settings:
        """Return these settings with another voice, where one is given, or another speed."""
        return replace(self, voice=self.voice if voice is None else voice, rate=self.rate if rate is None else rate)


def read_settings(folder: Path) -> Settings:
    """Read the settings in a description's folder; the defaults if it has none.

    Raises:
        RecordError: when the file cannot be read, is not TOML, or has an unknown key or a wrong value.
    """
    path = folder / SETTINGS
    return _parsed(read_text(path), path) if path.exists() else Settings()


def write_settings(folder: Path, settings: Settings) -> None:
    """Write settings to a description's folder. In an existing file only the values that differ are changed.

    Raises:
        RecordError: when an existing file is malformed, or written so that its values cannot be changed in place.
        OutputError: when the file cannot be written.
    """
    path = folder / SETTINGS
    if not path.exists():
        write_text(path, _changed(_HEAD + _tables(settings), {}, _word_values(settings)))
    elif (present := read_settings(folder)) != settings:
        text = _changed(read_text(path), _all_values(present), _all_values(settings))
        try:
            is_done = _parsed(text, path) == settings
        except RecordError:
            is_done = False
        if not is_done:
            raise RecordError(
                f"{str(path)!r} cannot be changed: put each key on a line of its own under {_listed(_TABLES, 'or')}, "
                f"or remove the file, and it is made again"
            )
        write_text(path, text)


def settings_over(base: Settings, values: Mapping[str, Any], path: Path) -> Settings:
    """Return settings with the values that a TOML file gives, which may be of several descriptions.

    A table of words replaces that of `base`.

    Args:
        base: settings for what the file leaves out.
        values: of the file.
        path: of the file, for errors.

    Raises:
        RecordError: when the file has an unknown key or a wrong value.
    """
    _check_keys(values, (*_KEYS, *_WORD_TABLES), "table", path)
    tables = {name: values.get(name, {}) for name in (*_KEYS, *_WORD_TABLES)}
    for name, table in tables.items():
        if not isinstance(table, dict):
            raise RecordError(f"{str(path)!r}: {name} is {table!r}; expected a table [{name}]")
    for name, known in _KEYS.items():
        _check_keys(tables[name], known, f"key of [{name}]", path)
    voice = tables["voice"].get("name", base.voice)
    if not isinstance(voice, str) or not voice:
        raise RecordError(f'{str(path)!r}: name is {voice!r}; expected a voice in quotes, such as "{DEFAULT_VOICE}"')
    rate = _number(tables["voice"], "rate", path, default=base.rate)
    try:
        return Settings(
            voice,
            base.rate if rate is None else rate,
            _mix(base.mix, tables["mix"], path),
            _disclosure(base.disclosure, tables["disclosure"], path),
            _language(base.language, tables["language"], path),
            pronunciation=_other_words("pronunciation", values, path, default=base.pronunciation),
            glossary=_other_words("glossary", values, path, default=base.glossary),
        )
    except InputError as error:
        raise error if isinstance(error, RecordError) else RecordError(f"{str(path)!r}: {error}") from error


def settings_lines(before: Settings, after: Settings) -> Iterator[str]:
    """Yield what differs between settings, a line for each value: `[voice] name is "espeak:de", and was "espeak"`."""
    old, new = _all_values(before), _all_values(after)
    for table, key in dict.fromkeys([*old, *new]):
        was, now = (values.get((table, key), "not there") for values in (old, new))
        if was != now:
            yield f"[{table}] {key} is {now}, and was {was}"


def _parsed(text: str, path: Path) -> Settings:
    return settings_over(Settings(), parse_toml(text, repr(str(path))), path)


def _mix(base: MixLevels, table: Mapping[str, Any], path: Path) -> MixLevels:
    ducking = _number(table, "ducking", path, word=AUTOMATIC) if "ducking" in table else base.ducking
    loudness = _number(table, "loudness", path, word=FILM) if "loudness" in table else base.loudness
    return MixLevels(ducking, loudness)


def _disclosure(base: DisclosureSettings, table: Mapping[str, Any], path: Path) -> DisclosureSettings:
    reviewer = _words(table, "reviewed_by", path, default=base.reviewed_by)
    text = _words(table, "text", path, default=AUTOMATIC if base.text is None else base.text)
    return DisclosureSettings(reviewer, None if text == AUTOMATIC else text)


def _language(base: str | None, table: Mapping[str, Any], path: Path) -> str | None:
    tag = _words(table, "tag", path, default=base or AUTOMATIC)
    return None if tag == AUTOMATIC else language_tag(tag)


def _other_words(
    name: str, values: Mapping[str, Any], path: Path, *, default: tuple[tuple[str, str], ...]
) -> tuple[tuple[str, str], ...]:
    """The words of a table, in their order, each with other words; `default` without such a table."""
    if name not in values:
        return default
    table = values[name]
    found = {" ".join(written.split()): _words(table, written, path) for written in table}
    empty = next((written for written, other in found.items() if not written or not other), None)
    if empty is not None:
        raise RecordError(f'{str(path)!r}: [{name}] has {empty!r} without words; expected "words" = "other words"')
    return tuple(sorted(found.items()))


def _check_keys(values: Mapping[str, Any], known: tuple[str, ...], what: str, path: Path) -> None:
    odd = next((key for key in values if key not in known), None)
    if odd is not None:
        raise RecordError(f"{str(path)!r}: unknown {what} {odd!r}; {_listed(known)} are known")


def _listed(names: tuple[str, ...], joining: str = "and") -> str:
    return f"{', '.join(names[:-1])} {joining} {names[-1]}" if len(names) > 1 else names[0]


def _words(table: Mapping[str, Any], key: str, path: Path, *, default: str = "") -> str:
    """The words of a key in one line."""
    value = table.get(key, default)
    if not isinstance(value, str):
        raise RecordError(f"{str(path)!r}: {key} is {value!r}; expected words in quotes")
    return " ".join(value.split())


def _number(
    table: Mapping[str, Any], key: str, path: Path, *, default: float | None = None, word: str | None = None
) -> float | None:
    """The number of a key; `default` where the key is missing or has the word for the default."""
    value = table.get(key, word if word is not None else default)
    if word is not None and value == word:
        return default
    if isinstance(value, bool) or not isinstance(value, int | float):
        wanted = "a number" if word is None else f'a number or "{word}"'
        raise RecordError(f"{str(path)!r}: {key} is {value!r}; expected {wanted}")
    return float(value)


def _values(settings: Settings) -> dict[tuple[str, str], str]:
    """The settings as TOML, by table and key."""
    mix, disclosure = settings.mix, settings.disclosure
    text = AUTOMATIC if disclosure.text is None else disclosure.text
    return {
        ("voice", "name"): json.dumps(settings.voice, ensure_ascii=False),
        ("voice", "rate"): repr(float(settings.rate)),
        ("mix", "ducking"): json.dumps(AUTOMATIC) if mix.ducking is None else repr(float(mix.ducking)),
        ("mix", "loudness"): json.dumps(FILM) if mix.loudness is None else repr(float(mix.loudness)),
        ("disclosure", "reviewed_by"): json.dumps(disclosure.reviewed_by, ensure_ascii=False),
        ("disclosure", "text"): json.dumps(text, ensure_ascii=False),
        ("language", "tag"): json.dumps(settings.language or AUTOMATIC),
    }


def _all_values(settings: Settings) -> dict[tuple[str, str], str]:
    return {**_values(settings), **_word_values(settings)}


def _word_values(settings: Settings) -> dict[tuple[str, str], str]:
    """The words of settings as TOML, by table and word."""
    return {
        (name, written): json.dumps(other, ensure_ascii=False)
        for name in _WORD_TABLES
        for written, other in getattr(settings, name)
    }


def _tables(settings: Settings) -> str:
    values = _values(settings)
    return "".join(
        "\n".join(["", f"[{table}]", *(f"{key} = {values[table, key]}" for key in keys), ""])
        for table, keys in _KEYS.items()
    )


def _changed(text: str, present: Mapping[tuple[str, str], str], wanted: Mapping[tuple[str, str], str]) -> str:
    """The text with the values that differ, each in its line; a missing line or table is added, one too many goes."""
    missing = {key: value for key, value in wanted.items() if present.get(key) != value}
    gone = present.keys() - wanted.keys()
    lines: list[str] = []
    for table, line in _by_table(text):
        found = _ENTRY.fullmatch(line)
        key = (table, _key(found[2]) if found else "")
        if key not in gone:
            lines.append(f"{found[1]}{missing.pop(key)}{found[4]}" if found and key in missing else line)
    for (wanted_in, name), value in missing.items():
        entry = f"{name if _BARE.fullmatch(name) else json.dumps(name, ensure_ascii=False)} = {value}"
        at = next(
            (n for n, line in enumerate(lines, 1) if (head := _SECTION.fullmatch(line)) and head[1] == wanted_in), None
        )
        if at is None:
            lines += ["", f"[{wanted_in}]", entry]
        else:
            lines.insert(at, entry)
    return "\n".join(lines) + "\n"


def _key(written: str) -> str:
    """A key without its quotation marks."""
    try:
        (key,) = parse_toml(f"{written} = 0", "a key")
    except RecordError:  # escaped in a way that TOML does not know; then the whole file is refused
        return written
    return " ".join(key.split())


def _by_table(text: str) -> Iterator[tuple[str, str]]:
    """Yield each line with the table that it is in."""
    table = ""
    for line in text.rstrip("\n").split("\n"):
        found = _SECTION.fullmatch(line)
        table = found[1] if found else table
        yield table, line
