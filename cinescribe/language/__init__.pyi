from .names.mentions import Mention as Mention
from .names.mentions import NameFinder as NameFinder
from .names.name_search import find_people as find_people
from .names.name_search import with_found_people as with_found_people
from .names.names import NamedPerson as NamedPerson
from .names.names import people_from_cast as people_from_cast
from .names.names import read_names as read_names
from .parser.caption_augmentation import (
    caption_like as caption_like,
)
from .parser.caption_augmentation import (
    in_lower_case as in_lower_case,
)
from .parser.caption_augmentation import (
    without_full_stop as without_full_stop,
)
from .parser.evaluation import ParserScores as ParserScores
from .parser.evaluation import parser_scores as parser_scores
from .parser.fitted_trees import fitted_treebank as fitted_treebank
from .parser.fitted_trees import write_treebank as write_treebank
from .parser.parse import (
    SHIPPED_PARSER as SHIPPED_PARSER,
)
from .parser.parse import (
    TrainedParser as TrainedParser,
)
from .parser.parse import (
    load_parser as load_parser,
)
from .parser.parse import (
    shipped_parser as shipped_parser,
)
from .parser.train_parser import (
    ParserRecipe as ParserRecipe,
)
from .parser.train_parser import (
    gold_token_scores as gold_token_scores,
)
from .parser.train_parser import (
    train_parser as train_parser,
)
from .parser.treebank import Tree as Tree
from .parser.treebank import read_treebank as read_treebank
from .scene_graph.scene_graph import scene_tuples as scene_tuples
from .scene_graph.scene_graph import text_tuples as text_tuples
from .tokens.parsed_sentence import Parser as Parser
from .tokens.parsed_sentence import Sentence as Sentence
from .tokens.parsed_sentence import Word as Word
from .tokens.ptb_words import (
    ABBREVIATIONS as ABBREVIATIONS,
)
from .tokens.ptb_words import (
    BEFORE_NUMBERS as BEFORE_NUMBERS,
)
from .tokens.ptb_words import (
    MID_SENTENCE as MID_SENTENCE,
)
from .tokens.tokenize import tokenize as tokenize
from .tokens.ud_tokens import ud_tokenizer as ud_tokenizer
from .tokens.vocabulary import (
    BLANK as BLANK,
)
from .tokens.vocabulary import (
    END as END,
)
from .tokens.vocabulary import (
    N_PEOPLE as N_PEOPLE,
)
from .tokens.vocabulary import (
    PAD as PAD,
)
from .tokens.vocabulary import (
    SPECIAL as SPECIAL,
)
from .tokens.vocabulary import (
    START as START,
)
from .tokens.vocabulary import (
    UNKNOWN as UNKNOWN,
)
from .tokens.vocabulary import (
    Tokens as Tokens,
)
from .tokens.vocabulary import (
    Vocabulary as Vocabulary,
)
from .tokens.vocabulary import (
    is_person as is_person,
)
from .tokens.vocabulary import (
    word_tokens as word_tokens,
)
from .tokens.word_pieces import WordPieces as WordPieces
from .tokens.word_pieces import read_word_pieces as read_word_pieces
from .vectors.contextual_vectors import contextual_vectors as contextual_vectors
from .vectors.encoders import (
    PACKAGED_ENCODER as PACKAGED_ENCODER,
)
from .vectors.encoders import (
    encoder_folder as encoder_folder,
)
from .vectors.encoders import (
    encoder_name as encoder_name,
)
from .vectors.hub_files import (
    CTRANSLATE2 as CTRANSLATE2,
)
from .vectors.hub_files import (
    first_line as first_line,
)
from .vectors.hub_files import (
    model_folder as model_folder,
)
from .vectors.hub_files import (
    to_stderr as to_stderr,
)
from .vectors.hub_files import (
    weights_digest as weights_digest,
)
from .vectors.hub_loading import (
    LOADING_FAILURES as LOADING_FAILURES,
)
from .vectors.hub_loading import (
    load_pretrained as load_pretrained,
)
from .vectors.hub_loading import (
    loading as loading,
)
from .vectors.sentence_vectors import SentenceVectors as SentenceVectors
from .vectors.sentence_vectors import sentence_vectors as sentence_vectors
from .vectors.token_embeddings import Embedder as Embedder
from .vectors.token_embeddings import TokenEmbeddings as TokenEmbeddings
from .vectors.word_table import read_word_table as read_word_table
from .wordnet.nouns import is_noun as is_noun
from .wordnet.nouns import text_nouns as text_nouns
from .wordnet.verbs import Verb as Verb
from .wordnet.verbs import verbs as verbs
from .wordnet.wordnet import wordnet as wordnet
