from .clip_experiment import set_room as set_room
from .evaluate import METRICS as METRICS
from .evaluate import evaluate_stills as evaluate_stills
from .evaluate import score_filling as score_filling
from .evaluate import set_references as set_references
from .image_experiment import still_room as still_room
