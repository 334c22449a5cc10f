from .shots import ShotFinder as ShotFinder
from .shots import shots as shots
