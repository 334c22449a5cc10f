from .design import StudyDesign as StudyDesign
from .design import design_digest as design_digest
