from .actions import IN_PLACE as IN_PLACE
from .brush import Colour as Colour
from .brush import Picture as Picture
from .brush import as_picture as as_picture
from .camera import (
    Snapshot as Snapshot,
)
from .camera import (
    draw_moment as draw_moment,
)
from .camera import (
    draw_take as draw_take,
)
from .camera import (
    frames_within as frames_within,
)
from .cast import appearance_of as appearance_of
from .cast import costume_of as costume_of
from .labels import Piece as Piece
