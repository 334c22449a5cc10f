"""A simulated study of captions: answers of raters who often agree, in the paper's design."""

import random

from cinescribe.metrics.human.ratings import Rating, RatingSheet
from cinescribe.study.sheets.rated_sheets import METAPHOR_CRITERIA, assigned_clips

SYSTEMS = ("valley", "git", "video-llava", "git-llava", "git-llava-x", "video-chatgpt")


def simulated_study(seed: int = 0) -> RatingSheet:
    rng = random.Random(seed)
    ratings = []
    truth: dict[tuple[str, str, str], bool] = {}
    for n, clips in enumerate(assigned_clips([f"v{n}" for n in range(150)], seed=seed)):
        for clip in clips:
            for place, system in enumerate(SYSTEMS):
                for criterion in METAPHOR_CRITERIA:
                    yes = truth.setdefault((clip, system, criterion), rng.random() < 0.2 + 0.1 * place)
                    answer = yes if rng.random() < 0.85 else not yes
                    ratings.append(Rating(clip, "ABC"[n], float(answer), system, criterion))
    return RatingSheet(tuple(ratings), is_ranking=False)
