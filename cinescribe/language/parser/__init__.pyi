from .caption_augmentation import (
    caption_like as caption_like,
)
from .caption_augmentation import (
    in_lower_case as in_lower_case,
)
from .caption_augmentation import (
    without_full_stop as without_full_stop,
)
from .evaluation import ParserScores as ParserScores
from .evaluation import parser_scores as parser_scores
from .fitted_trees import fitted_treebank as fitted_treebank
from .fitted_trees import write_treebank as write_treebank
from .parse import (
    SHIPPED_PARSER as SHIPPED_PARSER,
)
from .parse import (
    TrainedParser as TrainedParser,
)
from .parse import (
    load_parser as load_parser,
)
from .parse import (
    shipped_parser as shipped_parser,
)
from .train_parser import (
    ParserRecipe as ParserRecipe,
)
from .train_parser import (
    gold_token_scores as gold_token_scores,
)
from .train_parser import (
    train_parser as train_parser,
)
from .treebank import Tree as Tree
from .treebank import read_treebank as read_treebank
