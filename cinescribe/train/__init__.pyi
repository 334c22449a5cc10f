from .data.sampling import evaluation_sets as evaluation_sets
from .distributed import is_main_process as is_main_process
from .experiments.evaluate import (
    METRICS as METRICS,
)
from .experiments.evaluate import (
    evaluate_stills as evaluate_stills,
)
from .experiments.evaluate import (
    score_filling as score_filling,
)
from .experiments.evaluate import (
    set_references as set_references,
)
from .objectives.clip_objectives import LossConfig as LossConfig
from .objectives.clip_objectives import build_clip_objectives as build_clip_objectives
from .objectives.image_batch import ImageBatch as ImageBatch
from .objectives.losses import target_counts as target_counts
from .objectives.self_critical import CaptionReward as CaptionReward
from .objectives.self_critical import SelfCriticalObjective as SelfCriticalObjective
from .recipes.clip_recipe import ClipRecipe as ClipRecipe
from .recipes.recipe import read_recipe as read_recipe
from .run import train_model as train_model
