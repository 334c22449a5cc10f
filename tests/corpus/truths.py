"""Backlot films that were never shot: a truth file with two clips beside an empty film."""

from pathlib import Path

from cinescribe.backlot.films.shoot import truth_path
from cinescribe.backlot.plan.caption_templates import TemplateCaption
from cinescribe.backlot.plan.truth import AdvertMetaphor, FilmedClip, FilmTruth
from cinescribe.store import write_record
from cinescribe.timing import Span

WAVES = TemplateCaption("P3 waves.", (("p3", "wave"),), ("P3",))
LIFTS = TemplateCaption("P3 lifts a hand.", (("p3", "lift", "hand"),), ("P3",))
HUGS = TemplateCaption("P1 hugs P3.", (("p1", "hug", "p3"),), ("P1", "P3"))


def shot(folder: Path, id: str, *, seed: int, metaphor: AdvertMetaphor | None = None) -> FilmTruth:
    """Write a finished film of 4 seconds, as the studio does."""
    truth = FilmTruth(
        id, seed, "A Test", f"{id}.mp4", f"{id}.fountain", f"{id}.m4a", f"{id}.jsonl", 4.0, 160, 90, 24.0, False,
        cast=(), clips=(_clip("c001", Span(0.0, 2.0), "P3", WAVES, LIFTS), _clip("c002", Span(2.0, 4.0), "P1", HUGS)),
        shots=(), metaphor=metaphor,
    )  # fmt: skip
    write_record(truth_path(folder, id), truth)
    (folder / truth.film).touch()
    return truth


def _clip(id: str, span: Span, actor: str, *captions: TemplateCaption) -> FilmedClip:
    return FilmedClip(
        id, span, 0, "office", 0, "day", "wave", span, actor, captions[0].people, captions, (), (), (), costumes=()
    )
