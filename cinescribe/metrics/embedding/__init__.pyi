from .bertscore import Baseline as Baseline
from .bertscore import bertscore as bertscore
from .bertscore import read_baseline as read_baseline
from .bertscore_similarity import BertScoreSimilarity as BertScoreSimilarity
from .diversity import diversity as diversity
from .grounding import (
    MARGINS as MARGINS,
)
from .grounding import (
    GroundedCaption as GroundedCaption,
)
from .grounding import (
    grounding as grounding,
)
from .grounding import (
    read_grounded as read_grounded,
)
from .metaphor import acd as acd
from .metaphor import acs as acs
from .metaphor import metaphor as metaphor
from .nouns import coverage as coverage
from .nouns import noun_alignment as noun_alignment
from .nouns import noun_tokens as noun_tokens
from .perplexity import perplexity as perplexity
from .perplexity import read_log_probabilities as read_log_probabilities
from .retrieval import caption_retrieval as caption_retrieval
