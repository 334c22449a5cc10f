"""Who is meant in each sentence of a film's description: names of the cast, and pronouns by a rule.

CRITIC (AutoAD III) resolves pronouns with a network, F-COREF. There is none here. The rule: `he` and `she`, in any
case, mean the nearest person before them who may be meant. Sentences are searched backwards, at most three; within a
sentence from its start, where subjects are. A person may be meant

- if no pronoun of the other gender was surely theirs (titles count; so does a pronoun that only one person can mean,
  and `her` or `herself` after one person in its sentence);
- if the pronoun and the person are not subject and object of one verb (`Anna sees her`, `she sees Anna`).

A person without a name (`the guard`) may be meant too; the pronoun then gets no name. `They` is left unresolved:
CRITIC drops groups of mentions with several names in them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from cinescribe.language.names.mentions import NameFinder
from cinescribe.language.names.names import NamedPerson
from cinescribe.language.tokens.parsed_sentence import Parser, Sentence, Word

COREFERENCE = "names+pronouns"  # in signatures
REACH = 3  # sentences before a pronoun that are searched
_GENDERS = {"he": "m", "him": "m", "his": "m", "himself": "m", "she": "f", "her": "f", "hers": "f", "herself": "f"}
_REFLEXIVE = frozenset(("himself", "herself"))
_OBJECTS = frozenset(("obj", "iobj", "obl"))
_SUBJECTS = frozenset(("nsubj", "nsubj:pass"))
_SAME = frozenset(("appos", "flat", "compound"))  # relations of two words for one person: `the old man, Proog`
_TITLES = {"mr": "m", "mister": "m", "sir": "m", "lord": "m", "mrs": "f", "ms": "f", "miss": "f", "lady": "f"}
# Nouns of people without a name, of one gender or of either.
_MEN = "man boy guy gentleman king prince father son brother husband uncle grandfather policeman waiter actor monk lad"
_WOMEN = "woman girl lady queen princess mother daughter sister wife aunt grandmother policewoman waitress actress nun"
_EITHER = (
    "person child kid baby guard officer driver pilot doctor nurse soldier stranger teacher student servant boss "
    "friend cop thief prisoner clerk bartender sergeant captain colonel detective agent priest judge lawyer worker "
    "guest neighbour neighbor teenager patient passenger cook maid butler dancer singer player hunter farmer reporter"
)
_NOUNS = {
    **dict.fromkeys(_MEN.split(), "m"),
    **dict.fromkeys(_WOMEN.split(), "f"),
    **dict.fromkeys(_EITHER.split(), ""),
}


@dataclass(frozen=True)
class _Mention:
    """A mention of a person in a sentence, in the order of words.

    Attributes:
        name: of the person; None for a pronoun, empty for a person without a name.
        gender: `m`, `f`, or empty where the word does not say.
        verb: the word that this is the subject or the object of, as its place in the sentence; None for neither.
        is_subject: of that verb.
        is_own: whether it most likely refers within its own sentence: `his`, `herself`.
        rivals: the names of the other ones that its verb has; a pronoun means none of them.
    """

    name: str | None
    gender: str = ""
    verb: int | None = None
    is_subject: bool = False
    is_own: bool = False
    rivals: frozenset[str] = frozenset()


@dataclass(frozen=True)
class _Meant:
    """A person whom a word means, with the verb of which the word is the subject."""

    name: str
    gender: str
    subject_of: int | None


_Scene = Sequence[Sequence[_Meant]]  # the sentences in reach, the newest last
_Choice = Callable[[_Mention, _Scene], str | None]


def people_meant(texts: Sequence[str], people: Sequence[NamedPerson], parser: Parser) -> list[frozenset[str]]:
    """Return the people whom each text names or means by a pronoun, by `NamedPerson.name`.

    Args:
        texts: of one film, in order.
        people: of the film.
        parser: finds sentences and pronouns.

    Raises:
        CastError: when two people share a form of their names.
    """
    finder = NameFinder(people)
    parses = parser.parse(list(texts))
    mentions = [
        [_with_rivals(list(_mentions(sentence, names))) for sentence, names in _sentences(text, sentences, finder)]
        for text, sentences in zip(texts, parses, strict=True)
    ]
    genders = _sure_genders(mentions) | _titles(people)
    found: list[frozenset[str]] = []
    for own in _walked(mentions, lambda pronoun, scene: next(iter(_possible(pronoun, scene, genders)), None)):
        found.append(frozenset(name for meant in own for name in [meant.name] if name))
    return found


def _walked(mentions: Sequence[Sequence[Sequence[_Mention]]], choose: _Choice) -> Iterator[list[_Meant]]:
    """Yield whom each text means; `choose` finds the person of a pronoun."""
    scene: list[list[_Meant]] = []
    for sentences in mentions:
        own: list[_Meant] = []
        for sentence in sentences:
            scene = [*scene[-REACH:], []]
            for mention in sentence:
                name = choose(mention, scene) if mention.name is None else mention.name
                if name is not None:
                    verb = mention.verb if mention.is_subject else None
                    scene[-1].append(_Meant(name, "" if name else mention.gender, verb))
            own += scene[-1]
        yield own


def _possible(pronoun: _Mention, scene: _Scene, genders: dict[str, str]) -> Iterable[str]:
    """The people whom a pronoun may mean, the best first; an empty name is a person without one."""
    for back, sentence in enumerate(reversed(scene)):
        for meant in sentence:
            known = genders.get(meant.name, "") if meant.name else meant.gender
            is_own_subject = back == 0 and not pronoun.is_subject and pronoun.verb is not None
            is_own_subject = is_own_subject and meant.subject_of == pronoun.verb
            if known in ("", pronoun.gender) and not is_own_subject and meant.name not in pronoun.rivals:
                yield meant.name


def _sure_genders(mentions: Sequence[Sequence[Sequence[_Mention]]]) -> dict[str, str]:
    """The gender of each person, from pronouns with only that person in reach; the more frequent one."""
    votes: dict[str, Counter[str]] = {}

    def only(pronoun: _Mention, scene: _Scene) -> None:
        near = scene[-1:] if pronoun.is_own and scene[-1] else scene
        names = {meant.name for sentence in near for meant in sentence} - pronoun.rivals
        if len(names) == 1 and (name := names.pop()):
            votes.setdefault(name, Counter())[pronoun.gender] += 1

    for _ in _walked(mentions, only):
        pass
    return {
        name: counts.most_common(1)[0][0] for name, counts in votes.items() if len(set(counts.values())) == len(counts)
    }


def _titles(people: Sequence[NamedPerson]) -> dict[str, str]:
    """The gender of people whose name has a title that says it."""
    firsts = {person.name: [form.split()[0].strip(".").lower() for form in person.forms] for person in people}
    found = {name: {_TITLES[first] for first in own if first in _TITLES} for name, own in firsts.items()}
    return {name: genders.pop() for name, genders in found.items() if len(genders) == 1}


def _sentences(
    text: str, sentences: Sequence[Sentence], finder: NameFinder
) -> Iterator[tuple[Sentence, dict[int, str]]]:
    """Yield each sentence of a text with the names in it, by the place of each name's main word."""
    found = [mention for mention in finder.mentions(text) if mention.name is not None]
    at = 0
    for sentence in sentences:
        starts: list[int] = []
        for word in sentence:
            start = text.find(word.text, at)
            starts.append(start)
            at = at if start < 0 else start + len(word.text)  # a parser may change words
        names: dict[int, str] = {}
        for mention in found:
            places = [place for place, start in enumerate(starts) if mention.start <= start < mention.end]
            if places:
                main = next((place for place in places if sentence[place].head not in places), places[0])
                names[main] = str(mention.name)
        yield sentence, names


