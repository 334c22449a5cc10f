"""Patterns of sentences that describe no picture: on-screen text, sounds, companies, titles and credits."""

from __future__ import annotations

import re


def _any(words: str) -> str:
    """Return a pattern of alternatives, given words or phrases separated by `/`."""
    return "(?:" + "|".join(part.strip() for part in words.split("/")) + ")"


def _pattern(*alternatives: str) -> re.Pattern[str]:
    return re.compile("|".join(alternatives), re.IGNORECASE)


_ARTICLE = r"(?:(?:a|an|the|another|more|some|his|her|its|their|two|several) )?"
_BEFORE_NOUN = r"(?:[\w'-]+ ){0,3}?"
_WHERE = r"(?: (?:on|above|over|below|outside|in|across|at|of) [\w' -]{1,40}?)?"
# A sentence that continues with one of these words also describes an action.
_ALONE = r"(?!.*\b(?:as|while|and)\b)"

_WRITING = _any(
    "titles? / captions? / subtitles? / intertitles? / text / words? / letters? / lettering / inscription / "
    "signs? / notice / banner / headline / plaque / label / poster / graffiti / message / title card / newspaper / "
    "note / date / name / screen / display / billboard / placard / nameplate / headstone / gravestone / "
    "licen[cs]e plate / legend"
)
_READS = _any(
    "reads? / says? / states? / declares? / announces? / spells?(?: out)? / proclaims? / "
    "appears?(?: on.?screen)? / (?:fades?|pops?|scrolls?|comes?) (?:in|up|on|into view|across the screen) / "
    "rolls? / flash(?:es)? (?:up|across the screen|on the screen) / "
    "(?:is|are) (?:superimposed|shown on.?screen)"
)
_LABEL = r"(?:on.?screen )?(?:title|caption|subtitle|text|super|legend|intertitle|words)s?(?: on.?screen)?"

ON_SCREEN = _pattern(
    rf"^(?:(?:now|then|next),? |on(?: the)?.?screen,? )?{_ARTICLE}{_BEFORE_NOUN}{_WRITING}{_WHERE},? {_READS}\b",
    rf"^{_LABEL} ?[:,]",
    r"\b(?:superimposed|subtitled)\b",
    r"^in subtitles\b",
    r"\bon-?screen (?:text|title|caption|words)\b",
    r"\b(?:text|words?|titles?|captions?|letters)\b.{0,40} (?:on|over|across) (?:the )?screen\b",
    r"^[\"\u201c][^\"\u201d]+[\"\u201d]\.?$",
)

_SOUND = _any(
    "music / song / wind / melody / tune / drums? / strings / piano / guitar / organ / bells? / sirens? / alarm / "
    "thunder / gunshots? / gunfire / shots? / explosions? / bang / crash / thud / screams? / screaming / shouts? / "
    "shouting / laughter / applause / cheers / cheering / footsteps / knock / knocking / voices? / whispers? / "
    "whistle / whistling / barking / birdsong / sounds? / noises? / silence / telephone / phone / doorbell / "
    "horns? / engine / static / buzz / buzzing / hum / humming / beep / beeps / beeping / chatter / echo / roar / "
    "howl / howling / chimes? / ticking / sobs? / sobbing / groans? / cry / cries"
)
_IS_HEARD = _any(
    "plays? / ends? / howls? / crashes / starts?(?: up)? / swells? / fades?(?: in| out| away)? / blares? / wails? / "
    "rings?(?: out)? / sounds? / echo(?:es)? / rumbles? / grows? (?:louder|softer|quieter) / (?:is|are|can be) heard / "
    "stops? / builds? / booms? / tolls? / approach(?:es)? / dies? (?:away|down) / "
    "(?:begins?|continues?|starts?) to (?:play|ring|sound|swell)"
)

SOUND_ONLY = _pattern(
    r"^(?:(?:and|then|now|again|suddenly|somewhere|off.?screen|in the distance|nearby),? )*"
    rf"{_ARTICLE}{_BEFORE_NOUN}{_SOUND}(?: of [\w' -]{{1,30}}?)? {_IS_HEARD}\b{_ALONE}",
    rf"^(?:we|you|they) (?:can )?hear\b{_ALONE}",
    rf"^(?:there is|there are|there's|from [\w' -]{{1,40}} comes?) {_ARTICLE}{_BEFORE_NOUN}{_SOUND}\.?$",
    r"^[\[(\u266a][^\])]*[\])\u266a]$",
)

COMPANY = _pattern(
    r"\bpresents?$",
    r"\bpresents (?:in association\b|(?:a|an) .{0,80}\b(?:film|movie|picture|production)\b)",
    r"^(?:[\w'&.-]+ ){1,6}logo\b",
    r"\b(?:a|an) [\w' .&-]{1,80} (?:production|film by)\b",
)

_CRAFT = _any(
    "(?:executive )?(?:director|producer) / screenplay / editor / music / cast / casting / art director / "
    "cinematography / director of photography / costume designer / production design(?:er)? / "
    "music and sound design"
)

CREDITS = _pattern(
    r"\b(?:credits?|titles?) (?:roll|begin|start|appear|are showing|fade|scroll|run|end)",
    r"^(?:the )?(?:(?:end|closing|opening) )?credits\b",
    r"^(?:end|closing|opening) titles\b",
    r"\b(?:directed|produced|written|edited|screenplay|music|photography|costumes?) by\b",
    rf"^{_CRAFT}s?:",
    r"\bstarring\b",
    r"\bcopyright\b",
    r"\ball rights reserved\b",
    r"\b(?:special|many) thanks to\b",
    r"^the end[.!]?$",
    r"\baudio descri(?:ption|bed)\b",
    r"\bnarrated by\b",
)
