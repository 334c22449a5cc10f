"""A text encoder taught to tell the gender of each blank, before blanks are read by it (Park et al. 2020; MICap, §5.1).

What it learns, that a blank is a `she` elsewhere in the text, helps to tell people apart. The classifier on top is
thrown away; the encoder is left in the hub's layout, as `features.blank_text` reads it.
"""

from __future__ import annotations

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
from cinescribe.language.tokens.vocabulary import BLANK
from cinescribe.language.vectors.encoders import PACKAGED
from cinescribe.schema import ClipSet
from cinescribe.store import read_record, read_text
from cinescribe.train.data.sampling import in_steps

GENDERS = ("woman", "man")
_UNKNOWN = -100  # label of a blank whose gender nobody told; cross_entropy leaves it out

Genders: TypeAlias = Mapping[tuple[str, str], str]
"""`woman` or `man`, by film and the id that a person has in the film's captions."""


@dataclass(frozen=True)
class GenderRecipe:
    """How an encoder is taught.

    Args:
        encoder: `all-MiniLM-L6-v2`, an id of the hub as `bert-base-uncased`, or a folder.
        n_epochs: times through the training sets.
        batch_size: sets of a step.
        rate: learning rate of AdamW.
        seed: of the order of sets and of the classifier's first weights.
    """

    encoder: str = PACKAGED
    n_epochs: int = 3
    batch_size: int = 16
    rate: float = 2e-5
    seed: int = 1


@dataclass(frozen=True)
class GenderTrained:
    """The encoder's folder, and the share of blanks of the judged split whose gender was told right."""

    encoder: Path
    accuracy: float


def read_genders(path: Path) -> dict[tuple[str, str], str]:
    """The genders of a file: a line is film, person and gender, tabs between.

    Raises:
        RecordError: when it cannot be read.
        CorpusError: naming the line that is not so.
    """
    genders = {}
    for number, line in enumerate(read_text(path).split("\n"), 1):
        if not line.strip():
            continue
        fields = [field.strip() for field in line.split("\t")]
        if len(fields) != 3 or fields[2] not in GENDERS:
            raise CorpusError(
                f"{path}, line {number}, is {line!r}; wanted film, person and {' or '.join(GENDERS)}, tabs between"
            )
        genders[fields[0], fields[1]] = fields[2]
    return genders


def backlot_genders(corpus: Corpus) -> dict[tuple[str, str], str]:
    """The genders of everybody in a corpus of Backlot films, by the truth beside them.

    Raises:
        RecordError: when the truth about a film cannot be read.
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
    judged: str = "val",
    fetch: bool = False,
) -> GenderTrained:
    """Teach an encoder to tell the gender of blanks and write it, in the hub's layout.

    Args:
        corpus: captions with the people of their films.
        genders: of those people; blanks of others are left out.
        folder: where the encoder goes, at the end and whole.
        recipe: what to follow.
        split: learnt from.
        judged: the split that accuracy is told on.
        fetch: consent to fetch the encoder.

    Raises:
        CorpusError: when a split is missing, or a clip has no caption.
        ModelError: when the encoder is not here.
        TrainError: when no blank's gender is known, or a loss is not finite.
        OutputError: when the folder cannot be written.
    """
    recipe = recipe or GenderRecipe()
    encoded = encoded_blanks(recipe.encoder, fetch=fetch)
    torch.manual_seed(recipe.seed)
    told = [_Told.of(clip_set, genders) for clip_set in _sets(corpus, split)]
    held_out = [_Told.of(clip_set, genders) for clip_set in _sets(corpus, judged)]
    for name, some in ((split, told), (judged, held_out)):
        if not any(label != _UNKNOWN for one in some for label in one.labels):
            raise TrainError(f"the gender of no blank of {name!r} is known; give genders by film and person")
    head = nn.Linear(encoded.width // 2, len(GENDERS))
    _learn(encoded, head, told, recipe)
    accuracy = _accuracy(encoded, head, held_out)
    _write(encoded, Path(folder))
    return GenderTrained(Path(folder), accuracy)


@dataclass(frozen=True)
class _Told:
    """The text of a set, blanks for people, and the gender of each: its number in `GENDERS`, or unknown."""

    text: str
    labels: tuple[int, ...]

    @classmethod
    def of(cls, clip_set: ClipSet, genders: Genders) -> _Told:
        film = clip_set.clips[0].film
        people = [person for clip in answers(clip_set) for person in clip]
        found = [genders.get((film, person)) for person in people]
        labels = tuple(_UNKNOWN if gender is None else GENDERS.index(gender) for gender in found)
        return cls(blanked_text(clip_set), labels)


def _sets(corpus: Corpus, split: str) -> list[ClipSet]:
    """Disjoint sets whose people keep their film's ids."""
    return [clip_set for clips in corpus.clips_by_film(split).values() for clip_set in disjoint_sets(clips)]


