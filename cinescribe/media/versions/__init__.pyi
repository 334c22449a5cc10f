from .alignment import SharedPart as SharedPart
from .alignment import VersionAlignment as VersionAlignment
from .alignment import aligned_versions as aligned_versions
from .film_signature import FilmSignature as FilmSignature
from .film_signature import film_signature as film_signature
