from .check_corpus import CorpusSummary as CorpusSummary
from .check_corpus import SplitSummary as SplitSummary
from .check_corpus import check_corpus as check_corpus
from .check_corpus import corpus_summary as corpus_summary
from .inspect_corpus import inspect_corpus as inspect_corpus
from .still_summary import StillSplitSummary as StillSplitSummary
from .still_summary import StillSummary as StillSummary
from .still_summary import still_summary as still_summary
