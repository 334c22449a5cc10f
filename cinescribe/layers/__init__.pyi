from .blocks import BlockSizes as BlockSizes
from .blocks import DecoderBlock as DecoderBlock
from .blocks import EncoderBlock as EncoderBlock
from .classifier import Classifier as Classifier
from .int8 import Int8Classifier as Int8Classifier
from .masks import leading as leading
from .multi_level_decoder import (
    MultiLevelDecoder as MultiLevelDecoder,
)
from .multi_level_decoder import (
    MultiLevelDecoderState as MultiLevelDecoderState,
)
from .packed import packed as packed
from .positions import LearnedPositions as LearnedPositions
from .positions import SinusoidalPositions as SinusoidalPositions
from .stacks import Decoder as Decoder
from .stacks import DecoderState as DecoderState
from .stacks import Encoder as Encoder
