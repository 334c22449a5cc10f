"""Ratings from 1 to 5 of what systems infer from clips, two texts a page (*Video2Commonsense*, D, figures 12 and 13).

In completion the caption is shown; in generation the system's own caption is rated too.
"""

from __future__ import annotations

from collections import Counter
from random import Random

from cinescribe.errors import StudyError
from cinescribe.metrics.human.inferences import CAPTION, RatedText, read_inferences
from cinescribe.schema import ASPECTS, Clip
from cinescribe.study.kinds.items import StudyItem, StudyText
from cinescribe.study.kinds.questions import Question
from cinescribe.study.kinds.study_kind import Sources, StudyKind, drawn

ON_A_PAGE = 2
_LABELS = ("does not fit", "hardly fits", "may fit", "fits", "fits very well")
_COMPLETION = "Does the text plausibly complete what the caption says about the clip?"
_GENERATION = "Does the text fit the clip?"


def _rating(text: str) -> tuple[Question, ...]:
    return (Question("rating", text, "scale", of_each_text=True, labels=_LABELS),)


def _items(sources: Sources, n_items: int | None, random: Random) -> list[StudyItem]:
    clips = sources.clips()
    texts = [text for system, path in sources.systems.items() for text in read_inferences(path, system=system)]
    of_clip: dict[str, list[RatedText]] = {}
    for text in texts:
        of_clip.setdefault(text.clip, []).append(text)
    systems = {text.system for text in texts}
    common = [id for id in of_clip if id in clips and {text.system for text in of_clip[id]} == systems]
    return [
        page
        for id in drawn(common, n_items, random)
        for aspect in ASPECTS
        for page in _pages(clips[id], aspect, of_clip[id], random)
    ]


def _pages(clip: Clip, aspect: str, texts: list[RatedText], random: Random) -> list[StudyItem]:
    """The texts of an aspect, two a page; with each its caption, where the system wrote that."""
    own_captions = {text.system: text for text in texts if text.criterion == CAPTION}
    counts: Counter[str] = Counter()
    entries: list[tuple[StudyText, ...]] = []
    shown: set[str] = set()
    for text in texts:
        if text.criterion != aspect:
            continue
        counts[text.system] += 1
        name = f"{clip.id}/{aspect}/{counts[text.system]}"
        entry = StudyText(text.system, text.text, name, aspect)
        caption = own_captions.get(text.system)
        if caption is None:
            shown.add(text.caption)
            entries.append((entry,))
        else:
            entries.append((StudyText(text.system, caption.text, name, CAPTION), entry))
    if len(shown) > 1:
        raise StudyError(
            f"clip {clip.id!r} has {len(shown)} captions in the systems' files; show all systems the same one"
        )
    random.shuffle(entries)
    caption_shown = next(iter(shown), None)
    return [
        StudyItem(clip.id, clip.film, clip.span, tuple(text for entry in page for text in entry), caption_shown)
        for page in (entries[n : n + ON_A_PAGE] for n in range(0, len(entries), ON_A_PAGE))
    ]


RATE = StudyKind("rate", {"completion": _rating(_COMPLETION), "generation": _rating(_GENERATION)}, _items)