def _learn(encoded: EncodedBlanks, head: nn.Linear, told: Sequence[_Told], recipe: GenderRecipe) -> None:
    weights = [*encoded.model.parameters(), *head.parameters()]
    optimiser = torch.optim.AdamW(weights, recipe.rate)
    encoded.model.train()
    for epoch in range(recipe.n_epochs):
        order = list(told)
        Random(f"{recipe.seed} {epoch}").shuffle(order)
        for some in in_steps(order, recipe.batch_size):
            loss = functional.cross_entropy(*_told_by(encoded, head, some), ignore_index=_UNKNOWN, reduction="sum")
            if not torch.isfinite(loss):
                raise TrainError(f"the loss was {loss.item()} in epoch {epoch + 1}; lower the recipe's rate")
            optimiser.zero_grad()
            n_known = sum(label != _UNKNOWN for one in some for label in one.labels)
            (loss / max(1, n_known)).backward()  # type: ignore[no-untyped-call]
            optimiser.step()
    encoded.model.eval()


@torch.no_grad()
def _accuracy(encoded: EncodedBlanks, head: nn.Linear, told: Sequence[_Told]) -> float:
    right = known = 0
    for some in in_steps(told, 16):
        logits, labels = _told_by(encoded, head, some)
        is_known = labels != _UNKNOWN
        right += int((logits.argmax(1) == labels)[is_known].sum())
        known += int(is_known.sum())
    return right / known


def _told_by(encoded: EncodedBlanks, head: nn.Linear, some: Sequence[_Told]) -> tuple[Tensor, Tensor]:
    """Logits of each blank's gender, (K, 2), and its label, (K,), over some sets."""
    texts = [one.text.replace(BLANK, encoded.tokenizer.mask_token) for one in some]
    given = encoded.tokenizer(texts, padding=True, truncation=True, return_tensors="pt")
    hidden = encoded.model(**given).last_hidden_state  # (B, S, D)
    is_blank = given["input_ids"] == encoded.tokenizer.mask_token_id
    # A text that was too long for the encoder lost its last blanks.
    labels = [label for one, n in zip(some, is_blank.sum(1).tolist(), strict=True) for label in one.labels[:n]]
    return head(hidden[is_blank]), torch.tensor(labels, dtype=torch.long)


def _write(encoded: EncodedBlanks, folder: Path) -> None:
    """Write the encoder whole: beside, then moved to its place."""
    beside = folder.with_name(f".{folder.name}.{os.getpid()}.part")
    try:
        encoded.model.save_pretrained(beside)
        encoded.tokenizer.save_pretrained(beside)
        if folder.exists():
            shutil.rmtree(folder)
        os.replace(beside, folder)
    except OSError as error:
        raise OutputError(f"{str(folder)!r} cannot be written ({error.strerror or error}); name another") from error
    finally:
        shutil.rmtree(beside, ignore_errors=True)
