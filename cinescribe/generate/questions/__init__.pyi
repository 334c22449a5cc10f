from .answer_questions import answer_questions as answer_questions
from .answer_questions import majority_answers as majority_answers
from .answer_questions import rank_answers as rank_answers
from .question_reader import AskedClip as AskedClip
from .question_reader import QuestionReader as QuestionReader
from .question_reader import TextVectors as TextVectors
from .question_reader import by_clip as by_clip
from .question_reader import normalised_answer as normalised_answer
