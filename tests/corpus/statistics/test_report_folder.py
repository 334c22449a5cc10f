"""The folder of a corpus's statistics: page, tables, plots."""

import csv
import json
import re
import xml.etree.ElementTree as ET

import pytest

from cinescribe.corpus.core.corpus import CorpusCard, CorpusFilm, write_corpus
from cinescribe.corpus.core.sentences import FilmSentence
from cinescribe.corpus.film_folder.clip_cutting import SENTENCES, ClipSentence
from cinescribe.corpus.statistics.corpus_statistics import CorpusStats, count_corpus
from cinescribe.corpus.statistics.report_folder import write_stats
from cinescribe.corpus.statistics.tables import Table, as_csv, as_markdown, format_cell
from cinescribe.errors import OutputError
from cinescribe.media.film.image_files import read_picture
from cinescribe.store import write_records
from cinescribe.timing import Span
from tests.corpus.clips import clip
from tests.corpus.tagged import TaggedParser

TABLES = {"lengths", "vocabulary", "comparison", "topics", "descriptions", "leaks", "verbs"}


@pytest.fixture
def folder(tmp_path):
    films = (CorpusFilm("a", "train"), CorpusFilm("b", "val"))
    clips = (clip(0, "P1 walks.", film="a"), clip(1, "P1 sits.", film="a"), clip(0, "P1 walks.", film="b"))
    write_corpus(tmp_path, CorpusCard("a|b", "by hand", "none"), films=films, clips=clips)
    return tmp_path


def counted(folder, **options):
    return count_corpus(folder, parser=TaggedParser(), **options)


@pytest.mark.slow
def test_page_tables_and_plots_are_written(folder):
    found = counted(folder)
    write_stats(folder / "out", found)
    assert CorpusStats.from_dict(json.loads((folder / "out" / "stats.json").read_text())) == found.stats
    names = {path.name for path in (folder / "out").iterdir()}
    plots = {f"{plot}{suffix}" for plot in ("clip-lengths", "verb-topics") for suffix in (".png", ".svg")}
    assert names == {"stats.md", "stats.json", *(f"{name}.csv" for name in TABLES), *plots}
    page = (folder / "out" / "stats.md").read_text()
    assert "| train | 1 | 4 | 2 | 2 | 2.00 | 0.00 | \N{EN DASH} | \N{EN DASH} |" in page
    assert "| *LSMDC* | *202* | *1,148,543* |" in page
    assert "| a\\|b | yes |" in page
    assert "![verb-topics](verb-topics.png)" in page
    assert "score-" not in page
    with open(folder / "out" / "lengths.csv", encoding="utf-8", newline="") as opened:
        rows = list(csv.reader(opened))
    assert rows[1] == ["train", "1", "4", "2", "2", "2.0", str(4 / 3600), "", "", "counted"]
    assert rows[-1][0] == "LSMDC"
    assert rows[-1][-1] == "Rohrbach et al. 2016"
    assert (folder / "out" / "verbs.csv").read_text() == "topic,verb,count\nmotion,walk,2\ncontact,sit,1\n"
    assert read_picture(folder / "out" / "verb-topics.png").shape[2] == 3
    assert ET.parse(folder / "out" / "clip-lengths.svg").getroot().tag.endswith("svg")


@pytest.mark.slow
def test_the_same_corpus_gives_the_same_files(folder):
    for name in ("one", "two"):
        write_stats(folder / name, counted(folder))
    for path in (folder / "one").iterdir():
        assert path.read_bytes() == (folder / "two" / path.name).read_bytes(), path.name


@pytest.mark.slow
def test_scores_and_pairs_are_written_if_there_are_any(folder):
    (folder / "s.csv").write_text("id,METEOR\na_c0,0.5\nb_c0,0.25\n")
    sentences = [
        FilmSentence("d", "description", Span(0, 2), "Anna walks."),
        FilmSentence("s", "script", Span(0, 2), "No"),
    ]
    write_records(folder / SENTENCES, [ClipSentence("a", sentence, "a_c0") for sentence in sentences])
    write_stats(folder / "out", counted(folder, scores={"one": folder / "s.csv", "two": folder / "s.csv"}))
    names = {path.name for path in (folder / "out").iterdir()}
    assert {
        "scores.csv",
        "origins.csv",
        "pairs.csv",
        "pairs-key.csv",
        "score-by-topic.png",
        "score-curves.svg",
    } <= names
    page = (folder / "out" / "stats.md").read_text()
    assert "| motion | 2 | 37.50 | 37.50 |" in page
    assert "## Description beside script, 1 pairs" in page
    assert "![score-curves](score-curves.png)" in page


def test_axes_that_count_have_whole_numbers(folder):
    write_stats(folder / "stats", counted(folder))
    texts = ET.parse(folder / "stats" / "verb-topics.svg").iter("{http://www.w3.org/2000/svg}text")
    assert not [text.text for text in texts if re.fullmatch(r"\d+\.\d+", text.text or "")]


def test_a_corpus_without_clips_has_a_page(tmp_path):
    write_corpus(tmp_path, CorpusCard("bare", "x", "none"), films=(), clips=())
    write_stats(tmp_path / "out", counted(tmp_path))
    assert not list((tmp_path / "out").glob("*.png"))
    assert "# bare" in (tmp_path / "out" / "stats.md").read_text()


def test_a_corpus_without_captions_has_a_plot_of_lengths(tmp_path):
    write_corpus(tmp_path, CorpusCard("mute", "x", "none"), films=[CorpusFilm("f", "test")], clips=[clip(0), clip(1)])
    write_stats(tmp_path / "out", counted(tmp_path))
    assert [path.name for path in (tmp_path / "out").glob("*.png")] == ["clip-lengths.png"]


def test_an_output_that_cannot_be_written_is_named(folder):
    with pytest.raises(OutputError, match=r"corpus\.json/lengths\.csv' cannot be written"):
        write_stats(folder / "corpus.json", counted(folder))


def test_missing_values_are_dashes_and_published_values_italic():
    table = Table("t", "T", ("", "n"), (("a", 1234), ("b", None)), (("c", 0.5),), "A note.")
    assert as_markdown(table) == (
        "## T\n\n|  | n |\n| --- | ---: |\n| a | 1,234 |\n| b | \N{EN DASH} |\n| *c* | *0.50* |\n\nA note.\n"
    )
    assert as_csv(table) == ",n,from\na,1234,counted\nb,,counted\nc,0.5,Rohrbach et al. 2016\n"
    assert format_cell("x|y") == "x|y"
