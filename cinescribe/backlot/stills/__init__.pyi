from .shoot_stills import shoot_stills as shoot_stills
from .stills import HEIGHT as HEIGHT
from .stills import WIDTH as WIDTH
from .stills import StillPlan as StillPlan
from .stills import draw_still as draw_still
from .stills import plan_metaphor_still as plan_metaphor_still
from .stills import plan_still as plan_still
