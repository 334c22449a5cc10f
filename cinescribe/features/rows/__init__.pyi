from .blockwise import RowBlocks as RowBlocks
from .timed_features import FaceRows as FaceRows
from .timed_features import FilmFeatures as FilmFeatures
from .timed_features import TimedRows as TimedRows
