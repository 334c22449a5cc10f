"""The words that Stanford's tokeniser knows by name, found by asking it for half a million words and all short ones."""

# Keep their full stop however they are written.
ABBREVIATIONS = (
    "adj adm adv al ala alex apr ariz assn asst atty aug ave bhd bldg blvd brig bros calif capt cf cie cmdr co col colo "
    "conn corp cos cpl ct dak dec dept det dr drs elec ens esq est etc ext feb fla fri ft ga gen gov govs hon inc ind "
    "insp intl invt jan jos jr jul jun kan kans ky lt ltd maj mar md messrs mich minn mlle mme mo mon mont mr mrs ms "
    "msgr mt natl neb nev nov oct okla penn pfc ph plc pres prof pvt rd rep reps rev rt sen sens sep sept seq sfc sgt "
    "spc sq sr st ste supt sys tel tenn thu tue tues univ va vs vt wed wis wisc wm wyo"
).split()

# Keep it where they begin with a capital: the rest are words of their own (`ill.`, `mass.`).
CAPITALISED = "ark az del ill la mass miss ore pa tex wash".split()

# Keep it but where all is in capitals.
NOT_CAPITALS = "mfg mtg ppte ppty pte ptes pty ptys".split()

# Keep it before a number only.
BEFORE_NUMBERS = "art ca fig figs no nos op pp prop".split()

# After one letter and a stop, these begin a sentence and part the two.
SENTENCE_STARTS = (
    "A About According Additionally After An As At But Earlier He Her Here However If In It Last Many More Now Once One "
    "Other Our She Since So Some Such That The Their Then There These They This We What When While Yet You"
).split()

# Two words written as one.
FUSED = ("can not", "gon na", "got ta", "lem me", "gim me", "wan na")
