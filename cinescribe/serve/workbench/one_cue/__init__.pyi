from .again import DescribedAgain as DescribedAgain
from .cue_page import CuePage as CuePage
