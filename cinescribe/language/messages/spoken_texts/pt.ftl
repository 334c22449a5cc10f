# Português. As palavras servem em Portugal e no Brasil: o pronome vem depois do verbo, e a cor é “castanho”.

comma = { $before }, { $next }
and = { $before } e { $last }

clothes =
    { $clothes ->
        [dark] de roupa escura
        [light] de roupa clara
        [red] de vermelho
        [orange] de laranja
        [yellow] de amarelo
        [green] de verde
        [blue] de azul
        [purple] de roxo
        [pink] de cor-de-rosa
       *[brown] de castanho
    }
person = uma pessoa
person-in = uma pessoa { clothes }
another-person = outra pessoa
another-person-in = outra pessoa { clothes }
the-person = a pessoa
the-person-aside =
    { $side ->
        [left] a pessoa à esquerda
       *[right] a pessoa à direita
    }
the-person-in = a pessoa { clothes }
people = umas pessoas
others = outras pessoas
person-number = a pessoa { $number }
person-number-in = a pessoa { $number }, { clothes },
name-in = { $name }, { clothes },
somebody = alguém
somebody-else = outra pessoa

appears = Aparece { $who }.
appears-aside =
    { $side ->
        [left] À esquerda aparece { $who }.
       *[right] À direita aparece { $who }.
    }
appear = Aparecem { $who }.
people-appear = Aparecem umas pessoas.
appear-on-both-sides = À esquerda aparece { $left }; à direita, { $right }.
people-appear-on-both-sides = À esquerda aparece uma pessoa; à direita, outra.
several-appear = Aparecem várias pessoas.
several-appear-among-them = Aparecem várias pessoas, entre elas { $known }.
is-back = { $who } está de volta.
is-back-aside =
    { $side ->
        [left] { $who } está de volta, à esquerda.
       *[right] { $who } está de volta, à direita.
    }
are-with =
    { $n ->
        [one] { $new } está com { $known }.
       *[other] { $new } estão com { $known }.
    }
# “Estão juntos” depende do género; “Anna está com Ben” não.
are-together = { $first } está com { $rest }.

enters-from =
    { $side ->
        [left] Pela esquerda entra { $who }.
       *[right] Pela direita entra { $who }.
    }
enters = Entra { $who }.
comes-back-from =
    { $side ->
        [left] { $who } volta pela esquerda.
       *[right] { $who } volta pela direita.
    }
comes-back = { $who } volta.
leaves-to =
    { $side ->
        [left] { $who } sai pela esquerda.
       *[right] { $who } sai pela direita.
    }
leaves = { $who } sai.
crosses =
    { $side ->
        [left] { $who } passa da direita para a esquerda.
       *[right] { $who } passa da esquerda para a direita.
    }
comes-closer = { $who } aproxima-se.
moves-away = { $who } afasta-se.

full-stop = { $words }.
title = Título: { $words }
sign = Texto: { $words }
credits = Créditos: { $words }
credits-roll = Passam os créditos.

# The title of the described sound, as players list it.
track-title = Audiodescrição

cues-share = { $count } de { $of } textos
disclosure-generated = Gerados por uma IA: { $share }
disclosure-accepted = Gerados por uma IA e aprovados por uma pessoa: { $share }
disclosure-edited = Gerados por uma IA e editados por uma pessoa: { $share }
disclosure-by-hand = Escritos por uma pessoa: { $share }
disclosure-models = IA: { $names }
disclosure-some-model = um modelo de conversação
disclosure-editors = Editado por { $names }
disclosure-voice = Voz sintética: { $voice }
disclosure-recorded = Gravados por uma pessoa: { $share }
disclosure-reviewed = Revisão: { $name }
disclosure-made-with = Feito com Cinescribe { $version }
disclosure = Sobre esta audiodescrição: { $facts }

script-heading = Audiodescrição e diálogos de { $film }
script-length = Duração: { $length }. Língua da descrição: { $language }.
script-guide = Cada parágrafo começa com o seu tempo. “Diálogo” é o que se diz; “Texto”, o que se lê na imagem. Todos os outros parágrafos descrevem o que se vê.
script-unknown = “Diálogo” sem palavras: não se sabe o que é dito.
script-people = Quem está no filme
script-person = Pessoa { $number }
script-person-from = { $name }, a partir de { $time }
script-person-unmentioned = { $name }, sem menção na descrição
script-start = Transcrição
script-speech = Diálogo: { $words }
script-text = Texto: { $words }
script-subtitle = Legenda: { $words }
script-some-speech = Diálogo.
script-some-speech-until = Diálogo até { $time }.

note-likely = { $note } (provável em { $percent }%)
