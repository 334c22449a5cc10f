from .coco_detections import CocoDetections as CocoDetections
