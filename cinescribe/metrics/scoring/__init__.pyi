from .metric_table import TABLE as TABLE
from .metric_table import wanted as wanted
from .score_captions import COCO_METRICS as COCO_METRICS
from .score_captions import score_captions as score_captions
from .scoring_context import Job as Job
from .sources import Sources as Sources
