from .container import MICROSECOND as MICROSECOND
from .container import film_start as film_start
from .container import opened as opened
from .container import playable as playable
from .frame_scaling import Image as Image
from .frame_scaling import Picture as Picture
from .frame_scaling import yuv_planes as yuv_planes
from .image_files import (
    BROKEN as BROKEN,
)
from .image_files import (
    picture_size as picture_size,
)
from .image_files import (
    read_picture as read_picture,
)
from .image_files import (
    write_picture as write_picture,
)
from .probe import probe as probe
from .read import PictureSink as PictureSink
from .read import read_through as read_through
from .resample import Samples as Samples
from .resample import Sound as Sound
from .resample import SoundSink as SoundSink
