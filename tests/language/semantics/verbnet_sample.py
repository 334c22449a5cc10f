"""A small VerbNet of our own: two classes of `shoot`, as in table 4 of Movie Description, and one of placing."""

HEAD = '<?xml version="1.0"?>\n<!DOCTYPE VNCLASS SYSTEM "vn_class-3.dtd">\n'


def role(name, *types, logic="", value="+"):
    found = "".join(f'<SELRESTR Value="{value}" type="{kind}"/>' for kind in types)
    return f'<THEMROLE type="{name}"><SELRESTRS logic="{logic}">{found}</SELRESTRS></THEMROLE>'


def frame(*slots):
    """A frame of `NP Agent`, `VERB`, `PREP with`, `PREP +loc`."""
    return f"<FRAME><SYNTAX>{''.join(map(_slot, slots))}</SYNTAX></FRAME>"


def verb_class(name, members, roles, frames, inner="", *, tag="VNCLASS"):
    return (
        f'<{tag} ID="{name}"><MEMBERS>'
        + "".join(f'<MEMBER name="{verb}" wn="{keys}"/>' for verb, keys in members.items())
        + f"</MEMBERS><THEMROLES>{''.join(roles)}</THEMROLES><FRAMES>{''.join(frames)}</FRAMES>"
        + f"<SUBCLASSES>{inner}</SUBCLASSES></{tag}>"
    )


def _slot(slot):
    kind, _, value = slot.partition(" ")
    if kind == "NP":
        return f'<NP value="{value}"><SYNRESTRS/></NP>'
    if kind == "PREP" and value.startswith("+"):
        return f'<PREP><SELRESTRS><SELRESTR Value="+" type="{value[1:]}"/></SELRESTRS></PREP>'
    return f'<{kind} value="{value}"/>' if value else f"<{kind}/>"


ANIMATE = role("Agent", "animate")
KILL = HEAD + verb_class(
    "kill-1",
    {"shoot": "shoot%2:41:00"},
    [ANIMATE, role("Patient", "animate"), role("Instrument", "solid")],
    [frame("NP Agent", "VERB", "NP Patient"), frame("NP Agent", "VERB", "NP Patient", "PREP with", "NP Instrument")],
)
FILM = HEAD + verb_class(
    "film-1",
    {"shoot": "shoot%2:32:01"},
    [ANIMATE, role("Patient", "solid")],
    [frame("NP Agent", "VERB", "NP Patient")],
)
PLACE = HEAD + verb_class(
    "place-1",
    {"put": "put%2:35:00"},
    [ANIMATE, role("Theme", "concrete"), role("Destination", "location")],
    [frame("NP Agent", "VERB", "NP Theme", "PREP +loc", "NP Destination")],
    inner=verb_class(
        "place-1-1",
        {"set_down": ""},
        [role("Theme", "solid", "animate", logic="or")],
        [frame("NP Agent", "VERB", "NP Theme"), frame("NP Agent", "VERB", "ADV")],
        tag="VNSUBCLASS",
    ),
)


def write_sample(folder):
    for name, text in (("film", FILM), ("kill", KILL), ("place", PLACE)):
        (folder / f"{name}.xml").write_text(text)
    return folder
