"""The rules of a challenge, as written for a new one; organisers may edit them."""

from __future__ import annotations

from cinescribe.study.challenge.challenge import ChallengeCard
from cinescribe.study.challenge.submission_file import MAX_BYTES, MAX_LETTERS

_FORMS = {
    "captions": (
        'A submission is a JSON list with one object for each clip: `{"video_id": 1, "caption": "Someone waits."}`. '
        "`video_id`, or `image_id`, is the clip's number in `clips.tsv`, or its name. Write *someone* for people. "
        f"A caption has at most {MAX_LETTERS:,} letters."
    ),
    "fill-in": (
        "A submission is a text file with one line for each clip: its name, a tab, and an id for each blank between "
        "commas, such as `P1,P2`; `_` where there is no blank. Ids hold within five clips that follow each other."
    ),
}


def rules_text(card: ChallengeCard) -> str:
    """Return the rules as Markdown: paragraphs and lists."""
    phases = [
        f"- **{phase.name}**: {phase.n_clips:,} clips. "
        + (
            "Captions of this phase are secret. Scores are shown after its close, rounded."
            if phase.is_blind
            else "Scores are shown as soon as they are computed."
        )
        for phase in card.phases
    ]
    lines = [
        f"# {card.name}",
        "",
        _FORMS[card.task],
        "",
        f"The file is UTF-8 text of at most {MAX_BYTES >> 20} MB, not packed. Every clip is there once.",
        "",
        *phases,
        "",
        f"A team may submit {card.n_a_day} times in 24 hours and {card.n_a_phase} times to a phase. The same "
        "file again does not count.",
        "",
        f"Metrics: {', '.join(card.metrics)}. The table is in the order of {card.ranked_by}; the best submission of "
        "each team counts. People choose the winner: they rank the best teams of the last phase, with the reference "
        "among them, by correctness, grammar, relevance, and by what helps a blind person.",
    ]
    return "\n".join(lines) + "\n"
