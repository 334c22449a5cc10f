"""Statistics of a tiny corpus, counted by hand, and checks of the published figures."""

import math

import pytest

from cinescribe.corpus.core.corpus import CorpusCard, CorpusFilm, write_corpus
from cinescribe.corpus.core.sentences import FilmSentence
from cinescribe.corpus.film_folder.clip_cutting import SENTENCES as SENTENCES_FILE
from cinescribe.corpus.film_folder.clip_cutting import ClipSentence
from cinescribe.corpus.statistics.caption_diversity import DescriptionRow
from cinescribe.corpus.statistics.corpus_statistics import CorpusStats, count_corpus
from cinescribe.corpus.statistics.counts import LengthRow, VocabularyRow
from cinescribe.corpus.statistics.description_versus_script import ScriptComparison, WordUsage
from cinescribe.corpus.statistics.published_figures import (
    COMPARISON,
    DESCRIPTIONS,
    LENGTHS,
    TOPIC_ENTROPY,
    VOCABULARY,
    ComparisonRow,
)
from cinescribe.corpus.statistics.split_leakage import Leaks, TextLeak
from cinescribe.corpus.statistics.verb_topics import TopicRow, VerbCount, entropy
from cinescribe.errors import CorpusError, ScoreError
from cinescribe.schema import Clip
from cinescribe.store import write_records
from cinescribe.timing import Span
from tests.corpus.tagged import TaggedParser

FILMS = (CorpusFilm("a", "train", genres=("drama", "action")), CorpusFilm("b", "val"), CorpusFilm("c", "val"))
CLIPS = (
    Clip("a1", "a", Span(0, 4), "P1 walks slowly. P2 looks up.", ("P1", "P2"), ("P2 is walking.",)),
    Clip("a2", "a", Span(4, 6), "[blank] sits in the dark hall."),
    Clip("b1", "b", Span(0, 3), "P1 walks to the hall."),
    Clip("b2", "b", Span(3, 7), "The hall is dark."),
    Clip("b3", "b", Span(7, 8)),
    Clip("c1", "c", Span(0, 5), "P3 sits in the dark hall."),
    Clip("c2", "c", Span(5, 9), "P1 zorbles."),
)
# The sentences of film a's clips; a1 has two sentences of the description, which overlap by a second.
SENTENCES = (
    ClipSentence("a", FilmSentence("d1", "description", Span(0, 2), "Anna walks slowly."), "a1"),
    ClipSentence("a", FilmSentence("d2", "description", Span(1, 3), "Bea looks up."), "a1"),
    ClipSentence("a", FilmSentence("d3", "description", Span(4.5, 5.5), "Anna sits in the dark hall."), "a2"),
    ClipSentence("a", FilmSentence("d4", "description", Span(8, 9), "The end.", left_out="too late")),
)


@pytest.fixture
def folder(tmp_path):
    write_corpus(tmp_path, CorpusCard("drawn", "by hand", "none"), films=FILMS, clips=CLIPS)
    return tmp_path


def counted(folder, **options):
    return count_corpus(folder, parser=TaggedParser(), **options)


def test_table_1_is_counted(folder):
    assert counted(folder).stats.lengths == (
        LengthRow("train", 1, 15, 4, 2, 3.0, 6 / 3600),
        LengthRow("val", 2, 17, 4, 5, 3.4, 17 / 3600),
        LengthRow("in all", 3, 32, 8, 7, 23 / 7, 23 / 3600),
    )


def test_precise_lengths_are_those_of_the_clips_sentences(folder):
    write_records(folder / SENTENCES_FILE, SENTENCES)
    train, val, total = counted(folder).stats.lengths
    assert (train.precise_mean_seconds, train.precise_hours) == (2.0, 4 / 3600)  # 3 s of a1, and 1 s of a2
    assert (val.precise_mean_seconds, val.precise_hours) == (3.4, 17 / 3600)  # not padded
    assert (total.precise_mean_seconds, total.precise_hours) == (3.0, 21 / 3600)


def test_table_2_counts_stems_by_part_of_speech(folder):
    # train: someone, hall; walk (walks, walking), look, is, sit; dark; slow (slowly).
    assert counted(folder).stats.vocabulary == (
        VocabularyRow("train", 8, 2, 4, 1, 1),
        VocabularyRow("val", 7, 2, 4, 1, 0),  # someone, hall; walk, is, sit, zorbl; dark
        VocabularyRow("in all", 9, 2, 5, 1, 1),
    )


