from .dapt_rows import dapt_rows as dapt_rows
from .write_dapt import DUCKED as DUCKED
from .write_dapt import write_dapt as write_dapt
