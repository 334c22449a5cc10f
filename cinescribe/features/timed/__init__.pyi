from .batched_encoder import BatchedEncoder as BatchedEncoder
from .timed_features import NO_FACES as NO_FACES
from .timed_features import NO_FIGURES as NO_FIGURES
from .timed_features import FaceFeatures as FaceFeatures
from .timed_features import FigureFeatures as FigureFeatures
from .timed_features import FilmFeatures as FilmFeatures
from .timed_features import TimedFeatures as TimedFeatures
from .timed_features import no_appearance as no_appearance
