from .power import PairPower as PairPower
from .power import SharePrecision as SharePrecision
from .power import share_precision as share_precision
from .power import study_power as study_power
from .raters import SimulatedRaters as SimulatedRaters
from .raters import simulate_raters as simulate_raters
from .truth import read_truth as read_truth
