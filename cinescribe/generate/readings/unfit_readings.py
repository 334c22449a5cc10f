"""Which readings are never noted: on topics that pictures do not decide, from looks, and states in place of acts."""

from __future__ import annotations

import re

from cinescribe.generate.readings.reading import Reading

# English stems, since readings are English whatever the language of the notes: what nobody's acts in a film show,
# and what is unfair to say of people whom a viewer only sees.
_TOPICS = {
    "health": (
        r"ill|illness\w*|sick\w*|disease\w*|diseased|disab\w+|handicap\w*|crippl\w*|injur\w+|wound\w*|pregnan\w+|"
        r"drunk\w*|alcohol\w*|addict\w*|drug\w*|depress\w+|anxiety|autis\w+|dement\w+|insan\w+|mental\w*|psycho\w*|"
        r"suicid\w*|trauma\w*|cancer|blind|deaf|lame|paraly\w+|bulimi\w+|anorex\w+|obes\w+|dying|health\w*|unhealthy|"
        r"medic\w+|therap\w+|schizo\w*|neurotic"
    ),
    "origin": (
        r"foreign\w*|immigra\w+|migra\w+|refugee\w*|nativ\w+|ethnic\w*|rac(?:e|ial|ially|es)|racis\w+|black (?:man|"
        r"woman|people|person)|white (?:man|woman|people|person)|asian\w*|africa\w*|arab\w*|europe\w*|america\w*|"
        r"latin\w*|indian\w*|chinese|japanese|mexican\w*|russian\w*|german\w*|french|british|english|irish|turk\w*|"
        r"gyps\w+|roma|nationalit\w+|descent|ancest\w+|caste|tribe\w*|tribal|indigenous"
    ),
    "faith": (
        r"relig\w+|faith\w*|pious\w*|devout\w*|god|christ\w*|cathol\w+|protestant\w*|muslim\w*|islam\w*|jew\w*|"
        r"judais\w+|hindu\w*|buddh\w+|sikh\w*|atheis\w+|pray\w*|church\w*|mosque\w*|synagog\w+|holy|sin|sins|sinful|"
        r"worship\w*|priest\w*|bible|koran|quran"
    ),
    "sexuality": (
        r"gay\w*|lesbian\w*|homosex\w*|heterosex\w*|bisex\w*|queer\w*|transgender\w*|transsex\w*|sex|sexy|sexual\w*|"
        r"erotic\w*|lust\w*|aroused?|arousal|seduc\w+|flirt\w*|horny|promiscu\w+|affair|orientation"
    ),
    "guilt": (
        r"guilt\w*|innocen\w+|criminal\w*|crime\w*|murder\w*|thie(?:f|ves)|steal\w*|stolen|theft|culprit\w*|"
        r"convict\w*|blame\w*|perpetrator\w*|offender\w*|terroris\w*|corrupt\w*|fraud\w*|rapist\w*|at fault|"
        r"responsible for"
    ),
    "looks": (
        r"looks? (?:like|old|young|poor|rich|ugly|pretty|good|bad)|beaut\w+|ugl\w+|attractive\w*|handsome\w*|pretty|"
        r"fat|overweight|thin|skinny|skin|hair\w*|wrinkl\w*|bald|tall|dress\w*|cloth\w*|wears?|wearing|outfit\w*|"
        r"uniform|elegan\w+|shabb\w+|well-groomed|unkempt|poor|rich|wealthy|elderly|appearance\w*|faces?"
    ),
}
_FORBIDDEN = {topic: re.compile(rf"\b(?:{words})\b", re.IGNORECASE) for topic, words in _TOPICS.items()}
# A trait as a state. An act has another verb: `helps strangers`, `acts kindly`.
_STATE = re.compile(
    r"(?:is|are|was|has|have|had|be|being|seems?|appears?|looks?|feels?|remains?|stays?|tends? to be|can be|"
    r"must be|may be|might be)\b",
    re.IGNORECASE,
)
_WANTED_MOMENTS = 2  # of a trait: one act is no habit


def unfit_because(reading: Reading) -> str | None:
    """Return why a reading is never noted, whatever a model says of it; None if nothing speaks against it."""
    for text in (reading.text, reading.alternative):
        for topic, pattern in _FORBIDDEN.items():
            if pattern.search(text):
                return f"it is about {topic}, which is not noted"
    if not reading.evidence:
        return "it names no accepted fact as evidence"
    if reading.text.casefold() == reading.alternative.casefold():
        return "its alternative is the reading itself"
    if reading.kind == "trait":
        if _STATE.match(reading.text):
            return "it says what somebody is, not how they act"
        if len(set(reading.moments)) < _WANTED_MOMENTS:
            return "it rests on one moment; a trait needs two"
    return None
