from .clip_arrays import ClipArrays as ClipArrays
from .clip_arrays import open_clip_arrays as open_clip_arrays
from .coco_detections import CocoDetections as CocoDetections
from .micap_info import MicapInfo as MicapInfo
from .micap_info import read_micap_info as read_micap_info
from .pickle_check import check_pickle as check_pickle
