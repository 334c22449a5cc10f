"""Reads clips, captions and phrases into batches of commonsense models."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import torch
from torch import Tensor

from cinescribe.errors import FeatureError
from cinescribe.features.clip_sets.commonsense_batch import CommonsenseBatch
from cinescribe.features.clip_sets.set_batch import SetSizes
from cinescribe.features.clip_sets.set_reader import FilmSource, SetReader
from cinescribe.language.tokens.vocabulary import Tokens
from cinescribe.metrics.identity.person_ids import normalise_ids, person_ids, rename_ids
from cinescribe.schema import ASPECTS, Clip, ClipSet
from cinescribe.timing import Seconds, Span


@dataclass(frozen=True)
class CommonsenseItem:
    """A clip with a caption, and phrases of what it implies.

    Args:
        clip: the clip.
        caption: of the clip; people are numbered by first mention when it is read. None where the model writes it.
        phrases: by aspect; aspects without phrase are left out. Empty where they are to be written.
    """

    clip: Clip
    caption: str | None
    phrases: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Window:
    """What a model sees of a film around the beginning of a clip, in seconds.

    Args:
        before: the beginning.
        after: it.
    """

    before: Seconds
    after: Seconds

    def of(self, clip: Clip) -> Clip:
        """Return a clip with the window's span; it may begin before the film, or end after it."""
        start = clip.span.start
        return clip.replace(span=Span(start - self.before, start + self.after))


def window_of(seconds: Sequence[Seconds]) -> Window | None:
    """Return a window of seconds before and after, as recipes and cards of checkpoints have it; None for no seconds.

    Raises:
        FeatureError: for anything but two numbers from 0 on, of which the second is not 0.
    """
    if not seconds:
        return None
    if len(seconds) != 2 or min(seconds) < 0 or not seconds[1]:
        raise FeatureError(
            f"the window is {list(seconds)}; give seconds before the beginning of a clip, and seconds after it, as "
            "in [6, 14]"
        )
    return Window(*seconds)


class CommonsenseReader:
    """Reads items of films with features.

    Args:
        films: returns a film's features by its id; faces are not read.
        tokens: the vocabulary of captions and phrases.
        sizes: of sets of one clip; `n_tokens` is the most a caption or a phrase may have.
        window: what is read of each clip; None for the clip itself.

    Raises:
        FeatureError: for sizes of sets of several clips.
    """

    def __init__(self, films: FilmSource, tokens: Tokens, *, sizes: SetSizes, window: Window | None = None) -> None:
        if sizes.n_clips != 1:
            raise FeatureError(
                f"the sets have {sizes.n_clips} clips, but commonsense is about single clips; read sets of one clip "
                "(`n_clips` 1)"
            )
        self.tokens, self.sizes, self.window = tokens, sizes, window
        self._sets = SetReader(films, tokens, sizes=sizes)

    def fits(self, item: CommonsenseItem) -> bool:
        """Return whether an item's caption and phrases have no more tokens than the sizes allow."""
        texts = (self._encoded(item.caption or ""), *self._phrases(item).values())
        return max(len(text) for text in texts) + 2 <= self.sizes.n_tokens

    def batch(self, items: Sequence[CommonsenseItem]) -> CommonsenseBatch:
        """Return items as one padded batch: the phrases that they have, or all aspects where they have none.

        Captions with too many tokens are cut off; those of items without one are empty.

        Raises:
            FeatureError: when features of a clip are missing.
            LanguageError: when the vocabulary cannot encode a text.
        """
        rows = [(n, aspect) for n, item in enumerate(items) for aspect in (item.phrases or ASPECTS)]
        texts = [self._phrases(item) for item in items]
        phrases = [text for n, aspect in rows if (text := texts[n].get(aspect)) is not None]
        return self._batch(items, rows, phrases)

    def batch_of_phrases(
        self, items: Sequence[CommonsenseItem], phrases: Sequence[tuple[int, str, str]]
    ) -> CommonsenseBatch:
        """Return items with any number of phrases about each, as one padded batch; their own phrases are left out.

        Args:
            items: the clips.
            phrases: the number of an item, the aspect and the text of each; one with too many tokens is cut off.

        Raises:
            FeatureError, LanguageError: as `batch`.
        """
        texts = [self._phrase(items[n].caption or "", text) for n, _, text in phrases]
        return self._batch(items, [(n, aspect) for n, aspect, _ in phrases], texts)

    def _batch(
        self, items: Sequence[CommonsenseItem], rows: Sequence[tuple[int, str]], phrases: Sequence[list[int]]
    ) -> CommonsenseBatch:
        bare = [self._seen(item.clip).replace(text=None, people=(), paraphrases=()) for item in items]
        return CommonsenseBatch(
            video=self._sets.batch([ClipSet((clip,)) for clip in bare]),
            captions=self._padded([self._encoded(item.caption or "") for item in items]),
            items=torch.tensor([n for n, _ in rows]),
            aspects=torch.tensor([ASPECTS.index(aspect) for _, aspect in rows]),
            phrases=self._padded(phrases),
        )

    def _seen(self, clip: Clip) -> Clip:
        return clip if self.window is None else self.window.of(clip)

    def _encoded(self, caption: str) -> list[int]:
        return self.tokens.encode(normalise_ids(caption))

    def _phrases(self, item: CommonsenseItem) -> dict[str, list[int]]:
        return {aspect: self._phrase(item.caption or "", text) for aspect, text in item.phrases.items()}

    def _phrase(self, caption: str, text: str) -> list[int]:
        """Return the tokens of a phrase; people are numbered by first mention in the caption."""
        ids = dict(zip(person_ids(caption), person_ids(normalise_ids(caption)), strict=True))
        return self.tokens.encode(rename_ids(text, [ids.get(one, one) for one in person_ids(text)]))

    def _padded(self, texts: Sequence[list[int]]) -> Tensor:
        """Return texts from start to end, right-padded, (n, L)."""
        tokens, longest = self.tokens, self.sizes.n_tokens
        rows = [[tokens.start, *text[: longest - 2], tokens.end] for text in texts]
        width = max(map(len, rows), default=0)
        return torch.tensor([row + [tokens.pad] * (width - len(row)) for row in rows]).reshape(len(rows), width)
