from .contextual_vectors import contextual_vectors as contextual_vectors
from .encoders import (
    PACKAGED_ENCODER as PACKAGED_ENCODER,
)
from .encoders import (
    encoder_folder as encoder_folder,
)
from .encoders import (
    encoder_name as encoder_name,
)
from .hub_files import (
    CTRANSLATE2 as CTRANSLATE2,
)
from .hub_files import (
    first_line as first_line,
)
from .hub_files import (
    model_folder as model_folder,
)
from .hub_files import (
    to_stderr as to_stderr,
)
from .hub_files import (
    weights_digest as weights_digest,
)
from .hub_loading import LOADING_FAILURES as LOADING_FAILURES
from .hub_loading import load_pretrained as load_pretrained
from .hub_loading import loading as loading
from .sentence_vectors import SentenceVectors as SentenceVectors
from .sentence_vectors import sentence_vectors as sentence_vectors
from .token_embeddings import Embedder as Embedder
from .token_embeddings import TokenEmbeddings as TokenEmbeddings
from .word_table import read_word_table as read_word_table
