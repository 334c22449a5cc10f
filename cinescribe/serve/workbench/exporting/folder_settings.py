"""The settings of a described folder, as a form shows and sends them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from cinescribe.errors import EditError, InputError
from cinescribe.export.settings import DisclosureSettings, Settings, read_settings, write_settings
from cinescribe.media.sound.mix_levels import MixLevels

_LONGEST = 500  # characters of a field


class SettingError(EditError):
    """A setting that was entered cannot be used.

    Args:
        field: its name in the form.
        message: what is wrong with it, and what to do.
    """

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field


def setting_fields(settings: Settings) -> dict[str, str]:
    """Return settings as the fields of the form; an empty one is the usual value."""
    mix, disclosure = settings.mix, settings.disclosure
    return {
        "reviewed_by": disclosure.reviewed_by,
        "disclosure": disclosure.text or "",
        "ducking": "" if mix.ducking is None else f"{mix.ducking:g}",
        "loudness": "" if mix.loudness is None else f"{mix.loudness:g}",
    }


def save_settings(folder: Path, sent: Mapping[str, str]) -> bool:
    """Write the settings that a form sent; return whether any of them is new.

    Raises:
        SettingError: when one cannot be used.
        RecordError: when the file of the settings is malformed.
        OutputError: when it cannot be written.
    """
    before = read_settings(folder)
    ducking, loudness = (_number(sent, name) for name in ("ducking", "loudness"))
    disclosure = DisclosureSettings(_line(sent, "reviewed_by"), _line(sent, "disclosure") or None)
    after = replace(before, mix=_mix(ducking, loudness), disclosure=disclosure)
    if after != before:
        write_settings(folder, after)
    return after != before


def _mix(ducking: float | None, loudness: float | None) -> MixLevels:
    for name, levels in (("ducking", {"ducking": ducking}), ("loudness", {"loudness": loudness})):
        try:
            MixLevels(**levels)
        except InputError as error:
            raise SettingError(name, str(error).replace("`", "")) from error
    return MixLevels(ducking, loudness)


def _number(sent: Mapping[str, str], name: str) -> float | None:
    typed = sent.get(name, "").strip()
    try:
        return float(typed.replace(",", ".").replace("\N{MINUS SIGN}", "-")) if typed else None
    except ValueError as error:
        raise SettingError(name, f"the {name} is {typed[:40]!r}; enter a number, or nothing") from error


def _line(sent: Mapping[str, str], name: str) -> str:
    typed = " ".join(sent.get(name, "").split())
    if len(typed) > _LONGEST or not typed.isprintable():
        raise SettingError(
            name, f"the text is longer than {_LONGEST} characters, or has invisible ones; write it again"
        )
    return typed
