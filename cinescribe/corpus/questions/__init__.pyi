from .corpus_questions import corpus_questions as corpus_questions
from .phrases import phrase_of as phrase_of
from .templates import NO as NO
from .templates import QUESTION_KINDS as QUESTION_KINDS
from .templates import QUESTION_TEMPLATES as QUESTION_TEMPLATES
from .templates import YES as YES
from .templates import Template as Template
from .templates import answer_of as answer_of
