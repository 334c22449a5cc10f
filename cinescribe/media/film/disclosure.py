"""How the line begins by which a described file says who wrote, spoke and reviewed its description.

It stands alone: exports of text need it, and load no media library.
"""

DISCLOSURE = "About this audio description:"
