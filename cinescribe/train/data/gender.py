"""Fine-tunes a text encoder to predict the gender of each blank (Park et al. 2020; MICap, §5.1).

Such an encoder distinguishes people better: it relates a blank to a `she` elsewhere in the text. The classifier is
discarded; the encoder is written in the hub's layout, which `features.blank_text` reads.
"""

from __future__ import annotations

import math
import os
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import TypeAlias

import torch
from torch import Tensor, nn
from torch.nn import functional

from cinescribe.backlot.films.shoot import truth_path
from cinescribe.backlot.plan.truth import FilmTruth
from cinescribe.corpus.core.blanks import answers
from cinescribe.corpus.core.corpus import Corpus
from cinescribe.corpus.core.videosets import disjoint_sets
from cinescribe.errors import CorpusError, OutputError, TrainError
from cinescribe.features.clip_sets.blank_text import EncodedBlanks, blanked_text, encoded_blanks
from cinescribe.input_files import read_text
from cinescribe.language.tokens.vocabulary import BLANK
from cinescribe.language.vectors.encoders import PACKAGED_ENCODER
from cinescribe.output_folder import files_in, list_files, remove_files, split_files
from cinescribe.schema import ClipSet
from cinescribe.store import read_record
from cinescribe.train.data.sampling import split_batches
from cinescribe.train.optimizer_steps import backward_loss, optimizer_steps

GENDERS = ("woman", "man")
_KIND = "encoder"
_UNKNOWN = -100  # label of a blank of unknown gender; cross_entropy ignores it

Genders: TypeAlias = Mapping[tuple[str, str], str]
"""`woman` or `man`, by film and person id in the film's captions."""


@dataclass(frozen=True)
class GenderRecipe:
    """The settings of fine-tuning.

    Args:
        encoder: `all-MiniLM-L6-v2`, a hub id such as `bert-base-uncased`, or a folder.
        epochs: passes over the training sets.
        batch_size: sets of an optimizer step.
        lr: learning rate of AdamW.
        seed: of the order of sets and of the classifier's initial weights.
    """

    encoder: str = PACKAGED_ENCODER
    epochs: int = 3
    batch_size: int = 16
    lr: float = 2e-5
    seed: int = 1


@dataclass(frozen=True)
class GenderTrainingResult:
    """The encoder's folder, and its accuracy on the blanks of the validation split."""

    encoder: Path
    accuracy: float


def read_genders(path: Path) -> dict[tuple[str, str], str]:
    """Return the genders in a file with lines of film, person and gender, separated by tabs.

    Raises:
        RecordError: when the file cannot be read.
        CorpusError: naming the malformed line.
    """
    genders = {}
    for number, line in enumerate(read_text(path).split("\n"), 1):
        if not line.strip():
            continue
        fields = [field.strip() for field in line.split("\t")]
        if len(fields) != 3 or fields[2] not in GENDERS:
            raise CorpusError(
                f"{path}, line {number}, is {line!r}; expected film, person and {' or '.join(GENDERS)}, tabs between"
            )
        genders[fields[0], fields[1]] = fields[2]
    return genders


def backlot_genders(corpus: Corpus) -> dict[tuple[str, str], str]:
    """Return the genders of all people in a corpus of Backlot films, from the ground truth beside the films.

    Raises:
        RecordError: when the ground truth of a film cannot be read.
    """
    genders: dict[tuple[str, str], str] = {}
    for film in corpus.films:
        if film.path is not None:
            truth = read_record(truth_path((corpus.folder / film.path).parent, film.id), FilmTruth)
            genders |= {(film.id, member.id): member.gender for member in truth.cast}
    return genders


