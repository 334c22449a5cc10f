"""Binary judgements of each system's text.

*Unveiling the Invisible*, A.7 (four questions) and A.5.2 (three); *Movie Description*, table 6, of the parser's labels;
and the validation of what annotators wrote, by an expert.
"""

from __future__ import annotations

from cinescribe.metrics.human.rating_tables import RatingTable
from cinescribe.study.kinds.questions import Form, Question
from cinescribe.study.kinds.result_tables import PublishedTable, compared_table, kappa_table, mean_percent
from cinescribe.study.kinds.study_kind import StudyKind, caption_items
from cinescribe.study.kinds.study_ratings import StudyRatings

_TASK = {
    "en": "You see a clip and texts about it. You answer yes or no to questions about each text.",
    "de": "Sie sehen einen Ausschnitt und Texte dazu. Sie beantworten Fragen zu jedem Text mit Ja oder Nein.",
}
_PARSER = PublishedTable(
    "Movie Description",
    "table 6, accuracy in %",
    ("clause", "nlp", "roles", "wsd"),
    {"parser": (89.0, 62.0, 86.0, 70.0)},
)
_SYNTHETIC = PublishedTable(
    "Unveiling the Invisible",
    "A.5.2, % of 500 synthetic captions",
    ("fluency", "creativity", "consistency"),
    {"synthetic": (98.7, 97.8, 96.4)},
)
_PAPERS = {"parser-labels": _PARSER, "synthetic-metaphors": _SYNTHETIC}


def _question(name: str, text: str, form: Form = "yes_no", *, is_required: bool = True) -> Question:
    return Question(name, text, form, of_each_text=True, is_required=is_required)


_FLUENCY = _question("fluency", "Is the sentence natural and grammatical, and of the form: X is as Y as Z?")
_CREATIVITY = _question("creativity", "Is the metaphor creative?")


def _tables(found: StudyRatings, protocol: str | None) -> list[RatingTable]:
    paper = _PAPERS.get(protocol or "")
    title = "Right, % of judgements" if paper is _PARSER else "Yes, % of judgements"
    if paper is None:
        title += " (Unveiling the Invisible, figure 4, has no numbers)"
    return [compared_table(title, paper, mean_percent(found)), kappa_table(found.ratings)]


YES_NO = StudyKind(
    "yes-no",
    _TASK,
    "captions",
    {
        "metaphors": (
            _FLUENCY,
            _question("primary-concept", "Is what the sentence compares what the video is about?"),
            _question("consistency", "Do both concepts, and what links them, fit the whole video?"),
            _CREATIVITY,
        ),
        "synthetic-metaphors": (
            _FLUENCY,
            _CREATIVITY,
            _question("consistency", "Does the metaphor say what the plain caption says?"),
        ),
        "parser-labels": (
            _question("clause", "Is the sentence split into the right clauses?"),
            _question("nlp", "Are the parts of speech and the chunks right?"),
            _question("roles", "Are the semantic roles right?"),
            _question("wsd", "Are the word senses right?"),
        ),
        "validation": (_question("valid", "Is this a metaphor that the video shows, in good English?"),),
    },
    caption_items,
    _tables,
)
