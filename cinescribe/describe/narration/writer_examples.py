"""Example sentences for the writing model: from corpora, and from descriptions that a person edited."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path

from cinescribe.corpus.core.corpus import CARD, read_corpus
from cinescribe.describe.corrections.corrections import own_cues
from cinescribe.describe.editing.workspace import Workspace
from cinescribe.describe.placement.wordings import sentences
from cinescribe.describe.text_captions import READER
from cinescribe.errors import CorpusError
from cinescribe.export.folder import SCRIPT
from cinescribe.language.identification.sentence_language import is_in_language

_LABEL = re.compile(r"\bP\d+\b|\bperson \d+\b|\bSOMEONE\b", re.IGNORECASE)  # in place of names
_MAX_EXAMPLES = 5000  # enough for every length


def writer_examples(folders: Sequence[Path]) -> tuple[str, ...]:
    """Return the sentences of corpora and descriptions, each once; those that a describer wants as they are come first.

    These are sentences that a person wrote, changed or accepted. A cue that was only moved has no verdict on its words.

    Labels of people, which the writer must not learn, become `somebody`.

    Args:
        folders: of corpora, or of descriptions with their edits.

    Raises:
        CorpusError: when a folder is neither, or has no sentences.
        RecordError: when a file in it is damaged.
        OutputError: when another command is editing a description, or its folder cannot be written.
    """
    found = [_of_folder(Path(folder)) for folder in folders]
    by_hand, others = (chain.from_iterable(each) for each in zip(*found, strict=True)) if found else ((), ())
    return tuple(dict.fromkeys((*by_hand, *others)))[:_MAX_EXAMPLES]


def examples_in(examples: Sequence[str], language: str) -> tuple[str, ...]:
    """Return those of some sentences that are in a language: what shows a style may show no other language.

    Args:
        examples: of `writer_examples`.
        language: BCP 47 tag.

    Raises:
        LanguageError: when it is no tag of a language.
    """
    return tuple(text for text in examples if is_in_language(text, language))


def _of_folder(folder: Path) -> tuple[list[str], list[str]]:
    """The sentences of a folder: those of the describer, and the others."""
    if (folder / SCRIPT).is_file():
        kind, (by_hand, others) = "description", _described(folder)
    elif (folder / CARD).is_file():
        kind, by_hand, others = "corpus", [], [clip.text for clip in read_corpus(folder).clips if clip.text]
    else:
        raise CorpusError(
            f"{str(folder)!r} is in `examples`, and holds neither a corpus ({CARD}) nor a description ({SCRIPT}); "
            "name a folder of either"
        )
    if not by_hand and not others:
        raise CorpusError(f"the {kind} {str(folder)!r} has no captions to show as `examples`; name one that has")
    return list(_without_labels(by_hand)), list(_without_labels(others))


def _described(folder: Path) -> tuple[list[str], list[str]]:
    """The sentences that a description says of its film; texts that are read from the screen are none."""
    with Workspace(folder).opened(who="") as state:
        cues = [cue for cue in state.script.spoken() if cue.by != READER]
        own = {cue.id for cue in own_cues(state.draft, state.revisions)}
    by_hand = [text for cue in cues if cue.id in own for text in sentences(cue.text)]
    return by_hand, [text for cue in cues if cue.id not in own for text in sentences(cue.text)]


def _without_labels(texts: Sequence[str]) -> Iterator[str]:
    for text in texts:
        named = _LABEL.sub("somebody", text)
        yield named[:1].upper() + named[1:]
