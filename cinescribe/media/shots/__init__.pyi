from .film_shots import film_shots as film_shots
from .frame_signature import Bars as Bars
from .shots import ShotFinder as ShotFinder
from .shots import shots as shots
