from .again import DescribedAgain as DescribedAgain
from .cue_page import CuePage as CuePage
from .questions import about_questions as about_questions
from .questions import question_task as question_task
from .questions import say_answer as say_answer
