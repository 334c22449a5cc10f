"""What the metrics of papers' tables draw on: one parser for all, and METEOR's paraphrases where they are installed."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from cinescribe.language.parser.parse import shipped_parser
from cinescribe.metrics.core.parsed_once import ParsedOnce
from cinescribe.metrics.scoring.sources import Sources


def table_sources() -> Sources:
    """Sources that parse a caption once, however many metrics ask."""
    package = find_spec("pycocoevalcap")
    folders = package.submodule_search_locations if package is not None else None
    table = Path(next(iter(folders))) / "meteor" / "data" / "paraphrase-en.gz" if folders else None
    return Sources(
        parser=ParsedOnce(shipped_parser()), paraphrases=table if table is not None and table.exists() else None
    )
