"""Every way in which Backlot can word a clip: templates by places, with all that may stand before and after."""

from collections.abc import Iterator

from cinescribe.backlot.plan.phrases import BESIDE, PLACE_WORDS, STRANGERS, TEMPLATES, article


def tellings() -> Iterator[str]:
    """Captions of each template at each place, each opening, each ending and each thing at least once."""
    for templates in TEMPLATES.values():
        for template, *_ in templates:
            for place, words in PLACE_WORDS.items():
                slots = {
                    "a": "P2", "b": "P11", "his": "her", "himself": "himself", "it": "them", "place": place,
                    "into": words.into, "through": words.through, "o": "some flowers",
                }  # fmt: skip
                said = template.format(at=f" {words.at}", **slots)
                yield said
                yield f"{words.at.capitalize()}, {template.format(at='', **slots)}"
                yield f"At night, {template.format(at='', **slots)}"
    for said in BESIDE:
        yield f"P1 waves. {said.format(who='P3 and P4', stand='stand')} {STRANGERS[True]}"
        yield f"P1 waves. {said.format(who='P10', stand='stands')} {STRANGERS[False]}"
    for thing in ("box", "umbrella", "flowers"):
        yield f"P1 holds out {article(thing)}, and P2 takes it."
