"""Metaphors that a language model makes of captions, and what people think of them (VMCD's paper, appendix A.5.2)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from cinescribe.corpus.core.clip_faults import captions_of
from cinescribe.corpus.core.corpus import read_corpus
from cinescribe.corpus.core.stills import has_stills, read_stills
from cinescribe.corpus.datasets.sidecar_annotations import AnnotatedMetaphor
from cinescribe.corpus.metaphor_stills.metaphorised_stills import claim_metaphorised, write_metaphorised
from cinescribe.errors import CorpusError
from cinescribe.metrics.description.language_model import LanguageModel
from cinescribe.metrics.embedding.metaphor import metaphor
from cinescribe.progress import Progress, no_progress

# The instruction of appendix A.5.2.
INSTRUCTION = (
    "Convert the following image caption to a metaphoric image caption in the following format <primary concept> is as "
    "<property> as <secondary concept>. Input: {caption}"
)
_LABEL = re.compile(r"^(?:output|answer|metaphor(?:ic)?(?: image)?(?: caption)?|caption)\s*:\s*", re.IGNORECASE)
_CLOSING = re.compile(r"[\"'`*_\u201d\u2019]+([.!])$")  # marks before the full stop that they belong behind
_MARKS = " \t\"'`*_-\u201c\u201d\u2018\u2019"  # around a sentence
_PLACEHOLDERS = ("primary concept", "secondary concept", "property")  # of the instruction, where a model repeats it
_N_TOGETHER = 64  # questions between two reports of progress


@dataclass(frozen=True)
class MetaphorisedCorpus:
    """Metaphors of captions.

    Attributes:
        metaphors: of each caption whose answer follows the template; `description` is the caption, `by` the model.
        n_captions: captions that were asked about.
        off_template: answers that were dropped.
    """

    metaphors: tuple[AnnotatedMetaphor, ...]
    n_captions: int
    off_template: tuple[str, ...]


def metaphorise(
    folder: str | Path,
    model: LanguageModel,
    *,
    split: str | None = None,
    n_captions: int = 1,
    stills: str | Path | None = None,
    progress: Progress = no_progress,
) -> MetaphorisedCorpus:
    """Ask a language model for a metaphor of each caption of a corpus, of films or of stills.

    Answers that do not follow the template are dropped. A model that keeps its answers is not asked twice.

    Args:
        folder: the corpus.
        model: answers.
        split: only clips of this split; by default all.
        n_captions: captions of each clip, the first ones.
        stills: where to write a corpus of the stills that have a metaphor, with their metaphors as captions: a new or
            empty folder, or a corpus, which is replaced; None for no such corpus.
        progress: called with a stage and the share of it that is done.

    Raises:
        RecordError: when a file of the corpus is missing or malformed.
        CorpusError: when there is no such split or no caption, or `n_captions` is below 1; when `stills` is given for a
            corpus of films, or there is no metaphor for it.
        OutputError: when the folder `stills` is the corpus, holds anything but a corpus, or cannot be written.
        ModelError: when the model does not answer.
    """
    folder = Path(folder)
    stills = None if stills is None else Path(stills)
    if n_captions < 1:
        raise CorpusError(f"`n_captions` is {n_captions}; expected 1 or more")
    items = [(id, text) for id, texts in _captions(Path(folder), split) for text in texts[:n_captions]]
    if not items:
        raise CorpusError(f"{str(folder)!r} has no caption{f' in {split!r}' if split else ''}; give one with captions")
    source = None if stills is None else claim_metaphorised(stills, folder)
    found, dropped = [], []
    for start in range(0, len(items), _N_TOGETHER):
        progress("metaphors", start / len(items))
        part = items[start : start + _N_TOGETHER]
        answers = model.answers([INSTRUCTION.format(caption=text) for _, text in part])
        for (id, text), answer in zip(part, answers, strict=True):
            made = metaphor_in(answer, clip=id, caption=text, by=model.name)
            if made is None:
                dropped.append(answer)
            else:
                found.append(made)
    progress("metaphors", 1.0)
    if stills is not None and source is not None:
        write_metaphorised(stills, source, found, model=model.name)
    return MetaphorisedCorpus(tuple(found), len(items), tuple(dropped))


def metaphor_in(answer: str, *, clip: str, caption: str, by: str) -> AnnotatedMetaphor | None:
    """Return the metaphor of a model's answer, or None where no line of it follows the template.

    A label such as `Output:` and marks around the sentence do not matter.
    """
    for line in answer.splitlines():
        sentence = _CLOSING.sub(r"\1", _LABEL.sub("", line.strip(_MARKS)).strip(_MARKS))
        parts = metaphor(sentence)
        if parts is not None and not {parts.primary.lower(), parts.property.lower(), parts.secondary.lower()} & {
            *_PLACEHOLDERS
        }:
            return AnnotatedMetaphor(
                clip, parts.primary, parts.property, parts.secondary, sentence, description=caption, by=by
            )
    return None


def _captions(folder: Path, split: str | None) -> Iterator[tuple[str, Sequence[str]]]:
    """Yield the captions of each still or clip."""
    if has_stills(folder):
        stills = read_stills(folder)
        yield from ((one.id, one.captions) for one in (stills.stills if split is None else stills.stills_of(split)))
        return
    corpus = read_corpus(folder)
    clips = corpus.clips if split is None else [one for own in corpus.clips_by_film(split).values() for one in own]
    yield from ((clip.id, captions_of(clip)) for clip in clips)
