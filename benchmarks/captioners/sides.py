"""Measures how often the body network finds who of two people acts, on unseen Backlot films.

    python -m benchmarks.captioners.sides --corpus CORPUS [--split test]

A clip counts where both people of a shared action are found, by their faces or figures; the share of shared actions in
which they are stands beside it. A person's vector is the mean over their moments in the clip, grouped by the truth.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from benchmarks.results import Headline, Row, add_write_option, print_table, report_results
from cinescribe.backlot.plan.plan import SHARED_ACTIONS
from cinescribe.backlot.plan.truth import FilmTruth, FrameSightings
from cinescribe.corpus.core.corpus import FEATURES, read_corpus
from cinescribe.features.clip_sets.film_people import FilmPeople, people_of_features
from cinescribe.features.encoders.body_net import BODY_PARTS
from cinescribe.features.store.film_store import FeatureStore
from cinescribe.store import read_record, read_records
from cinescribe.train.data.face_truth import face_truth

GOAL = 90  # percent
ACTOR, PARTNER = BODY_PARTS.index("actor"), BODY_PARTS.index("partner")


def main() -> None:
    """Print the table, and write it if asked to."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpus", type=Path)
    parser.add_argument("--split", default="test")
    parser.add_argument("--shared", type=Path, help="not needed; every benchmark takes it")
    add_write_option(parser)
    args = parser.parse_args()
    if args.corpus is None:
        print("no corpus: make one by `corpus build backlot DIR --size small` and `features extract DIR`")
        return
    corpus, store = read_corpus(args.corpus), FeatureStore(args.corpus / FEATURES)
    right = defaultdict[str, list[bool | None]](list)
    films = corpus.films_of(args.split)
    for film in films:
        path = (args.corpus / str(film.path)).with_suffix(".truth.json")
        truth = read_record(path, FilmTruth)
        sightings = read_records(path.parent / truth.sightings, FrameSightings)
        for action, one in sides(truth, sightings, people_of_features(store.features(film.id))):
            right[action].append(one)
    every = [one for action in SHARED_ACTIONS for one in right[action]]
    rows = [_row(action, right[action]) for action in SHARED_ACTIONS] + [_row("all", every)]
    which = f"Films {films[0].id} to {films[-1].id}."
    table = print_table(f"Who acts, {len(films)} films", ("action", "right", "both found", "clips"), rows, which)
    share = float(np.mean([one for one in every if one is not None]))
    goal = f"{GOAL} %" if 100 * share >= GOAL else f"{GOAL} %, missed"
    headlines = [Headline("who of two people acts", f"{share:.1%} of the shared actions in which both are found", goal)]
    report_results("sides", "Who of two people acts", headlines=headlines, tables=[table], write=args.write)


def sides(truth: FilmTruth, sightings: list[FrameSightings], people: FilmPeople) -> Iterator[tuple[str, bool | None]]:
    """Yield each shared action of a film, and whether its actor is found; None where one of the two is not found."""
    who = np.array([one or "" for one in face_truth(people, truth, sightings).who])
    acting = people.bodies[:, ACTOR] - people.bodies[:, PARTNER]
    for clip in truth.clips:
        if clip.partner is None:
            continue
        inside = (people.times >= clip.span.start) & (people.times < clip.span.end)
        actor, partner = (acting[inside & (who == one)] for one in (clip.actor, clip.partner))
        yield clip.action, bool(actor.mean() > partner.mean()) if len(actor) and len(partner) else None


def _row(name: str, right: list[bool | None]) -> Row:
    found = [one for one in right if one is not None]
    share = f"{np.mean(found):.1%}" if found else "-"
    return name, share, f"{len(found) / max(len(right), 1):.0%}", len(right)


if __name__ == "__main__":
    main()
