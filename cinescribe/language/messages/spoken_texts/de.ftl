# Deutsch. `.dative` steht nach „bei“: eine Person, bei einer Person.

comma = { $before }, { $next }
and = { $before } und { $last }

clothes =
    { $clothes ->
        [dark] in dunkler Kleidung
        [light] in heller Kleidung
        [red] in Rot
        [orange] in Orange
        [yellow] in Gelb
        [green] in Grün
        [blue] in Blau
        [purple] in Lila
        [pink] in Rosa
       *[brown] in Braun
    }
person = eine Person
    .dative = einer Person
person-in = eine Person { clothes }
    .dative = einer Person { clothes }
another-person = eine weitere Person
    .dative = einer weiteren Person
another-person-in = eine weitere Person { clothes }
    .dative = einer weiteren Person { clothes }
the-person = die Person
    .dative = der Person
the-person-aside =
    { $side ->
        [left] die Person links
       *[right] die Person rechts
    }
    .dative =
    { $side ->
        [left] der Person links
       *[right] der Person rechts
    }
the-person-in = die Person { clothes }
    .dative = der Person { clothes }
people = Personen
others = weitere Personen
    .dative = weiteren Personen
person-number = Person { $number }
person-number-in = Person { $number }, { clothes },
name-in = { $name }, { clothes },
somebody = jemand
somebody-else = jemand anders

appears = { $who } erscheint.
appears-aside =
    { $side ->
        [left] Links erscheint { $who }.
       *[right] Rechts erscheint { $who }.
    }
appear = { $who } erscheinen.
people-appear = Personen erscheinen.
appear-on-both-sides = Links erscheint { $left }, rechts { $right }.
people-appear-on-both-sides = Links erscheint eine Person, rechts eine weitere.
several-appear = Mehrere Personen erscheinen.
several-appear-among-them = Mehrere Personen erscheinen, darunter { $known }.
is-back = { $who } ist wieder da.
is-back-aside =
    { $side ->
        [left] Links ist { $who } wieder da.
       *[right] Rechts ist { $who } wieder da.
    }
are-with =
    { $n ->
        [one] { $new } ist bei { $known_dative }.
       *[other] { $new } sind bei { $known_dative }.
    }
are-together = { $everybody } sind beieinander.

enters-from =
    { $side ->
        [left] { $who } kommt von links.
       *[right] { $who } kommt von rechts.
    }
enters = { $who } kommt.
comes-back-from =
    { $side ->
        [left] { $who } kommt von links zurück.
       *[right] { $who } kommt von rechts zurück.
    }
comes-back = { $who } kommt zurück.
leaves-to =
    { $side ->
        [left] { $who } geht nach links weg.
       *[right] { $who } geht nach rechts weg.
    }
leaves = { $who } geht weg.
crosses =
    { $side ->
        [left] { $who } bewegt sich von rechts nach links.
       *[right] { $who } bewegt sich von links nach rechts.
    }
comes-closer = { $who } kommt näher.
moves-away = { $who } entfernt sich.

full-stop = { $words }.
title = Titel: { $words }
sign = Text: { $words }
credits = Abspann: { $words }
credits-roll = Der Abspann läuft.

# The title of the described sound, as players list it.
track-title = Audiodeskription

cues-share = { $count } von { $of } Texten
disclosure-generated = Von einer KI erzeugt: { $share }
disclosure-accepted = Von einer KI erzeugt und von einem Menschen angenommen: { $share }
disclosure-edited = Von einer KI erzeugt und von einem Menschen bearbeitet: { $share }
disclosure-by-hand = Von einem Menschen geschrieben: { $share }
disclosure-models = KI: { $names }
disclosure-some-model = ein Chat-Modell
disclosure-editors = Bearbeitet von { $names }
disclosure-voice = Synthetische Stimme: { $voice }
disclosure-recorded = Von einem Menschen eingesprochen: { $share }
disclosure-reviewed = Geprüft von { $name }
disclosure-made-with = Erstellt mit Cinescribe { $version }
disclosure = Zu dieser Audiodeskription: { $facts }

script-heading = Audiodeskription und Dialog von { $film }
script-length = Länge: { $length }. Sprache der Beschreibung: { $language }.
script-guide = Jeder Absatz beginnt mit seiner Zeit. „Dialog“ ist, was gesprochen wird, „Text“, was im Bild zu lesen ist. Alle anderen Absätze beschreiben, was zu sehen ist.
script-unknown = „Dialog“ ohne Worte: Was gesprochen wird, ist nicht bekannt.
script-people = Personen im Film
script-person = Person { $number }
script-person-from = { $name }, ab { $time }
script-person-unmentioned = { $name }, in der Beschreibung nicht erwähnt
script-start = Drehbuch
script-speech = Dialog: { $words }
script-text = Text: { $words }
script-subtitle = Untertitel: { $words }
script-some-speech = Dialog.
script-some-speech-until = Dialog bis { $time }.

note-likely = { $note } (zu { $percent } % wahrscheinlich)
