from .comparison import ALPHA as ALPHA
from .comparison import compare_table as compare_table
from .judgements import read_judgements as read_judgements
from .judgements import study_ratings as study_ratings
from .study_results import write_results as write_results
