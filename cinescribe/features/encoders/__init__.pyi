from .backlot_actions import (
    GREY_HEIGHT as GREY_HEIGHT,
)
from .backlot_actions import (
    GREY_HZ as GREY_HZ,
)
from .backlot_actions import (
    GREY_WIDTH as GREY_WIDTH,
)
from .backlot_actions import (
    ActionEncoder as ActionEncoder,
)
from .backlot_actions import (
    ActionNet as ActionNet,
)
from .backlot_actions import (
    ActionPrediction as ActionPrediction,
)
from .backlot_actions import (
    ActionSizes as ActionSizes,
)
from .backlot_actions import (
    actor_positions as actor_positions,
)
from .backlot_actions import (
    is_cut as is_cut,
)
from .backlot_actions import (
    load_action_net as load_action_net,
)
from .backlot_actions import (
    window as window,
)
from .backlot_frames import (
    PICTURE_HEIGHT as PICTURE_HEIGHT,
)
from .backlot_frames import (
    PICTURE_WIDTH as PICTURE_WIDTH,
)
from .backlot_frames import (
    FrameEncoder as FrameEncoder,
)
from .backlot_frames import (
    FrameNet as FrameNet,
)
from .backlot_frames import (
    FramePrediction as FramePrediction,
)
from .backlot_frames import (
    FrameSizes as FrameSizes,
)
from .backlot_frames import (
    as_input as as_input,
)
from .backlot_frames import (
    frame_features as frame_features,
)
from .backlot_frames import (
    load_frame_net as load_frame_net,
)
from .domain_detection import (
    MIN_DOMAIN_SIMILARITY as MIN_DOMAIN_SIMILARITY,
)
from .domain_detection import (
    domain_similarity as domain_similarity,
)
from .domain_detection import (
    statistics as statistics,
)
from .encoder_weights import (
    WEIGHTS as WEIGHTS,
)
from .encoder_weights import (
    action_weights as action_weights,
)
from .encoder_weights import (
    channels_last as channels_last,
)
from .encoder_weights import (
    frame_weights as frame_weights,
)
from .encoder_weights import (
    write_encoder as write_encoder,
)
from .hub_encoders import (
    WIDTH as WIDTH,
)
from .hub_encoders import (
    HubEncoder as HubEncoder,
)
from .hub_encoders import (
    HubPictureSink as HubPictureSink,
)
from .hub_encoders import (
    HubWindowSink as HubWindowSink,
)
from .hub_encoders import (
    hub_encoder as hub_encoder,
)
from .hub_encoders import (
    hub_settings as hub_settings,
)
from .hub_frames import Patches as Patches
from .hub_frames import Whole as Whole
from .hub_frames import preparation as preparation
