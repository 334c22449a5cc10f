"""Scores of audio description: the threshold of repetition, and what each score does with known right and wrong texts.

- **Repetition.** The threshold is the smallest one, in steps of .01, at which at most 2 % of the sentences that people
  wrote for the films named under `SETTING` count as repeated. The rate on all other films is measured beside it.
- **CRITIC.** Captions of Backlot's films with some names replaced by pronouns: how often are the right people found?
- **Action** and **StoryRecall.** Captions of Backlot's clips against other captions of the same clip, against the same
  captions with people exchanged, and against captions of another film.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.results import Headline, Row, Table, add_write_option, print_table, report_results
from cinescribe.backlot.films.continuity import filmed_clips
from cinescribe.backlot.plan.naming import named_text
from cinescribe.backlot.plan.plan import FilmPlan
from cinescribe.backlot.plan.truth import CastMember, FilmedClip, FilmTruth
from cinescribe.backlot.plot.screenplay import plan_film
from cinescribe.corpus.description.facts import backlot_story
from cinescribe.corpus.description.windows import read_windows
from cinescribe.describe.guidelines.read_description import read_description
from cinescribe.language.names.names import NamedPerson
from cinescribe.language.parser.parse import shipped_parser
from cinescribe.language.vectors.sentence_vectors import SentenceVectors, sentence_vectors
from cinescribe.metrics.core.caching_parser import CachingParser
from cinescribe.metrics.core.pairs import Pairs
from cinescribe.metrics.description.action_score import action_score
from cinescribe.metrics.description.coreference import people_meant
from cinescribe.metrics.description.described_film import DescribedFilm
from cinescribe.metrics.description.repetition import CLOSE, HUMAN_RATE, nearest_earlier, split_sentences
from cinescribe.metrics.description.story_recall import exact_story_recall

SHARED = Path(__file__).resolve().parents[2].parent / "shared"
DESCRIBED = {
    "Elephants Dream": "data/text/elephants_dream_vtt/descriptions.en.vtt",
    "a rabbit": "data/ad_pair_rabbit/descriptions.vtt",
}
# Annotations of the public repositories, which are no part of the reference data (`--held DIR`).
MAD_EVAL, TV_AD = "madeval_anno.csv", "tvad_anno.csv"
MAD_ACTIONS = "madeval_gt_action.csv"
SETTING = (
    *("Elephants Dream", "1005_Signs", "1027_Les_Miserables", "3009_BATTLE_LOS_ANGELES"),
    *("3031_HANSEL_GRETEL_WITCH_HUNTERS", "3034_IDES_OF_MARCH"),
)
MOST_REPEATED = 0.02
_PERSON = re.compile(r"\bP(\d+)\b")
STEPS = np.arange(0.5, 1.0, 0.01)
N_FILMS, N_CLIPS, FIRST_SEED = 12, 30, 7000
NOTES = (
    "Descriptions by people: two films of the reference data; the ten films of MAD-eval and the 100 episodes of TV-AD, "
    "as published in the repository of Shot-by-Shot (resources/annotations). The latter are no part of the reference "
    "data (`--held DIR`). Every second film of MAD-eval, by name, and Elephants Dream set the threshold; nothing else.",
    "A repeated sentence need not be a fault: people nod twice. The rate among people's sentences is what a system's "
    "value is to be compared with. It grows with the length of a film, since there are more earlier sentences.",
    "Repetitions are seeded by saying a sentence of MAD-eval again with pronouns for its names, as Shot-by-Shot's "
    "actions have it (only sentences that this changes), and by saying a caption of Backlot in another template.",
    "In captions of Backlot a name becomes a pronoun where the person was named in the sentence before. It is clear "
    "where the sentence before names nobody else of that gender, else open. Who has which gender is not told. The "
    "rule was made on other films of Backlot.",
    "Similarity is by all-MiniLM-L6-v2. What is said again in quite other words, or of somebody called differently, "
    "stays below the threshold: the score finds what is said again almost word for word.",
    "No grade by a language model was measured: no model of a useful size can be had here. How grades are asked for, "
    "read and counted is tested on a scripted server.",
)


@dataclass(frozen=True)
class Human:
    """What people said of films.

    Args:
        films: the sentences of each film, in order.
        nearest: of each sentence, the similarity to the nearest earlier one.
    """

    films: Mapping[str, Sequence[str]]
    nearest: Mapping[str, NDArray[np.float64]]

    def rate(self, names: Sequence[str], threshold: float) -> float:
        """Return the share of the films' sentences that count as repeated."""
        return float(np.concatenate([self.nearest[name] >= threshold for name in names]).mean())


