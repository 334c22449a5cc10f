# What is read from the picture.
title = Title: { $words }
sign = Text: { $words }
credits = Credits: { $words }.
credits-roll = The credits roll.
