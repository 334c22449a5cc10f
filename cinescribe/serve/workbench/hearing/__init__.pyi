from .film_copies import FilmCopies as FilmCopies
from .sounds import FilmSounds as FilmSounds
from .takes import take_routes as take_routes
from .voice_page import voice_routes as voice_routes