def human_films(shared: Path, held: Path | None) -> dict[str, list[str]]:
    """Return the sentences of all described films, in order of time."""
    films = {}
    for name, path in DESCRIBED.items():
        films[name] = [cue.text for cue in read_description(shared / path).script.cues]
    for file in () if held is None else (MAD_EVAL, TV_AD):
        timed: dict[str, list[tuple[float, str]]] = {}
        for window in read_windows(held / file) if held is not None else ():
            assert window.span is not None
            timed.setdefault(str(window.film), []).append((window.span.start, str(window.text)))
        films |= {name: [text for _, text in sorted(own)] for name, own in timed.items()}
    return {name: [part for text in own for part in split_sentences(text)] for name, own in films.items()}


def repetition_tables(human: Human, held: Path | None, vectors: SentenceVectors) -> tuple[list[Table], list[Headline]]:
    """Print the threshold, its rates on people's sentences, and how many seeded repetitions it finds."""
    setting = [name for name in SETTING if name in human.films]
    others = [name for name in human.films if name not in setting]
    episodes = [name for name in others if name.startswith("tt")]
    films = [name for name in others if name not in episodes]
    threshold = next(round(float(step), 2) for step in STEPS if human.rate(setting, step) <= MOST_REPEATED)
    groups = {"set the threshold": setting, "films that set nothing": films, "episodes that set nothing": episodes}
    rows: list[Row] = [
        (label, len(names), sum(len(human.films[name]) for name in names), f"{human.rate(names, CLOSE):.2%}")
        for label, names in groups.items()
        if names
    ]
    rows += [(name, 1, len(human.films[name]), f"{human.rate([name], CLOSE):.2%}") for name in (*setting, *films)]
    columns = ("descriptions by people", "films", "sentences", f"repeated at {CLOSE:g}")
    tables = [print_table("Repetition among people's own sentences", columns, rows)]
    seeded = list(seeded_repetitions(held, vectors))
    tables.append(print_table("Seeded repetitions found", ("said again", "sentences", f"found at {CLOSE:g}"), seeded))
    lines = [
        Headline("Repetition: the smallest threshold with at most 2 % on the films that set it", f"{threshold:g}"),
        Headline(
            f"Repetition: people's sentences above {CLOSE:g} in films that set nothing",
            f"{human.rate(others, CLOSE):.2%} of {sum(len(human.films[name]) for name in others):,} sentences",
        ),
    ]
    lines += [Headline(f"Repetition: seeded, {row[0]}", str(row[2])) for row in seeded]
    return tables, lines


def seeded_repetitions(held: Path | None, vectors: SentenceVectors) -> Iterator[Row]:
    """Yield how many sentences that were said again in other words are found."""
    pairs = {"in another template (Backlot)": list(backlot_paraphrases())}
    if held is not None:
        actions = (window for window in read_windows(held / MAD_ACTIONS) if window.actions and len(window.actions) == 1)
        said = [(str(window.text), window.actions[0]) for window in actions if window.actions]
        pairs["with pronouns for names (MAD-eval)"] = [(a, b) for a, b in said if a != b]
    for label, own in pairs.items():
        left, right = zip(*own, strict=True)
        near = (vectors.vectors(left) * vectors.vectors(right)).sum(axis=1)
        yield label, len(own), f"{float((near >= CLOSE).mean()):.1%}"


def backlot_paraphrases() -> Iterator[tuple[str, str]]:
    """Yield two captions of each clip, without what follows their first sentence."""
    for plan, clips in backlot_films():
        for clip in clips:
            texts = [named_text(caption.text, plan.names).split(". ")[0] for caption in clip.captions[:2]]
            if len(texts) == 2 and texts[0] != texts[1]:
                yield texts[0].rstrip(".") + ".", texts[1].rstrip(".") + "."


def backlot_films() -> list[tuple[FilmPlan, list[FilmedClip]]]:
    """Return films of Backlot as planned; nothing is drawn."""
    plans = [plan_film(FIRST_SEED + n, n_clips=N_CLIPS) for n in range(N_FILMS)]
    return [(plan, list(filmed_clips(plan))) for plan in plans]


def pronoun_table(parser: CachingParser) -> tuple[Table, list[Headline]]:
    """Print how often the people meant are found where names became pronouns."""
    right = {"a name": [0, 0], "a clear pronoun": [0, 0], "an open pronoun": [0, 0]}
    for plan, clips in backlot_films():
        people = [NamedPerson(name, (name,)) for name in plan.names.values()]
        texts, truths, kinds = with_pronouns(plan, clips)
        for found, truth, kind in zip(people_meant(texts, people, parser), truths, kinds, strict=True):
            right[kind][0] += found == truth
            right[kind][1] += 1
    rows: list[Row] = [(kind, n, f"{hits / max(n, 1):.1%}") for kind, (hits, n) in right.items()]
    table = print_table("People meant, in captions of Backlot", ("the actor is", "captions", "people right"), rows)
    return table, [Headline(f"CRITIC's rule: people right where the actor is {row[0]}", str(row[2])) for row in rows]


