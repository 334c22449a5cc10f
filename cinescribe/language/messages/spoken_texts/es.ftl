# Español. «Y» pasa a ser «e» ante el sonido de una i: Anna e Inés, Anna e Hilda; pero Anna y Yolanda, Anna y Hiedra.

comma = { $before }, { $next }
and =
    { $begins_2 ->
        [ia] { $before } y { $last }
        [ie] { $before } y { $last }
        [io] { $before } y { $last }
        [iu] { $before } y { $last }
       *[other]
            { $begins_3 ->
                [hia] { $before } y { $last }
                [hie] { $before } y { $last }
                [hio] { $before } y { $last }
                [hiu] { $before } y { $last }
               *[other]
                    { $begins_1 ->
                        [i] { $before } e { $last }
                       *[other]
                            { $begins_2 ->
                                [hi] { $before } e { $last }
                               *[other] { $before } y { $last }
                            }
                    }
            }
    }

clothes =
    { $clothes ->
        [dark] con ropa oscura
        [light] con ropa clara
        [red] de rojo
        [orange] de naranja
        [yellow] de amarillo
        [green] de verde
        [blue] de azul
        [purple] de morado
        [pink] de rosa
       *[brown] de marrón
    }
person = una persona
person-in =
    { $clothes ->
        [dark] una persona vestida de oscuro
        [light] una persona vestida de claro
       *[other] una persona { clothes }
    }
another-person = otra persona
another-person-in =
    { $clothes ->
        [dark] otra persona vestida de oscuro
        [light] otra persona vestida de claro
       *[other] otra persona { clothes }
    }
the-person = la persona
the-person-aside =
    { $side ->
        [left] la persona de la izquierda
       *[right] la persona de la derecha
    }
the-person-in =
    { $clothes ->
        [dark] la persona vestida de oscuro
        [light] la persona vestida de claro
       *[other] la persona { clothes }
    }
people = unas personas
others = otras personas
person-number = la persona { $number }
person-number-in = la persona { $number }, { clothes },
name-in = { $name }, { clothes },
somebody = alguien
somebody-else = otra persona

appears = Aparece { $who }.
appears-aside =
    { $side ->
        [left] A la izquierda aparece { $who }.
       *[right] A la derecha aparece { $who }.
    }
appear = Aparecen { $who }.
people-appear = Aparecen unas personas.
appear-on-both-sides = A la izquierda aparece { $left }; a la derecha, { $right }.
people-appear-on-both-sides = A la izquierda aparece una persona; a la derecha, otra.
several-appear = Aparecen varias personas.
several-appear-among-them = Aparecen varias personas, entre ellas { $known }.
is-back = { $who } está de vuelta.
is-back-aside =
    { $side ->
        [left] { $who } está de vuelta, a la izquierda.
       *[right] { $who } está de vuelta, a la derecha.
    }
are-with =
    { $n ->
        [one] { $new } está con { $known }.
       *[other] { $new } están con { $known }.
    }
# «Están juntos» depende del género; «Anna está con Ben», no.
are-together = { $first } está con { $rest }.

enters-from =
    { $side ->
        [left] Por la izquierda entra { $who }.
       *[right] Por la derecha entra { $who }.
    }
enters = Entra { $who }.
comes-back-from =
    { $side ->
        [left] { $who } vuelve por la izquierda.
       *[right] { $who } vuelve por la derecha.
    }
comes-back = { $who } vuelve.
leaves-to =
    { $side ->
        [left] { $who } sale por la izquierda.
       *[right] { $who } sale por la derecha.
    }
leaves = { $who } sale.
crosses =
    { $side ->
        [left] { $who } se desplaza de derecha a izquierda.
       *[right] { $who } se desplaza de izquierda a derecha.
    }
comes-closer = { $who } se acerca.
moves-away = { $who } se aleja.

full-stop = { $words }.
title = Título: { $words }
sign = Texto: { $words }
credits = Créditos: { $words }
credits-roll = Pasan los créditos.

# The title of the described sound, as players list it.
track-title = Audiodescripción

cues-share = { $count } de { $of } textos
disclosure-generated = Generados por una IA: { $share }
disclosure-accepted = Generados por una IA y aceptados por una persona: { $share }
disclosure-edited = Generados por una IA y editados por una persona: { $share }
disclosure-by-hand = Escritos por una persona: { $share }
disclosure-models = IA: { $names }
disclosure-some-model = un modelo conversacional
disclosure-editors = Editado por { $names }
disclosure-voice = Voz sintética: { $voice }
disclosure-recorded = Grabados por una persona: { $share }
disclosure-reviewed = Revisado por { $name }
disclosure-made-with = Hecho con Cinescribe { $version }
disclosure = Sobre esta audiodescripción: { $facts }

script-heading = Audiodescripción y diálogos de { $film }
script-length = Duración: { $length }. Idioma de la descripción: { $language }.
script-guide = Cada párrafo empieza con su tiempo. «Diálogo» es lo que se dice; «Texto», lo que se lee en la imagen. Los demás párrafos describen lo que se ve.
script-unknown = «Diálogo» sin palabras: no se sabe qué se dice.
script-people = Quién aparece en la película
script-person = Persona { $number }
script-person-from = { $name }, desde { $time }
script-person-unmentioned = { $name }, sin mención en la descripción
script-start = Guion
script-speech = Diálogo: { $words }
script-text = Texto: { $words }
script-subtitle = Subtítulo: { $words }
script-some-speech = Diálogo.
script-some-speech-until = Diálogo hasta { $time }.

note-likely = { $note } (probable en un { $percent } %)
