"""A parser with a tiny lexicon, so that the statistics of a tiny corpus can be computed by hand."""

from cinescribe.language.tokens.parsed_sentence import Word

# Lemma and part of speech of each form; other words are nouns in their base form.
WORDS = {
    "SOMEONE": ("someone", "PROPN"),
    "walks": ("walk", "VERB"),
    "walking": ("walk", "VERB"),
    "looks": ("look", "VERB"),
    "sits": ("sit", "VERB"),
    "turns": ("turn", "VERB"),
    "zorbles": ("zorble", "VERB"),
    "is": ("be", "AUX"),
    "up": ("up", "ADP"),
    "the": ("the", "DET"),
    "The": ("the", "DET"),
    "in": ("in", "ADP"),
    "to": ("to", "ADP"),
    "slowly": ("slowly", "ADV"),
    "slow": ("slow", "ADJ"),
    "dark": ("dark", "ADJ"),
    "old": ("old", "ADJ"),
}
HEAD = ("VERB", "AUX")


class TaggedParser:
    """Splits at full stops; `up` is a particle of the verb before it; `is` before a word in -ing is an auxiliary."""

    name = "by-hand"

    def __init__(self):
        self.parsed = []

    def parse(self, texts):
        self.parsed += texts
        return [[self._sentence(part) for part in text.split(".") if part.strip()] for text in texts]

    def _sentence(self, text):
        forms = text.split()
        known = [WORDS.get(form, (form.lower(), "NOUN")) for form in forms]
        words, verb = [], 0
        for at, (form, (lemma, pos)) in enumerate(zip(forms, known, strict=True)):
            verb = at if pos in HEAD else verb
            dep = "compound:prt" if form == "up" else "dep"
            if form == "is":
                dep = "aux" if forms[at + 1].endswith("ing") else "cop"
            words.append(Word(form, lemma, pos, "", verb, dep))
        return tuple(words)
