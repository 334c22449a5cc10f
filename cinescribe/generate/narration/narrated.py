"""The inputs of a narration's stages, and a moment with all results."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from cinescribe.generate.narration.budget import Meter
from cinescribe.generate.narration.checks import AnsweredCheck
from cinescribe.generate.narration.choice import Vectors
from cinescribe.generate.narration.effort import EFFORTS, Effort
from cinescribe.generate.narration.moments import Moment
from cinescribe.generate.narration.reliability import Verdict
from cinescribe.generate.narration.scene_writing import Look
from cinescribe.generate.narration.viewing import View
from cinescribe.generate.narration.wording import Candidate, Draft, NarrationVoice
from cinescribe.models.vlm.chat_model import ChatModel

# Probability below which a sentence is rejected. With a witness who errs in 10 % on Backlot films 101 and 102, one of
# 59 sentences was false at .8, and fewer were accepted at .9.
THRESHOLD = 0.85


@dataclass(frozen=True)
class Narrators:
    """Who sees, writes and checks.

    Args:
        seer: the picture model, which sees and checks.
        writer: the text model.
        checks: whether sentences are checked.
        threshold: probability below which a sentence is rejected.
        effort: how much is asked.
    """

    seer: ChatModel
    writer: ChatModel
    checks: bool = True
    threshold: float = THRESHOLD
    effort: Effort = EFFORTS["normal"]


@dataclass(frozen=True)
class Tools:
    """What the stages need besides models.

    Args:
        look: gives the frames of a moment.
        other_look: gives other frames of a moment's own shots, for a second view.
        speaker: the voice.
        vectors: of sentences.
        faults: says for each of some sentences what speaks against it: camera words, sounds, wrong tense.
        examples: real descriptions; by default our own.
        about: title and story of the film.
        progress: called with the share that is done.
        announce: called with lines about the budget, and about an unreliable model.
        meter: asks the models.
    """

    look: Look
    other_look: Look
    speaker: NarrationVoice
    vectors: Vectors
    faults: Callable[[Sequence[str]], Sequence[tuple[str, ...]]]
    examples: tuple[str, ...] = ()
    about: str = ""
    progress: Callable[[float], None] = lambda share: None
    announce: Callable[[str], None] = lambda line: None
    meter: Meter = field(default_factory=Meter)


@dataclass(frozen=True)
class Narrated:
    """A moment with everything that was asked, answered and chosen.

    Args:
        draft: what is seen, and the candidates.
        again: the second view, where there is one.
        checks: the first check and further looks, with answers.
        pick: index of the chosen sentence; None for silence.
        gain: what the choice found it worth.
    """

    draft: Draft
    again: View | None = None
    checks: tuple[AnsweredCheck, ...] = ()
    pick: int | None = None
    gain: float = 0.0

    @property
    def moment(self) -> Moment:
        """The moment."""
        return self.draft.view.moment

    def verdicts(self, text: str) -> list[Verdict]:
        """Return what the checks say about a sentence."""
        return [verdict for check in self.checks for verdict in check.verdicts if verdict.statement.text == text]

    @property
    def sentence(self) -> Candidate | None:
        """The chosen sentence, or None."""
        return None if self.pick is None else self.draft.candidates[self.pick]
