from .explainable_captioners import (
    CaptionedPicture as CaptionedPicture,
)
from .explainable_captioners import (
    ExplainableCaptioner as ExplainableCaptioner,
)
from .explainable_captioners import (
    explainable_captioner as explainable_captioner,
)
from .explainable_captioners import (
    read_still_captioner as read_still_captioner,
)
from .explainable_captioners import (
    region_detector as region_detector,
)
from .explainable_captioners import (
    region_records as region_records,
)
from .film_pictures import N_MOMENTS as N_MOMENTS
from .film_pictures import InputPicture as InputPicture
from .film_pictures import read_pictures as read_pictures
from .micap_target import MicapCaption as MicapCaption
from .micap_target import micap_caption as micap_caption
from .region_target import RegionCaption as RegionCaption
from .region_target import region_captions as region_captions
