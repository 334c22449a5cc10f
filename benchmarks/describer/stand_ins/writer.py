"""A truthful writer of stage two: it words the notes by rule, adds nothing, and leaves out what the listener knows.

Whether a note is known is a matter of meaning: it is, if a sentence that was said tells of the same action, by the same
people, with the same thing, in whatever words.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from itertools import pairwise

from benchmarks.describer.stand_ins.film_truth import Claim, claims
from benchmarks.describer.stand_ins.requests import also_visible, known_of, most_words, notes_of
from cinescribe.backlot.plan.caption_templates import PLACE_WORDS

_SYNOPSIS = 70  # words
_SENTENCE = re.compile(r"[^.!?;]+")


def written(prompt: str, names: Sequence[str]) -> str:
    """Return the answer to a draft's prompt: sentences with one note, with the place, with two notes; or SKIP.

    Args:
        prompt: of the draft.
        names: of the people of the film.
    """
    known = known_of(prompt)
    told = {_bare(claim) for sentence in _SENTENCE.findall(known) for claim in claims(sentence, names) or ()}
    new = [(n, text) for n, text in notes_of(prompt) if not _is_told(text, names, told, known)]
    if not new:
        return "SKIP"
    limit, place = most_words(prompt), also_visible(prompt)
    drafts = [([n], text) for n, text in new]
    if place in {words.at for words in PLACE_WORDS.values()} and not any(
        word in new[0][1].split() for word in PLACE_WORDS
    ):
        drafts.append(([new[0][0]], f"{new[0][1]} {place}"))
    drafts += [([one[0], other[0]], f"{one[1]} and {other[1]}") for one, other in pairwise(new)]
    fitting = [draft for draft in drafts if len(draft[1].split()) <= limit] or drafts[:1]
    fitting.sort(key=lambda draft: len(draft[1].split()))
    sentences = [{"text": f"{text[0].upper()}{text[1:]}.", "notes": numbers} for numbers, text in fitting]
    # As it is asked for: what the listener knows after the longest sentence.
    synopsis = " ".join(f"{known} {sentences[-1]['text']}".split()[-_SYNOPSIS:])
    return json.dumps({"sentences": sentences, "synopsis": synopsis})


def _is_told(note: str, names: Sequence[str], told: set[Claim], known: str) -> bool:
    said = claims(note, names)
    if said is None:
        return note.casefold() in known.casefold()
    return all(_bare(claim) in told for claim in said)


def _bare(claim: Claim) -> Claim:
    """A claim without the place, of which a listener who knows the rest needs no word."""
    return Claim(claim.action, claim.actor, claim.partner, claim.thing)
