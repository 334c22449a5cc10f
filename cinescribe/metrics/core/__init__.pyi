from .caching_parser import CachingParser as CachingParser
from .masked_mean import masked_mean_score as masked_mean_score
from .ngrams import (
    N_MAX as N_MAX,
)
from .ngrams import (
    ROOT as ROOT,
)
from .ngrams import (
    UNKNOWN as UNKNOWN,
)
from .ngrams import (
    TextNgrams as TextNgrams,
)
from .ngrams import (
    Trie as Trie,
)
from .ngrams import (
    child_node as child_node,
)
from .ngrams import (
    empty_trie as empty_trie,
)
from .ngrams import (
    with_ngrams as with_ngrams,
)
from .ngrams import (
    with_texts as with_texts,
)
from .pairs import Pairs as Pairs
from .score import (
    Score as Score,
)
from .score import (
    mean as mean,
)
from .score import (
    mean_score as mean_score,
)
from .score import (
    metric_signature as metric_signature,
)
from .score import (
    score_from_sums as score_from_sums,
)
from .score import (
    weighted_score as weighted_score,
)
from .significance import Interval as Interval
from .significance import compare as compare
from .significance import confidence as confidence
from .similarity import (
    Similarity as Similarity,
)
from .similarity import (
    paired_similarities as paired_similarities,
)
from .similarity import (
    similarities as similarities,
)
from .tokens import Texts as Texts
from .tokens import Tokens as Tokens
from .tokens import tokenize_pairs as tokenize_pairs
