from .clip_files import CLIPS as CLIPS
from .clip_files import cut_study_clips as cut_study_clips
from .home import HOME as HOME
from .section import study_section as study_section
