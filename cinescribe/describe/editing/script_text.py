"""The text of `script.json`, made from the texts of its cues: of an edited script only what changed is written out."""

from __future__ import annotations

import json
from typing import Any

from cinescribe.schema import Cue, Script


class ScriptText:
    """Returns what `record_text` does, for scripts that share most of their cues with the one before."""

    def __init__(self) -> None:
        self._frame: Script | None = None  # everything but cues
        self._head, self._tail = "", ""
        self._cues: dict[str, tuple[Cue, str]] = {}

    def of(self, script: Script) -> str:
        """Return the text of a script."""
        if not script.cues:
            return _text(script.to_dict()) + "\n"
        self._write_frame(script)
        written: dict[str, tuple[Cue, str]] = {}
        for cue in script.cues:
            kept = self._cues.get(cue.id)
            written[cue.id] = kept if kept is not None and kept[0] is cue else (cue, _cue_text(cue))
        self._cues = written
        cues = ",\n".join(text for _, text in written.values())
        return f"{self._head}{cues}{self._tail}"

    def _write_frame(self, script: Script) -> None:
        """Write out the parts before and after the cues."""
        frame = script.replace(cues=())
        if self._frame is not None and _is_same(frame, self._frame):
            return
        values = frame.to_dict()
        names = list(Script.__dataclass_fields__)
        before = {name: value for name, value in values.items() if names.index(name) < names.index("cues")}
        after = {name: value for name, value in values.items() if name not in before}
        self._head = f'{_text(before).removesuffix("}").rstrip()},\n "cues": [\n'
        self._tail = f"\n ],\n{_text(after).removeprefix('{').lstrip(chr(10))}\n"
        self._frame = frame


def _is_same(one: Script, other: Script) -> bool:
    return all(getattr(one, name) is getattr(other, name) for name in Script.__dataclass_fields__ if name != "cues")


def _cue_text(cue: Cue) -> str:
    return "  " + _text(cue.to_dict()).replace("\n", "\n  ")


def _text(values: dict[str, Any]) -> str:
    return json.dumps(values, ensure_ascii=False, indent=1)
