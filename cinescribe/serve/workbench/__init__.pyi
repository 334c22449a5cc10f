from .films import Films as Films
from .films import OpenFilm as OpenFilm
from .owner import Owner as Owner
