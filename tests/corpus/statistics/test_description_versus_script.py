"""Pairs of sentences from description and script about the same moment, and the study of them."""

import csv

import pytest

from cinescribe.corpus.core.sentences import NOT_CHOSEN, FilmSentence
from cinescribe.corpus.film_folder.clip_cutting import ClipSentence
from cinescribe.corpus.statistics.description_versus_script import comparison, iou, sentence_pairs
from cinescribe.corpus.statistics.pair_study import write_study
from cinescribe.timing import Span


def described(id, start, end, text="A hall.", *, film="f", left_out=None):
    return ClipSentence(film, FilmSentence(id, "description", Span(start, end), text, left_out=left_out))


def scripted(id, start, end, text="A hall.", *, film="f", left_out=NOT_CHOSEN):
    return ClipSentence(film, FilmSentence(id, "script", Span(start, end), text, left_out=left_out))


def table(path):
    with open(path, encoding="utf-8", newline="") as opened:
        return list(csv.DictReader(opened))


def ids(pairs):
    return [(pair.film, pair.description.id, pair.script.id, pair.iou) for pair in pairs]


@pytest.mark.parametrize(
    ("one", "other", "value"),
    [
        (Span(0, 4), Span(0, 4), 1.0),
        (Span(0, 4), Span(1, 5), 0.6),
        (Span(0, 4), Span(4, 8), 0.0),
        (Span(0, 4), Span(0, 3), 0.75),
        (Span(2, 2), Span(2, 2), 0.0),
    ],
)
def test_intersection_over_union(one, other, value):
    assert iou(one, other) == iou(other, one) == value


def test_pairs_are_of_one_film_and_overlap_enough():
    sentences = [
        described("d1", 0, 4),
        scripted("s1", 0, 3),  # 0.75, just enough
        described("d2", 10, 14),
        scripted("s2", 10, 12.9),
        described("d3", 20, 24),
        scripted("s3", 20, 24, film="g"),
        described("d4", 30, 34, left_out="sound only"),
        scripted("s4", 30, 34),
        described("d5", 40, 44),
        scripted("s5", 40, 44, left_out="its speeches are not in the film"),
    ]
    assert ids(sentence_pairs(sentences)) == [("f", "d1", "s1", 0.75)]
    assert len(sentence_pairs(sentences, min_iou=0.7)) == 2


def test_each_sentence_is_only_in_its_best_pair():
    sentences = [described("1", 0, 10), described("2", 1, 10), scripted("1", 1, 10), scripted("2", 0, 9)]
    assert ids(sentence_pairs(sentences)) == [("f", "1", "2", 0.9), ("f", "2", "1", 1.0)]


def test_a_long_sentence_does_not_hide_later_ones():
    sentences = [scripted("s1", 0, 100), *(described(f"d{k}", 10 * k, 10 * k + 4) for k in range(5))]
    sentences += [scripted(f"s{k + 2}", 10 * k, 10 * k + 4) for k in range(5)]
    assert [(d, s) for _, d, s, _ in ids(sentence_pairs(sentences))] == [(f"d{k}", f"s{k + 2}") for k in range(5)]


def test_without_pairs_the_comparison_is_empty():
    found = comparison([described("d", 0, 1), scripted("s", 5, 6)], (), {})
    assert (found.films, found.pairs, found.same, found.description, found.script) == (1, 0, 0, None, None)


def test_pairs_are_on_the_sheet_twice_without_their_sources(tmp_path):
    texts = [f"Sentence {k}." for k in range(40)]
    sentences = [described(f"d{k}", 10 * k, 10 * k + 4, texts[k]) for k in range(20)]
    sentences += [scripted(f"s{k}", 10 * k, 10 * k + 3.5, texts[k + 20]) for k in range(20)]
    sheet_path, key_path = write_study(tmp_path, sentence_pairs(sentences), seed=3)
    sheet, key = table(sheet_path), table(key_path)
    assert [row["item"] for row in sheet] == [row["item"] for row in key] == [str(n) for n in range(1, 41)]
    assert not any("script" in column or "description" in column for column in sheet[0])
    for asked, known in zip(sheet, key, strict=True):
        k = int(asked["pair"]) - 1
        assert (known["description"], known["script"]) == (f"d{k}", f"s{k}")
        assert float(asked["end"]) - float(asked["start"]) == (4 if known["shown"] == "description" else 3.5)
        of = {"description": texts[k], "script": texts[k + 20]}
        assert asked["first"] == of.pop(known["first is"])
        assert [asked["second"]] == list(of.values())
    assert {row["first is"] for row in key} == {"description", "script"}
    assert [row["shown"] for row in key] == ["description", "script"] * 20
    before = sheet_path.read_text()
    write_study(tmp_path, sentence_pairs(sentences), seed=3)
    assert sheet_path.read_text() == before
