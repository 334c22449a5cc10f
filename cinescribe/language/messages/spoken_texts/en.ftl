# What Cinescribe says in sentences of its own. docs/languages.md tells how to write such a file.
# A comment names the values that a text may use. Values that stand in it only are for languages that need them.
# Sentences begin with a capital without our doing; a comma before a full stop goes.

## Lists

# $before, $next: names.
comma = { $before }, { $next }
# $before: names that are listed already. $last: the last one. $begins_1, $begins_2, $begins_3: its first letters, small
# and without accents.
and = { $before } and { $last }

## What people are called
## Names stay as they are. All other words may have attributes, one a case: a value such as $known then comes in each of
## these cases as well, as $known_dative for the attribute `.dative`.

# $clothes: the colour of what somebody wears.
clothes =
    { $clothes ->
        [dark] dark clothing
        [light] light clothing
        [red] red
        [orange] orange
        [yellow] yellow
        [green] green
        [blue] blue
        [purple] purple
        [pink] pink
       *[brown] brown
    }
person = a person
# $clothes: as above.
person-in = a person in { clothes }
another-person = another person
# $clothes: as above.
another-person-in = another person in { clothes }
the-person = the person
# $side: left or right.
the-person-aside =
    { $side ->
        [left] the person on the left
       *[right] the person on the right
    }
# $clothes: as above.
the-person-in = the person in { clothes }
# Two or more of whom nothing is known.
people = people
# The same, after others in a list.
others = others
# $number: of somebody without a name.
person-number = person { $number }
# Called so once, as the subject of a sentence: `Person 2, in blue, appears.` $number, $clothes: as above.
person-number-in = person { $number }, in { clothes },
# Called so once, as the subject of a sentence: `Anna, in blue, appears.` $name, $clothes: as above.
name-in = { $name }, in { clothes },
# Somebody whom a sentence mentions and the picture does not show clearly.
somebody = somebody
# A second one in the same sentence.
somebody-else = somebody else

## Who is there

# $who: somebody whom the film has not shown before.
appears = { $who } appears.
# $who: as above. $side: left or right.
appears-aside =
    { $side ->
        [left] { $who } appears on the left.
       *[right] { $who } appears on the right.
    }
# $who: several people whom the film has not shown before. $first: the first of them.
appear = { $who } appear.
# Two or more of whom nothing is known.
people-appear = People appear.
# $left, $right: two whom the film has not shown before.
appear-on-both-sides = { $left } appears on the left, { $right } on the right.
# Two of whom nothing is known.
people-appear-on-both-sides = A person appears on the left, another on the right.
# Four or more, whom the film has not shown before.
several-appear = Several people appear.
# $known: some of them, whom the listener knows.
several-appear-among-them = Several people appear, among them { $known }.
# $who: somebody whom the film has not shown for half a minute.
is-back = { $who } is back.
# $who: as above. $side: left or right.
is-back-aside =
    { $side ->
        [left] { $who } is back, on the left.
       *[right] { $who } is back, on the right.
    }
# $new: people whom the film has not shown before. $n: how many. $known: people whom the listener knows. $everybody: all.
are-with =
    { $n ->
        [one] { $new } is with { $known }.
       *[other] { $new } are with { $known }.
    }
# $everybody: people whom the listener knows. $first: the first of them. $rest: the others.
are-together = { $everybody } are together.

## Who comes and goes

# $who: somebody. $side: left or right.
enters-from =
    { $side ->
        [left] { $who } enters from the left.
       *[right] { $who } enters from the right.
    }
# $who: as above.
enters = { $who } enters.
# $who: somebody who has left a little earlier. $side: left or right.
comes-back-from =
    { $side ->
        [left] { $who } comes back from the left.
       *[right] { $who } comes back from the right.
    }
# $who: as above.
comes-back = { $who } comes back.
# $who: somebody. $side: left or right.
leaves-to =
    { $side ->
        [left] { $who } leaves to the left.
       *[right] { $who } leaves to the right.
    }
# $who: somebody.
leaves = { $who } leaves.
# $who: somebody. $side: where to, left or right.
crosses =
    { $side ->
        [left] { $who } moves from right to left.
       *[right] { $who } moves from left to right.
    }
# $who: somebody, who moves towards the viewer.
comes-closer = { $who } comes closer.
# $who: somebody, who moves away from the viewer.
moves-away = { $who } moves further away.

## What is read from the picture

# $words: a text that ends without a full stop.
full-stop = { $words }.
# $words: a title, as a sentence.
title = Title: { $words }
# $words: a sign or another text, as a sentence.
sign = Text: { $words }
# $words: all credits, a sentence each.
credits = Credits: { $words }
# In place of credits that are too long to be read.
credits-roll = The credits roll.

# The title of the described sound, as players list it.
track-title = Audio description

## Who wrote, spoke and reviewed a description; in files, not in the film

# How many cues. $extent: only (the only one), all or some. $count: how many. $of: of how many.
cues-share =
    { $extent ->
        [only] The only cue is
        [all] All { $count } cues are
       *[some]
            { $count ->
                [one] { $count } of { $of } cues is
               *[other] { $count } of { $of } cues are
            }
    }
# $share: the text above.
disclosure-generated = { $share } AI-generated
# $share: as above.
disclosure-accepted = { $share } AI-generated and accepted by a person
# $share: as above.
disclosure-edited = { $share } AI-generated and edited by a person
# $share: as above.
disclosure-by-hand = { $share } written by a person
# $names: of models.
disclosure-models = AI: { $names }
# In place of the name of a model that has none.
disclosure-some-model = a chat model
# $names: of people.
disclosure-editors = Edited by { $names }
# $voice: its name.
disclosure-voice = Synthetic voice: { $voice }
# $share: as above.
disclosure-recorded = { $share } recorded by a person
# $name: of a person.
disclosure-reviewed = Reviewed by { $name }
# $version: a number. The name must stay: by it, Cinescribe knows its own line again.
disclosure-made-with = Made with Cinescribe { $version }
# $facts: those above, a sentence each.
disclosure = About this audio description: { $facts }

## The script for braille readers

# $film: name of its file.
script-heading = Audio description and dialogue of { $film }
# $length: minutes and seconds. $language: its tag.
script-length = Length: { $length }. Language of the description: { $language }.
# “Speech” and “Text” are the words that begin paragraphs below.
script-guide = Each paragraph begins with its time. Speech is what people say, Text what can be read in the picture. All other paragraphs describe what is seen.
# Follows the guide where words are missing.
script-unknown = Speech without words is speech whose words are not known.
# A heading.
script-people = Who is in the film
# $number: of somebody without a name.
script-person = Person { $number }
# $name: as above, or their own. $time: of the first mention.
script-person-from = { $name }, from { $time }
# $name: as above.
script-person-unmentioned = { $name }, not mentioned in the description
# A heading.
script-start = Script
# $words: what is said.
script-speech = Speech: { $words }
# $words: what is read.
script-text = Text: { $words }
# $words: what is read.
script-subtitle = Subtitle: { $words }
# Words are not known.
script-some-speech = Speech.
# $time: its end.
script-some-speech-until = Speech until { $time }.

## Notes, which are never spoken

# $note: what somebody wants, what follows or how they act. $percent: how likely it is true.
note-likely = { $note } ({ $percent }% likely)
