"""Models: requests and films that one server of chat models is given at once; classifiers of labels."""
