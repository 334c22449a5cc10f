from .caption_grounding import (
    Boxes as Boxes,
)
from .caption_grounding import (
    Nouns as Nouns,
)
from .caption_grounding import (
    box_areas as box_areas,
)
from .caption_grounding import (
    grounded_caption as grounded_caption,
)
from .caption_grounding import (
    is_localised as is_localised,
)
from .caption_grounding import (
    noun_lemmas as noun_lemmas,
)
from .caption_grounding import (
    select_parts as select_parts,
)
from .caption_grounding import (
    sum_over_regions as sum_over_regions,
)
from .corpus_grounding import (
    GroundingEvaluation as GroundingEvaluation,
)
from .corpus_grounding import (
    StillCaption as StillCaption,
)
from .corpus_grounding import (
    caption_stills as caption_stills,
)
from .corpus_grounding import (
    evaluate_grounding as evaluate_grounding,
)
from .explain_grounding import GroundedSplit as GroundedSplit
from .explain_grounding import explain_grounding as explain_grounding
