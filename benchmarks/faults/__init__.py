"""Long films, kills and full disks."""
