"""A page of the statistics of ratings: tables, and histograms of deviations, also as tables."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from cinescribe.metrics.human.deviation_histograms import BIN, DeviationHistogram
from cinescribe.metrics.human.rating_statistics import RatingStatistics
from cinescribe.metrics.human.rating_tables import number, rating_tables

_STYLE = """
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #111;
  background: #fff }
table { border-collapse: collapse; margin: .5rem 0 1.5rem }
caption { text-align: left; font-weight: 600 }
th, td { border: 1px solid #767676; padding: .2rem .6rem; text-align: right }
th[scope=row] { text-align: left }
figure { margin: 0 0 1.5rem }
"""
# Sizes of a histogram, in pixels.
_BAR, _HEIGHT, _LEFT, _BELOW, _ABOVE = 40, 120, 10, 36, 18


def rating_page(title: str, statistics: RatingStatistics, histograms: Sequence[DeviationHistogram]) -> str:
    """Return a page of HTML, complete in one file, with nothing but text that is escaped.

    Args:
        title: of the page.
        statistics: of the ratings.
        histograms: of the deviations of their items.
    """
    all_of = statistics.overall
    parts = [
        f'<!doctype html>\n<html lang="en">\n<head><meta charset="utf-8"><title>{escape(title)}</title>'
        f"<style>{_STYLE}</style></head>\n<body>\n<h1>{escape(title)}</h1>",
        f"<p>{all_of.ratings:,} ratings of {all_of.items:,} items by {all_of.raters:,} raters. "
        f"A text is valid if it is rated above {statistics.valid_above:g}.</p>",
    ]
    for table in rating_tables(statistics):
        rows = [(system, [number(value) for value in values]) for system, values in table.rows]
        parts.append(_table(table.title, table.columns, rows))
    if histograms:
        parts.append("<h2>How far raters are apart</h2>")
    parts += [_figure(one) for one in histograms]
    return "\n".join([*parts, "</body>", "</html>", ""])


def _table(title: str, columns: Sequence[str], rows: Sequence[tuple[str, Sequence[str]]]) -> str:
    heading = "".join(f'<th scope="col">{escape(name) or "&nbsp;"}</th>' for name in columns)
    body = "\n".join(
        f'<tr><th scope="row">{escape(name)}</th>{"".join(f"<td>{escape(cell)}</td>" for cell in cells)}</tr>'
        for name, cells in rows
    )
    return f"<table><caption>{escape(title)}</caption>\n<tr>{heading}</tr>\n{body}\n</table>"


def _figure(one: DeviationHistogram) -> str:
    name = " / ".join(part for part in (one.system, one.criterion) if part) or "all"
    title = f"{name}: standard deviation of an item's ratings, {one.items:,} items, mean {one.mean:.2f}"
    rows = [(_bin(n), [f"{100 * share:.1f}"]) for n, share in enumerate(one.shares)]
    table = _table("Share of items by deviation", ("points of the scale", "% of items"), rows)
    return (
        f"<figure><figcaption>{escape(title)}</figcaption>\n{_bars(one, title)}\n"
        f"<details><summary>As a table</summary>{table}</details></figure>"
    )


def _bars(one: DeviationHistogram, title: str) -> str:
    width, height = 2 * _LEFT + _BAR * len(one.shares), _ABOVE + _HEIGHT + _BELOW
    most = max(one.shares)
    bars = []
    for n, share in enumerate(one.shares):
        x, tall = _LEFT + n * _BAR, _HEIGHT * share / most
        top, middle = _ABOVE + _HEIGHT - tall, x + _BAR / 2
        bars += [
            f'<rect x="{x + 2}" y="{top:.1f}" width="{_BAR - 4}" height="{tall:.1f}" fill="#2166ac"/>',
            f'<text x="{middle:g}" y="{top - 4:.1f}" text-anchor="middle">{100 * share:.0f}</text>',
            f'<text x="{x}" y="{_ABOVE + _HEIGHT + 14}" text-anchor="middle">{n * BIN:g}</text>',
        ]
    axis = f'<text x="{_LEFT}" y="{height - 6}">points of the scale; above each bar % of items</text>'
    return (
        f'<svg role="img" aria-label="{escape(title)}" width="{max(width, 320)}" height="{height}" '
        f'font-size="11" font-family="sans-serif" xmlns="http://www.w3.org/2000/svg">{"".join(bars)}{axis}</svg>'
    )


def _bin(n: int) -> str:
    return f"{n * BIN:g} to {(n + 1) * BIN:g}"
