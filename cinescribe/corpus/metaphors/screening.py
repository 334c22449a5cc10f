"""The briefing of annotators, and the two tests that they pass before they annotate (VMCD, section 3.1)."""

from __future__ import annotations

from pathlib import Path

from cinescribe.corpus.commonsense.sheets import FirstPlaces, read_sheet
from cinescribe.errors import CorpusError, brief

TESTS = ("1", "2")
PASS_MARK = 0.8  # share of right answers in each test; the paper gives none
_KEY = ("test", "clip", "metaphor")
_ANSWERS = {"yes": True, "y": True, "no": False, "n": False}

BRIEFING = """\
# Metaphors in videos: a briefing for annotators

## What a metaphor is

A metaphor says that one thing is like another, though they are of different kinds, and so tells something about the
first. "The lawyer is a shark" is about the lawyer, who is as aggressive as a shark.

- The **primary concept** is what the video is about: the lawyer.
- The **secondary concept** is what it is compared to: the shark.
- The **property** is what both have in common: aggressive.

## What a visual metaphor is

The comparison is in the pictures. A video shows the two things side by side, one in the place of the other, one that
turns into the other, or one that behaves as the other does.

| the video shows | metaphor | sentence |
|---|---|---|
| a car on a road; a cheetah runs beside it and falls back | yes | The car is as fast as a cheetah. |
| somebody pulls up a blanket, which turns into a bowl of soup | yes | The soup is as warm as a blanket. |
| a phone lies in a nest, and a bird sits on it | yes | The phone is as precious as an egg. |
| a car on a road, and a voice that names its price | no | |
| two brands of soap, and which cleans better | no: both are of one kind | |
| a cheetah in a film about animals | no: it stands for itself | |

## What you do

Watch each video to the end, alone, as often as you like. Do not talk about it with other annotators.

| question | answer |
|---|---|
| a | Is there a visual metaphor? `yes` or `no`. After a `no`, go to the next video |
| b | Does one need the sound to understand it? `yes` or `no` |
| c | When is it? `0:12-0:20; 31-35`, or `whole video` |
| d | The primary concept, in one or a few words |
| e | The secondary concept |
| f | The property, one adjective if you can |
| g | One sentence: `primary concept is as property as secondary concept`, with the words of d, f and e |
| h | What happens in the video, in your own words |

Write no brand and no name of a person, place or product in d, e and g: a drink, a football player, a city.

| not | but |
|---|---|
| The coke is as refreshing as Alaska | The drink is as refreshing as a cold country |

An expert reads your sentences and may return some with a remark. Then write them again.
"""


def read_screening_key(path: Path) -> dict[tuple[str, str], bool]:
    """Return the right answers, by test and clip, in the order of the file.

    Args:
        path: CSV with the columns `test` (1 or 2), `clip` and `metaphor` (yes or no).

    Raises:
        RecordError: when it cannot be read.
        CorpusError: naming file and line, when it is malformed, a clip comes twice, or a test has no video.
    """
    right, seen = {}, FirstPlaces()
    for row in read_sheet(path, _KEY):
        test, clip = row.needed("test"), row.needed("clip")
        if test not in TESTS:
            raise CorpusError(f"{row.where} has the test {test!r}; expected {' or '.join(TESTS)}")
        seen.claim(clip, where=row.where, what=f"clip {clip!r}")
        answer = row.needed("metaphor").lower()
        if answer not in _ANSWERS:
            raise CorpusError(f"{row.where} has {brief(answer)} under 'metaphor'; write 'yes' or 'no'")
        right[test, clip] = _ANSWERS[answer]
    missing = next((test for test in TESTS if all(one != test for one, _ in right)), None)
    if missing is not None:
        raise CorpusError(f"{str(path)!r} has no video for test {missing}; both tests need one at least")
    return right
