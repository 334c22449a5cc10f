from .rule_words import PERSON_WORD as PERSON_WORD
from .rule_words import PREPOSITIONS as PREPOSITIONS
from .rule_words import QUANTIFIERS as QUANTIFIERS
from .scene_graph import SceneTuple as SceneTuple
from .scene_graph import scene_tuples as scene_tuples
from .scene_graph import text_tuples as text_tuples
