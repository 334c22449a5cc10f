from .feature_dropout import with_drops as with_drops
from .sampling import Drawing as Drawing
from .sampling import drawn_sets as drawn_sets
from .sampling import in_parts as in_parts
from .sampling import in_steps as in_steps
from .sampling import judged_sets as judged_sets
