"""Verbs in -s that could be plural nouns, in sentences of film description and as the nouns that they are elsewhere.

Each verb stands in every frame, and so does its noun. The training exchanges words of treebanks for such verbs, but
never for the ones that `is_held_out` keeps for this test.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass

from cinescribe.language.parser.clause_augmentation import is_held_out
from cinescribe.language.parser.word_classes import third_person
from cinescribe.language.tokens.parsed_sentence import Parser, Sentence

# Verbs of film description. All are nouns too in WordNet, or look so (`kneels`).
_VERBS = """
arch bark bathe beam bend bite blink blow blush bolt bounce bow breathe brush burst camp cast catch charge cheer
chuckle clap climb clutch collapse cough crawl creep cringe crouch cry curtsy dance dart dash dive doze draw dress
drift drink drive duck exit fall fidget fight fish flinch float flop flush freeze frown gallop gasp gaze gesture
giggle glance glare glide gloat grab grasp grimace grin grip groan grunt halt hike hop howl hug hunch hurdle jog
jerk jolt jump kick kiss kneel knock laugh lean leap limp look lunge march moan mount munch nap nod pace pant park
paddle pat pause peek peep perch play plunge point polish pose pounce pout punch push race rage reach rest retreat
return ride rise roar roll row run rush sail scowl scramble scratch scream shake shave shiver shout shower shriek
shrug shudder shuffle sigh sip skate ski skip slam sleep slide slip slouch slump smile smirk smoke snarl sneer
sneeze sniff snore sob sprawl spring sprint squat squint squirm stagger stamp stand stare start step stir stoop
stop stretch stride stroll struggle stumble strut surf swallow sway swim swing tackle talk tap tense thrash tiptoe
toast toss trip trot tumble turn twirl twist twitch wade wail wait wake walk wander wave whimper whine whip whisper
whistle whoop wince wink work wrestle wriggle yawn yell
"""
VERBS = tuple(_VERBS.split())


@dataclass(frozen=True)
class Frames:
    """Sentences with `{}` for a form of the verb, and the part of speech that the form has in them."""

    what: str
    texts: tuple[str, ...]
    form: Callable[[str], str]
    upos: str = "VERB"


ONE_PERSON = Frames(
    "one person",
    (
        "P1 {}.",
        "SOMEONE {} and turns away.",
        "The man {} beside the bed.",
        "She {}.",
        "Margaret {} at P2",
        "a woman in a red coat {}",
        "P1's brother {} again.",
        "P3 looks up and {}.",
    ),
    third_person,
)
PEOPLE = Frames(
    "two people or more",
    ("P1 and P2 {}.", "They {} and look away.", "The two sisters {} together.", "Robert and Kate {}"),
    str,
)
NOUNS = Frames(
    "plural nouns",
    (
        "P1 sees two {}.",
        "The {} hit the shore.",
        "P2 counts the {} on the wall.",
        "Three long {} follow.",
        "A man with many {}",
        "His {} are over.",
    ),
    third_person,
    "NOUN",
)
# Written before the training and first parsed after it; the frames above were seen while the training was made.
LATER = (
    Frames(
        "one person, later frames",
        (
            "Behind the curtain, SOMEONE {}.",
            "As P2 leaves, P1 {}.",
            "P5 opens the door, {} and sits down.",
            "The tall waiter with the tray {} at P4.",
            "Everyone {}.",
        ),
        third_person,
    ),
    Frames("people, later frames", ("Behind them, P4 and P5 {}.", "Dozens of children {} in the yard."), str),
    Frames(
        "plural nouns, later frames",
        ("There are {} in the kitchen.", "SOMEONE hears loud {} behind the door.", "P1's {} never end."),
        third_person,
        "NOUN",
    ),
)
ALL = (ONE_PERSON, PEOPLE, NOUNS, *LATER)


def exchanged_verbs() -> tuple[str, ...]:
    """Return the verbs that training may have put into its sentences."""
    return tuple(verb for verb in VERBS if not is_held_out(verb))


def held_out_verbs(known: Container[str] = frozenset()) -> tuple[str, ...]:
    """Return the verbs that training has put into no sentence, without those that are `known` from a treebank."""
    return tuple(verb for verb in VERBS if is_held_out(verb) and verb not in known)


def mistagged(parser: Parser, frames: Frames, verbs: Sequence[str]) -> list[str]:
    """Return the sentences in which the form of the verb has another part of speech."""
    cases = [(text, frames.form(verb)) for text in frames.texts for verb in verbs]
    sentences = [text.format(form) for text, form in cases]
    parses = parser.parse(sentences)
    right = [
        _tag(found, text.split("{}", maxsplit=1)[0], form) == frames.upos
        for found, (text, form) in zip(parses, cases, strict=True)
    ]
    return [sentence for sentence, is_right in zip(sentences, right, strict=True) if not is_right]


def accuracy(parser: Parser, frames: Frames, verbs: Sequence[str]) -> float:
    """Return the percentage of sentences in which the form of the verb has its part of speech."""
    return 100 - 100 * len(mistagged(parser, frames, verbs)) / (len(frames.texts) * len(verbs))


def _tag(parsed: Sequence[Sentence], before: str, form: str) -> str:
    """The part of speech of the word that starts after the letters of `before`; empty if no such word is `form`."""
    wanted, at = len("".join(before.split())), 0
    for sentence in parsed:
        for word in sentence:
            if at == wanted:
                return word.pos if word.text == form else ""
            at += len(word.text)
    return ""
