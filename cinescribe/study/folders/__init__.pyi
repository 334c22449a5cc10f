from .make_study import FOLDER as FOLDER
from .make_study import make_study as make_study
from .make_study import protocol_questions as protocol_questions
from .make_study import study_items as study_items
from .open_study import CARD as CARD
from .open_study import open_study as open_study
