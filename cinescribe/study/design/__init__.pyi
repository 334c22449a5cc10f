from .design import StudyDesign as StudyDesign
from .design import design_digest as design_digest
from .screening import Screening as Screening
from .screening import ScreeningVideo as ScreeningVideo
from .screening import read_screening as read_screening
from .text_marks import betraying_marks as betraying_marks
