"""Puts verbs into the present tense: `saw` becomes `sees`, `will open` becomes `opens`."""

from __future__ import annotations

from cinescribe.describe.guidelines.cue_text import PlacedSentence, WordSpan

_IRREGULAR = {"be": "is", "have": "has", "do": "does", "go": "goes"}
_PAST_FORMS = {"was": "is", "were": "are"}  # the only verb whose past tense shows its number
_VOWELS = "aeiou"


def present(lemma: str, *, plural: bool) -> str:
    """Return the third person of the present tense of a verb."""
    if plural:
        return "are" if lemma == "be" else lemma
    if lemma in _IRREGULAR:
        return _IRREGULAR[lemma]
    if lemma.endswith(("s", "x", "z", "ch", "sh")) or (lemma.endswith("o") and lemma[-2:-1] not in _VOWELS):
        return f"{lemma}es"
    if lemma.endswith("y") and lemma[-2:-1] not in _VOWELS:
        return f"{lemma[:-1]}ies"
    return f"{lemma}s"


def present_edits(sentence: PlacedSentence, verb: int, subject: int | None) -> list[tuple[WordSpan, str]]:
    """Return the edits that put a verb of a sentence into the present tense; none if that takes more than its form.

    Args:
        sentence: the sentence.
        verb: index of a finite verb in the past, of `will`, or of `going` in `is going to`.
        subject: index of its subject, with which it must agree.
    """
    word, place = sentence.words[verb], sentence.places[verb]
    plural = subject is not None and sentence.is_plural(subject)
    if word.text.lower() in ("will", "shall"):
        return _future_edits(sentence, verb, plural=plural)
    if word.text.lower() == "going":
        return _going_edits(sentence, verb, plural=plural)
    if not word.text.isalpha():  # 'd, 'll
        return []
    form = _PAST_FORMS.get(word.text.lower()) or present(word.lemma, plural=plural)
    return [(place, form.capitalize() if word.text[0].isupper() else form)]


def _future_edits(sentence: PlacedSentence, will: int, *, plural: bool) -> list[tuple[WordSpan, str]]:
    """`will open` to `opens`, `will be open` to `is open`; `will not` would need `does`."""
    after = next((n for n in range(will + 1, len(sentence.words)) if sentence.words[n].pos in ("VERB", "AUX")), None)
    between = sentence.words[will + 1 : after]
    if after is None or any(word.pos != "ADV" for word in between):
        return []
    form = present(sentence.words[after].lemma, plural=plural)
    return [(sentence.places[will], ""), (sentence.places[after], form)]


def _going_edits(sentence: PlacedSentence, going: int, *, plural: bool) -> list[tuple[WordSpan, str]]:
    """`is going to open` to `opens`, where these words are adjacent."""
    words = sentence.words[going - 1 : going + 3]
    if going == 0 or len(words) < 4 or words[0].lemma != "be" or words[2].text != "to" or not words[0].text.isalpha():
        return []
    whole = sentence.places[going - 1][0], sentence.places[going + 2][1]
    return [(whole, present(words[3].lemma, plural=plural))]
