from .section import TRIAL_ENTRY as TRIAL_ENTRY
from .section import trial_section as trial_section
