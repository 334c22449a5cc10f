"""Word lists for names: titles before names, roles, and names that are also words, months or places."""

from __future__ import annotations


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# Titles before a name, with or without a full stop. Those of the first row distinguish members of a family.
FAMILY_TITLES = _words("Mr Mrs Ms Miss Master Madame Madam Mme Mlle Monsieur Mister Missus Lady Lord Sir Dame")
TITLES = FAMILY_TITLES | _words(
    "Dr Doctor Prof Professor Capt Captain Col Colonel Gen General Lt Lieutenant Maj Major Sgt Sergeant Cpl Corporal "
    "Private Pvt Admiral Commander Cmdr Chief Officer Constable Detective Inspector Insp Sheriff Deputy Marshal Agent "
    "Judge Justice President Senator Governor Mayor Minister Ambassador King Queen Prince Princess Duke Duchess Count "
    "Countess Baron Baroness Emperor Empress Father Sister Brother Mother Reverend Rev Pastor Rabbi Imam Pope Saint "
    "Nurse Aunt Auntie Uncle Cousin Grandma Grandpa Granny Coach Don Dona Herr Frau Fraulein Signor Signora Senor "
    "Senora"
)

# A cast-list entry with one of these words is not a name: GUARD #2, OLD WOMAN, RADIO VOICE.
ROLE_NOUNS = _words(
    "man woman boy girl guy lady kid child children baby men women boys girls people person old young little tall fat "
    "guard officer cop cops police policeman policewoman trooper driver pilot waiter waitress bartender barman barmaid "
    "clerk teller cashier doctor nurse surgeon paramedic patient soldier sniper gunman thug robber thief prisoner "
    "inmate warden voice narrator announcer reporter anchor anchorman newscaster dj operator dispatcher receptionist "
    "secretary assistant boss manager owner chef cook maid butler doorman porter bellboy concierge host hostess guest "
    "customer shopper passenger conductor student teacher principal professor coach player referee mother father mom "
    "dad mum son daughter brother sister wife husband grandmother grandfather grandma grandpa uncle aunt priest nun "
    "minister judge lawyer attorney bailiff juror crowd all everyone everybody both group chorus neighbor neighbour "
    "stranger figure friend lover worker farmer fisherman sailor captain sergeant lieutenant corporal private general "
    "colonel major detective inspector agent suspect victim witness tv television radio phone intercom computer robot "
    "alien monster dog cat horse ghost king queen prince princess knight servant messenger villager hunter singer "
    "dancer actor actress director photographer cameraman bride groom twin first second third other others another "
    "someone somebody anyone anybody nobody one"
)

# Names that are also words, and so may begin a sentence without naming anybody.
WORDS = _words(
    "Amber Angel Art Ash Aurora Autumn Bill Blanche Bob Brook Brooke Candy Carol Cash Chance Chase Christian Chuck "
    "Clay Colt Constance Crystal Daisy Dawn Dean Destiny Dick Don Drew Earl Eve Faith Fern Flora Flower Forest Frank "
    "Gale Gay Gene Gil Ginger Glen Grace Grant Guy Harmony Harry Hazel Heath Heather Holly Hope Hunter Iris Ivory Ivy "
    "Jack Jade Jasmine Jay Jean Jerry Jewel Jimmy Joy King Lance Laurel Lily Linus Major Marina Mark Max Melody Mercy "
    "Miles Mike Misty Nick Norm Olive Opal Pat Patience Patsy Pearl Penny Peter Pierce Pippin Poppy Prudence Ray "
    "Reed Rich Rob Robin Rocky Rod Rose Rosemary Ruby Rusty Sage Sandy Scarlet Scout Sky Skip Stone Storm Sue Summer "
    "Sunny Tanner Terry Tiffany Tony Trip Tucker Viola Violet Wade Ward Warren Will Willow Winter Woody"
)
MONTHS = _words("January February March April May June July August September October November December")

# Names that are also places.
PLACE_NAMES = _words(
    "Adelaide Alberta Alexandria Asia Athens Austin Aurora Berlin Boston Bradford Bristol Britain Brittany Brooklyn "
    "Burton Camden Carolina Chad Charleston Charlotte Chelsea Chester Cheyenne China Cleveland Clifton Clinton Cuba "
    "Dakota Dallas Denver Derby Devon Diego Dublin Durham Eden Egypt England Florence Florida France Geneva Georgia "
    "Havana Holland Houston Hudson India Indiana Ireland Israel Italy Jackson Jamaica Jersey Jordan Kent Kenya Kerry "
    "Kingston Lancaster Lincoln Logan London Lorraine Lourdes Lyon Madison Malta Manchester Marseille Maxwell Memphis "
    "Milan Milton Montana Nevada Nice Odessa Olympia Orlando Oxford Paris Persia Petra Phoenix Porter Quincy Regina "
    "Rhodes Richmond Rio Rome Salem Santiago Savannah Scotland Sheffield Siena Sofia Stafford Sydney Tennessee Texas "
    "Trent Troy Tyrone Valencia Vegas Venice Verona Victoria Vienna Virginia Wales Warwick Washington Wellington "
    "Wesley Windsor Winchester York"
)

# After a name, these make a place or a thing: Paris Street, the Washington Monument.
PLACE_NOUNS = _words(
    "Street St Road Rd Avenue Ave Lane Drive Square Boulevard Bridge Station Airport Park Hotel Hall House Castle "
    "Palace Tower Building Monument Museum Library School College University Hospital Church Cathedral Chapel Theatre "
    "Theater Restaurant Cafe Bar Inn Pub Market Mall River Lake Mountain Mount Island Islands Bay Beach Harbor Harbour "
    "Valley Hills Forest Garden Gardens Cemetery Prison County City Town Village Post Times Herald Tribune Bank Inc Co "
    "Company Corporation Corp"
)

# Words before a place. After TO_PLACE, a person may follow as well, unless the sentence is about travel (TRAVEL).
IN_PLACE = _words("in near throughout within outside via beyond downtown central upstate")
TO_PLACE = _words("to from for through toward towards of over at across into around")
TRAVEL = _words(
    "travel travels travelling traveling travelled traveled fly flies flying flew flight plane drive drives driving "
    "drove return returns returning returned move moves moving moved sail sails sailing sailed journey trip train "
    "ticket tickets bus road ferry arrive arrives arriving arrived depart departs departing leave leaves leaving left "
    "map lights sky skyline streets suburbs outskirts city town mayor university north south east west miles"
)
BEFORE_MONTH = _words("in of since until till during by on every last next this early late mid through after before")
