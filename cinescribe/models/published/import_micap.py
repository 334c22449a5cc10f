"""Import of a released MICap as a checkpoint: the same logits, with our names of weights and numbers of tokens."""

from __future__ import annotations

from pathlib import Path

from cinescribe.features.clip_sets.set_batch import SetSizes
from cinescribe.features.imports.micap_info import read_micap_info
from cinescribe.input_files import digest
from cinescribe.models.checkpoint import CHECKPOINT, Checkpoint, CheckpointCard, read_checkpoint, write_checkpoint
from cinescribe.models.published.micap_tokens import counts_separators_ahead, read_released_tokens
from cinescribe.models.published.micap_weights import micap_from_released
from cinescribe.models.published.weight_files import read_published_weights
from cinescribe.output_folder import claim_folder, holds_keys

_SOURCE = "Raajesh et al., CVPR 2024, as released"
_N_CLIPS = 5  # of a set; the model has an embedding more, for the end of a captionset


def import_micap(
    weights: str | Path,
    folder: str | Path,
    *,
    info: str | Path,
    tokenizer: str | Path,
    features: str = "features",
    text: str = "published",
) -> Checkpoint:
    """Write a released MICap to a folder as a checkpoint, and return it.

    Args:
        weights: a released checkpoint, `.pth`, of captions, of filling in, or of both.
        folder: created if it does not exist; a checkpoint in it is replaced.
        info: the JSON file of the release.
        tokenizer: the folder of its tokenizer.
        features: the folder of a corpus that holds the features for it.
        text: the encoder of its blanks: `published` for vectors published with the features.

    Raises:
        ModelError: when the weights are not those of a MICap, a file is damaged or would run code, or weights, info and
            tokenizer do not belong together.
        FeatureError: when the JSON file lacks a field.
        LanguageError: when the tokenizer is not that of a BERT.
        RecordError: when a file cannot be read.
        OutputError: when the folder holds anything but a checkpoint, or cannot be written.
    """
    weights, folder, info, tokenizer = Path(weights), Path(folder), Path(info), Path(tokenizer)
    release = read_micap_info(info)
    tokens = read_released_tokens(tokenizer, release)
    model = micap_from_released(read_published_weights(weights, model="MICap", file="the .pth file"), tokens)
    sizes = model.sizes
    recipe = {
        "name": "MICap, as released",
        "source": _SOURCE,
        "separators_count_ahead": counts_separators_ahead(release, tokens),
    }
    card = CheckpointCard(
        model="micap",
        sets=SetSizes(
            n_clips=min(_N_CLIPS, sizes.n_clips),
            n_segments=sizes.n_segments,
            n_clusters=sizes.n_clusters,
            n_tokens=sizes.n_tokens,
            unit_faces=False,
        ),
        features=features,
        text=text if "blanks" in sizes.streams else "",
        recipe=recipe,
        data={path.name: digest(path) for path in (weights, info, tokenizer / "vocab.txt")},
        drawn_films_only=False,
    )
    claim_folder(folder, "checkpoint", is_older=_is_checkpoint)
    write_checkpoint(folder, model, tokens=tokens.tokens, card=card)
    return read_checkpoint(folder)


def _is_checkpoint(folder: Path) -> bool:
    return holds_keys(folder / CHECKPOINT.card, "model", "sizes", "weights")
