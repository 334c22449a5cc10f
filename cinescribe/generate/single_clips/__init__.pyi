from .clip_captioner import ClipCaptioner as ClipCaptioner
