from .scene_people import analysed_people as analysed_people
from .scene_people import with_wide_shots as with_wide_shots
