# Italiano. «E» diventa «ed» davanti a un’altra e: Anna ed Elena.

comma = { $before }, { $next }
and =
    { $begins_1 ->
        [e]
            { $begins_2 ->
                [ed] { $before } e { $last }
               *[other] { $before } ed { $last }
            }
       *[other] { $before } e { $last }
    }

clothes =
    { $clothes ->
        [dark] in abiti scuri
        [light] in abiti chiari
        [red] in rosso
        [orange] in arancione
        [yellow] in giallo
        [green] in verde
        [blue] in blu
        [purple] in viola
        [pink] in rosa
       *[brown] in marrone
    }
person = una persona
person-in = una persona { clothes }
another-person = un’altra persona
another-person-in = un’altra persona { clothes }
the-person = la persona
the-person-aside =
    { $side ->
        [left] la persona a sinistra
       *[right] la persona a destra
    }
the-person-in = la persona { clothes }
people = delle persone
others = altre persone
person-number = la persona { $number }
person-number-in = la persona { $number }, { clothes },
name-in = { $name }, { clothes },
somebody = qualcuno
somebody-else = qualcun altro

appears = Appare { $who }.
appears-aside =
    { $side ->
        [left] A sinistra appare { $who }.
       *[right] A destra appare { $who }.
    }
appear = Appaiono { $who }.
people-appear = Appaiono delle persone.
appear-on-both-sides = A sinistra appare { $left }, a destra { $right }.
people-appear-on-both-sides = A sinistra appare una persona, a destra un’altra.
several-appear = Appaiono diverse persone.
several-appear-among-them = Appaiono diverse persone, tra cui { $known }.
is-back = Riappare { $who }.
is-back-aside =
    { $side ->
        [left] A sinistra riappare { $who }.
       *[right] A destra riappare { $who }.
    }
are-with =
    { $n ->
        [one] { $new } è con { $known }.
       *[other] { $new } sono con { $known }.
    }
are-together = { $everybody } sono insieme.

enters-from =
    { $side ->
        [left] Da sinistra entra { $who }.
       *[right] Da destra entra { $who }.
    }
enters = Entra { $who }.
comes-back-from =
    { $side ->
        [left] { $who } torna da sinistra.
       *[right] { $who } torna da destra.
    }
comes-back = { $who } torna.
leaves-to =
    { $side ->
        [left] { $who } esce a sinistra.
       *[right] { $who } esce a destra.
    }
leaves = { $who } esce.
crosses =
    { $side ->
        [left] { $who } si sposta da destra a sinistra.
       *[right] { $who } si sposta da sinistra a destra.
    }
comes-closer = { $who } si avvicina.
moves-away = { $who } si allontana.

full-stop = { $words }.
title = Titolo: { $words }
sign = Testo: { $words }
credits = Titoli di coda: { $words }
credits-roll = Scorrono i titoli di coda.

# The title of the described sound, as players list it.
track-title = Audiodescrizione

cues-share = { $count } di { $of } testi
disclosure-generated = Generati da un’IA: { $share }
disclosure-accepted = Generati da un’IA e accettati da una persona: { $share }
disclosure-edited = Generati da un’IA e modificati da una persona: { $share }
disclosure-by-hand = Scritti da una persona: { $share }
disclosure-models = IA: { $names }
disclosure-some-model = un modello di chat
disclosure-editors = Modificato da { $names }
disclosure-voice = Voce sintetica: { $voice }
disclosure-recorded = Registrati da una persona: { $share }
disclosure-reviewed = Revisionato da { $name }
disclosure-made-with = Realizzato con Cinescribe { $version }
disclosure = Su questa audiodescrizione: { $facts }

script-heading = Audiodescrizione e dialoghi di { $film }
script-length = Durata: { $length }. Lingua della descrizione: { $language }.
script-guide = Ogni paragrafo comincia con il suo tempo. «Dialogo» è ciò che si dice, «Testo» ciò che si legge nell’immagine. Tutti gli altri paragrafi descrivono ciò che si vede.
script-unknown = «Dialogo» senza parole: non si sa che cosa si dice.
script-people = Chi c’è nel film
script-person = Persona { $number }
script-person-from = { $name }, da { $time }
script-person-unmentioned = { $name }, senza menzione nella descrizione
script-start = Copione
script-speech = Dialogo: { $words }
script-text = Testo: { $words }
script-subtitle = Sottotitolo: { $words }
script-some-speech = Dialogo.
script-some-speech-until = Dialogo fino a { $time }.

note-likely = { $note } (probabile al { $percent }%)
