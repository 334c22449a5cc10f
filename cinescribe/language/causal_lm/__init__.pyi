from .causal_lm import CausalLM as CausalLM
from .causal_lm import load_causal_lm as load_causal_lm
from .log_likelihoods import LogLikelihoods as LogLikelihoods
from .packaged_smollm2 import PACKAGED_LM as PACKAGED_LM
from .packaged_smollm2 import packaged_smollm2 as packaged_smollm2
