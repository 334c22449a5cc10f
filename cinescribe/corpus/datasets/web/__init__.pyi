from .msr_vtt import build_msr_vtt as build_msr_vtt
from .msr_vtt import write_msr_vtt as write_msr_vtt
from .v2c import build_v2c as build_v2c
from .v2c import write_v2c as write_v2c
from .vmcd import build_vmcd as build_vmcd
from .vmcd import write_vmcd as write_vmcd
from .web_videos import Video as Video
from .web_videos import as_corpus as as_corpus
