"""The order in which a rater sees the texts of a page; texts that say the same are shown once."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from cinescribe.study.kinds.items import StudyText


def drawn_order(texts: Sequence[StudyText], random: Random) -> list[list[int]]:
    """Return, for each text to show, the numbers of the texts that say the same, in the order drawn.

    Texts of one system with one name, such as a caption and what is inferred from it, stay together. Texts say the same
    if nothing but space around them differs, and both have the same criterion.
    """
    blocks: dict[tuple[str, str], list[int]] = {}
    for number, text in enumerate(texts):
        blocks.setdefault((text.system, text.name), []).append(number)
    groups: dict[tuple[str | None, str], list[int]] = {}
    for key in random.sample(list(blocks), len(blocks)):
        for number in blocks[key]:
            groups.setdefault((texts[number].criterion, texts[number].text.strip()), []).append(number)
    return list(groups.values())
