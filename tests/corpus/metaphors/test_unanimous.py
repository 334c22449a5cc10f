import random
from collections import defaultdict

import pytest

from cinescribe.corpus.metaphors.judgements import latest_judgements
from cinescribe.corpus.metaphors.unanimous import excluded_videos, unanimous_clips
from cinescribe.errors import CorpusError
from tests.corpus.metaphors.judged import no, then, yes


def random_judgements(chance, n_clips=12, n_annotators=3):
    """Histories of up to three annotators, with versions in random but possible order."""
    histories = []
    for clip in range(n_clips):
        for by in chance.sample(range(n_annotators), chance.choice((n_annotators - 1, n_annotators, n_annotators))):
            is_metaphor = chance.random() < 0.8
            versions = [(yes if is_metaphor else no)(f"v{clip}", f"p{by}")]
            while chance.random() < 0.8 and versions[-1].state != "accepted":
                if versions[-1].state == "returned":
                    changed = yes(f"v{clip}", f"p{by}") if chance.random() < 0.8 else no(f"v{clip}", f"p{by}")
                    versions.append(
                        then(changed.replace(round=versions[-1].round), "rewritten").replace(
                            replaces=f"{versions[-1].round} returned"
                        )
                    )
                else:
                    versions.append(then(versions[-1], chance.choice(("returned", "accepted", "accepted"))))
            histories.append(versions)
    together = []
    while histories:
        own = chance.choice(histories)
        together.append(own.pop(0))
        histories = [left for left in histories if left]
    return together


def by_brute_force(judgements, n_annotators):
    """Clips by the rule, read off the lines in order: the last word of each annotator."""
    last = {}
    for one in judgements:
        last[one.clip, one.by] = (one.is_metaphor, one.state)
    answers = defaultdict(list)
    for (clip, _), answer in last.items():
        answers[clip].append(answer)
    everyone = {clip: own for clip, own in answers.items() if len(own) == n_annotators}
    agreed = {clip for clip, own in everyone.items() if all(a for a, _ in own)}
    return agreed, {clip for clip in agreed if all(state == "accepted" for _, state in everyone[clip])}


@pytest.mark.parametrize("seed", range(40))
def test_exclusion_equals_brute_force(seed):
    chance = random.Random(seed)
    n_annotators = chance.choice((1, 2, 3, 3, 4))
    judgements = random_judgements(chance, n_annotators=n_annotators)
    agreed, accepted = by_brute_force(judgements, n_annotators)
    assert unanimous_clips(judgements, n_annotators=n_annotators) == agreed
    clips = [f"v{n}" for n in range(13)]  # v12 is judged by nobody
    excluded = excluded_videos(clips, latest_judgements(judgements).values(), n_annotators=n_annotators)
    assert set(clips) - {one.clip for one in excluded} == accepted


def test_reasons_name_the_first_step_that_failed():
    draft = yes("v3", "p1")
    latest = [no("v1", "p1"), yes("v2", "p1"), no("v2", "p2"), draft, then(yes("v3", "p2"), "accepted")]
    found = excluded_videos(["v0", "v1", "v2", "v3"], latest, n_annotators=2)
    assert [(one.clip, one.reason) for one in found] == [
        ("v0", "0 of 2 annotators judged it"),
        ("v1", "1 of 2 annotators judged it"),
        ("v2", "1 of 2 annotators see a metaphor"),
        ("v3", "1 of 2 sentences are not accepted (p1: drafted)"),
    ]


def test_zero_annotators_are_refused():
    with pytest.raises(CorpusError, match="`n_annotators` is 0; expected 1 or more"):
        excluded_videos(["v0"], [], n_annotators=0)
