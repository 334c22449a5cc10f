skip = Zum Inhalt springen
