"""A simulated study of captions: answers of raters who often agree, in the paper's design."""

import random

from cinescribe.metrics.human.ratings import Rating, RatingSheet
from cinescribe.study.sheets.rated_sheets import METAPHOR_CRITERIA

SYSTEMS = ("valley", "git", "video-llava", "git-llava", "git-llava-x", "video-chatgpt")


def simulated_study(seed: int = 0) -> RatingSheet:
    rng = random.Random(seed)
    ratings = []
    truth: dict[tuple[str, str, str], bool] = {}
    drawn = rng.sample([f"v{n}" for n in range(150)], 100)
    assigned = [[*drawn[:25], *drawn[25 + 25 * n : 50 + 25 * n]] for n in range(3)]  # 25 that all rate, 25 of each
    for n, clips in enumerate(assigned):
        for clip in clips:
            for place, system in enumerate(SYSTEMS):
                for criterion in METAPHOR_CRITERIA:
                    yes = truth.setdefault((clip, system, criterion), rng.random() < 0.2 + 0.1 * place)
                    answer = yes if rng.random() < 0.85 else not yes
                    ratings.append(Rating(clip, "ABC"[n], float(answer), system, criterion))
    return RatingSheet(tuple(ratings), is_ranking=False)
