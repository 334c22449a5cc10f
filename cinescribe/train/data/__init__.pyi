from .feature_dropout import drop_features as drop_features
from .sampling import SamplingConfig as SamplingConfig
from .sampling import evaluation_sets as evaluation_sets
from .sampling import split_batches as split_batches
from .sampling import split_evenly as split_evenly
from .sampling import training_sets as training_sets
