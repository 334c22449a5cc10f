from .metric_table import METRIC_FAMILIES as METRIC_FAMILIES
from .metric_table import select_metrics as select_metrics
from .score_captions import COCO_METRICS as COCO_METRICS
from .score_captions import score_captions as score_captions
from .scoring_context import ScoringContext as ScoringContext
from .sources import Sources as Sources
