"""Which sentences of a film tell of its pictures: titles, credits, words read out and mere sounds are told apart.

Rohrbach et al. (2016, section 3.1.3) left these out by hand. Here rules on words do it; what they decide is written
down with its reason, and a correction by hand overrules it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from cinescribe.corpus.sentences import Flag, FilmSentence
from cinescribe.timing import Seconds, Span

OPENING, CLOSING = 0.1, 0.15  # shares of a film in which its opening titles and its closing credits are looked for
OPENING_LEAST: Seconds = 20.0  # a short film's titles take more than their share

_WRITING = (
    r"(?:(?:on-?screen|closing|opening|inter|main|yellow|white|red|black) ?)*"
    r"(?:titles?|captions?|subtitles?|intertitles?|superscript|supertitles?|legend|text|words?|letter(?:s|ing)|"
    r"inscription|sign|signs|notice|banner|headline|plaque|label|poster|graffiti|message|caption card|title card|"
    r"newspaper|note|date|name|screen|monitor|display|billboard|placard|nameplate|headstone|gravestone|license plate|"
    r"licence plate)"
)
_SAYS = (
    r"(?:reads?|says?|states?|declares?|announces?|spells?(?: out)?|proclaims?|"
    r"(?:fades?|flash(?:es)?|pops?|scrolls?|comes?) (?:in|up|on|into view|across the screen)|appears?(?: on.?screen)?|"
    r"(?:is|are) (?:superimposed|displayed|shown on.?screen)|roll(?:s)?)"
)
_READ_OUT = re.compile(
    rf"^(?:(?:now|then|next),? |on(?: the)?.?screen,? )?(?:(?:a|an|the|another|more|his|her|its|their) )?"
    rf"(?:[\w'-]+ ){{0,3}}?{_WRITING}(?: (?:on|above|over|below|outside|in|across|at) [\w' -]{{1,40}}?)?,? {_SAYS}\b"
    rf"|^(?:on(?:-|\s)?screen )?(?:title|caption|subtitle|text|super|legend|intertitle|sign|words?)s?(?: on screen)? ?[:,]"
    rf"|\b(?:superimposed|subtitled|(?:in )?subtitles?:|on-?screen (?:text|title|caption|words)|"
    rf"(?:the )?(?:text|words?|titles?|caption)s? (?:on|over|across) (?:the )?screen)\b"
    rf"|^[\"\u201c][^\"\u201d]+[\"\u201d]\.?$",
    re.IGNORECASE,
)

_SOUNDS = (
    r"music|song|melody|tune|score|drums?|strings|piano|guitar|organ|orchestra|choir|bells?|siren|sirens|alarm|thunder|"
    r"gunshots?|gunfire|shots?|explosions?|bang|crash|thud|scream|screams|screaming|shouts?|shouting|laughter|applause|"
    r"cheers|cheering|footsteps|knock(?:ing)?|voices?|whispers?|whistle|whistling|wind|rain|barking|birdsong|sounds?|"
    r"noises?|silence|telephone|phone|doorbell|horns?|engine|static|buzz(?:ing)?|hum|humming|beep(?:ing|s)?|chatter|"
    r"echo|roar|howl(?:ing)?|chimes?|ticking|clock|sobs?|sobbing|groans?|cry|cries"
)
_HEARD = (
    r"(?:plays?|starts?(?: up)?|swells?|fades?(?: in| out| away)?|blares?|rings?(?: out)?|wails?|sounds?|echo(?:es)?|"
    r"rumbles?|grows? (?:louder|softer|quieter)|is heard|are heard|can be heard|stops?|continues?(?: to (?:ring|play))?|"
    r"builds?|booms?|tolls?|strikes?|approach(?:es)?|dies? (?:away|down)|"
    r"(?:begins?|continues?) to (?:play|ring|sound|swell))"
)
_HEARD_ONLY = re.compile(
    rf"^(?:(?:and|then|now|again|suddenly|somewhere|off.?screen|in the distance|nearby),? )*"
    rf"(?:(?:a|an|the|some|more|distant|faint|loud|soft|another|his|her|two|several) )*(?:[\w'-]+ ){{0,2}}?"
    rf"(?:{_SOUNDS})(?: of [\w' -]{{1,30}}?)? {_HEARD}\b(?!.*\b(?:as|while|and)\b)"
    rf"|^(?:(?:we|you|they) (?:can )?hear)\b(?!.*\b(?:as|while|and)\b)"
    rf"|^(?:from [\w' -]{{1,40}},? )?(?:comes?|there is|there are|there's) (?:a |an |the |some )?(?:[\w'-]+ ){{0,3}}?"
    rf"(?:{_SOUNDS})\.?$"
    rf"|^from [\w' -]{{1,40}} comes? (?:a |an |the )?(?:[\w'-]+ ){{0,3}}?(?:{_SOUNDS})\.?$"
    rf"|^[\[(\u266a][^\])]*[\])\u266a]$",
    re.IGNORECASE,
)

_COMPANY = (
    r"\bpresents?$|\bpresents\b(?: (?:a|an|in association)\b|[.:]?$)|\b(?:pictures|studios?|films?|entertainment|"
    r"productions?)(?:'s)? logo\b|\blogo\b|\b(?:a|an) [\w' .&-]+ (?:production|film by)\b|\bproudly presents\b"
)
_CREDITS = (
    r"\b(?:opening|closing|end|introductory|main|final)? ?(?:credits?|titles?) (?:roll|begin|start|appear|are showing|"
    r"fade|scroll|run|end)|^(?:end|closing|opening) (?:credits|titles)\b|^(?:the )?credits\b|"
    r"\b(?:directed|produced|written|edited|screenplay|music|photography|costumes?|executive produced) by\b|"
    r"^(?:executive )?(?:director|producer|screenplay|editor|music|cast|casting|art director|cinematography|"
    r"director of photography|costume designer|production design(?:er)?)s?(?: and [\w ]+)?:|\bstarring\b|"
    r"\bcopyright\b|\ball rights reserved\b|\b(?:special|many) thanks to\b|^the end[.!]?$|"
    r"\b(?:audio )?descri(?:ption|bed|ptive)\b.*\b(?:by|provided|service)\b|\bnarrated by\b"
)
_OPENS = re.compile(f"{_COMPANY}|{_CREDITS}", re.IGNORECASE)
_CLOSES = re.compile(_CREDITS, re.IGNORECASE)
_STOP = re.compile(r"[.!?\u2026][\"'\u2019\u201d)]*$")
TITLE_WORDS = 6  # a film's title, read out without a full stop, has no more


def flags_of(text: str) -> tuple[Flag, ...]:
    """What a sentence is about instead of the picture: words to be read, or a sound that nothing is seen of.

    A sentence that also tells what somebody does is not flagged: `A shot rings out as Anna runs`.
    """
    flags: list[Flag] = []
    if _READ_OUT.search(text.strip()):
        flags.append("on-screen text")
    if _HEARD_ONLY.search(text.strip()):
        flags.append("sound only")
    return tuple(flags)


def judged(
    sentences: Sequence[FilmSentence], *, duration: Seconds, story: Span | None = None
) -> tuple[FilmSentence, ...]:
    """The sentences flagged, and those left out that are not about the story's pictures; order and ids stay.

    Args:
        sentences: of one film, from one origin.
        duration: of the film.
        story: from after the opening titles to before the closing credits, where somebody knows it; else it is told
            by the words of company logos, titles and credits, see `story_span`.
    """
    inside = story or story_span(sentences, duration=duration)
    return tuple(_judged(sentence, inside) for sentence in sentences)


def story_span(sentences: Sequence[FilmSentence], *, duration: Seconds) -> Span:
    """Where the story is, by what is told before and after it.

    It begins after the last sentence of the opening that names a company or reads credits, and the title that may
    follow at once; it ends before the first sentence of the closing that reads credits. Where neither is told, the
    whole film is the story.
    """
    ordered = sorted(sentences, key=lambda sentence: sentence.span)
    opening, closing = max(duration * OPENING, min(OPENING_LEAST, duration / 4)), duration * (1 - CLOSING)
    start, end = 0.0, duration
    for sentence in ordered:
        if sentence.span.start < opening and (_OPENS.search(sentence.text) or (start and _is_title(sentence.text))):
            start = sentence.span.end
        if sentence.span.start >= closing and _CLOSES.search(sentence.text):
            end = sentence.span.start
            break
    return Span(start, max(start, end))


def _judged(sentence: FilmSentence, story: Span) -> FilmSentence:
    flags = flags_of(sentence.text)
    reason = sentence.left_out
    if reason is None:
        reason = _reason(sentence, flags, story)
    return sentence.replace(flags=flags, left_out=reason)


def _reason(sentence: FilmSentence, flags: tuple[Flag, ...], story: Span) -> str | None:
    if sentence.span.middle < story.start:
        return f"opening titles: before {story.start:.2f} s"
    if sentence.span.middle >= story.end:
        return f"closing credits: after {story.end:.2f} s"
    return ", ".join(flags) or None


def _is_title(text: str) -> bool:
    return len(text.split()) <= TITLE_WORDS and _STOP.search(text) is None
