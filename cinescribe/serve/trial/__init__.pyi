from .section import ENTRY as ENTRY
from .section import trial_section as trial_section
