"""`cinescribe language labels` and `language judge-labels`: the semantic parser."""
