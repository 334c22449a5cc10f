"""Caption the clips or stills of a corpus with a trained model, or fill in the blanks of its captions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from cinescribe.corpus.core.corpus import Corpus, read_corpus
from cinescribe.corpus.core.stills import has_stills, read_stills
from cinescribe.corpus.core.videosets import disjoint_sets
from cinescribe.errors import CorpusError, ModelError
from cinescribe.features.clip_sets.blank_embedding_cache import PUBLISHED, published_blanks
from cinescribe.features.clip_sets.blank_text import encoded_blanks
from cinescribe.features.clip_sets.clip_vectors import clip_vectors
from cinescribe.features.clip_sets.set_reader import BlankText, SetReader
from cinescribe.features.store.film_store import FeatureStore
from cinescribe.generate.caption_clip_sets import DECODERS, Decoder, caption_sets, fill_people
from cinescribe.generate.caption_images import caption_stills, still_reader
from cinescribe.generate.ensemble import with_ensemble
from cinescribe.generate.video_lm.video_captions import caption_video_corpus
from cinescribe.metrics.files.caption_files import read_candidates
from cinescribe.models.checkpoint import Checkpoint, read_checkpoint
from cinescribe.models.fitted.fitted_checkpoint import FittedCheckpoint, is_fitted, read_fitted
from cinescribe.models.model_table import FACE_TOKENS, reads_pictures
from cinescribe.models.video_lm.video_checkpoint import is_video_lm
from cinescribe.schema import Caption, Clip, ClipSet


@dataclass(frozen=True)
class SetCaption:
    """A caption and the set it belongs to.

    Args:
        set: number of the set, from 1; person ids are consistent only within it. None for a still.
        caption: the caption of a clip or of a still; the still's id is then in place of the clip's.
    """

    set: int | None
    caption: Caption


@dataclass(frozen=True)
class FilledClip:
    """The people at the blanks of a clip's caption, in its order; their ids are consistent only within the set."""

    set: int
    clip: str
    people: tuple[str, ...]


def caption_corpus(
    checkpoint: str | Path,
    corpus: str | Path,
    *,
    split: str = "test",
    decoder: str | None = None,
    device: str = "cpu",
    ensemble: Sequence[str | Path] = (),
) -> Iterator[SetCaption]:
    """Yield the captions that a model writes for a split: for its clips, set by set, or its stills, as the model reads.

    Args:
        checkpoint: the folder of a trained model.
        corpus: a folder with clips or stills, and features.
        split: the split of the corpus.
        decoder: a name of `caption_clip_sets.DECODERS`; None is as in evaluation: a beam for captioners of
            pictures, else greedy.
        device: where torch computes.
        ensemble: folders of further models whose word probabilities are averaged with the first one's.

    Raises:
        ModelError: when a checkpoint cannot be read or only fills in, or those of an ensemble do not fit each other;
            when the decoder is unknown.
        CorpusError, RecordError, FeatureError: when the corpus lacks the split or its features.
    """
    checkpoint, corpus = Path(checkpoint), Path(corpus)
    if decoder is not None and decoder not in DECODERS:
        raise ModelError(f"the decoder is {decoder!r}; expected one of {', '.join(DECODERS)}")
    if is_fitted(checkpoint) and ensemble:
        raise ModelError(f"{str(checkpoint)!r} is no network, so that there is no `ensemble` with it; name networks")
    if is_fitted(checkpoint):
        return _fitted_captions(read_fitted(checkpoint), corpus, split)
    if is_video_lm(checkpoint):
        if ensemble:
            raise ModelError(f"{str(checkpoint)!r} is a video language model, of which there is no `ensemble`")
        return _video_captions(checkpoint, corpus, split, decoder=decoder, device=device)
    trained = read_checkpoint(checkpoint, device=device)
    if not hasattr(trained.model, "start"):
        raise ModelError(
            f"{str(checkpoint)!r} is a {trained.card.model}, which does not write captions; name a captioner"
        )
    trained = with_ensemble(trained, [Path(each) for each in ensemble], device=device)
    if reads_pictures(trained.card.model):
        return _still_captions(trained, corpus, split, DECODERS[decoder or "beam"])
    return _clip_captions(trained, corpus, split, DECODERS[decoder or "greedy"])


def _clip_captions(trained: Checkpoint, corpus: Path, split: str, decoder: Decoder) -> Iterator[SetCaption]:
    sets = _sets(read_corpus(corpus), trained, split)
    reader = checkpoint_reader(trained, corpus)
    written = caption_sets(trained.model, reader, sets, decoder=decoder, someone=trained.card.someone)
    for number, (clip_set, captions) in enumerate(zip(sets, written, strict=True), 1):
        for n, clip in enumerate(clip_set.clips):
            text, people, score = captions.texts[n], captions.people[n], captions.scores[n]
            yield SetCaption(number, Caption(clip.id, text, people, score, trained.card.model))


