from .section import challenge_section as challenge_section
