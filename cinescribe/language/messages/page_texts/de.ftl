skip = Zum Inhalt springen

# All pages of sites.
error = Fehler:
logged-in-as = Angemeldet als { $name }
languages = Sprache der Seiten
site = Bereiche
log-out = Abmelden
footer = Cinescribe speichert Ihre Antworten unter einem Pseudonym. Diese Seiten funktionieren ohne Skripte.
errors-heading =
    { $n ->
        [one] Bitte korrigieren Sie dies
       *[other] Bitte korrigieren Sie diese Angaben
    }
yes = Ja
no = Nein
blind-unsaid = Das möchte ich nicht sagen
blind-question = Sind Sie blind, oder sehen Sie zu wenig, um einem Film zu folgen?
blind-hint = Sie müssen das nicht beantworten. Wenn Sie Ja sagen, beginnen die Seiten mit dem Ton des Films und mit vorgelesenen Texten, und Ihre Antworten werden getrennt ausgewertet.
first-page = Zur ersten Seite
send-again-wrote = Was Sie geschrieben haben
send-again-send = Noch einmal senden
send-again-leave = Verwerfen und zur ersten Seite gehen
other-site = Dieses Formular kam nicht von einer Seite dieser Website, deshalb wurde nichts gespeichert. Öffnen Sie die Seite noch einmal.
other-site-title = Nicht von hier gesendet
busy = Der Server konnte gerade nichts speichern. Es ist nichts verloren: Warten Sie eine Minute, und senden Sie es noch einmal.
fault = Auf unserer Seite ist etwas schiefgegangen. Versuchen Sie es noch einmal; was schon gespeichert ist, wird nicht doppelt gespeichert.
old-form = Sie haben sich an- oder abgemeldet, nachdem diese Seite geöffnet wurde. Deshalb ist noch nichts gespeichert.
old-form-open = Sie haben sich an- oder abgemeldet, nachdem diese Seite geöffnet wurde. Deshalb ist noch nichts gespeichert. Öffnen Sie die Seite noch einmal.
not-stored = Noch nicht gespeichert
try-again = Bitte versuchen Sie es noch einmal
please-send-again = Bitte senden Sie es noch einmal
no-page = Diese Seite gibt es nicht
no-page-text = Die Adresse führt ins Leere, oder die Seite gehört nicht zu Ihnen.
no-method = Das geht hier nicht
no-method-text = Die Seite lässt sich so nicht benutzen. Gehen Sie zur ersten Seite.
too-long = Zu lang
too-long-text = Was Sie gesendet haben, ist zu lang, deshalb wurde nichts gespeichert. Gehen Sie zurück, und kürzen Sie es.
unreadable = Das war nicht lesbar
unreadable-text = Es wurde nichts gespeichert. Gehen Sie zurück, und versuchen Sie es noch einmal.
section-challenge = Wettbewerb
section-studies = Studien
section-results = Ergebnisse
locked = Die Werkbank ist gesperrt
locked-text = Öffnen Sie die Adresse, die die Werkbank beim Start ausgegeben hat; sie enthält den Schlüssel, mit dem Sie hineinkommen.
