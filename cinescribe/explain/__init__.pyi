from .attention.explain_attention import explain_attention as explain_attention
from .attribution.faithfulness import faithfulness as faithfulness
from .attribution.gradients import (
    guided_backpropagation as guided_backpropagation,
)
from .attribution.gradients import (
    integrated_gradients as integrated_gradients,
)
from .attribution.gradients import (
    saliency as saliency,
)
from .attribution.methods import METHODS as METHODS
from .attribution.methods import method_of as method_of
from .attribution.occlusion import occlusion as occlusion
from .attribution.rollout import rollout as rollout
from .grounding.corpus_grounding import (
    GroundingEvaluation as GroundingEvaluation,
)
from .grounding.corpus_grounding import (
    StillCaption as StillCaption,
)
from .grounding.corpus_grounding import (
    caption_stills as caption_stills,
)
from .grounding.corpus_grounding import (
    evaluate_grounding as evaluate_grounding,
)
from .grounding.explain_grounding import GroundedSplit as GroundedSplit
from .grounding.explain_grounding import explain_grounding as explain_grounding
from .targets.explainable_captioners import (
    explainable_captioner as explainable_captioner,
)
from .targets.explainable_captioners import (
    region_detector as region_detector,
)
from .targets.film_pictures import N_MOMENTS as N_MOMENTS
from .targets.region_target import RegionCaption as RegionCaption
from .words.explain_words import (
    NAMES as NAMES,
)
from .words.explain_words import (
    explain_words as explain_words,
)
from .words.explain_words import (
    read_regions as read_regions,
)
from .words.explain_words import (
    refuse_overwriting as refuse_overwriting,
)
from .words.word_evidence import VERSION as VERSION
from .words.word_evidence import word_evidence as word_evidence
