from .film_shots import film_shots as film_shots
from .shots import ShotFinder as ShotFinder
from .shots import shots as shots
