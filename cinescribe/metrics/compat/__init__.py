"""The interface of the COCO caption tools."""
