"""Judge text: every number with what it was computed from and how."""
