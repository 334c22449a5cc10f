"""Trains the ranker of phrases on ATOMIC, and measures it on unseen events (*Video2Commonsense*, A.2, table 5).

The paper classifies pairs by a cross-encoder. On the few events that we hold, one learnt less than two encoders that
are trained to separate each event's phrases from those of all other events in a batch
(docs/results/commonsense_ranker.md).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from cinescribe.corpus.commonsense.atomic import AtomicEvent, read_atomic, read_other_relations
from cinescribe.corpus.commonsense.next_phrase import (
    EventSplit,
    NextPhrase,
    pairs_with_random,
    split_events,
    true_pairs,
)
from cinescribe.input_files import digest
from cinescribe.language.next_phrases.phrase_encoder import PhraseEncoder, batched, phrase_encoder
from cinescribe.language.next_phrases.phrase_ranker import PhraseMoments, PhraseRanker
from cinescribe.language.next_phrases.ranker_files import RANKER, RankerCard, write_ranker
from cinescribe.output_folder import claim_folder, holds_record
from cinescribe.progress import Progress, no_progress
from cinescribe.schema import ASPECTS
from cinescribe.train.next_phrases.phrase_batches import PhraseBatch, epoch_batches, phrases_by_kind
from cinescribe.train.next_phrases.ranker_recipe import RankerRecipe
from cinescribe.train.optimizer_steps import backward_loss, optimizer_steps
from cinescribe.train.recipes.optim import clip_gradients
from cinescribe.train.training_state import STATE, TrainingState, read_state, write_state

_MASKED = -1e4  # of a true pair, where it is not to count as a random one
_DRAWS = 8  # random phrases for each true one, to choose the threshold by
_TEST_SEED = 1  # of the random phrases that accuracy is measured on: the same for every training


@dataclass(frozen=True)
class TrainedRanker:
    """A ranker with its accuracy on events that it has not seen.

    Attributes:
        ranker: the ranker.
        validation: accuracy by aspect on the events that its threshold was chosen by.
        test: accuracy by aspect.
    """

    ranker: PhraseRanker
    validation: dict[str, float]
    test: dict[str, float]


def train_ranker(
    atomic: str | Path, folder: str | Path, *, recipe: RankerRecipe | None = None, progress: Progress = no_progress
) -> TrainedRanker:
    """Train a ranker on a file of ATOMIC, and write it to a folder. A killed training resumes.

    Args:
        atomic: a file that `read_atomic` reads. Its other relations about people are trained along.
        folder: for `weights.safetensors` and the card `ranker.json`.
        recipe: the settings.
        progress: called with a stage and the share of it that is done.

    Raises:
        CorpusError, RecordError: as `read_atomic`, and for too few events.
        OutputError: when the folder holds anything else, or cannot be written.
        TrainError: when the folder holds a training with another recipe or other data.
    """
    atomic, folder = Path(atomic), Path(folder)
    recipe, folder = recipe or RankerRecipe(), Path(folder)
    claim_folder(folder, "ranker", is_older=lambda path: holds_record(path / RANKER.card, RankerCard))
    data = {Path(atomic).name: digest(Path(atomic))}
    split = split_events(read_atomic(atomic))
    for part in (split.validation, split.test):
        for aspect in ASPECTS:
            _draws(part, aspect, n_draws=1)  # a metric that cannot be measured is refused before training
    held_out = {event.text for event in (*split.validation, *split.test)}
    others = {event: phrases for event, phrases in read_other_relations(atomic).items() if event not in held_out}
    encoder = phrase_encoder()
    _fit(encoder, phrases_by_kind(split.train, others), recipe, folder=folder, data=data, progress=progress)
    ranker = calibrated(encoder.eval(), split)
    found = TrainedRanker(ranker, accuracy(ranker, split.validation), accuracy(ranker, split.test))
    write_ranker(
        folder,
        ranker,
        recipe=recipe.to_dict(),
        data=data,
        accuracy={"validation": found.validation, "test": found.test},
    )
    (folder / STATE).unlink(missing_ok=True)
    return found


def _fit(
    encoder: PhraseEncoder,
    kinds: Mapping[str, Mapping[str, Sequence[str]]],
    recipe: RankerRecipe,
    *,
    folder: Path,
    data: Mapping[str, str],
    progress: Progress,
) -> None:
    optimizer = _optimizer(encoder, recipe)
    settings: dict[str, Any] = {**recipe.to_dict(), **data}

    def gradients(step: tuple[float, PhraseBatch]) -> None:
        share, batch = step
        for group in optimizer.param_groups:
            group["lr"] = group["full_rate"] * share
        backward_loss(batch_loss(encoder, batch, recipe.temperature))
        clip_gradients(encoder.parameters(), recipe.largest_gradient)

    for epoch in range(read_state(folder, encoder, optimizer, recipe=settings).epoch, recipe.epochs):
        batches = epoch_batches(kinds, n_phrases=recipe.batch, of_event=recipe.of_event, seed=(recipe.seed, epoch))
        done, n_steps = epoch * len(batches), recipe.epochs * len(batches)
        shares = [recipe.share_of_rate(done + n, n_steps) for n in range(1, len(batches) + 1)]
        torch.manual_seed(recipe.seed * recipe.epochs + epoch)
        encoder.train()
        for n, _ in enumerate(optimizer_steps(optimizer, zip(shares, batches, strict=True), gradients), 1):
            progress("training", (done + n) / n_steps)
        write_state(folder, encoder, optimizer, state=TrainingState(epoch=epoch + 1), recipe=settings)


def _optimizer(encoder: PhraseEncoder, recipe: RankerRecipe) -> torch.optim.Optimizer:
    """AdamW with a rate for each layer; embeddings are frozen, since most words of a test are in no training phrase."""
    encoder.model.embeddings.requires_grad_(False)
    layers = list(encoder.model.encoder.layer)
    rates = [recipe.rate * recipe.layer_decay ** (len(layers) - 1 - n) for n in range(len(layers))]
    groups = [
        {"params": list(layer.parameters()), "lr": rate, "full_rate": rate}
        for layer, rate in zip(layers, rates, strict=True)
    ]
    return torch.optim.AdamW(groups, weight_decay=recipe.weight_decay)


def batch_loss(encoder: PhraseEncoder, batch: PhraseBatch, temperature: float) -> Tensor:
    """Return the cross-entropy of separating each chosen phrase from random ones, and each event from others.

    Other true phrases of an event do not count as random ones.
    """
    with torch.autocast("cpu", dtype=torch.bfloat16):  # takes 0.56 of the time where the processor knows it
        events, phrases = encoder.events(batch.events, batch.kind), encoder.phrases(batch.phrases)
    similar = events.float() @ phrases.float().T / temperature  # (E, P)
    random = similar.masked_fill(torch.from_numpy(batch.is_true), _MASKED)
    rows, columns = torch.from_numpy(np.stack(np.nonzero(batch.chosen)))
    true = similar[rows, columns]
    among_phrases = torch.logaddexp(torch.logsumexp(random, 1)[rows], true) - true
    among_events = torch.logaddexp(torch.logsumexp(random, 0)[columns], true) - true
    return among_phrases.mean() + among_events.mean()


def calibrated(encoder: PhraseEncoder, split: EventSplit) -> PhraseRanker:
    """Return a ranker whose threshold is the best one on validation events, the same for all aspects.

    Args:
        encoder: of events and phrases.
        split: random phrases come from training events; aspects without training events are left out.
    """
    moments = {}
    for aspect in ASPECTS:
        if phrases := [pair.phrase for pair in true_pairs(split.train, aspect)]:
            distinct = list(dict.fromkeys(phrases))
            rows = {phrase: n for n, phrase in enumerate(distinct)}
            vectors = batched(encoder.phrases, distinct).numpy()
            moments[aspect] = PhraseMoments.of(vectors[[rows[phrase] for phrase in phrases]])
    ranker = PhraseRanker(encoder, moments)
    parts = [_true_and_random(ranker, split.validation, aspect, n_draws=_DRAWS) for aspect in moments]
    parts = [part for part in parts if len(part[0])]
    if not parts:
        return ranker
    thresholds = np.unique(np.concatenate([scores for part in parts for scores in part]))
    shares = [sum(_balanced(*part, threshold) for part in parts) for threshold in thresholds.tolist()]
    return PhraseRanker(encoder, moments, float(thresholds[int(np.argmax(shares))]))


def accuracy(ranker: PhraseRanker, events: Sequence[AtomicEvent]) -> dict[str, float]:
    """Return the share of right answers by aspect, half of the phrases true and half random.

    A random phrase is that of a random true pair of `events`, so that the frequency of a phrase is no clue.
    """
    found = {}
    for aspect in ranker.moments:
        true, random = _true_and_random(ranker, events, aspect, n_draws=1)
        if len(true):
            found[aspect] = _balanced(true, random, 0.0)
    return found


def _true_and_random(
    ranker: PhraseRanker, events: Sequence[AtomicEvent], aspect: str, *, n_draws: int
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The scores of true pairs, and of pairs with random phrases."""
    draws = _draws(events, aspect, n_draws=n_draws)
    scores = ranker.scores([pair.event for pair in draws], [pair.phrase for pair in draws], aspect=aspect)
    is_true = np.array([pair.is_true for pair in draws], np.bool_)
    return scores[is_true], scores[~is_true]


def _draws(events: Sequence[AtomicEvent], aspect: str, *, n_draws: int) -> list[NextPhrase]:
    """All true pairs with random ones, `n_draws` times; none where a single event has such phrases."""
    if sum(bool(event.phrases[aspect]) for event in events) < 2:
        return []
    pool = [pair.phrase for pair in true_pairs(events, aspect)]
    return [pair for n in range(n_draws) for pair in pairs_with_random(events, aspect, pool=pool, seed=_TEST_SEED + n)]


def _balanced(true: NDArray[np.float64], random: NDArray[np.float64], threshold: float) -> float:
    return float(((true > threshold).mean() + (random <= threshold).mean()) / 2)
