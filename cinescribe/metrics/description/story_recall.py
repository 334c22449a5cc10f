"""Recall of story facts (StoryRecall of CoherentAD): which facts of a film can be known from its description?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from scipy.sparse import csr_array
from scipy.sparse.csgraph import maximum_bipartite_matching

from cinescribe.errors import ScoreError
from cinescribe.language.tokens.parsed_sentence import Parser
from cinescribe.metrics.core.masked_mean import masked_mean_score
from cinescribe.metrics.core.score import Score, mean_score, metric_signature
from cinescribe.metrics.description.action_score import actions
from cinescribe.metrics.description.coreference import COREFERENCE, people_meant
from cinescribe.metrics.description.described_film import Casts, DescribedFilm, cast_of
from cinescribe.metrics.description.language_model import LanguageModel, prompt_digest, read_verdict
from cinescribe.metrics.description.repetition import split_sentences

PART_WORDS = 1_500  # of a description in one question, so that it fits into the context of small models
_PROMPT = """\
Here is a part of the audio description of a film:

{description}

Statement: {fact}

Can a listener know from this part that the statement is true? Answer with yes or no and nothing else."""


@dataclass(frozen=True)
class StoryFact:
    """Something that happens in a film.

    Attributes:
        film: its name; empty where there is one film.
        text: the fact as a sentence.
        verbs: what says it: a verb's base form (`wave`), or that with its complement (`walk into`); empty where only
            the text is known.
        people: names that a sentence stating it must have, without any others of the cast.
    """

    film: str
    text: str
    verbs: frozenset[str] = frozenset()
    people: frozenset[str] = frozenset()


def story_recall(films: Sequence[DescribedFilm], facts: Sequence[StoryFact], model: LanguageModel) -> list[Score]:
    """Return the share of facts that the films' descriptions state, by a language model, and of unreadable answers.

    The model is asked about each fact with the description in parts of at most 1,500 words; a fact counts if any part
    states it. A fact without a readable answer is left out. Items are facts: `film#1` on. CoherentAD's own prompt could
    not be read (`approx:yes`).

    Args:
        films: the descriptions; references play no part.
        facts: of these films.
        model: which judges.

    Raises:
        ScoreError: when there is no fact, one is of a film without a description, or no answer can be read.
        ModelError: when the model cannot answer.
    """
    ids, by_film = _fact_ids(facts), _films_of(films, facts)
    parts = {name: list(_parts(film)) for name, film in by_film.items()}
    asked = [(at, part) for at, fact in enumerate(facts) for part in parts[fact.film]]
    answers = model.answers([_PROMPT.format(description=part, fact=facts[at].text) for at, part in asked])
    verdicts: list[list[bool | None]] = [[] for _ in facts]
    for (at, _), answer in zip(asked, answers, strict=True):
        verdicts[at].append(read_verdict(answer))
    stated = [any(own) for own in verdicts]
    is_read = np.array([hit or None not in own for hit, own in zip(stated, verdicts, strict=True)], np.bool_)
    settings = {"model": model.name, "prompt": prompt_digest(_PROMPT), "part": PART_WORDS, "approx": "yes"}
    return [
        masked_mean_score(
            "StoryRecall",
            ids,
            np.array(stated, np.float64),
            mask=is_read,
            wanted="a readable answer",
            signature=metric_signature("StoryRecall", **settings),
        ),
        mean_score(
            "StoryRecall-unreadable",
            ids,
            (~is_read).astype(np.float64),
            signature=metric_signature("StoryRecall-unreadable", **settings),
        ),
    ]


def exact_story_recall(
    films: Sequence[DescribedFilm], facts: Sequence[StoryFact], parser: Parser, *, casts: Casts
) -> list[Score]:
    """Return the share of facts with known verbs and people that descriptions state; no answer is unreadable.

    A sentence states a fact if it has one of the fact's verbs and mentions the fact's people and no others of the cast.
    A sentence states one fact at most: what happens twice must be stated twice. Items are facts: `film#1` on.

    Args:
        films: the descriptions; references play no part.
        facts: of these films, with verbs.
        parser: finds verbs and pronouns.
        casts: the people of each film.

    Raises:
        ScoreError: when there is no fact, one has no verbs, or is of a film without a description or a cast.
        CastError: when two people of a film share a form of their names.
    """
    ids, by_film = _fact_ids(facts), _films_of(films, facts)
    if any(not fact.verbs for fact in facts):
        bare = next(fact for fact in facts if not fact.verbs)
        raise ScoreError(f"the fact {bare.text!r} has no verbs; ask a language model about facts that are only texts")
    stated = np.zeros(len(facts))
    for name, film in by_film.items():
        own = [at for at, fact in enumerate(facts) if fact.film == name]
        stated[own] = _stated_exactly(film, [facts[at] for at in own], parser, casts)
    settings = {"facts": "truth", "coref": COREFERENCE, "parser": parser.name}
    values = {"StoryRecall": stated, "StoryRecall-unreadable": np.zeros(len(facts))}
    return [mean_score(name, ids, own, signature=metric_signature(name, **settings)) for name, own in values.items()]


def _stated_exactly(film: DescribedFilm, facts: Sequence[StoryFact], parser: Parser, casts: Casts) -> list[float]:
    """1 for each fact that a sentence of its own states, else 0."""
    sentences = [sentence for text in film.candidates for sentence in split_sentences(text)]
    people = people_meant(sentences, cast_of(film, casts), parser)
    verbs = [
        {key for action in own for key in (action.verb, f"{action.verb} {action.complement}")}
        for own in actions(sentences, parser)
    ]
    pairs = [
        (at, place)
        for at, fact in enumerate(facts)
        for place, (named, caption_verbs) in enumerate(zip(people, verbs, strict=True))
        if named == fact.people and caption_verbs & fact.verbs
    ]
    if not pairs:
        return [0.0] * len(facts)
    rows, columns = zip(*pairs, strict=True)
    table = csr_array((np.ones(len(pairs)), (rows, columns)), shape=(len(facts), len(sentences)))
    return [float(place >= 0) for place in maximum_bipartite_matching(table, perm_type="column")]


def _parts(film: DescribedFilm) -> Iterator[str]:
    """The description in parts of whole items, of at most `PART_WORDS` words where items are shorter than that."""
    part: list[str] = []
    n_words = 0
    for text in filter(str.strip, film.candidates):
        more = len(text.split())
        if part and n_words + more > PART_WORDS:
            yield "\n".join(part)
            part, n_words = [], 0
        part.append(text.strip())
        n_words += more
    yield "\n".join(part) or "(nothing is said)"


def _fact_ids(facts: Sequence[StoryFact]) -> list[str]:
    counts: dict[str, int] = {}
    ids = []
    for fact in facts:
        counts[fact.film] = counts.get(fact.film, 0) + 1
        ids.append(f"{fact.film}#{counts[fact.film]}")
    return ids


def _films_of(films: Sequence[DescribedFilm], facts: Sequence[StoryFact]) -> dict[str, DescribedFilm]:
    """The films that the facts are of."""
    if not facts:
        raise ScoreError("StoryRecall needs facts of the films' stories; give them (`facts`)")
    names = list(dict.fromkeys(fact.film for fact in facts))
    if len(films) == 1 == len(names) and "" in (films[0].name, names[0]):
        return {names[0]: replace(films[0], name=films[0].name or names[0])}
    known = {film.name: film for film in films}
    missing = next((name for name in names if name not in known), None)
    if missing is not None:
        raise ScoreError(f"there are facts of the film {missing!r}, but no description of it; score the same films")
    return {name: known[name] for name in names}
