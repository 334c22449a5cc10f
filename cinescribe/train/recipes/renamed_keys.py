"""Recipe keys of earlier versions and their new names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cinescribe.errors import RecipeError

RENAMED_SECTIONS = {
    "course": "training",
    "drawing": "sampling",
    "judging": "validation",
    "moves": "optimizer",
    "weights": "loss",
}
RENAMED_KEYS = {
    "start": "init_checkpoint",
    "half": "fp16",
    "sizes.half": "sizes.bf16",
    "sizes.stressed_frames": "sizes.skip_frames",
    "sizes.stressed_actions": "sizes.skip_actions",
    "sizes.stress": "sizes.skip_scale",
    "sizes.short_cut": "sizes.gated_skip",
    "inputs.text": "inputs.text_encoder",
    "inputs.pieces": "inputs.word_pieces",
    "inputs.fewest": "inputs.min_count",
    "drawing.tellings": "sampling.caption_variants",
    "drawing.frames_dropped": "sampling.frame_dropout",
    "drawing.faces_dropped": "sampling.face_dropout",
    "weights.smoothing": "loss.label_smoothing",
    "moves.optimiser": "optimizer.name",
    "moves.rate": "optimizer.lr",
    "moves.pace": "optimizer.schedule",
    "moves.n_warm_steps": "optimizer.warmup_steps",
    "moves.largest_norm": "optimizer.max_grad_norm",
    "course.n_epochs": "training.epochs",
    "course.n_accumulated": "training.gradient_accumulation",
    "course.n_state_steps": "training.save_steps",
    "judging.n_epochs": "validation.every_n_epochs",
}


def check_renamed(values: Mapping[str, Any], *, where: str) -> None:
    """Raise for the first key that has a new name.

    Args:
        values: a recipe, as read from TOML or JSON.
        where: the source of the values, for the message.

    Raises:
        RecipeError: naming the old key and the new one.
    """
    for section, content in values.items():
        inner = content if isinstance(content, Mapping) else {}
        for name in (f"{section}.{key}" for key in inner):
            check_key(name, where=where)
        check_key(section, where=where)


def check_key(name: str, *, where: str) -> None:
    """Raise if a key, such as `moves.rate`, or a section, such as `moves`, has a new name.

    Raises:
        RecipeError: naming the old key and the new one.
    """
    if (new := _new_name(name)) != name:
        kind = "section" if name in RENAMED_SECTIONS else "key"
        raise RecipeError(f"{where}: the {kind} {name!r} is now {new!r}")


def _new_name(name: str) -> str:
    section, dot, key = name.partition(".")
    moved = f"{RENAMED_SECTIONS.get(section, section)}{dot}{key}"
    return RENAMED_KEYS.get(name) or _OLD_KEYS_IN_NEW_SECTIONS.get(name, moved)


_OLD_KEYS_IN_NEW_SECTIONS = {  # as in `optimizer.rate`
    f"{new.partition('.')[0]}.{old.partition('.')[2]}": new for old, new in RENAMED_KEYS.items() if "." in old
}
