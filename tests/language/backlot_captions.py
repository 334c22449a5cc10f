"""Every caption wording of Backlot: all templates with all places, openings, endings and objects."""

from collections.abc import Iterator

from cinescribe.backlot.plan.caption_templates import BESIDE, PLACE_WORDS, STRANGERS, TEMPLATES, article


def backlot_captions() -> Iterator[str]:
    """Captions that cover each template at each place, each opening, each ending and each object at least once."""
    for templates in TEMPLATES.values():
        for template, *_ in templates:
            for place, words in PLACE_WORDS.items():
                slots = {
                    "a": "P2", "b": "P11", "his": "her", "himself": "himself", "it": "them", "place": place,
                    "into": words.into, "through": words.through, "o": "some flowers",
                }  # fmt: skip
                caption = template.format(at=f" {words.at}", **slots)
                yield caption
                yield f"{words.at.capitalize()}, {template.format(at='', **slots)}"
                yield f"At night, {template.format(at='', **slots)}"
    for ending in BESIDE:
        yield f"P1 waves. {ending.format(who='P3 and P4', stand='stand')} {STRANGERS[True]}"
        yield f"P1 waves. {ending.format(who='P10', stand='stands')} {STRANGERS[False]}"
    for thing in ("box", "umbrella", "flowers"):
        yield f"P1 holds out {article(thing)}, and P2 takes it."