def _fitted_captions(fitted: FittedCheckpoint, corpus: Path, split: str) -> Iterator[SetCaption]:
    """Yield the captions of single clips: each is a set of its own, since `someone` names no particular person."""
    clips = [clip for film in read_corpus(corpus).clips_by_film(split).values() for clip in film]
    store = FeatureStore(Path(corpus) / fitted.card.features)
    vectors = clip_vectors(store.features_without_faces, clips, streams=fitted.card.streams)
    for number, (clip, text) in enumerate(zip(clips, fitted.model.captions(vectors), strict=True), 1):
        yield SetCaption(number, Caption(clip.id, text, by=fitted.card.model))


def _video_captions(
    checkpoint: Path, corpus: Path, split: str, *, decoder: str | None, device: str
) -> Iterator[SetCaption]:
    """Yield the captions of single clips, or of stills, by a video language model."""
    if has_stills(corpus):
        stills = read_stills(corpus)
        for caption in caption_video_corpus(checkpoint, stills, split=split, decoder=decoder, device=device):
            yield SetCaption(None, caption)
        return
    written = caption_video_corpus(checkpoint, read_corpus(corpus), split=split, decoder=decoder, device=device)
    for number, caption in enumerate(written, 1):
        yield SetCaption(number, caption)


def _still_captions(trained: Checkpoint, corpus: Path, split: str, decoder: Decoder) -> Iterator[SetCaption]:
    stills = read_stills(corpus)
    reader, wanted = still_reader(trained, stills), stills.stills_of(split)
    for caption in caption_stills(trained.model, reader, wanted, decoder=decoder, by=trained.card.model):
        yield SetCaption(None, caption)


def fill_corpus(
    checkpoint: str | Path,
    corpus: str | Path,
    *,
    split: str = "test",
    captions: str | Path | None = None,
    device: str = "cpu",
) -> list[FilledClip]:
    """Return the people that a model predicts at the blanks of the captions of a split.

    Args:
        checkpoint: the folder of a trained model.
        corpus: a folder with clips and features, and with captions unless `captions` gives others.
        split: the split of the corpus.
        captions: a file of captions by clip id, as `metrics.files.caption_files` reads; people and `[blank]` count as
            blanks.
        device: where torch computes.

    Raises:
        ModelError: when the checkpoint cannot be read, or only writes.
        ScoreError: when the file of captions is malformed.
        CorpusError, RecordError, FeatureError: when the corpus lacks the split, its captions or its features.
    """
    checkpoint, corpus = Path(checkpoint), Path(corpus)
    captions = None if captions is None else Path(captions)
    trained = read_checkpoint(checkpoint, device=device)
    if reads_pictures(trained.card.model):
        raise ModelError(
            f"{str(checkpoint)!r} is a {trained.card.model}, which captions pictures and cannot fill in blanks; "
            "name a model that fills in"
        )
    others = read_candidates(captions) if captions is not None else None
    sets = _sets(read_corpus(corpus), trained, split, others)
    people = fill_people(trained.model, checkpoint_reader(trained, corpus), sets)
    return [
        FilledClip(number, clip.id, people[clip.id])
        for number, clip_set in enumerate(sets, 1)
        for clip in clip_set.clips
    ]


def checkpoint_reader(trained: Checkpoint, corpus: Path) -> SetReader:
    """Return a reader of a corpus's sets for a trained model."""
    card = trained.card
    store = FeatureStore(Path(corpus) / card.features)
    return SetReader(
        store.features if card.sets.n_faces else store.features_without_faces,
        trained.tokens,
        sizes=card.sets,
        blank_text=_blank_text(card.text, store.folder) if card.text else None,
        face_tokens=FACE_TOKENS[card.face_tokens],
    )


def _blank_text(encoder: str, features: Path) -> BlankText:
    return published_blanks(features) if encoder == PUBLISHED else encoded_blanks(encoder)


def _sets(corpus: Corpus, trained: Checkpoint, split: str, captions: Mapping[str, str] | None = None) -> list[ClipSet]:
    films = corpus.clips_by_film(split).values()
    captioned = [_with_captions(clips, captions) if captions is not None else clips for clips in films]
    if captions is not None and not any(captioned):
        raise CorpusError(f"none of the {len(captions)} captions is of a clip of {split!r}; give captions by clip id")
    return [clip_set for clips in captioned for clip_set in disjoint_sets(clips, trained.card.sets.n_clips)]


def _with_captions(clips: tuple[Clip, ...], captions: Mapping[str, str]) -> tuple[Clip, ...]:
    """Return the clips for which there are captions, with them."""
    return tuple(clip.replace(text=captions[clip.id], paraphrases=()) for clip in clips if clip.id in captions)
