from .section import study_section as study_section
