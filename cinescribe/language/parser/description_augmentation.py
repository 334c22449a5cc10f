"""Sentences of film description with their trees, from a grammar: what treebanks of mail and weblogs have too few of.

`As an alien steps near, SOMEONE fires.`, `Halting the unit, Anna waves the others forward.`, `Then shuts the door.`:
clauses before and after the main one, places before it, verbs without a subject, names that no treebank has, verbs and
nouns of the same form. The trees follow English-EWT; the words make no sense together, which leaves the syntax alone to
tell what they are.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from cinescribe.language.parser.clause_augmentation import PLURAL, SINGULAR, finite, person_id
from cinescribe.language.parser.description_phrases import Phrase, as_sentence, joined, word
from cinescribe.language.parser.description_words import DescriptionWords, name, plural
from cinescribe.language.parser.treebank import TreebankSentence
from cinescribe.language.parser.word_classes import gerund

_SINGULAR_NOUN, _PLURAL_NOUN = "Number=Sing", "Number=Plur"
_GERUND = "Tense=Pres|VerbForm=Part"
_PARTICIPLE = "Tense=Past|VerbForm=Part"
_PASSIVE = "Tense=Past|VerbForm=Part|Voice=Pass"
_DEFINITE, _INDEFINITE = "Definite=Def|PronType=Art", "Definite=Ind|PronType=Art"
# fmt: off
_PEOPLE = ("alien", "boy", "child", "doctor", "driver", "girl", "guard", "king", "lady", "man", "mother", "nurse",
           "officer", "professor", "soldier", "stranger", "student", "teacher", "waiter", "witch", "woman")
_OTHER_PLURALS = {"child": "children", "man": "men", "woman": "women"}
_PLACES = ("bar", "bathroom", "bed", "building", "car", "chair", "corridor", "couch", "desk", "door", "floor", "garden",
           "hallway", "house", "kitchen", "lobby", "office", "restaurant", "river", "road", "roof", "room", "street",
           "table", "town", "wall", "window")
_BODY = ("arm", "back", "cheek", "chest", "eye", "face", "finger", "fist", "forehead", "hair", "hand", "head", "knee",
         "leg", "lip", "mouth", "neck", "shoulder", "temple", "waist")
_STATES = ("afraid", "ajar", "alone", "asleep", "awake", "empty", "motionless", "open", "shut", "silent", "still")
_PREPOSITIONS = ("across", "against", "along", "around", "at", "behind", "beneath", "beside", "by", "down", "from",
                 "in", "inside", "into", "near", "off", "on", "onto", "over", "past", "through", "to", "toward",
                 "towards", "under", "with")
_PARTICLES = ("away", "back", "down", "forward", "in", "near", "off", "out", "over", "past", "up")
_WITH_OBJECT = ("back", "down", "off", "on", "out", "over", "up")
_BEFORE = ("back", "inside", "later", "meanwhile", "now", "outside", "suddenly", "then")
_GIVING = ("bring", "give", "hand", "offer", "pass", "show", "throw", "toss")
_SEEING = ("find", "hear", "notice", "see", "spot", "watch")
_OPENED = ("open", "shut")
_OPENING = ("kick", "pull", "push", "slam", "slide", "swing", "throw", "yank")
_COLOURS = ("black", "blue", "dark", "green", "grey", "old", "pale", "red", "small", "white", "young")
# fmt: on
_POSSESSIVE = {
    "his": "Case=Gen|Gender=Masc|Number=Sing|Person=3|Poss=Yes|PronType=Prs",
    "her": "Case=Gen|Gender=Fem|Number=Sing|Person=3|Poss=Yes|PronType=Prs",
    "their": "Case=Gen|Number=Plur|Person=3|Poss=Yes|PronType=Prs",
    "its": "Case=Gen|Gender=Neut|Number=Sing|Person=3|Poss=Yes|PronType=Prs",
}
_SUBJECTIVE = {
    "he": "Case=Nom|Gender=Masc|Number=Sing|Person=3|PronType=Prs",
    "she": "Case=Nom|Gender=Fem|Number=Sing|Person=3|PronType=Prs",
    "it": "Case=Nom|Gender=Neut|Number=Sing|Person=3|PronType=Prs",
}
_OBJECTIVE = {
    "him": "Case=Acc|Gender=Masc|Number=Sing|Person=3|PronType=Prs",
    "her": "Case=Acc|Gender=Fem|Number=Sing|Person=3|PronType=Prs",
    "it": "Case=Acc|Gender=Neut|Number=Sing|Person=3|PronType=Prs",
    "them": "Case=Acc|Number=Plur|Person=3|PronType=Prs",
}
_THEY = "Case=Nom|Number=Plur|Person=3|PronType=Prs"
_IS = {SINGULAR: "is", PLURAL: "are"}
_COMMA = word(",", "PUNCT")

_Parts = list[tuple[Phrase, str]]
_VerbForm = Callable[[str], Phrase]


class DescriptionGrammar:
    """Makes sentences of film description."""

    def __init__(self, words: DescriptionWords, random: Random) -> None:
        """Take the words and what chooses among them."""
        self._words, self._random = words, random

    def sentence(self) -> TreebankSentence:
        """Return a sentence with its tree."""
        return as_sentence(self._whole(), has_stop=self._chance(0.8))

    def _whole(self) -> Phrase:
        kind = self._random.random()
        if kind < 0.34:
            return self._clause()
        if kind < 0.46:
            return self._with_clause_before()
        if kind < 0.58:
            return self._with_clause_after()
        if kind < 0.70:
            return self._with_place_before()
        if kind < 0.80:
            return self._with_participle_before()
        if kind < 0.88:
            return self._with_participle_after()
        if kind < 0.94:
            return self._without_subject()
        return self._noun_phrase(_SINGULAR_NOUN, *self._place("nmod"))

    def _chance(self, share: float) -> bool:
        return self._random.random() < share

    # Clauses.

    def _clause(self, *before: tuple[Phrase, str]) -> Phrase:
        """A main clause, with parts before its subject; up to three verbs are joined."""
        subject, number = self._subject()
        main = self._predicate(number, [*before, (subject, "nsubj")])
        return self._coordinated(main, number)

    def _coordinated(self, main: Phrase, number: str) -> Phrase:
        n_more = self._random.choices((0, 1, 2), (6, 4, 1))[0]
        parts: _Parts = [(main, "root")]
        for n in range(n_more):
            is_last = n + 1 == n_more
            joint: _Parts = []
            if not is_last or self._chance(0.15):
                joint.append((_COMMA, "punct"))
            if is_last:
                joint += self._conjunction()
            parts.append((self._predicate(number, joint), "conj"))
        return joined(parts)

    def _conjunction(self) -> _Parts:
        then = word("then", "ADV", "PronType=Dem")
        if self._chance(0.15):
            return [(then, "advmod")]
        both = self._chance(0.1)
        return [(word("and", "CCONJ"), "cc"), *([(then, "advmod")] if both else [])]

    def _predicate(self, number: str, before: _Parts) -> Phrase:
        """A finite verb with what belongs to it; `before` comes first."""
        if self._chance(0.06):
            return self._state(number, before)
        if self._chance(0.05) and before and before[-1][1] == "nsubj":
            return self._passive(number, before)

        def form(lemma: str) -> Phrase:
            return Phrase((finite(lemma, number, head=0, dep="root"),))

        return self._verb_phrase(form, before)

    def _state(self, number: str, before: _Parts) -> Phrase:
        state = word(self._random.choice(_STATES), "ADJ", "Degree=Pos")
        is_ = word(_IS[number], "AUX", number, lemma="be")
        return joined([*before, (is_, "cop"), (state, "root"), *self._place("obl", share=0.5)])

    def _passive(self, number: str, before: _Parts) -> Phrase:
        lemma = self._random.choice(sorted(self._words.past))
        is_ = word(_IS[number], "AUX", number, lemma="be")
        verb = word(self._words.past[lemma], "VERB", _PASSIVE, lemma)
        *others, (subject, _) = before
        parts: _Parts = [*others, (subject, "nsubj:pass"), (is_, "aux:pass"), (verb, "root")]
        return joined([*parts, *self._place("obl", share=0.6)])

    def _verb_phrase(self, form: _VerbForm, before: _Parts) -> Phrase:
        """A verb in the form that `form` gives, with its objects, places and adverbs."""
        random, words = self._random, self._words
        kind = random.random()
        manner: _Parts = [(word(random.choice(words.adverbs), "ADV"), "advmod")] if self._chance(0.12) else []
        early, late = (manner, []) if self._chance(0.4) else ([], manner)
        start: _Parts = [*before, *early]
        if kind < 0.40:
            verb = (form(words.verb(random, has_object=False)), "root")
            return joined([*start, verb, *self._particle(0.35), *late, *self._place("obl", share=0.6), *self._more()])
        if kind < 0.74:
            verb = (form(words.verb(random, has_object=True)), "root")
            if self._chance(0.15):
                particle: _Parts = [(word(random.choice(_WITH_OBJECT), "ADP"), "compound:prt")]
                return joined([*start, verb, *particle, self._object(), *self._place("obl", share=0.3)])
            return joined([*start, verb, self._object(), *late, *self._place("obl", share=0.45), *self._more()])
        if kind < 0.82:
            verb = (form(random.choice(_GIVING)), "root")
            return joined([*start, verb, (self._someone(), "iobj"), (self._thing(), "obj")])
        if kind < 0.89:
            verb, open_ = (form(random.choice(_OPENING)), "root"), word(random.choice(_OPENED), "ADJ", "Degree=Pos")
            rest: _Parts = [(open_, "xcomp"), (self._thing(), "obj")]
            return joined([*start, verb, *(rest if self._chance(0.5) else reversed(rest))])
        if kind < 0.95:
            return joined([*start, (form(random.choice(_SEEING)), "root"), *self._seen()])
        purpose = self._verb_phrase(lambda lemma: word(lemma, "VERB", "VerbForm=Inf"), [(word("to", "PART"), "mark")])
        verb = (form(words.verb(random, has_object=False)), "root")
        return joined([*start, verb, *self._particle(0.5), (purpose, "advcl")])

    def _seen(self) -> _Parts:
        """What is seen, with what it does."""
        doing = self._gerund_phrase([])
        if self._chance(0.5):
            noun = self._noun_phrase(_SINGULAR_NOUN, (doing, "acl"), people=True)
            return [(noun, "obj")]
        seen = self._joined_nouns(self._name) if self._chance(0.2) else self._someone()
        if self._chance(0.3):
            form = self._verb_phrase(lambda lemma: word(lemma, "VERB", "VerbForm=Inf"), [(seen, "nsubj")])
            return [(form, "ccomp")]
        return [(self._gerund_phrase([(seen, "nsubj")]), "ccomp")]

    def _gerund_phrase(self, before: _Parts) -> Phrase:
        return self._verb_phrase(lambda lemma: word(gerund(lemma), "VERB", _GERUND, lemma), before)

    def _more(self) -> _Parts:
        """A second place, or a thing the person has with them; mostly nothing."""
        return self._place("obl", share=0.12)

    def _particle(self, share: float) -> _Parts:
        if not self._chance(share):
            return []
        return [(word(self._random.choice(_PARTICLES), "ADV"), "advmod")]

    # Sentences of several clauses.

    def _subordinate(self) -> Phrase:
        mark = self._random.choice(("as", "as", "as", "while", "until"))
        return self._simple_clause([(word(mark, "SCONJ"), "mark")])

    def _simple_clause(self, before: _Parts) -> Phrase:
        subject, number = self._subject()
        return self._predicate(number, [*before, (subject, "nsubj")])

    def _with_clause_before(self) -> Phrase:
        clause = joined([(self._subordinate(), "root"), (_COMMA, "punct")])
        return self._clause((clause, "advcl"))

    def _with_clause_after(self) -> Phrase:
        return joined([(self._clause(), "root"), (self._subordinate(), "advcl")])

    def _with_place_before(self) -> Phrase:
        random = self._random
        kind = random.random()
        if kind < 0.5:
            [(place, dep)] = self._place("obl", share=1)
            if self._chance(0.25):
                place = joined([(word(random.choice(_BEFORE), "ADV"), "root"), (place, "obl")])
                dep = "advmod"
            return self._clause((joined([(place, "root"), (_COMMA, "punct")]), dep))
        adverb = joined([(word(random.choice(_BEFORE), "ADV"), "root"), (_COMMA, "punct")])
        if kind < 0.75:
            return self._clause((adverb, "advmod"))
        [(place, _)] = self._place("obl", share=1)
        return self._clause((adverb, "advmod"), (joined([(place, "root"), (_COMMA, "punct")]), "obl"))

    def _with_participle_before(self) -> Phrase:
        if self._chance(0.8):
            phrase = self._gerund_phrase([])
        else:
            lemma = self._random.choice(sorted(self._words.past))
            verb = word(self._words.past[lemma], "VERB", _PARTICIPLE, lemma)
            phrase = joined([(verb, "root"), *self._place("obl", share=0.8)])
        comma: _Parts = [(_COMMA, "punct")] if self._chance(0.9) else []
        return self._clause((joined([(phrase, "root"), *comma]), "advcl"))

    def _with_participle_after(self) -> Phrase:
        comma: _Parts = [(_COMMA, "punct")] if self._chance(0.8) else []
        own: _Parts = [(self._body_part(), "nsubj")] if comma and self._chance(0.2) else []
        return joined([(self._clause(), "root"), (self._gerund_phrase([*comma, *own]), "advcl")])

    def _without_subject(self) -> Phrase:
        starts: tuple[_Parts, ...] = (
            [],
            [(word("then", "ADV", "PronType=Dem"), "advmod")],
            [(word("and", "CCONJ"), "cc")],
        )
        return self._coordinated(self._predicate(SINGULAR, list(self._random.choice(starts))), SINGULAR)

    # Nouns.

    def _subject(self) -> tuple[Phrase, str]:
        """A subject and the form of its verb."""
        random = self._random
        kind = random.random()
        if kind < 0.42:
            return self._name(), SINGULAR
        if kind < 0.54:
            text = random.choice(sorted(_SUBJECTIVE))
            return word(text, "PRON", _SUBJECTIVE[text]), SINGULAR
        if kind < 0.58:
            return word("they", "PRON", _THEY), PLURAL
        if kind < 0.70:
            return self._noun_phrase(_SINGULAR_NOUN, *self._place("nmod", share=0.2), people=True), SINGULAR
        if kind < 0.76:
            return self._noun_phrase(_PLURAL_NOUN, *self._place("nmod", share=0.2), people=True), PLURAL
        if kind < 0.86:
            return self._joined_nouns(self._name), PLURAL
        if kind < 0.91:
            return self._body_part(), SINGULAR
        number = random.choice((_SINGULAR_NOUN, _SINGULAR_NOUN, _PLURAL_NOUN))
        return self._noun_phrase(number, *self._place("nmod", share=0.1)), SINGULAR if "Sing" in number else PLURAL

    def _joined_nouns(self, noun: Callable[[], Phrase]) -> Phrase:
        """Two nouns or three."""
        both = joined([(word("and", "CCONJ"), "cc"), (noun(), "root")])
        if self._chance(0.35):
            second = joined([(_COMMA, "punct"), (noun(), "root")])
            comma: _Parts = [(_COMMA, "punct")] if self._chance(0.5) else []
            last = joined([*comma, (both, "root")])
            return joined([(noun(), "root"), (second, "conj"), (last, "conj")])
        return joined([(noun(), "root"), (both, "conj")])

    def _name(self) -> Phrase:
        if self._chance(0.25):
            text = person_id(self._random)
            return word(text, "PROPN", _SINGULAR_NOUN)
        first = word(name(self._random), "PROPN", _SINGULAR_NOUN)
        if self._chance(0.08):
            return joined([(first, "root"), (word(name(self._random), "PROPN", _SINGULAR_NOUN), "flat")])
        return first

    def _someone(self) -> Phrase:
        """A person as an object."""
        if self._chance(0.5):
            return self._name()
        text = self._random.choice(sorted(_OBJECTIVE))
        return word(text, "PRON", _OBJECTIVE[text])

    def _object(self) -> tuple[Phrase, str]:
        kind = self._random.random()
        if kind < 0.2:
            return self._someone(), "obj"
        if kind < 0.45:
            return self._body_part(), "obj"
        if kind < 0.6:
            return self._joined_nouns(self._thing), "obj"
        return self._thing(), "obj"

    def _thing(self) -> Phrase:
        return self._noun_phrase(self._random.choice((_SINGULAR_NOUN, _SINGULAR_NOUN, _PLURAL_NOUN)))

    def _body_part(self) -> Phrase:
        noun = self._random.choice((*_BODY, self._words.thing(self._random)))
        return joined([self._owner(), *self._adjectives(0.15), (word(noun, "NOUN", _SINGULAR_NOUN), "root")])

    def _owner(self) -> tuple[Phrase, str]:
        if self._chance(0.25):
            return joined([(self._name(), "root"), (word("'s", "PART"), "case")]), "nmod:poss"
        text = self._random.choice(sorted(_POSSESSIVE))
        return word(text, "PRON", _POSSESSIVE[text]), "nmod:poss"

    def _noun_phrase(self, number: str, *after: tuple[Phrase, str], people: bool = False) -> Phrase:
        """A noun with its article, adjectives and what follows."""
        random = self._random
        noun = random.choice(_PEOPLE) if people else self._words.thing(random)
        text = noun if "Sing" in number else _OTHER_PLURALS.get(noun, plural(noun))
        head = word(text, "NOUN", number, noun)
        compound: _Parts = []
        if self._chance(0.12):
            compound = [(word(self._words.thing(random), "NOUN", _SINGULAR_NOUN), "compound")]
        rest = [*self._adjectives(0.3), *compound, (head, "root")]
        return joined([*self._determiner(number, rest[0][0].words[0].text), *rest, *after])

    def _determiner(self, number: str, following: str) -> _Parts:
        kind = self._random.random()
        if kind < 0.15:
            return [self._owner()]
        if "Plur" in number:
            if kind < 0.35:
                return []
            if kind < 0.5:
                return [(word("two", "NUM", "NumForm=Word|NumType=Card"), "nummod")]
        elif kind < 0.55:
            return [(word("an" if following[0] in "aeiou" else "a", "DET", _INDEFINITE, "a"), "det")]
        return [(word("the", "DET", _DEFINITE), "det")]

    def _adjectives(self, share: float) -> _Parts:
        if not self._chance(share):
            return []
        text = self._random.choice((self._random.choice(_COLOURS), self._random.choice(self._words.adjectives)))
        return [(word(text, "ADJ", "Degree=Pos"), "amod")]

    def _place(self, dep: str, share: float = 0.5) -> _Parts:
        """A noun with a preposition, or nothing."""
        random = self._random
        if not self._chance(share):
            return []
        kind = random.random()
        if kind < 0.2:
            noun = self._body_part()
        elif kind < 0.3:
            noun = self._someone()
        elif kind < 0.6:
            rest: _Parts = [
                *self._adjectives(0.15),
                (word(random.choice(_PLACES), "NOUN", _SINGULAR_NOUN), "root"),
            ]
            noun = joined([*self._determiner(_SINGULAR_NOUN, rest[0][0].words[0].text), *rest])
        else:
            noun = self._noun_phrase(random.choice((_SINGULAR_NOUN, _SINGULAR_NOUN, _PLURAL_NOUN)))
        case = random.random()
        if case < 0.05:
            part = joined([(word("of", "ADP"), "case"), (noun, "root")])
            front = [(word("in", "ADP"), "case"), (word("front", "NOUN", _SINGULAR_NOUN), "root"), (part, "nmod")]
            return [(joined(front), dep)]
        if case < 0.1:
            return [(joined([(word("out", "ADP"), "case"), (word("of", "ADP"), "case"), (noun, "root")]), dep)]
        return [(joined([(word(random.choice(_PREPOSITIONS), "ADP"), "case"), (noun, "root")]), dep)]