def test_the_row_of_table_3_is_of_the_whole_corpus(folder):
    assert counted(folder).stats.comparison == ComparisonRow("drawn", True, "action, drama", "by hand", 3, 7, 8)


def test_table_11_groups_verbs_by_topic(folder):
    # walks, walks, walking: motion; sits twice: contact; look up: communication; is dark: stative; zorbles: none.
    assert counted(folder).stats.topics == (
        TopicRow("motion", 3, 1, 2, 0.0, (VerbCount("walk", 3),)),
        TopicRow("contact", 2, 1, 2, 0.0, (VerbCount("sit", 2),)),
        TopicRow("communication", 1, 1, 0, 0.0, (VerbCount("look up", 1),)),
        TopicRow("none", 1, 1, 1, 0.0, (VerbCount("zorble", 1),)),
        TopicRow("stative", 1, 1, 1, 0.0, (VerbCount("be", 1),)),
    )


def test_entropy_is_in_bits():
    assert entropy([5, 5]) == 1.0
    assert entropy([2, 1, 1]) == 1.5
    assert entropy([7]) == entropy([]) == entropy([0, 3]) == 0.0


def test_table_14_has_rows_of_references_and_captioners(folder, tmp_path):
    path = tmp_path / "copier.jsonl"
    path.write_text('{"clip": "b1", "caption": "P9 sits in the dark hall."}\n{"clip": "c2", "caption": "P1 sits."}\n')
    assert counted(folder, captions={"copier": path}).stats.descriptions == (
        DescriptionRow("reference, train", 2, 6.0, 10, 2),  # someone walks slowly looks up sits in the dark hall
        DescriptionRow("reference, val", 4, 17 / 4, 10, 4, 0.75),
        DescriptionRow("copier", 2, 4.0, 6, 2, 0.5),
    )


def test_a_caption_of_no_clip_is_named(folder, tmp_path):
    path = tmp_path / "c.json"
    path.write_text('{"x9": "He sits."}')
    with pytest.raises(CorpusError, match="copier has a caption of clip 'x9', which drawn does not have"):
        counted(folder, captions={"copier": path})


def test_captions_of_training_in_other_splits_are_counted(folder):
    assert counted(folder).stats.leaks == Leaks((), (TextLeak("val", 4, 1, 0, 0),))


def test_no_text_is_parsed_twice(folder):
    parser = TaggedParser()
    count_corpus(folder, parser=parser)
    assert len(parser.parsed) == len(set(parser.parsed)) == 6
    assert "SOMEONE sits in the dark hall." in parser.parsed


def test_description_and_script_are_compared(folder):
    write_records(
        folder / SENTENCES_FILE,
        (
            *SENTENCES,
            ClipSentence("a", FilmSentence("s1", "script", Span(0, 2.5), "Anna walks."), None),
            ClipSentence("a", FilmSentence("s2", "script", Span(4.5, 5.5), "Anna sits in the dark hall!"), None),
            ClipSentence("b", FilmSentence("s1", "script", Span(0, 3), "Bea turns to the old hall."), "b1"),
        ),
    )
    found = counted(folder)
    assert found.stats.origins == ScriptComparison(
        1,
        1,
        1,
        WordUsage(VocabularyRow("description", 3, 1, 1, 0, 1), 3, 3.0, 1.0),
        WordUsage(VocabularyRow("script", 2, 1, 1, 0, 0), 2, 2.0, 1.0),
    )
    assert [(pair.description.id, pair.script.id) for pair in found.pairs] == [("d1", "s1")]
    names = [row.of for row in found.stats.lengths]
    assert names == ["train", "val", "description", "script", "in all"]
    assert [row.clips for row in found.stats.lengths] == [2, 5, 2, 1, 7]


def test_scores_are_split_by_topic_and_difficulty(folder, tmp_path):
    path = tmp_path / "scores.jsonl"
    values = {"a1": 0.9, "a2": 0.1, "b1": 0.4, "b2": 0.2, "c1": 0.3, "c2": 0.6}
    path.write_text("".join(f'{{"id": "{id}", "METEOR": {value}}}\n' for id, value in values.items()))
    found = counted(folder, scores={"smt": path})
    assert [(row.topic, row.captions, round(row.mean, 6)) for row in found.stats.scores] == [
        ("contact", 2, 0.2),
        ("motion", 1, 0.4),
        ("none", 1, 0.6),
        ("stative", 1, 0.2),
    ]  # a1 has two verbs
    (curve,) = found.curves
    assert curve.by_length.tolist() == [0.6, 0.2, 0.4, 0.9, 0.1, 0.3]  # 2, 4, 5 and three times 6 words


