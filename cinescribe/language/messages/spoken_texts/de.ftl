# What is read from the picture.
title = Titel: { $words }
sign = Text: { $words }
credits = Abspann: { $words }.
credits-roll = Der Abspann läuft.
