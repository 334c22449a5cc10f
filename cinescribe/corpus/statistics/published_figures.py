"""Published figures of Movie Description (Rohrbach et al. 2016), for comparison with one's own corpus."""

from __future__ import annotations

from dataclasses import dataclass

from cinescribe.corpus.statistics.caption_diversity import DescriptionRow
from cinescribe.corpus.statistics.counts import LengthRow, VocabularyRow
from cinescribe.record import Record


@dataclass(frozen=True)
class ComparisonRow(Record):
    """A row of table 3.

    Args:
        dataset: name of the dataset.
        is_multi_sentence: whether a video is described by several consecutive sentences.
        domain: domain of the videos; None if unknown.
        source: authors of the sentences.
        videos: number of videos; None if not published.
        clips: number of clips; None if not published.
        sentences: number of sentences.
    """

    dataset: str
    is_multi_sentence: bool
    domain: str | None
    source: str
    videos: int | None
    clips: int | None
    sentences: int


# Table 1. MPII-MD has 55 movies with descriptions and 50 with scripts; 11 have both. M-VAD's precise lengths are not
# published, and 84.6 h of 46,589 clips are 6.5 s each.
LENGTHS = (
    LengthRow("MPII-MD, description", 55, 330_086, 37_272, 37_266, 4.2, 44.0, 4.1, 42.5),
    LengthRow("MPII-MD, script", 50, 317_728, 31_103, 31_071, 3.9, 33.8, 3.6, 31.1),
    LengthRow("MPII-MD", 94, 647_814, 68_375, 68_337, 4.1, 77.8, 3.9, 73.6),
    LengthRow("M-VAD, description", 92, 502_926, 55_904, 46_589, 6.2, 84.6),
    LengthRow("LSMDC, train", 153, 913_841, 91_941, 91_908, 4.9, 124.9, 4.8, 121.4),
    LengthRow("LSMDC, val", 12, 63_789, 6_542, 6_542, 5.2, 9.5, 5.2, 9.4),
    LengthRow("LSMDC, test", 17, 87_147, 10_053, 10_053, 4.2, 11.6, 4.1, 11.3),
    LengthRow("LSMDC, blind", 20, 83_766, 9_578, 9_578, 4.5, 12.0, 4.4, 11.8),
    LengthRow("LSMDC", 202, 1_148_543, 118_114, 118_081, 4.8, 158.0, 4.7, 153.9),
)

# Table 2. M-VAD's parts add up to 16,500, not to its 17,609; the others' do.
VOCABULARY = (
    VocabularyRow("MPII-MD", 18_871, 10_558, 2_933, 4_239, 1_141),
    VocabularyRow("M-VAD", 17_609, 9_512, 2_571, 3_560, 857),
    VocabularyRow("LSMDC", 23_442, 12_983, 3_461, 5_710, 1_288),
)

# Table 3. It gives M-VAD 48,986 clips; table 1 says 46,589.
COMPARISON = (
    ComparisonRow("YouCook", True, "cooking", "crowd", 88, None, 2_668),
    ComparisonRow("TACoS", True, "cooking", "crowd", 127, 7_206, 18_227),
    ComparisonRow("TACoS Multi-Level", True, "cooking", "crowd", 185, 14_105, 52_593),
    ComparisonRow("MSVD", False, "open", "crowd", None, 1_970, 70_028),
    ComparisonRow("TGIF", False, "open", "crowd", None, 100_000, 125_781),
    ComparisonRow("MSR-VTT", False, "open", "crowd", 7_180, 10_000, 200_000),
    ComparisonRow("M-VAD", True, "open", "professional", 92, 48_986, 55_904),
    ComparisonRow("MPII-MD", True, "open", "professional", 94, 68_337, 68_375),
    ComparisonRow("LSMDC", True, "open", "professional", 202, 118_081, 118_114),
)

# Table 11, on MPII-MD: the entropy of each topic's verbs.
TOPIC_ENTROPY = {
    "motion": 7.05,
    "contact": 7.10,
    "perception": 4.83,
    "stative": 4.84,
    "change": 6.92,
    "communication": 6.73,
    "body": 5.04,
    "social": 6.11,
    "cognition": 5.21,
    "possession": 5.29,
    "none": 5.04,
    "creation": 5.69,
    "competition": 5.19,
    "consumption": 4.52,
    "emotion": 6.19,
    "weather": 3.93,
}

# Table 14, on LSMDC's blind test.
DESCRIPTIONS = (
    DescriptionRow("Visual-Labels", 9_578, 7.47, 525, 4_320, 0.6763),
    DescriptionRow("S2VT", 9_578, 8.77, 663, 2_890, 0.7261),
    DescriptionRow("Frame-Video-Concept Fusion", 9_578, 5.16, 401, 871, 0.3362),
    DescriptionRow("Temporal Attention", 9_578, 3.63, 117, 133, 0.0736),
    DescriptionRow("reference", 9_578, 8.74, 6_303, 9_309, 0.9349),
)