def train_gender(
    corpus: Corpus,
    genders: Genders,
    folder: Path,
    *,
    recipe: GenderRecipe | None = None,
    split: str = "train",
    validation_split: str = "val",
    fetch: bool = False,
) -> GenderTrainingResult:
    """Fine-tune an encoder to predict the gender of blanks, and write it in the hub's layout.

    Args:
        corpus: captions with the people of their films.
        genders: the genders of those people; blanks of others are ignored.
        folder: the folder of the encoder, written at the end.
        recipe: the settings.
        split: the training split.
        validation_split: the split on which accuracy is measured.
        fetch: whether the encoder may be downloaded.

    Raises:
        CorpusError: when a split is missing, or a clip has no caption.
        ModelError: when the encoder is missing.
        TrainError: when no blank's gender is known, or a loss is not finite.
        OutputError: when the folder cannot be written, or holds a file that this function did not write.
    """
    recipe = recipe or GenderRecipe()
    _own_files(folder)  # another program's folder is refused before the training, not after it
    encoded = encoded_blanks(recipe.encoder, fetch=fetch)
    torch.manual_seed(recipe.seed)
    training = [_Example.of(clip_set, genders) for clip_set in _sets(corpus, split)]
    validation = [_Example.of(clip_set, genders) for clip_set in _sets(corpus, validation_split)]
    for name, examples in ((split, training), (validation_split, validation)):
        if not any(label != _UNKNOWN for example in examples for label in example.labels):
            raise TrainError(f"the gender of no blank of {name!r} is known; give genders by film and person")
    head = nn.Linear(encoded.width // 2, len(GENDERS))
    _train(encoded, head, training, recipe)
    accuracy = _accuracy(encoded, head, validation)
    _write(encoded, Path(folder))
    return GenderTrainingResult(Path(folder), accuracy)


@dataclass(frozen=True)
class _Example:
    """The text of a set with blanks for people, and the gender of each: its index in `GENDERS`, or unknown."""

    text: str
    labels: tuple[int, ...]

    @classmethod
    def of(cls, clip_set: ClipSet, genders: Genders) -> _Example:
        film = clip_set.clips[0].film
        people = [person for clip in answers(clip_set) for person in clip]
        found = [genders.get((film, person)) for person in people]
        labels = tuple(_UNKNOWN if gender is None else GENDERS.index(gender) for gender in found)
        return cls(blanked_text(clip_set), labels)


def _sets(corpus: Corpus, split: str) -> list[ClipSet]:
    """Disjoint sets in which people keep the ids of their film."""
    return [clip_set for clips in corpus.clips_by_film(split).values() for clip_set in disjoint_sets(clips)]


def _train(encoded: EncodedBlanks, head: nn.Linear, examples: Sequence[_Example], recipe: GenderRecipe) -> None:
    weights = [*encoded.model.parameters(), *head.parameters()]

    def gradients(batch: Sequence[_Example]) -> float:
        logits, labels = _logits_and_labels(encoded, head, batch)
        n_known = sum(label != _UNKNOWN for example in batch for label in example.labels)
        loss = functional.cross_entropy(logits, labels, ignore_index=_UNKNOWN, reduction="sum")
        return backward_loss(loss / max(1, n_known))

    encoded.model.train()
    optimizer = torch.optim.AdamW(weights, recipe.lr)
    for epoch in range(recipe.epochs):
        order = list(examples)
        Random(f"{recipe.seed} {epoch}").shuffle(order)
        for _, loss in optimizer_steps(optimizer, split_batches(order, recipe.batch_size), gradients):
            if not math.isfinite(loss):
                raise TrainError(f"the loss was {loss} in epoch {epoch + 1}; lower the recipe's lr")
    encoded.model.eval()


@torch.no_grad()
def _accuracy(encoded: EncodedBlanks, head: nn.Linear, examples: Sequence[_Example]) -> float:
    right = known = 0
    for batch in split_batches(examples, 16):
        logits, labels = _logits_and_labels(encoded, head, batch)
        is_known = labels != _UNKNOWN
        right += int((logits.argmax(1) == labels)[is_known].sum())
        known += int(is_known.sum())
    return right / known


def _logits_and_labels(encoded: EncodedBlanks, head: nn.Linear, batch: Sequence[_Example]) -> tuple[Tensor, Tensor]:
    """The logits of each blank's gender, (K, 2), and the labels, (K,), of a batch."""
    texts = [example.text.replace(BLANK, encoded.tokenizer.mask_token) for example in batch]
    tokens = encoded.tokenizer(texts, padding=True, truncation=True, return_tensors="pt")
    hidden = encoded.model(**tokens).last_hidden_state  # (B, S, D)
    is_blank = tokens["input_ids"] == encoded.tokenizer.mask_token_id
    # A text that is too long for the encoder loses its last blanks.
    n_blanks = is_blank.sum(1).tolist()
    labels = [label for example, n in zip(batch, n_blanks, strict=True) for label in example.labels[:n]]
    return head(hidden[is_blank]), torch.tensor(labels, dtype=torch.long)


def _write(encoded: EncodedBlanks, folder: Path) -> None:
    """Write the encoder atomically."""
    beside = folder.with_name(f".{folder.name}.{os.getpid()}.part")
    try:
        encoded.model.save_pretrained(beside)
        encoded.tokenizer.save_pretrained(beside)
        list_files(beside, _KIND, files_in(beside))
        remove_files(folder, _own_files(folder))
        os.replace(beside, folder)
    except OSError as error:
        raise OutputError(f"{str(folder)!r} cannot be written ({error.strerror or error}); name another") from error
    finally:
        shutil.rmtree(beside, ignore_errors=True)


def _own_files(folder: Path) -> list[str]:
    """Return the files of an earlier encoder in a folder.

    Raises:
        OutputError: when another program put a file there.
    """
    ours, others = split_files(folder)
    if others:
        raise OutputError(
            f"{str(folder)!r} holds {others[0]!r}, which is no part of an encoder by Cinescribe; name a new folder"
        )
    return ours
