"""Judgements of described films, sentence by sentence: is each true and worth hearing, and what is missing?"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from cinescribe.errors import StudyError
from cinescribe.export.folder import read_script
from cinescribe.schema import Script
from cinescribe.study.kinds.descriptions import described_films, judged_cues, silent_pauses
from cinescribe.study.kinds.items import StudyItem, StudyText
from cinescribe.study.kinds.questions import Question
from cinescribe.study.kinds.study_kind import Sources, StudyKind, drawn
from cinescribe.timing import Seconds, Span

TRUTH, WORTH, NEEDED, MISSING = "truth", "worth", "needed", "missing"  # names of questions
YES, PARTLY, NO, CANNOT_TELL = "yes", "partly", "no", "cannot tell"
_MARGIN: Seconds = 1.5  # before and after a cue in its clip, since a cue may begin before or after what it describes
# Silent pauses that are asked about, as a share of the sentences. Our choice: they take a fifth of a judge's pages.
_SILENT_SHARE = 0.25
_MIN_SILENT = 5  # silent pauses, where a model says little or nothing; our choice
_TASK = {
    "en": "You see a piece of a film and the sentence that a model wrote for it. You say whether it is "
    "true, whether it is worth hearing, and what is missing. In some pieces nothing is said; you say "
    "whether that is right.",
    "de": "Sie sehen ein Stück eines Films und den Satz, den ein Modell dafür geschrieben hat. Sie sagen, "
    "ob er stimmt, ob es sich lohnt, ihn zu hören, und was fehlt. In manchen Stücken wird nichts "
    "gesagt; Sie sagen, ob das richtig ist.",
}
_QUESTIONS = (
    Question(
        TRUTH,
        "Is what the sentence says true of the film here?",
        "label",
        of_each_text=True,
        labels=(YES, PARTLY, NO, CANNOT_TELL),
        only_on="texts",
    ),
    Question(WORTH, "Is the sentence worth hearing?", "yes_no", of_each_text=True, only_on="texts"),
    Question(NEEDED, "Nothing is said here. Should something have been said?", "yes_no", only_on="silence"),
    Question(MISSING, "What is missing?", "words", is_required=False),
)


def _items(sources: Sources, n_items: int | None, random: Random) -> list[StudyItem]:
    """A page for each sentence, and for a sample of the silent pauses, in random order."""
    scripts = {film: read_script(folder) for film, folder in described_films(sources.corpus).items()}
    sentences = {item.clip: item for film, script in scripts.items() for item in _sentences(film, script)}
    pauses = {item.clip: item for film, script in scripts.items() for item in _pauses(film, script)}
    if not sentences and not pauses:
        raise StudyError(f"the descriptions in {str(sources.corpus)!r} have nothing to judge; describe longer films")
    chosen = [sentences[clip] for clip in drawn(list(sentences), n_items, random)] if sentences else []
    n_pauses = min(len(pauses), max(_MIN_SILENT, round(len(chosen) * _SILENT_SHARE)))
    items = [*chosen, *(pauses[clip] for clip in random.sample(list(pauses), n_pauses))]
    return random.sample(items, len(items))


def _sentences(film: str, script: Script) -> Iterator[StudyItem]:
    for cue in judged_cues(script):
        clip = f"{film}/{cue.id}"
        whole = Span(0.0, max(script.film.duration, cue.span.end))
        span = Span(max(0.0, cue.span.start - _MARGIN), min(whole.end, cue.span.end + _MARGIN))
        yield StudyItem(clip, film, span, (StudyText(cue.by or film, " ".join(cue.text.split()), clip),))


def _pauses(film: str, script: Script) -> Iterator[StudyItem]:
    for number, span in enumerate(silent_pauses(script), 1):
        yield StudyItem(f"{film}/pause{number}", film, span)


TRIAL = StudyKind(
    "trial", _TASK, "none; CORPUS is the folder of a trial", {"description": _QUESTIONS}, _items, has_one_judge=True
)
