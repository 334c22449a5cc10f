from .elements import ScreenplayElement as ScreenplayElement
from .screenplay import read_screenplay as read_screenplay
from .screenplay import script_cast as script_cast
