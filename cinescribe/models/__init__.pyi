from .checkpoint import (
    CARD as CARD,
)
from .checkpoint import (
    WEIGHTS as WEIGHTS,
)
from .checkpoint import (
    Checkpoint as Checkpoint,
)
from .checkpoint import (
    CheckpointCard as CheckpointCard,
)
from .checkpoint import (
    read_checkpoint as read_checkpoint,
)
from .checkpoint import (
    write_checkpoint as write_checkpoint,
)
from .fields import from_fields as from_fields
from .fields import plain as plain
from .hub.captioner import HubCaptioner as HubCaptioner
from .hub.captioner import hub_captioner as hub_captioner
from .hub.inputs import PlainViewer as PlainViewer
from .m2.import_m2 import REGIONS as REGIONS
from .m2.import_m2 import import_m2 as import_m2
from .m2.weight_names import m2_from_published as m2_from_published
from .micap.memory import Memory as Memory
from .micap.micap import Micap as Micap
from .micap.micap import MicapState as MicapState
from .micap.micap import micap_joint as micap_joint
from .micap.sizes import ACTION as ACTION
from .micap.sizes import FACE as FACE
from .micap.sizes import FRAME as FRAME
from .micap.sizes import MicapSizes as MicapSizes
from .model_table import (
    FACE_TOKENS as FACE_TOKENS,
)
from .model_table import (
    MODELS as MODELS,
)
from .model_table import (
    data_sizes as data_sizes,
)
from .model_table import (
    picture_sizes as picture_sizes,
)
from .model_table import (
    reads_pictures as reads_pictures,
)
from .observer.observer import Observer as Observer
from .transformer import (
    CaptionTransformer as CaptionTransformer,
)
from .transformer import (
    TransformerSizes as TransformerSizes,
)
from .transformer import (
    meshed_memory as meshed_memory,
)
from .transformer import (
    smart as smart,
)
from .transformer import (
    transformer as transformer,
)
