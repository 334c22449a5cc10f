from .corpus_questions import corpus_questions as corpus_questions
