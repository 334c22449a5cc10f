"""The 21 kinds of questions of V2C-QA, with our own words for them (Fang et al. 2020, section 5 and table 6)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from cinescribe.corpus.commonsense.atomic import ATTRIBUTE, EFFECT, INTENTION
from cinescribe.corpus.questions.caption_act import ActedVerb, Subject
from cinescribe.corpus.questions.phrases import Phrase

Answers = Literal["true", "feelings", "negative", "yes-no"]
YES, NO = "yes", "no"


@dataclass(frozen=True)
class Template:
    """A kind of question.

    Args:
        kind: its name.
        aspect: intention, effect or attribute.
        text: the question. `{subject}` is who acts, `{who}` the same before a relative clause and `{pause}` the comma
            after it; `{does}`, `{Does}`, `{is}` and `{Is}` agree with it; `{base}` and `{gerund}` are what they do.
        answers: which phrases of the aspect answer it: the true ones, the feelings among them, or others that are not
            true; or yes or no to a `{statement}`.
        clause: the question where the statement is a clause of its own; empty where it never is.
        is_negated: whether a question of yes or no asks if the statement is not so.
    """

    kind: str
    aspect: str
    text: str
    answers: Answers = "true"
    clause: str = ""
    is_negated: bool = False

    @property
    def needs_subject(self) -> bool:
        """Whether it names who acts."""
        return "{subject}" in self.text or "{who}" in self.text

    @property
    def needs_action(self) -> bool:
        """Whether it names what they do."""
        return "{base}" in self.text or "{gerund}" in self.text


QUESTION_TEMPLATES = (
    Template("intention-what", INTENTION, "What {does} {subject} want?"),
    Template("intention-negative", INTENTION, "What would {subject} not want?", "negative"),
    Template("intention-action", INTENTION, "What makes {subject} {base}?"),
    Template("intention-action-negative", INTENTION, "What does not make {subject} {base}?", "negative"),
    Template("intention-why", INTENTION, "Why {is} {subject} {gerund}?"),
    Template(
        "intention-yes-no",
        INTENTION,
        "{Does} {subject} want to {statement}?",
        "yes-no",
        "Might it be the reason that {statement}?",
    ),
    Template(
        "intention-yes-no-negative",
        INTENTION,
        "{Does} {subject} want to not {statement}?",
        "yes-no",
        "Is it not the reason that {statement}?",
        is_negated=True,
    ),
    Template("effect-what", EFFECT, "What comes next for {subject}?"),
    Template("effect-negative", EFFECT, "What does not happen next?", "negative"),
    Template("effect-action", EFFECT, "What does {gerund} lead to?"),
    Template("effect-action-negative", EFFECT, "What does {gerund} not lead to?", "negative"),
    Template("effect-how", EFFECT, "How {does} {subject} feel afterwards?", "feelings"),
    Template(
        "effect-yes-no",
        EFFECT,
        "Might {subject} {statement} next?",
        "yes-no",
        "Might it happen next that {statement}?",
    ),
    Template(
        "effect-yes-no-negative",
        EFFECT,
        "Will {subject} not {statement} next?",
        "yes-no",
        "Will it not happen next that {statement}?",
        is_negated=True,
    ),
    Template("attribute-what", ATTRIBUTE, "Which trait fits {subject}?"),
    Template("attribute-negative", ATTRIBUTE, "Which trait does not fit {subject}?", "negative"),
    Template("attribute-how", ATTRIBUTE, "How would you describe {subject}?"),
    Template("attribute-action-how", ATTRIBUTE, "How would you describe {who} {is} {gerund}?"),
    Template("attribute-yes-no-action", ATTRIBUTE, "{Is} {who} {is} {gerund}{pause} {statement}?", "yes-no"),
    Template("attribute-yes-no", ATTRIBUTE, "{Is} {subject} {statement}?", "yes-no"),
    Template("attribute-yes-no-negative", ATTRIBUTE, "{Is} {subject} not {statement}?", "yes-no", is_negated=True),
)
QUESTION_KINDS = tuple(template.kind for template in QUESTION_TEMPLATES)


def answer_of(*, is_true: bool, is_negated: bool) -> str:
    """Return yes or no to a question about a statement.

    Args:
        is_true: whether the statement is true of the clip.
        is_negated: whether the question asks if it is not so: `Will P1 not fall?`.
    """
    return YES if is_true != is_negated else NO


def question_text(
    template: Template, subject: Subject | None, action: ActedVerb | None, statement: Phrase | None = None
) -> str:
    """Return the text of a question.

    Args:
        template: its kind.
        subject: of the caption; None only where the template needs none.
        action: likewise.
        statement: the phrase that a question of yes or no is about.
    """
    is_plural = subject is not None and subject.is_plural
    slots = {
        "does": "do" if is_plural else "does",
        "is": "are" if is_plural else "is",
        "base": action.base if action else "",
        "gerund": action.gerund if action else "",
    }
    slots |= {name.capitalize(): slots[name].capitalize() for name in ("does", "is")}
    if subject is not None:
        comma = "," if subject.is_name else ""
        slots |= {"subject": subject.text, "who": f"{subject.text}{comma} who", "pause": comma}
        if statement is not None:
            slots["statement"] = statement.about(subject)
    is_clause = statement is not None and statement.is_clause and template.clause
    return (template.clause if is_clause else template.text).format_map(slots)
