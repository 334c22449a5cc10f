from .beam import Beams as Beams
from .beam import Search as Search
from .beam import beam_search as beam_search
from .caption_clip_sets import (
    DECODERS as DECODERS,
)
from .caption_clip_sets import (
    Decoder as Decoder,
)
from .caption_clip_sets import (
    best_beam as best_beam,
)
from .caption_clip_sets import (
    caption_sets as caption_sets,
)
from .caption_clip_sets import (
    fill_people as fill_people,
)
from .caption_corpus import (
    caption_corpus as caption_corpus,
)
from .caption_corpus import (
    checkpoint_reader as checkpoint_reader,
)
from .caption_corpus import (
    fill_corpus as fill_corpus,
)
from .caption_images import caption_stills as caption_stills
from .caption_images import still_reader as still_reader
from .caption_trace import CaptionTrace as CaptionTrace
from .captioner import Captioner as Captioner
from .cross_attention import attention_when_chosen as attention_when_chosen
from .cross_attention import by_place as by_place
from .forced import fill as fill
from .greedy import greedy as greedy
from .identity_ablations import all_different as all_different
from .identity_ablations import all_same as all_same
from .logit_constraints import SetLimits as SetLimits
from .logit_constraints import still_limits as still_limits
from .micap_captioner import MicapCaptioner as MicapCaptioner
from .micap_captioner import off_screen_person as off_screen_person
from .sets import SetCaptions as SetCaptions
from .step import Step as Step
