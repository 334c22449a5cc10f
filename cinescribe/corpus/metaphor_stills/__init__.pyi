from .haivmet import build_haivmet as build_haivmet
from .join_stills import join_stills as join_stills
from .metaphorised_stills import claim_metaphorised as claim_metaphorised
from .metaphorised_stills import write_metaphorised as write_metaphorised
