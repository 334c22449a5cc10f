# Français. Devant un deux-points, l’espace est insécable.

comma = { $before }, { $next }
and = { $before } et { $last }

clothes =
    { $clothes ->
        [dark] en tenue sombre
        [light] en tenue claire
        [red] en rouge
        [orange] en orange
        [yellow] en jaune
        [green] en vert
        [blue] en bleu
        [purple] en violet
        [pink] en rose
       *[brown] en marron
    }
person = une personne
person-in = une personne { clothes }
another-person = une autre personne
another-person-in = une autre personne { clothes }
the-person = la personne
the-person-aside =
    { $side ->
        [left] la personne à gauche
       *[right] la personne à droite
    }
the-person-in = la personne { clothes }
people = des personnes
others = d’autres personnes
person-number = la personne { $number }
person-number-in = la personne { $number }, { clothes },
name-in = { $name }, { clothes },
somebody = quelqu’un
somebody-else = quelqu’un d’autre

appears = { $who } apparaît.
appears-aside =
    { $side ->
        [left] { $who } apparaît à gauche.
       *[right] { $who } apparaît à droite.
    }
appear = { $who } apparaissent.
people-appear = Des personnes apparaissent.
appear-on-both-sides = { $left } apparaît à gauche, { $right } à droite.
people-appear-on-both-sides = Une personne apparaît à gauche, une autre à droite.
several-appear = Plusieurs personnes apparaissent.
several-appear-among-them = Plusieurs personnes apparaissent, dont { $known }.
is-back = { $who } est de retour.
is-back-aside =
    { $side ->
        [left] { $who } est de retour, à gauche.
       *[right] { $who } est de retour, à droite.
    }
are-with =
    { $n ->
        [one] { $new } est avec { $known }.
       *[other] { $new } sont avec { $known }.
    }
are-together = { $everybody } sont ensemble.

enters-from =
    { $side ->
        [left] { $who } arrive par la gauche.
       *[right] { $who } arrive par la droite.
    }
enters = { $who } arrive.
comes-back-from =
    { $side ->
        [left] { $who } revient par la gauche.
       *[right] { $who } revient par la droite.
    }
comes-back = { $who } revient.
leaves-to =
    { $side ->
        [left] { $who } sort par la gauche.
       *[right] { $who } sort par la droite.
    }
leaves = { $who } sort.
crosses =
    { $side ->
        [left] { $who } passe de droite à gauche.
       *[right] { $who } passe de gauche à droite.
    }
comes-closer = { $who } se rapproche.
moves-away = { $who } s’éloigne.

full-stop = { $words }.
title = Titre : { $words }
sign = Texte : { $words }
credits = Générique : { $words }
credits-roll = Le générique défile.

# The title of the described sound, as players list it.
track-title = Audiodescription

cues-share =
    { $count ->
        [one] { $count } texte sur { $of }
       *[other] { $count } textes sur { $of }
    }
disclosure-generated = Générés par une IA : { $share }
disclosure-accepted = Générés par une IA et acceptés par une personne : { $share }
disclosure-edited = Générés par une IA et modifiés par une personne : { $share }
disclosure-by-hand = Écrits par une personne : { $share }
disclosure-models = IA : { $names }
disclosure-some-model = un modèle de conversation
disclosure-editors = Modifié par { $names }
disclosure-voice = Voix de synthèse : { $voice }
disclosure-recorded = Enregistrés par une personne : { $share }
disclosure-reviewed = Relu par { $name }
disclosure-made-with = Réalisé avec Cinescribe { $version }
disclosure = À propos de cette audiodescription : { $facts }

script-heading = Audiodescription et dialogues de { $film }
script-length = Durée : { $length }. Langue de la description : { $language }.
script-guide = Chaque paragraphe commence par son minutage. « Dialogue » indique ce qui est dit, « Texte » ce qui se lit à l’image. Tous les autres paragraphes décrivent ce que l’on voit.
script-unknown = « Dialogue » sans mots : les paroles ne sont pas connues.
script-people = Les personnes du film
script-person = Personne { $number }
script-person-from = { $name }, à partir de { $time }
script-person-unmentioned = { $name }, sans mention dans la description
script-start = Script
script-speech = Dialogue : { $words }
script-text = Texte : { $words }
script-subtitle = Sous-titre : { $words }
script-some-speech = Dialogue.
script-some-speech-until = Dialogue jusqu’à { $time }.

note-likely = { $note } (probable à { $percent } %)
