# Polski. Imiona zostają w mianowniku, więc zdania są tak ułożone, że ludzie są w nich podmiotem.

comma = { $before }, { $next }
and = { $before } i { $last }

clothes =
    { $clothes ->
        [dark] w ciemnym ubraniu
        [light] w jasnym ubraniu
        [red] w czerwonym ubraniu
        [orange] w pomarańczowym ubraniu
        [yellow] w żółtym ubraniu
        [green] w zielonym ubraniu
        [blue] w niebieskim ubraniu
        [purple] w fioletowym ubraniu
        [pink] w różowym ubraniu
       *[brown] w brązowym ubraniu
    }
person = jakaś osoba
person-in = osoba { clothes }
another-person = inna osoba
another-person-in = inna osoba { clothes }
the-person = ta osoba
the-person-aside =
    { $side ->
        [left] osoba po lewej
       *[right] osoba po prawej
    }
the-person-in = osoba { clothes }
people = jakieś osoby
others = inne osoby
person-number = osoba { $number }
person-number-in = osoba { $number } { clothes }
name-in = { $name } { clothes }
somebody = ktoś
somebody-else = ktoś inny

appears = Pojawia się { $who }.
appears-aside =
    { $side ->
        [left] Po lewej pojawia się { $who }.
       *[right] Po prawej pojawia się { $who }.
    }
appear = Pojawiają się { $who }.
people-appear = Pojawiają się jakieś osoby.
appear-on-both-sides = Po lewej pojawia się { $left }, po prawej { $right }.
people-appear-on-both-sides = Po lewej pojawia się jedna osoba, po prawej druga.
several-appear = Pojawia się kilka osób.
several-appear-among-them = Pojawia się kilka osób, a wśród nich { $known }.
is-back = Znów pojawia się { $who }.
is-back-aside =
    { $side ->
        [left] Po lewej znów pojawia się { $who }.
       *[right] Po prawej znów pojawia się { $who }.
    }
are-with = { $everybody } są tu razem.
are-together = { $everybody } są tu razem.

enters-from =
    { $side ->
        [left] Z lewej wchodzi { $who }.
       *[right] Z prawej wchodzi { $who }.
    }
enters = Wchodzi { $who }.
comes-back-from =
    { $side ->
        [left] { $who } wraca z lewej.
       *[right] { $who } wraca z prawej.
    }
comes-back = { $who } wraca.
leaves-to =
    { $side ->
        [left] { $who } odchodzi w lewo.
       *[right] { $who } odchodzi w prawo.
    }
leaves = { $who } odchodzi.
crosses =
    { $side ->
        [left] { $who } przechodzi z prawej na lewą stronę.
       *[right] { $who } przechodzi z lewej na prawą stronę.
    }
comes-closer = { $who } się zbliża.
moves-away = { $who } się oddala.

full-stop = { $words }.
title = Tytuł: { $words }
sign = Napis: { $words }
credits = Napisy końcowe: { $words }
credits-roll = Przewijają się napisy końcowe.

# The title of the described sound, as players list it.
track-title = Audiodeskrypcja

cues-share = { $count } z { $of } tekstów
disclosure-generated = Utworzone przez AI: { $share }
disclosure-accepted = Utworzone przez AI i zatwierdzone przez człowieka: { $share }
disclosure-edited = Utworzone przez AI i poprawione przez człowieka: { $share }
disclosure-by-hand = Napisane przez człowieka: { $share }
disclosure-models = Model AI: { $names }
disclosure-some-model = model czatu
disclosure-editors = Osoby redagujące: { $names }
disclosure-voice = Głos syntetyczny: { $voice }
disclosure-recorded = Nagrane przez człowieka: { $share }
disclosure-reviewed = Osoba sprawdzająca: { $name }
disclosure-made-with = Program: Cinescribe { $version }
disclosure = O tej audiodeskrypcji: { $facts }

script-heading = Audiodeskrypcja i dialogi: { $film }
script-length = Długość: { $length }. Język opisu: { $language }.
script-guide = Każdy akapit zaczyna się od czasu. „Dialog” to wypowiedzi, „Napis” to tekst widoczny na ekranie. Pozostałe akapity opisują obraz.
script-unknown = „Dialog” bez słów: treść wypowiedzi nie jest znana.
script-people = Osoby w filmie
script-person = Osoba { $number }
script-person-from = { $name }, od { $time }
script-person-unmentioned = { $name }, bez wzmianki w opisie
script-start = Scenariusz
script-speech = Dialog: { $words }
script-text = Napis: { $words }
script-subtitle = Napis dialogowy: { $words }
script-some-speech = Dialog.
script-some-speech-until = Dialog do { $time }.

note-likely = { $note } (prawdopodobne na { $percent }%)