def test_a_corpus_without_captions_has_empty_statistics(tmp_path):
    write_corpus(tmp_path, CorpusCard("bare", "x", "none"), films=FILMS[:1], clips=())
    stats = counted(tmp_path).stats
    assert stats.lengths == (LengthRow("in all", 0, 0, 0, 0, 0.0, 0.0),)
    assert stats.topics == stats.descriptions == ()
    assert CorpusStats.from_dict(stats.to_dict()) == stats


def test_statistics_survive_a_round_trip(folder):
    write_records(folder / SENTENCES_FILE, SENTENCES)
    stats = counted(folder).stats
    assert CorpusStats.from_dict(stats.to_dict()) == stats


def test_invalid_scores_are_named(folder, tmp_path):
    (tmp_path / "s.csv").write_text("id,CIDEr\na1,0.5\n")
    with pytest.raises(ScoreError, match=r"s.csv' has no METEOR, only id, CIDEr; score the captions by METEOR"):
        counted(folder, scores={"x": tmp_path / "s.csv"})
    (tmp_path / "s.csv").write_text("id,METEOR\na1,high\n")
    with pytest.raises(ScoreError, match=r"line 2 has the score 'high'; it must be a number"):
        counted(folder, scores={"x": tmp_path / "s.csv"})
    (tmp_path / "s.csv").write_text("id,METEOR\nb3,0.5\n")
    with pytest.raises(CorpusError, match="x has a score of 'b3', which is no clip with a caption"):
        counted(folder, scores={"x": tmp_path / "s.csv"})


def row(rows, name):
    return next(one for one in rows if getattr(one, "of", getattr(one, "dataset", "")) == name)


def test_the_papers_table_1_is_consistent():
    parts, total = [one for one in LENGTHS if one.of.startswith("LSMDC, ")], row(LENGTHS, "LSMDC")
    for field in ("films", "words", "sentences", "clips"):
        assert sum(getattr(one, field) for one in parts) == getattr(total, field)
    assert sum(one.hours for one in parts) == pytest.approx(total.hours, abs=0.2)
    assert sum(one.precise_hours or math.nan for one in parts) == pytest.approx(total.precise_hours, abs=0.2)
    described, scripted, whole = LENGTHS[:3]
    for field in ("words", "sentences", "clips"):
        assert getattr(described, field) + getattr(scripted, field) == getattr(whole, field)
    assert described.films + scripted.films == whole.films + 11  # 11 have both
    for one in LENGTHS:
        assert one.hours * 3600 / one.clips == pytest.approx(one.mean_seconds, abs=0.4)  # M-VAD's is off by 0.34


def test_the_papers_table_2_is_consistent_except_for_m_vad():
    sums = {one.of: one.nouns + one.verbs + one.adjectives + one.adverbs for one in VOCABULARY}
    assert sums == {"MPII-MD": 18_871, "M-VAD": 16_500, "LSMDC": 23_442}
    assert {one.of: one.size for one in VOCABULARY if one.size != sums[one.of]} == {"M-VAD": 17_609}


def test_the_papers_table_3_agrees_with_table_1_except_for_m_vads_clips():
    for name in ("MPII-MD", "LSMDC"):
        assert (row(COMPARISON, name).videos, row(COMPARISON, name).clips, row(COMPARISON, name).sentences) == (
            row(LENGTHS, name).films,
            row(LENGTHS, name).clips,
            row(LENGTHS, name).sentences,
        )
    assert row(COMPARISON, "M-VAD").clips - row(LENGTHS, "M-VAD, description").clips == 48_986 - 46_589


def test_the_papers_entropies_are_of_base_2():
    verbs = row(VOCABULARY, "MPII-MD").verbs
    assert sum(2**value for value in TOPIC_ENTROPY.values()) < verbs < sum(map(math.exp, TOPIC_ENTROPY.values()))


def test_the_papers_table_14_is_of_the_blind_test():
    blind = row(LENGTHS, "LSMDC, blind")
    reference = row(DESCRIPTIONS, "reference")
    assert all(one.captions == blind.clips for one in DESCRIPTIONS)
    assert reference.mean_length == pytest.approx(blind.words / blind.sentences, abs=0.01)
