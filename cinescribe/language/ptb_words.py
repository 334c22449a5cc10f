"""The words that Stanford's tokeniser knows by name, found by asking it for half a million words and all short ones."""


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


# Keep their full stop however they are written.
ABBREVIATIONS = _words(
    "adj adm adv al ala alex apr ariz assn asst atty aug ave bhd bldg blvd brig bros calif capt cf cie cmdr co col "
    "colo conn corp cos cpl ct dak dec dept det dr drs elec ens esq est etc ext feb fla fri ft ga gen gov govs hon "
    "inc ind insp intl invt jan jos jr jul jun kan kans ky lt ltd maj mar md messrs mich minn mlle mme mo mon mont mr "
    "mrs ms msgr mt natl neb nev nov oct okla penn pfc ph plc pres prof pvt rd rep reps rev rt sen sens sep sept seq "
    "sfc sgt spc sq sr st ste supt sys tel tenn thu tue tues univ va vs vt wed wis wisc wm wyo"
)

# Keep it where they begin with a capital; else they are words (`ill.`, `mass.`).
CAPITALISED = _words("ark az del ill la mass miss ore pa tex wash")

# Keep it but where all is in capitals.
NOT_CAPITALS = _words("mfg mtg ppte ppty pte ptes pty ptys")

# Keep it before a number only.
BEFORE_NUMBERS = _words("art ca fig figs no nos op pp prop")

# After one letter and a stop, these begin a sentence and part the two.
SENTENCE_STARTS = _words(
    "A About According Additionally After An As At But Earlier He Her Here However If In It Last Many More Now Once "
    "One Other Our She Since So Some Such That The Their Then There These They This We What When While Yet You"
)

# Two words written as one.
FUSED = ("can not", "gon na", "got ta", "lem me", "gim me", "wan na")
