from .corpus_statistics import count_corpus as count_corpus
from .rating_plots import plot_criteria as plot_criteria
from .report_folder import corpus_stats as corpus_stats
from .report_folder import write_stats as write_stats
from .retrieval_bound import retrieval_bound as retrieval_bound
from .tables import Table as Table
from .tables import format_cell as format_cell
from .tables import tables as tables
