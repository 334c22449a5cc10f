from .labels import ClauseLabels as ClauseLabels
from .labels import SenseLabels as SenseLabels
from .labels import label_texts as label_texts
from .labels import labels as labels
from .understanding import LabelKind as LabelKind
from .understanding import Lexicons as Lexicons
from .verbnet import VerbNet as VerbNet
from .word_senses import WordSenses as WordSenses
