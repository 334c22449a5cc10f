from .write_dapt import write_dapt as write_dapt
