from .label_judgements import ComponentAccuracy as ComponentAccuracy
from .label_judgements import label_accuracy as label_accuracy
from .label_judgements import write_label_sheets as write_label_sheets
from .qa import Questions as Questions
from .qa import qa as qa
from .qa import score_qa as score_qa
from .rating_statistics import GroupStatistics as GroupStatistics
from .rating_statistics import score_ratings as score_ratings
