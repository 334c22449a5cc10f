"""The words that Stanford's tokeniser knows by name, found by asking it for half a million words and all short ones."""


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


# Keep their full stop, and may end a sentence by it.
ENDING = _words(
    "al ala apr ariz assn aug bhd bldg blvd bros calif co colo conn corp cos ct dak dec esq est etc ext feb fla fri "
    "ga inc ind intl jan jr jul jun kan kans ky ltd mar md mich minn mo mon mont neb nev nov oct okla penn plc rd rt "
    "sep sept seq sq sr sys tel tenn thu tue tues univ va vt wed wis wisc wyo"
)

# The same, where they begin with a capital; else they are words (`ill.`, `mass.`).
ENDING_CAPITALISED = _words("ark az del ill la mass miss ore pa tex wash")

# The same, but not where all is in capitals.
ENDING_SMALL = _words("ppte ppty pte ptes pty ptys")

# Keep their full stop, and end no sentence.
GOING_ON = _words(
    "adj adm adv alex asst atty ave brig capt cf cie cmdr col cpl dept det dr drs elec ens ft gen gov govs hon insp "
    "invt jos lt maj messrs mlle mme mr mrs ms msgr mt natl pfc ph pres prof pvt rep reps rev sen sens sfc sgt spc st "
    "ste supt vs wm"
)

# The same, but not where all is in capitals.
GOING_ON_SMALL = _words("mfg mtg")

# Keep it before a number only.
BEFORE_NUMBERS = _words("art ca fig figs no nos op pp prop")

# After one letter and a stop, these begin a sentence and part the two.
SENTENCE_STARTS = _words(
    "A About According Additionally After An As At But Earlier He Her Here However If In It Last Many More Now Once "
    "One Other Our She Since So Some Such That The Their Then There These They This We What When While Yet You Mr. "
    "Ms."
)

# Two words written as one.
FUSED = ("can not", "gon na", "got ta", "lem me", "gim me", "wan na")

ABBREVIATIONS = (*ENDING, *ENDING_CAPITALISED, *ENDING_SMALL, *GOING_ON, *GOING_ON_SMALL)
