"""A trained model over a corpus: captions written about its clips or stills, blanks of its captions filled."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from cinescribe.corpus.core.corpus import Corpus, read_corpus
from cinescribe.corpus.core.stills import read_stills
from cinescribe.corpus.core.videosets import disjoint_sets
from cinescribe.errors import CorpusError, ModelError
from cinescribe.features.clip_sets.blank_text import encoded_blanks
from cinescribe.features.clip_sets.set_reader import SetReader
from cinescribe.features.store.film_store import FeatureStore
from cinescribe.generate.caption_clip_sets import DECODERS, Decoder, filled_people, written_captions
from cinescribe.generate.caption_images import still_reader, written_stills
from cinescribe.metrics.files.caption_files import read_candidates
from cinescribe.models.checkpoint import Checkpoint, read_checkpoint
from cinescribe.models.model_table import FACE_TOKENS, reads_pictures
from cinescribe.schema import Caption, Clip, ClipSet


@dataclass(frozen=True)
class SetCaption:
    """A caption and the set whose people it shares.

    Args:
        set: number of the set, from 1; ids mean the same people within it alone. None for a still, whose caption
            stands by itself.
        caption: of one clip, or of one still, whose id it then has for the clip's.
    """

    set: int | None
    caption: Caption


@dataclass(frozen=True)
class FilledClip:
    """Who fills the blanks of a clip's caption, in its order; ids mean the same people within the set alone."""

    set: int
    clip: str
    people: tuple[str, ...]


def caption_corpus(
    checkpoint: Path, corpus: Path, *, split: str = "test", decoder: str | None = None, device: str = "cpu"
) -> Iterator[SetCaption]:
    """What a model writes about the clips of a split, set by set, or about its stills: what the model reads decides.

    Args:
        checkpoint: a folder that `train_model` wrote.
        corpus: a folder with clips or stills, and features.
        split: of the corpus.
        decoder: a name of `told_sets.DECODERS`; None is greedy for clips, a beam for stills, as either is judged.
        device: where torch computes.

    Raises:
        ModelError: when the checkpoint cannot be read, only fills in, or the decoder is not known.
        CorpusError, RecordError, FeatureError: when the corpus lacks the split or features of it.
    """
    if decoder is not None and decoder not in DECODERS:
        raise ModelError(f"the decoder came as {decoder!r}; it is one of {', '.join(DECODERS)}")
    trained = read_checkpoint(checkpoint, device=device)
    if not hasattr(trained.model, "start"):
        raise ModelError(f"{str(checkpoint)!r} is a {trained.card.model}, which fills in and writes nothing")
    if reads_pictures(trained.card.model):
        return _of_stills(trained, corpus, split, DECODERS[decoder or "beam"])
    return _of_clips(trained, corpus, split, DECODERS[decoder or "greedy"])


def _of_clips(trained: Checkpoint, corpus: Path, split: str, decoder: Decoder) -> Iterator[SetCaption]:
    sets = _sets(read_corpus(corpus), trained, split)
    told = written_captions(trained.model, checkpoint_reader(trained, corpus), sets, decoder=decoder)
    for number, (clip_set, captions) in enumerate(zip(sets, told, strict=True), 1):
        for place, clip in enumerate(clip_set.clips):
            text, people, score = captions.texts[place], captions.people[place], captions.scores[place]
            yield SetCaption(number, Caption(clip.id, text, people, score, trained.card.model))


def _of_stills(trained: Checkpoint, corpus: Path, split: str, decoder: Decoder) -> Iterator[SetCaption]:
    stills = read_stills(corpus)
    reader, wanted = still_reader(trained, stills), stills.stills_of(split)
    for caption in written_stills(trained.model, reader, wanted, decoder=decoder, by=trained.card.model):
        yield SetCaption(None, caption)


def fill_corpus(
    checkpoint: Path, corpus: Path, *, split: str = "test", captions: Path | None = None, device: str = "cpu"
) -> list[FilledClip]:
    """Who a model puts into the blanks of the captions of a split.

    Args:
        checkpoint: a folder that `train_model` wrote.
        corpus: a folder with clips and features, and with captions where no others are given.
        split: of the corpus.
        captions: others, by the clip's id, as `metrics.caption_files` reads them; people, or `[blank]`, are filled.
        device: where torch computes.

    Raises:
        ModelError: when the checkpoint cannot be read, or only writes.
        ScoreError: when the file of captions is malformed.
        CorpusError, RecordError, FeatureError: when the corpus lacks the split, captions or features of it.
    """
    trained = read_checkpoint(checkpoint, device=device)
    if reads_pictures(trained.card.model):
        raise ModelError(
            f"{str(checkpoint)!r} is a {trained.card.model}, which writes about pictures and fills in nothing"
        )
    others = read_candidates(captions) if captions is not None else None
    sets = _sets(read_corpus(corpus), trained, split, others)
    people = filled_people(trained.model, checkpoint_reader(trained, corpus), sets)
    return [
        FilledClip(number, clip.id, people[clip.id])
        for number, clip_set in enumerate(sets, 1)
        for clip in clip_set.clips
    ]


def checkpoint_reader(trained: Checkpoint, corpus: Path) -> SetReader:
    """A reader of a corpus's sets as a trained model wants them."""
    card = trained.card
    store = FeatureStore(Path(corpus) / card.features)
    return SetReader(
        store.features,
        trained.tokens,
        sizes=card.sets,
        blank_text=encoded_blanks(card.text) if card.text else None,
        face_tokens=FACE_TOKENS[card.face_tokens],
    )


def _sets(corpus: Corpus, trained: Checkpoint, split: str, captions: Mapping[str, str] | None = None) -> list[ClipSet]:
    films = corpus.clips_by_film(split).values()
    told = [_told(clips, captions) if captions is not None else clips for clips in films]
    if captions is not None and not any(told):
        raise CorpusError(
            f"none of the {len(captions)} captions is of a clip of {split!r}; give them by the clips' ids"
        )
    return [clip_set for clips in told for clip_set in disjoint_sets(clips, trained.card.sets.n_clips)]


def _told(clips: tuple[Clip, ...], captions: Mapping[str, str]) -> tuple[Clip, ...]:
    """The clips that have another caption, with it."""
    return tuple(clip.replace(text=captions[clip.id], paraphrases=()) for clip in clips if clip.id in captions)
