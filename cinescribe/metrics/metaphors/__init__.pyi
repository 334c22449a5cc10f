from .nonsense import as_nonsense as as_nonsense
from .nonsense import nonsense_pairs as nonsense_pairs
