"""Word lists of the rules, each with its source. `Ours` marks a list that no document gives."""

from __future__ import annotations


def _phrases(text: str) -> tuple[str, ...]:
    return tuple(text.split(", "))


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# Words that titles and credits write small: articles, conjunctions, prepositions (Chicago Manual of Style, 8.159).
SMALL_IN_TITLES = _words("a an and as at by for from in into is nor of on or over the to with")

# Pronouns of the first and second person (Quirk et al., A Comprehensive Grammar of the English Language, 6.15).
FIRST_AND_SECOND = _words(
    "i me my mine myself we us our ours ourselves you your yours yourself yourselves"  # `one` is the third person
)

# Articles, possessives and conjunctions that no sentence ends in (Quirk et al., 5.10, 6.29 and 13.5). `Her` and `that`
# are missing, since they may.
OPENING = _words("a an the my your its our their and or nor because although whereas unless")
# Prepositions that are hardly ever adverbs (Quirk et al., 9.65 to 9.66 for those that are).
NO_ADVERBS = _words("against at during for from into of onto to toward towards upon via with")

# Terms of the glossary of Bordwell & Thompson, Film Art: An Introduction, and kinds of shots. A hyphen may be
# written as a space, or left out.
FILM_TERMS = _phrases(
    "close-up, establishing shot, flash-back, flash-forward, freeze-frame, jump-cut, match cut, montage, off-screen, "
    "point-of-view shot, slow motion, split screen, time-lapse, voice-over"
)
FILM_SHOTS = _phrases(
    "aerial, close, crane, dolly, drone, establishing, following, full, long, low-angle, high-angle, medium, overhead, "
    "panning, pov, reaction, reverse, tracking, two, wide, wide-angle"
)
# Transitions and movements that are also ordinary words: they only count beside what a film is made of, or a direction.
FILM_MOVES = _phrases("cut, fade, dissolve, pan, wipe, tilt, zoom, cross-fade")
CAMERA_MOVES = (*FILM_MOVES, *_phrases("track, follow, move, linger, focus, pull, push, circle, glide, sweep, swing"))
FILM_PARTS = _phrases("scene, screen, shot, picture, image, view, film, footage, movie, video, action")
DIRECTIONS = _phrases("to, in, out, into, from, over, across, along, around, up, down, left, right, back, away")
SWEEPS = _phrases("over, across, along, around, up, down, left, right")  # not `a pan from the stove`

# Verbs of sound emission (Levin, English Verb Classes and Alternations, 43.2), without those that other classes of hers
# have as visible contact, motion or speech: beat, blow, clap, crash, knock, roll, snap, splash, strike, and so on.
SOUND_VERBS = _words(
    "bang beep blare boom buzz chime chink chirp chug clack clang clank clatter click clink clomp clunk crackle creak "
    "ding dong drone fizz fizzle gurgle hiss hoot howl hum jangle jingle murmur patter peal ping plonk purr rasp "
    "rattle resound resonate reverberate ring roar rumble rustle screech sizzle squawk squeak squeal swish swoosh thud "
    "thrum thump thunder tick ting tinkle toll toot trill twang ululate vroom wail whir whirr whish whistle whoosh echo"
)
# With a path such a verb describes a motion (Levin, 43.2), `a car roars past`; those of the second list do not move.
PATHS = _words("past through into toward towards across along onto around away back forth")
UNMOVED = _words("echo resonate resound reverberate ring")
# Nouns that are always audible, and those that are audible as the subject of one of some verbs. Our choice.
SOUNDS = _words("sound noise silence")
SOUND_MAKERS = _words(
    "music song melody tune jazz voice laughter applause thunder footstep gunfire gunshot shot bell siren alarm echo "
    "scream chatter birdsong"
)
PLAYED = _words("play swell fade start begin stop end sound ring come continue fill rise grow be")

