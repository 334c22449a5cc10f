"""Lists every fault of a corpus, whether of films or of stills."""

from __future__ import annotations

from pathlib import Path

from cinescribe.corpus.checks.inspect_corpus import InspectedCorpus, inspect_corpus
from cinescribe.corpus.core.stills import InspectedStills, has_stills, inspect_stills


def inspect_folder(folder: str | Path) -> InspectedCorpus | InspectedStills:
    """Read a corpus of films or of stills, and list all its faults: a message for each.

    Raises:
        RecordError: when its card or one of its lists is missing.
    """
    folder = Path(folder)
    return inspect_stills(folder) if has_stills(folder) else inspect_corpus(folder)
