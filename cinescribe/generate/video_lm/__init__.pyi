from .metaphor_writer import MetaphorWriter as MetaphorWriter
from .video_captioner import VideoCaptioner as VideoCaptioner
from .video_captions import caption_video_corpus as caption_video_corpus
from .video_captions import caption_videos as caption_videos
from .video_captions import is_plain_still as is_plain_still
from .video_reader import VideoReader as VideoReader
