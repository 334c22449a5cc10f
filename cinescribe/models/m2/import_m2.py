"""Import of a published M² as a checkpoint: the same captions, with our names of weights and numbers of words."""

from __future__ import annotations

from pathlib import Path

from cinescribe.errors import ModelError
from cinescribe.features.regions.region_batch import RegionSizes
from cinescribe.input_files import digest
from cinescribe.models.checkpoint import CHECKPOINT, Checkpoint, CheckpointCard, read_checkpoint, write_checkpoint
from cinescribe.models.m2.published_files import read_m2_words
from cinescribe.models.m2.vocabulary import with_vocabulary
from cinescribe.models.m2.weight_names import N_PADDED, m2_from_published
from cinescribe.models.published.weight_files import read_published_weights
from cinescribe.output_folder import claim_folder, holds_keys

REGIONS = "regions"
_N_TOKENS = 21  # the start, and the 20 steps of the published evaluation
_RECIPE = {"name": "m2, as published", "source": "Cornia et al., CVPR 2020"}


def import_m2(
    weights: str | Path,
    vocabulary: str | Path,
    folder: str | Path,
    *,
    features: str = REGIONS,
    mask_padding: bool = False,
) -> Checkpoint:
    """Write the published M² of two files to a folder as a checkpoint, and return it.

    Args:
        weights: the published file of weights, `meshed_memory_transformer.pth`.
        vocabulary: its words by number: the published `.pkl`, a list in `.json`, or a `.txt` with a word a line.
        folder: created if it does not exist; a checkpoint in it is replaced.
        features: the folder of a corpus that holds the region features for it.
        mask_padding: whether only the regions of a picture count. By default a picture is padded to 50 with zeros that
            count as regions, as in the published code.

    Raises:
        ModelError: when the weights are not those of an M², a file is damaged or would run code, or the number of words
            is not that of the weights.
        LanguageError: when a word is one of our special tokens.
        RecordError: when the vocabulary cannot be read.
        OutputError: when the folder holds anything but a checkpoint, or cannot be written.
    """
    weights, vocabulary, folder = Path(weights), Path(vocabulary), Path(folder)
    read = read_published_weights(weights, model="M²", file="meshed_memory_transformer.pth")
    published = m2_from_published(read, n_padded=0 if mask_padding else N_PADDED)
    if not (published.sizes.meshed and published.sizes.n_memory):
        missing = "memory slots" if published.sizes.meshed else "gates over levels"
        raise ModelError(
            f"{str(weights)!r} has no {missing}, so it is no M²; give meshed_memory_transformer.pth as it was published"
        )
    model, tokens = with_vocabulary(published, read_m2_words(vocabulary))
    card = CheckpointCard(
        model="m2",
        pictures=RegionSizes(N_PADDED, min(_N_TOKENS, model.sizes.n_tokens)),
        features=features,
        recipe=_RECIPE,
        data={path.name: digest(path) for path in (Path(weights), Path(vocabulary))},
    )
    claim_folder(folder, "checkpoint", is_older=_is_checkpoint)
    write_checkpoint(folder, model, tokens=tokens, card=card)
    return read_checkpoint(folder)


def _is_checkpoint(folder: Path) -> bool:
    return holds_keys(folder / CHECKPOINT.card, "model", "sizes", "weights")
