from .core.caching_parser import CachingParser as CachingParser
from .core.pairs import Pairs as Pairs
from .core.score import (
    Score as Score,
)
from .core.score import (
    mean as mean,
)
from .core.score import (
    metric_signature as metric_signature,
)
from .core.score import (
    score_from_sums as score_from_sums,
)
from .core.significance import Interval as Interval
from .core.significance import compare as compare
from .core.significance import confidence as confidence
from .core.similarity import (
    Similarity as Similarity,
)
from .core.similarity import (
    paired_similarities as paired_similarities,
)
from .core.similarity import (
    similarities as similarities,
)
from .core.tokens import tokenize_pairs as tokenize_pairs
from .embedding.bertscore import bertscore as bertscore
from .embedding.diversity import diversity as diversity
from .embedding.grounding import MARGINS as MARGINS
from .embedding.grounding import GroundedCaption as GroundedCaption
from .embedding.grounding import grounding as grounding
from .embedding.metaphor import metaphor as metaphor
from .files.caption_files import (
    item_id as item_id,
)
from .files.caption_files import (
    read_candidates as read_candidates,
)
from .files.caption_files import (
    read_references as read_references,
)
from .files.item_files import check_suffix as check_suffix
from .files.item_files import write_items as write_items
from .files.tabular_files import read_file_records as read_file_records
from .human.qa import score_qa as score_qa
from .human.rating_statistics import GroupStatistics as GroupStatistics
from .human.rating_statistics import score_ratings as score_ratings
from .identity.fitb import ACCURACIES as ACCURACIES
from .identity.fitb import FitbScores as FitbScores
from .identity.fitb import fitb as fitb
from .identity.fitb import score_fitb as score_fitb
from .identity.fitb_files import Blanks as Blanks
from .identity.ispice import identity_terms as identity_terms
from .identity.ispice import ispice as ispice
from .identity.person_ids import (
    PERSON as PERSON,
)
from .identity.person_ids import (
    normalise_ids as normalise_ids,
)
from .identity.person_ids import (
    person_ids as person_ids,
)
from .identity.person_ids import (
    rename_ids as rename_ids,
)
from .identity.sensitivity import sensitivity as sensitivity
from .meteor.meteor import meteor as meteor
from .meteor.paraphrases import read_paraphrases as read_paraphrases
from .meteor.word_knowledge import stems as stems
from .overlap.bleu import bleu as bleu
from .overlap.cider import cider as cider
from .overlap.cider_reward import CiderReward as CiderReward
from .overlap.rouge import rouge as rouge
from .scene_graph.spice import spice as spice
from .scene_graph.spice import spice_from_tuples as spice_from_tuples
from .scoring.metric_table import METRIC_FAMILIES as METRIC_FAMILIES
from .scoring.metric_table import select_metrics as select_metrics
from .scoring.score_captions import COCO_METRICS as COCO_METRICS
from .scoring.score_captions import score_captions as score_captions
from .scoring.sources import Sources as Sources