# Adjectives of the 135 emotion names of Shaver, Schwartz, Kirson & O'Connor (1987), Emotion Knowledge, figure 1: those
# of love and joy, of surprise and anger, of sadness, and of fear.
EMOTIONAL = (
    _words(
        "adoring affectionate fond tender compassionate sentimental passionate infatuated amused blissful cheerful "
        "gleeful jolly jovial joyful joyous delighted glad happy jubilant elated satisfied ecstatic euphoric "
        "enthusiastic zealous excited thrilled exhilarated content contented pleased proud triumphant eager hopeful "
        "optimistic enthralled relieved"
    )
    | _words(
        "amazed surprised astonished aggravated irritated agitated annoyed grouchy grumpy exasperated frustrated angry "
        "enraged outraged furious wrathful hostile bitter hateful scornful spiteful vengeful resentful disgusted "
        "contemptuous envious jealous tormented"
    )
    | _words(
        "anguished hurt depressed desperate hopeless gloomy glum sad unhappy sorrowful miserable melancholy "
        "melancholic dismayed disappointed displeased guilty ashamed regretful remorseful alienated lonely homesick "
        "rejected dejected insecure embarrassed humiliated insulted pitying sympathetic"
    )
    | _words(
        "alarmed shocked fearful frightened scared afraid horrified terrified panicked hysterical mortified anxious "
        "nervous tense uneasy apprehensive worried distressed"
    )
)
# What makes a feeling visible: expressions (Levin, 40.2, nonverbal expression; 40.3, gestures) and the parts of the
# body that show them.
VISIBLE = _words(
    "smile grin laugh giggle chuckle cry weep sob frown scowl grimace wince blush glare gasp shrug sigh shudder "
    "tremble shiver pout smirk sneer nod hug kiss stare tear face eye brow eyebrow mouth lip cheek forehead jaw tooth "
    "fist hand shoulder expression gaze"
)
# Verbs of WordNet's topic `emotion` that are visible. Our choice.
OUTWARD = _words("stir calm comfort soothe console threaten tease embarrass upset")
# Verbs of conjecture and desire (Levin, 29.5 and 32): a thought is invisible. WordNet's topic `cognition` also has
# `read` and `study`.
MENTAL = _words(
    "assume believe conclude decide deduce determine doubt expect forget guess intend know realise realize recall "
    "recognise recognize remember suppose suspect think understand wonder imagine hope wish want crave desire "
    "need long yearn"
)
# Stance adverbs of certainty, likelihood and attitude (after Biber, University Language, 2006, chapter 5).
STANCE = _words(
    "apparently arguably certainly clearly conceivably conveniently curiously definitely evidently fortunately "
    "hopefully inevitably inexplicably ironically likely maybe obviously perhaps possibly predictably presumably "
    "probably regrettably seemingly supposedly surely undoubtedly unfortunately wisely"
)
# Adverbs that judge what is seen; ITC Guidance 2000, 3.9 asks for none, but gives no list. Ours.
JUDGING = _words(
    "beautifully bizarrely charmingly creepily cruelly cunningly disturbingly eerily elegantly foolishly gorgeously "
    "hauntingly heroically hilariously horribly kindly lovingly magically magnificently maliciously meaningfully "
    "menacingly mercilessly mischievously mysteriously obscenely ominously pathetically poetically ridiculously rudely "
    "seductively spectacularly strangely stunningly suggestively suspiciously threateningly thoughtfully tragically "
    "wickedly wonderfully disbelievingly dismissively reluctantly knowingly intentionally deliberately impatiently"
)


def emotional_adverbs() -> frozenset[str]:
    """Return the adverbs of the emotional adjectives: `angrily`, `happily`."""
    return frozenset(map(_adverb, EMOTIONAL))


def _adverb(adjective: str) -> str:
    if adjective.endswith("y"):
        return f"{adjective[:-1]}ily"
    return f"{adjective}ally" if adjective.endswith("ic") else f"{adjective}ly"
