"""Fits how sure a writer of notes may be, on films described end to end; `make weights` runs it.

    python -m benchmarks.commonsense.fit_notes CHECKPOINT -o DIR [--films 100] [--results DIR]

CHECKPOINT is trained by `cinescribe train recipes/v2c/notes.toml`. Films are shot from a seed of their own and
described; what is done is kept in `--results`. The log-probability of each phrase that the model finds likeliest for a
cue, and whether it is true of the moment in which the cue's clip begins, give bins with the share of true phrases for
each aspect, about 60 phrases or more in each. DIR gets the checkpoint with these bins. Shooting and describing a film
take most of a minute of a core; a stopped run goes on.
"""

from __future__ import annotations

import argparse
import dataclasses
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import torch

from benchmarks.commonsense.described_films import ASPECTS_OF_MOMENTS, described_films, moment_of
from cinescribe.backlot.plan.truth import FilmTruth
from cinescribe.features.timed.timed_features import FilmFeatures
from cinescribe.generate.commonsense.confidence import fitted_bins
from cinescribe.generate.commonsense.corpus_commonsense import read_commonsense_checkpoint
from cinescribe.generate.commonsense.note_writer import NOTE_FIELDS, NoteWriter
from cinescribe.input_files import digest
from cinescribe.language.tokens.vocabulary import Vocabulary
from cinescribe.models.checkpoint import CHECKPOINT, Checkpoint, write_checkpoint
from cinescribe.schema import Caption, Clip, Script

SEED = 8_500  # of no corpus, and of no film that notes are judged on
N_FILMS = 100  # about a thousand phrases of each aspect
_SCORED = re.compile(r"(?P<text>.*) \((?P<log_prob>-?[\d.]+)\)")


class EveryPhrase(NoteWriter):
    """Writes every phrase with its log-probability, however unlikely."""

    def noted(
        self, captions: Sequence[Caption], clips: Sequence[Clip], called: Mapping[str, str], features: FilmFeatures
    ) -> list[Caption]:
        """Return the captions with all phrases."""
        found = self.phrases(captions, clips, called, features)
        return [
            caption.replace(
                **{NOTE_FIELDS[aspect]: f"{one.text} ({one.log_prob:.4f})" for aspect, one in found.get(n, {}).items()}
            )
            for n, caption in enumerate(captions)
        ]


def scored_phrases(truth: FilmTruth, script: Script) -> Iterator[tuple[str, float, bool]]:
    """Yield aspect, log-probability and whether it is true of each phrase in a description by `EveryPhrase`."""
    for cue in script.cues:
        moment = moment_of(cue, truth.moments)
        for aspect, field in NOTE_FIELDS.items():
            note = getattr(cue, field)
            if note is not None and (match := _SCORED.fullmatch(note)):
                is_true = moment is not None and match["text"] in getattr(moment, ASPECTS_OF_MOMENTS[field])
                yield aspect, float(match["log_prob"]), is_true


def fitted(checkpoint: Checkpoint, folder: Path, *, n_films: int) -> dict[str, dict[str, list[float]]]:
    """Shoot and describe films; return the bins of each aspect, as cards have them."""
    name = f"every-phrase@{digest(checkpoint.folder / CHECKPOINT.card)}"
    found: dict[str, list[tuple[float, bool]]] = {aspect: [] for aspect in NOTE_FIELDS}
    for truth, script in described_films(folder, EveryPhrase(checkpoint, name=name), seed=SEED, n_films=n_films):
        for aspect, log_prob, is_true in scored_phrases(truth, script):
            found[aspect].append((log_prob, is_true))
        print(f"{truth.id}: {sum(map(len, found.values()))} phrases so far", flush=True)
    return {aspect: fitted_bins(*zip(*pairs, strict=True)).to_dict() for aspect, pairs in found.items()}


def main() -> None:
    root = Path(__file__).resolve().parents[2]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("-o", "--output", type=Path, required=True)
    parser.add_argument("--films", type=int, default=N_FILMS)
    parser.add_argument("--results", type=Path, default=root / "build" / "notes-validation")
    args = parser.parse_args()
    torch.set_num_threads(1)
    trained = read_commonsense_checkpoint(args.checkpoint)
    assert isinstance(trained.tokens, Vocabulary)
    bins = fitted(trained, args.results, n_films=args.films)
    card = dataclasses.replace(trained.card, confidence=bins)
    is_half = bool(trained.card.recipe.get("fp16"))
    write_checkpoint(args.output, trained.model, tokens=trained.tokens, card=card, fp16=is_half)
    print(f"{args.output}: {bins}")


if __name__ == "__main__":
    main()
