from .embedded_pictures import KeptFrames as KeptFrames
from .page import write_page as write_page
from .seen_words import Cell as Cell
from .seen_words import SeenBy as SeenBy
from .seen_words import SeenPicture as SeenPicture
from .seen_words import SeenWord as SeenWord
from .words_page import write_words_page as write_words_page
