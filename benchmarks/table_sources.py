"""Inputs of the metrics in papers' tables: one parser, and METEOR's paraphrase table where it is installed."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from cinescribe.language.parser.parse import shipped_parser
from cinescribe.metrics.core.caching_parser import CachingParser
from cinescribe.metrics.scoring.sources import Sources


def table_sources() -> Sources:
    """Return sources that parse each caption only once for all metrics."""
    package = find_spec("pycocoevalcap")
    folders = package.submodule_search_locations if package is not None else None
    table = Path(next(iter(folders))) / "meteor" / "data" / "paraphrase-en.gz" if folders else None
    return Sources(
        parser=CachingParser(shipped_parser()), paraphrases=table if table is not None and table.exists() else None
    )
