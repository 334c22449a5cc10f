# Nederlands. `.object` staat na ‘bij’: nog een persoon verschijnt, maar Anna is bij een andere persoon.
# `.expletive` kiest ‘er’ voor wie onbepaald is: er verschijnt een persoon, maar Anna verschijnt.

comma = { $before }, { $next }
and = { $before } en { $last }

clothes =
    { $clothes ->
        [dark] in donkere kleding
        [light] in lichte kleding
        [red] in het rood
        [orange] in het oranje
        [yellow] in het geel
        [green] in het groen
        [blue] in het blauw
        [purple] in het paars
        [pink] in het roze
       *[brown] in het bruin
    }
person = een persoon
    .expletive = er
person-in = een persoon { clothes }
    .expletive = er
another-person = nog een persoon
    .object = een andere persoon
another-person-in = nog een persoon { clothes }
    .object = een andere persoon { clothes }
the-person = de persoon
the-person-aside =
    { $side ->
        [left] de persoon links
       *[right] de persoon rechts
    }
the-person-in = de persoon { clothes }
people = een paar mensen
    .expletive = er
others = andere mensen
person-number = persoon { $number }
person-number-in = persoon { $number }, { clothes },
name-in = { $name }, { clothes },
somebody = iemand
somebody-else = iemand anders

appears =
    { $who_expletive ->
        [er] Er verschijnt { $who }.
       *[other] { $who } verschijnt.
    }
appears-aside =
    { $side ->
        [left] Links verschijnt { $who }.
       *[right] Rechts verschijnt { $who }.
    }
appear =
    { $first_expletive ->
        [er] Er verschijnen { $who }.
       *[other] { $who } verschijnen.
    }
people-appear = Er verschijnen een paar mensen.
appear-on-both-sides = Links verschijnt { $left }, rechts { $right }.
people-appear-on-both-sides = Links verschijnt een persoon, rechts nog een.
several-appear = Er verschijnen meerdere mensen.
several-appear-among-them = Er verschijnen meerdere mensen, onder wie { $known }.
is-back = { $who } is er weer.
is-back-aside =
    { $side ->
        [left] Links is { $who } er weer.
       *[right] Rechts is { $who } er weer.
    }
are-with =
    { $n ->
        [one]
            { $new_expletive ->
                [er] Er is { $new } bij { $known_object }.
               *[other] { $new } is bij { $known_object }.
            }
       *[other]
            { $new_expletive ->
                [er] Er zijn { $new } bij { $known_object }.
               *[other] { $new } zijn bij { $known_object }.
            }
    }
are-together = { $first } is bij { $rest_object }.

enters-from =
    { $side ->
        [left] Van links komt { $who }.
       *[right] Van rechts komt { $who }.
    }
enters =
    { $who_expletive ->
        [er] Er komt { $who } aan.
       *[other] { $who } komt eraan.
    }
comes-back-from =
    { $side ->
        [left] { $who } komt van links terug.
       *[right] { $who } komt van rechts terug.
    }
comes-back = { $who } komt terug.
leaves-to =
    { $who_expletive ->
        [er]
            { $side ->
                [left] Er gaat { $who } naar links weg.
               *[right] Er gaat { $who } naar rechts weg.
            }
       *[other]
            { $side ->
                [left] { $who } gaat naar links weg.
               *[right] { $who } gaat naar rechts weg.
            }
    }
leaves =
    { $who_expletive ->
        [er] Er gaat { $who } weg.
       *[other] { $who } gaat weg.
    }
crosses =
    { $side ->
        [left] { $who } gaat van rechts naar links.
       *[right] { $who } gaat van links naar rechts.
    }
comes-closer = { $who } komt dichterbij.
moves-away = { $who } verwijdert zich.

full-stop = { $words }.
title = Titel: { $words }
sign = Tekst: { $words }
credits = Aftiteling: { $words }
credits-roll = De aftiteling loopt.

# The title of the described sound, as players list it.
track-title = Audiodescriptie

cues-share = { $count } van de { $of } teksten
disclosure-generated = Gemaakt door AI: { $share }
disclosure-accepted = Gemaakt door AI en goedgekeurd door een mens: { $share }
disclosure-edited = Gemaakt door AI en bewerkt door een mens: { $share }
disclosure-by-hand = Geschreven door een mens: { $share }
disclosure-models = AI-model: { $names }
disclosure-some-model = een chatmodel
disclosure-editors = Bewerkt door { $names }
disclosure-voice = Synthetische stem: { $voice }
disclosure-recorded = Ingesproken door een mens: { $share }
disclosure-reviewed = Nagekeken door { $name }
disclosure-made-with = Gemaakt met Cinescribe { $version }
disclosure = Over deze audiodescriptie: { $facts }

script-heading = Audiodescriptie en dialoog van { $film }
script-length = Duur: { $length }. Taal van de beschrijving: { $language }.
script-guide = Elke alinea begint met haar tijd. ‘Dialoog’ is wat er gezegd wordt, ‘Tekst’ wat er in beeld te lezen is. Alle andere alinea’s beschrijven wat er te zien is.
script-unknown = ‘Dialoog’ zonder woorden: wat er gezegd wordt, is niet bekend.
script-people = Wie er in de film zijn
script-person = Persoon { $number }
script-person-from = { $name }, vanaf { $time }
script-person-unmentioned = { $name }, niet genoemd in de beschrijving
script-start = Draaiboek
script-speech = Dialoog: { $words }
script-text = Tekst: { $words }
script-subtitle = Ondertitel: { $words }
script-some-speech = Dialoog.
script-some-speech-until = Dialoog tot { $time }.

note-likely = { $note } (voor { $percent }% waarschijnlijk)
