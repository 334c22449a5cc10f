"""The call shape of the COCO caption tools."""