def _mentions(sentence: Sentence, names: dict[int, str]) -> Iterator[_Mention]:
    """Yield the people of a sentence: names, pronouns, and nouns of people."""
    named = {sentence[place].head for place in names if sentence[place].dep in _SAME}
    predicates = {word.head for word in sentence if word.dep == "cop"}
    for place, word in enumerate(sentence):
        is_subject, text = word.dep in _SUBJECTS, word.text.lower()
        verb = word.head if is_subject or word.dep in _OBJECTS else None
        if place in names:
            yield _Mention(names[place], "", verb, is_subject)
        elif text in _GENDERS and word.pos == "PRON":
            is_own = text in _REFLEXIVE or word.dep == "nmod:poss"
            yield _Mention(None, _GENDERS[text], None if is_own else verb, is_subject, is_own)
        elif _is_somebody(word) and place not in named | predicates:
            yield _Mention("", _NOUNS[word.lemma], verb, is_subject)


def _with_rivals(mentions: Sequence[_Mention]) -> list[_Mention]:
    """The mentions of a sentence; pronouns know the names of the other ones that their verb has."""
    return [
        replace(
            one,
            rivals=frozenset(
                other.name
                for other in mentions
                if other.name and other.verb == one.verb and other.is_subject != one.is_subject
            ),
        )
        if one.name is None and one.verb is not None
        else one
        for one in mentions
    ]


def _is_somebody(word: Word) -> bool:
    """Whether a word is a noun of one person who has no name here."""
    return word.pos == "NOUN" and word.lemma in _NOUNS and word.dep not in _SAME and "Number=Plur" not in word.features
