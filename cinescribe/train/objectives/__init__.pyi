from .clip_objectives import (
    OBJECTIVES as OBJECTIVES,
)
from .clip_objectives import (
    LossConfig as LossConfig,
)
from .clip_objectives import (
    build_clip_objectives as build_clip_objectives,
)
from .image_batch import ImageBatch as ImageBatch
from .image_objectives import (
    IMAGE_OBJECTIVES as IMAGE_OBJECTIVES,
)
from .image_objectives import (
    ImageLossConfig as ImageLossConfig,
)
from .image_objectives import (
    ObjectiveData as ObjectiveData,
)
from .losses import (
    JointObjective as JointObjective,
)
from .losses import (
    ObjectiveLosses as ObjectiveLosses,
)
from .losses import (
    loss_weights as loss_weights,
)
from .losses import (
    target_counts as target_counts,
)
from .self_critical import CaptionReward as CaptionReward
from .self_critical import SelfCriticalObjective as SelfCriticalObjective
