from .clip_experiment import build_clip_experiment as build_clip_experiment
from .commonsense_experiment import TASK as TASK
from .commonsense_experiment import build_commonsense_experiment as build_commonsense_experiment
from .evaluate import METRICS as METRICS
from .evaluate import evaluate_stills as evaluate_stills
from .evaluate import score_filling as score_filling
from .evaluate import set_references as set_references
from .image_experiment import build_image_experiment as build_image_experiment
