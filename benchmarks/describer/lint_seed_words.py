"""The words of which faults are made that are put into descriptions on purpose."""

NAMES = ("Oskar", "Matilda", "Yusuf", "Ingrid", "Leopold", "Beatriz", "Konrad", "Amara", "Tobias", "Svetlana")
PAST = {
    "be": "was", "become": "became", "begin": "began", "bend": "bent", "bite": "bit", "blow": "blew", "break": "broke",
    "bring": "brought", "build": "built", "catch": "caught", "choose": "chose", "come": "came", "do": "did",
    "draw": "drew", "drink": "drank", "drive": "drove", "eat": "ate", "fall": "fell", "feel": "felt", "fight": "fought",
    "find": "found", "fly": "flew", "get": "got", "give": "gave", "go": "went", "grow": "grew", "hang": "hung",
    "have": "had", "hear": "heard", "hide": "hid", "hold": "held", "keep": "kept", "kneel": "knelt", "know": "knew",
    "lay": "laid", "lead": "led", "leave": "left", "lie": "lay", "light": "lit", "lose": "lost", "make": "made",
    "meet": "met", "put": "put", "read": "read", "ride": "rode", "ring": "rang", "rise": "rose", "run": "ran",
    "say": "said", "see": "saw", "sell": "sold", "send": "sent", "set": "set", "shake": "shook", "shoot": "shot",
    "show": "showed", "shut": "shut", "sing": "sang", "sit": "sat", "sleep": "slept", "slide": "slid",
    "speak": "spoke", "stand": "stood", "steal": "stole", "stride": "strode", "strike": "struck", "sweep": "swept",
    "swim": "swam", "swing": "swung", "take": "took", "teach": "taught", "tear": "tore", "tell": "told",
    "think": "thought", "throw": "threw", "wake": "woke", "wear": "wore", "win": "won", "write": "wrote",
}  # fmt: skip
VIEWERS = ("We see {}", "Now we see {}", "We watch {}", "You can see {}", "Here we can see {}", "We notice {}")
FILMED = (
    "The camera pans slowly across the room. {}", "Cut to a new place. {}", "In close-up, {}",
    "We are in a wide shot. {}", "The scene dissolves to the next. {}", "The camera zooms in. {}",
    "The picture fades to black. {}", "{} In slow motion.",
    "A montage begins. {}", "The camera follows. {}", "Close-up of a hand. {}", "An establishing shot of the town. {}",
)  # fmt: skip
HEARD = (
    "{} A phone rings.", "{} Music plays.", "{} A dog can be heard outside.", "{} There is the sound of rain.",
    "{} There is silence.", "{} Footsteps echo in the hall.", "{} A door creaks.", "{} An engine roars.",
    "{} The clock ticks.", "{} A loud noise follows.", "{} Thunder rumbles.", "{} The kettle whistles.",
)  # fmt: skip
FELT = (
    "{} He is sad.", "{} She feels lonely.", "{} They fear the worst.", "{} He is happy to be home.",
    "{} She is worried.", "{} The woman enjoys it.", "{} He becomes jealous.", "{} She hates to admit it.",
    "{} He seems nervous.", "{} The man is proud.",
)  # fmt: skip
MEANT = (
    "{} He wants to leave.", "{} She decides to stay.", "{} He knows the truth.", "{} She thinks of home.",
    "{} He does it because it is late.", "{} She hopes for help.", "{} He intends to come back.",
    "{} She remembers it.", "{} He wonders why.", "{} She believes him.",
)  # fmt: skip
ADVERBS = (
    "angrily", "nervously", "happily", "sadly", "lovingly", "menacingly", "ominously", "apparently", "obviously",
    "probably", "mysteriously", "beautifully", "suspiciously", "anxiously", "proudly", "elegantly", "desperately",
    "eagerly", "gleefully", "threateningly", "clearly", "seductively", "reluctantly", "presumably",
)  # fmt: skip
LEFT = (
    "{}<|im_end|>", "{}</s>", "<think>A man.</think> {}", '{{"text": "{}"}}', "**{}**", "Here is the description: {}",
    "As an AI, I cannot see more. {}", "{} I hope this helps!", "[NAME] waits. {}", "```{}```", "<p>{}</p>",
    "{}<|end|>", "I'm sorry, but I can't describe this.", "undefined waits. {}", '{}"}}]', "[/INST] {}",
    "{}<end_of_turn>", "...",
)  # fmt: skip
PERSONS = (" beside us", " towards you", " in our direction", " before our eyes", " next to me")
LABELS = ("P3", "Person 2", "SOMEONE", "P12", "Person 7")
