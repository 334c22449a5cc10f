from .qa import score_qa as score_qa
from .rating_statistics import GroupStatistics as GroupStatistics
from .rating_statistics import score_ratings as score_ratings
