from .attention_capture import AttentionRecorder as AttentionRecorder
from .attribution import Attribution as Attribution
from .attribution import ExplainableCaption as ExplainableCaption
from .faithfulness import faithfulness as faithfulness
from .gradients import (
    guided_backpropagation as guided_backpropagation,
)
from .gradients import (
    integrated_gradients as integrated_gradients,
)
from .gradients import (
    saliency as saliency,
)
from .heat import heat_map as heat_map
from .methods import METHODS as METHODS
from .methods import Method as Method
from .methods import method_of as method_of
from .occlusion import occlusion as occlusion
from .rollout import AttentionWeights as AttentionWeights
from .rollout import rollout as rollout
from .token_text import token_words as token_words
from .token_text import word_log_probs as word_log_probs
