"""Binary judgements of each system's text.

*Unveiling the Invisible*, A.7 (four questions) and A.5.2 (three); *Movie Description*, table 6, of the parser's labels;
and the validation of what annotators wrote, by an expert.
"""

from __future__ import annotations

from cinescribe.study.kinds.questions import Form, Question
from cinescribe.study.kinds.study_kind import StudyKind, caption_items


def _question(name: str, text: str, form: Form = "yes_no", *, is_required: bool = True) -> Question:
    return Question(name, text, form, of_each_text=True, is_required=is_required)


_FLUENCY = _question("fluency", "Is the sentence natural and grammatical, and of the form: X is as Y as Z?")
_CREATIVITY = _question("creativity", "Is the metaphor creative?")

YES_NO = StudyKind(
    "yes-no",
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
)
