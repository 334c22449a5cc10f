from .power import ranking_power as ranking_power
from .raters import simulate_raters as simulate_raters
from .truth import read_truth as read_truth