def with_pronouns(plan: FilmPlan, clips: Sequence[FilmedClip]) -> tuple[list[str], list[set[str]], list[str]]:
    """Return captions with pronouns for actors of the sentence before, who is meant, and what stands for the actor."""
    texts, truths, kinds = [], [], []
    before: set[str] = set()
    for clip in clips:
        text = clip.captions[0].text.split(". ")[0].rstrip(".") + "."
        own = {found[0] for found in _PERSON.finditer(text)}
        same = [id for id in before if plan.genders[id] == plan.genders[clip.actor]]
        kind = "a name"
        if clip.actor in before and text.startswith(clip.actor):
            kind = "a clear pronoun" if len(same) == 1 else "an open pronoun"
            text = {"woman": "She", "man": "He"}[plan.genders[clip.actor]] + text.removeprefix(clip.actor)
        texts.append(named_text(text, plan.names))
        truths.append({plan.names[id] for id in own})
        kinds.append(kind)
        before = own
    return texts, truths, kinds


def known_texts_table(parser: CachingParser, vectors: SentenceVectors) -> tuple[Table, list[Headline]]:
    """Print Action and StoryRecall of captions that are right, that name others, and that are of other clips."""
    values: dict[str, list[list[float]]] = {
        "another caption": [[], []],
        "others named": [[], []],
        "another film": [[], []],
    }
    films = backlot_films()
    for n, (plan, clips) in enumerate(films):
        cast = tuple(CastMember(id, name, plan.genders[id]) for id, name in plan.names.items())
        truth = FilmTruth(
            plan.id, 0, "", "", "", "", "", plan.duration, 1, 1, 1.0, False, cast=cast, clips=tuple(clips), shots=()
        )
        story = backlot_story([truth])
        references = {clip.id: named_text(clip.captions[0].text, plan.names) for clip in clips}
        for label, texts in known_texts(plan, clips, films[n - 1][1]).items():
            pairs = Pairs.of(dict(zip(references, texts, strict=True)), references)
            values[label][0].append(action_score(pairs, parser, vectors).value)
            film = DescribedFilm(plan.id, pairs.ids, pairs.candidates, tuple(references.values()))
            assert story.casts is not None
            values[label][1].append(exact_story_recall([film], story.facts, parser, casts=story.casts)[0].value)
    rows: list[Row] = [
        (label, f"{np.mean(action):.3f}", f"{np.mean(recall):.1%}") for label, (action, recall) in values.items()
    ]
    columns = ("description of Backlot's clips", "Action", "StoryRecall by truth")
    table = print_table("Texts that are known to be right or wrong", columns, rows, f"{N_FILMS * N_CLIPS} clips")
    lines = [Headline(f"Action score, {row[0]}", str(row[1])) for row in rows]
    return table, [*lines, *(Headline(f"StoryRecall by truth, {row[0]}", str(row[2])) for row in rows)]


def known_texts(plan: FilmPlan, clips: Sequence[FilmedClip], elsewhere: Sequence[FilmedClip]) -> dict[str, list[str]]:
    """Return for each clip another caption of it, that caption about other people, and a caption of another film.

    Of another film are the actions; the people are those of this film, by their numbers.
    """
    ids = list(plan.names)
    second = [clip.captions[1].text for clip in clips]
    others = dict(zip(ids, [*ids[1:], ids[0]], strict=True))
    exchanged = [_PERSON.sub(lambda found: others[found[0]], text) for text in second]
    foreign = [
        _PERSON.sub(lambda found: ids[(int(found[1]) - 1) % len(ids)], one.captions[1].text) for one in elsewhere
    ]
    texts = {"another caption": second, "others named": exchanged, "another film": foreign}
    return {label: [named_text(text, plan.names) for text in own] for label, own in texts.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shared", type=Path, default=SHARED)
    parser.add_argument("--held", type=Path, help="a folder with Shot-by-Shot's annotations of MAD-eval and TV-AD")
    add_write_option(parser)
    arguments = parser.parse_args()
    vectors, parses = sentence_vectors(), CachingParser(shipped_parser())
    films = human_films(arguments.shared, arguments.held)
    human = Human(films, {name: nearest_earlier(own, vectors) for name, own in films.items()})
    tables, headlines = repetition_tables(human, arguments.held, vectors)
    for table, lines in (pronoun_table(parses), known_texts_table(parses, vectors)):
        tables.append(table)
        headlines += lines
    print(f"the signature says human:{HUMAN_RATE:g}")
    title = "Scores of audio description"
    report_results("description_scores", title, headlines=headlines, tables=tables, notes=NOTES, write=arguments.write)


if __name__ == "__main__":
    main()
