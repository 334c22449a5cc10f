"""How much of a story can be known from its description alone: questions in the form of StoryAD-QA."""
