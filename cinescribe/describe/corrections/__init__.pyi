from .collect import collect_corrections as collect_corrections
from .corrections import Correction as Correction
from .corrections import corrections as corrections
from .corrections import n_of_kinds as n_of_kinds
from .corrections import own_cues as own_cues
from .review import Review as Review
from .review import review_of as review_of
