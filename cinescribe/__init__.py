"""Cinescribe turns films into words.

The doors below are the same functions that the command line calls.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cinescribe.backlot.shoot import shoot
    from cinescribe.backlot.still_shoot import shoot_stills
    from cinescribe.corpus.ad_audio import segment_ad
    from cinescribe.corpus.backlot import build_backlot, gather_backlot
    from cinescribe.corpus.backlot_stills import build_backlot_stills
    from cinescribe.corpus.coco import build_coco
    from cinescribe.corpus.corpus import read_corpus
    from cinescribe.corpus.film_features import extract_corpus
    from cinescribe.corpus.films import build_films
    from cinescribe.corpus.formats import export_corpus
    from cinescribe.corpus.inspect import inspect_corpus
    from cinescribe.corpus.lsmdc import build_lsmdc
    from cinescribe.corpus.recognisers import recogniser
    from cinescribe.corpus.script_align import align_script
    from cinescribe.corpus.stats_folder import corpus_stats
    from cinescribe.corpus.still_features import extract_stills
    from cinescribe.corpus.stills import read_stills
    from cinescribe.corpus.summary import check_corpus
    from cinescribe.describe.crew import Crew
    from cinescribe.describe.describe import describe_film
    from cinescribe.describe.film_people import film_people
    from cinescribe.explain.explain_grounding import explain_grounding
    from cinescribe.explain.explain_words import explain_words
    from cinescribe.explain.picture_tellers import picture_teller
    from cinescribe.export.description import export_description
    from cinescribe.generate.told_corpus import caption_corpus, fill_corpus
    from cinescribe.language.parse import shipped_parser
    from cinescribe.language.scene_graph import text_tuples
    from cinescribe.language.train_parser import train_parser
    from cinescribe.media.gaps import film_gaps
    from cinescribe.media.probe import probe
    from cinescribe.media.shots import shots
    from cinescribe.media.speech import film_speech
    from cinescribe.metrics.caption_files import read_candidates, read_references
    from cinescribe.metrics.fitb import score_fitb
    from cinescribe.metrics.qa import score_qa
    from cinescribe.metrics.rating_statistics import score_ratings
    from cinescribe.metrics.scoring import score_captions
    from cinescribe.metrics.significance import compare, confidence
    from cinescribe.metrics.sources import Sources
    from cinescribe.models.checkpoint import read_checkpoint
    from cinescribe.models.import_m2 import import_m2
    from cinescribe.train.recipe import read_recipe
    from cinescribe.train.run import train_model

__version__ = "0.1.0"

# Loaded when first asked for: the model libraries behind them take seconds.
_HOMES = {
    "Crew": "describe.crew",
    "Sources": "metrics.sources",
    "align_script": "corpus.script_align",
    "build_backlot": "corpus.backlot",
    "build_backlot_stills": "corpus.backlot_stills",
    "build_coco": "corpus.coco",
    "build_films": "corpus.films",
    "build_lsmdc": "corpus.lsmdc",
    "caption_corpus": "generate.told_corpus",
    "check_corpus": "corpus.summary",
    "compare": "metrics.significance",
    "confidence": "metrics.significance",
    "corpus_stats": "corpus.stats_folder",
    "describe_film": "describe.describe",
    "explain_grounding": "explain.explain_grounding",
    "explain_words": "explain.explain_words",
    "export_corpus": "corpus.formats",
    "export_description": "export.description",
    "extract_corpus": "corpus.film_features",
    "extract_stills": "corpus.still_features",
    "fill_corpus": "generate.told_corpus",
    "film_gaps": "media.gaps",
    "film_people": "describe.film_people",
    "film_speech": "media.speech",
    "gather_backlot": "corpus.backlot",
    "import_m2": "models.import_m2",
    "inspect_corpus": "corpus.inspect",
    "picture_teller": "explain.picture_tellers",
    "probe": "media.probe",
    "read_candidates": "metrics.caption_files",
    "read_checkpoint": "models.checkpoint",
    "read_corpus": "corpus.corpus",
    "read_recipe": "train.recipe",
    "read_references": "metrics.caption_files",
    "read_stills": "corpus.stills",
    "recogniser": "corpus.recognisers",
    "score_captions": "metrics.scoring",
    "score_fitb": "metrics.fitb",
    "score_qa": "metrics.qa",
    "score_ratings": "metrics.rating_statistics",
    "segment_ad": "corpus.ad_audio",
    "shipped_parser": "language.parse",
    "shoot": "backlot.shoot",
    "shoot_stills": "backlot.still_shoot",
    "shots": "media.shots",
    "text_tuples": "language.scene_graph",
    "train_model": "train.run",
    "train_parser": "language.train_parser",
}

__all__ = [
    "Crew",
    "Sources",
    "align_script",
    "build_backlot",
    "build_backlot_stills",
    "build_coco",
    "build_films",
    "build_lsmdc",
    "caption_corpus",
    "check_corpus",
    "compare",
    "confidence",
    "corpus_stats",
    "describe_film",
    "explain_grounding",
    "explain_words",
    "export_corpus",
    "export_description",
    "extract_corpus",
    "extract_stills",
    "fill_corpus",
    "film_gaps",
    "film_people",
    "film_speech",
    "gather_backlot",
    "import_m2",
    "inspect_corpus",
    "picture_teller",
    "probe",
    "read_candidates",
    "read_checkpoint",
    "read_corpus",
    "read_recipe",
    "read_references",
    "read_stills",
    "recogniser",
    "score_captions",
    "score_fitb",
    "score_qa",
    "score_ratings",
    "segment_ad",
    "shipped_parser",
    "shoot",
    "shoot_stills",
    "shots",
    "text_tuples",
    "train_model",
    "train_parser",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'cinescribe' has no attribute {name!r}; it has {', '.join(__all__)}")
    return getattr(importlib.import_module(f"cinescribe.{_HOMES[name]}"), name)
