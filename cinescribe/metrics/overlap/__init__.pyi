from .bleu import bleu as bleu
from .cider import cider as cider
from .cider import cider_by_batch as cider_by_batch
from .cider import cider_d as cider_d
from .cider import cider_plain as cider_plain
from .cider_reward import CiderReward as CiderReward
from .document_frequencies import DocumentFrequencies as DocumentFrequencies
from .rouge import rouge as rouge
