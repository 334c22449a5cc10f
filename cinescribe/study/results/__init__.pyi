from .comparison import ALPHA as ALPHA
from .comparison import compare_table as compare_table
from .comparison import holm as holm
from .comparison import runs_without_difference as runs_without_difference
from .judgements import read_judgements as read_judgements
from .judgements import study_ratings as study_ratings
from .study_results import study_results as study_results
from .study_results import write_results as write_results
