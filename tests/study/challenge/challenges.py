"""A small challenge, for tests."""

import json
from contextlib import contextmanager
from pathlib import Path

from cinescribe.corpus.core.corpus import CorpusCard, CorpusFilm, write_corpus
from cinescribe.schema import Clip
from cinescribe.study.challenge.challenge import open_challenge
from cinescribe.study.challenge.make_challenge import make_challenge
from cinescribe.study.challenge.phases import open_phase
from cinescribe.study.challenge.teams import invite_team, member_of
from cinescribe.study.people.people import person_id
from cinescribe.timing import Span
from tests.study.studies import Clock

N_CLIPS = 6
SECRET = "zebra"  # a word that only blind references have
METRICS = ("BLEU", "METEOR", "ROUGE-L", "CIDEr")
ONE_METRIC = ("ROUGE-L",)
_DEEDS = ("opens the red door", "walks down a street", "looks at the old man", "waits in a car", "runs", "sits down")


def texts(split, n=N_CLIPS):
    """The captions of a split, by clip; P2 waves in the second half."""
    animal = SECRET if split == "blind" else "dog"
    return {f"{split}{i}": f"P{1 + 2 * i // n} {_DEEDS[i % len(_DEEDS)]} with a {animal} {i}." for i in range(n)}


def write_small_corpus(folder, n=N_CLIPS):
    splits = ("train", "test", "blind")
    clips = [
        Clip(id, split, Span(i, i + 1.5), text)
        for split in splits
        for i, (id, text) in enumerate(texts(split, n).items())
    ]
    films = [CorpusFilm(split, split) for split in splits]
    write_corpus(folder, CorpusCard("small", "drawn", "none"), films=films, clips=clips)
    return folder


def made(folder, *, task="captions", url=None, n=N_CLIPS, metrics=ONE_METRIC):
    corpus = write_small_corpus(Path(folder) / "corpus", n)
    phases = {"public": "test", "blind": "blind"}
    make_challenge(Path(folder) / "challenge", corpus, phases=phases, task=task, metrics=metrics, url=url)
    return Path(folder) / "challenge"


@contextmanager
def opened(folder, *, url=None):
    """Yield the challenge of a folder, with a clock that tests set."""
    with open_challenge(folder, url=url) as challenge:
        challenge.database.clock = Clock()
        yield challenge


@contextmanager
def running(folder, **kind):
    """Yield a new challenge with both phases open, and members of the teams A and B."""
    with opened(made(folder, **kind), url=kind.get("url")) as challenge:
        for phase in ("public", "blind"):
            open_phase(challenge, phase)
        yield challenge, joined(challenge, "A"), joined(challenge, "B")


def joined(challenge, team, **kind):
    (invitation,) = invite_team(challenge, team, **kind)
    member = member_of(challenge, person_id(challenge.database, invitation.pseudonym))
    assert member is not None
    return member


def results(captions):
    """Captions as LSMDC's list."""
    return json.dumps([{"video_id": n, "caption": text} for n, text in enumerate(captions, 1)]).encode()


def captions(split, *, good=True, n=N_CLIPS, end=""):
    """A submission: the references themselves, or the same words for every clip."""
    found = [text.replace("P1", "Someone").replace("P2", "Someone") for text in texts(split, n).values()]
    return results([(text if good else "Someone opens a door.") + end for text in found])
