"""Judgements of small videos, for the tests of metaphors."""

from cinescribe.corpus.core.corpus import CorpusFilm
from cinescribe.corpus.metaphors.judgements import MetaphorJudgement, version_of
from cinescribe.schema import Clip
from cinescribe.timing import Span
from tests.corpus.annotated import annotated

AT = "2026-01-01T00:00:00+00:00"


def videos(n=3, seconds=30.0):
    """A corpus of n films with one clip each, v0 and so on."""
    films = [CorpusFilm(f"v{k}", "all", duration=seconds) for k in range(n)]
    return annotated(films, [Clip(f"v{k}", f"v{k}", Span(0.0, seconds)) for k in range(n)])


def yes(clip="v0", by="p1", **changes):
    """A draft by somebody who sees a metaphor."""
    answers = {
        "audio": False,
        "spans": (Span(2.0, 5.0),),
        "time": "2-5",
        "primary": "the car",
        "secondary": "cheetah",
        "property": "fast",
        "caption": "The car is as fast as a cheetah.",
        "description": "A car races.",
    }
    return MetaphorJudgement(clip, by, AT, True, **{**answers, **changes})


def no(clip="v0", by="p1", **changes):
    """A draft by somebody who sees none."""
    return MetaphorJudgement(clip, by, AT, False, **changes)


def then(before, state, **changes):
    """The version after another one."""
    remark = "say it better" if state == "returned" else None
    number = before.round + (state == "rewritten")
    return before.replace(state=state, remark=remark, round=number, replaces=version_of(before), **changes)


def accepted(clip, **changes):
    """Three annotators who see a metaphor in a clip, and an expert who accepts it."""
    drafts = [yes(clip, by, **changes) for by in ("p1", "p2", "p3")]
    return [version for draft in drafts for version in (draft, then(draft, "accepted"))]
