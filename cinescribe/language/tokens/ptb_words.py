"""Words that Stanford's tokeniser treats specially, found by probing it with half a million words."""


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


# Abbreviations that keep their full stop and may end a sentence.
SENTENCE_FINAL = _words(
    "al ala apr ariz assn aug bhd bldg blvd bros calif co colo conn corp cos ct dak dec esq est etc ext feb fla fri "
    "ga inc ind intl jan jr jul jun kan kans ky ltd mar md mich minn mo mon mont neb nev nov oct okla penn plc rd rt "
    "sep sept seq sq sr sys tel tenn thu tue tues univ va vt wed wis wisc wyo"
)

# The same, but only with a capital; in lower case they are words (`ill.`, `mass.`).
SENTENCE_FINAL_CAPITALISED = _words("ark az del ill la mass miss ore pa tex wash")

# The same, but not where all is in capitals.
SENTENCE_FINAL_NOT_UPPER = _words("ppte ppty pte ptes pty ptys")

# Abbreviations that keep their full stop and never end a sentence.
MID_SENTENCE = _words(
    "adj adm adv alex asst atty ave brig capt cf cie cmdr col cpl dept det dr drs elec ens ft gen gov govs hon insp "
    "invt jos lt maj messrs mlle mme mr mrs ms msgr mt natl pfc ph pres prof pvt rep reps rev sen sens sfc sgt spc st "
    "ste supt vs wm"
)

# The same, but not where all is in capitals.
MID_SENTENCE_NOT_UPPER = _words("mfg mtg")

# Abbreviations that keep their full stop only before a number.
BEFORE_NUMBERS = _words("art ca fig figs no nos op pp prop")

# Words that begin a new sentence after a single letter with a full stop, and so split the two.
SENTENCE_STARTS = _words(
    "A About According Additionally After An As At But Earlier He Her Here However If In It Last Many More Now Once "
    "One Other Our She Since So Some Such That The Their Then There These They This We What When While Yet You Mr. "
    "Ms."
)

# Two words written as one.
FUSED = ("can not", "gon na", "got ta", "lem me", "gim me", "wan na")

ABBREVIATIONS = (
    *SENTENCE_FINAL,
    *SENTENCE_FINAL_CAPITALISED,
    *SENTENCE_FINAL_NOT_UPPER,
    *MID_SENTENCE,
    *MID_SENTENCE_NOT_UPPER,
)
