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

# What is said after an edit of a cue. `$cue` is its name, which begins the sentence.
edit-alone = { $edit }.
edit-and-room = { $edit }: { $room }.
edit-with-room = { $edit }, { $room }.
edit-cue = AD-Text { $number }
edit-dropped-cue = Der weggelassene AD-Text
edit-removed = { $cue } ist entfernt
edit-new = { $cue } ist neu bei { $start }
edit-same = { $cue } ist, wie er war
edit-dropped = { $cue } ist weggelassen
edit-extended = { $cue } hält den Film an
edit-spoken-again = { $cue } wird wieder gesprochen
edit-spoken = { $cue } wird gesprochen, während der Film läuft
edit-text = { $cue }
edit-old-recording = Seine Aufnahme hat noch den alten Wortlaut.
edit-rate = { $cue } wird { $rate }-mal so schnell gesprochen
edit-start = { $cue } beginnt bei { $start }
edit-end = { $cue } endet bei { $end }
edit-recorded = { $cue } hat eine Aufnahme
edit-unrecorded = { $cue } hat keine Aufnahme mehr
edit-by-hand = { $cue } ist von Hand weggelassen
edit-silenced = { $cue } hat einen ausgeblendeten Hinweis
edit-unsilenced = { $cue } hat seinen Hinweis wieder
edit-people = { $cue } handelt jetzt von anderen Personen
edit-nobody = { $cue } handelt jetzt von niemandem
edit-comment = { $cue } hat einen neuen Kommentar
edit-no-comment = { $cue } hat keinen Kommentar mehr
edit-notes = { $cue } hat neue Notizen
edit-accepted = { $cue } ist angenommen
edit-saved = { $cue } ist gespeichert
room-dropped = nicht zu hören
room-extended = der Film wartet { $takes } Sekunden
room-line = { $takes } von { $room } Sekunden
room-over = { $line }, { $over } zu lang
words-and-room =
    { $n ->
        [one] 1 Wort, { $room }
       *[other] { $n } Wörter, { $room }
    }

# What a change of a person did.
person-merged = { $person } ist dieselbe Person wie { $other }.
person-split = { $person } ist von { $start } bis { $end } jemand anderes: { $other }.
person-introduced = { $person } ist von früher bekannt: { $where }.
person-unnamed = { $person } hat keinen Namen mehr und heißt { $label }.
person-named = { $person } heißt jetzt { $name }.

# The workbench: the frame of its pages, and the list of cues.
page-cues = AD-Texte
page-people = Personen
page-dropped = Weggelassen
page-remarks = Hinweise
page-export = Prüfen und exportieren
page-voice = Stimme
page-report = Bericht
page-history = Verlauf
page-listen = Anhören
page-films = Filme
page-help = Hilfe und Tasten
page-replace = Ersetzen
workbench = Werkbank
film-and-messages = Film und Meldungen
workbench-footer = Die Werkbank läuft nur auf diesem Rechner. Gesendet wird nur etwas, wenn Sie ein Modell auf einem anderen Rechner nennen: Einzelbilder des Films, an dieses Modell.
cue-conflict = Anderswo geändert.
cue-conflict-text = Dort steht: „{ $text }“ Ihr Text steht darunter und ist noch nicht gespeichert.
cue-room-dropped = Nicht zu hören:
cue-room-extended = Der Film wartet:
cue-room-fits = Passt:
cue-room-long = Zu lang:
cue-write = „{ $text }“ schreiben
move-nudge-start-100-earlier = Anfang 100 ms früher
move-nudge-start-frame-earlier = Anfang ein Bild früher
move-nudge-start-10-earlier = Anfang 10 ms früher
move-nudge-start-10-later = Anfang 10 ms später
move-nudge-start-frame-later = Anfang ein Bild später
move-nudge-start-100-later = Anfang 100 ms später
move-nudge-end-100-earlier = Ende 100 ms früher
move-nudge-end-frame-earlier = Ende ein Bild früher
move-nudge-end-10-earlier = Ende 10 ms früher
move-nudge-end-10-later = Ende 10 ms später
move-nudge-end-frame-later = Ende ein Bild später
move-nudge-end-100-later = Ende 100 ms später
move-nudge-100-earlier = Beides 100 ms früher
move-nudge-frame-earlier = Beides ein Bild früher
move-nudge-10-earlier = Beides 10 ms früher
move-nudge-10-later = Beides 10 ms später
move-nudge-frame-later = Beides ein Bild später
move-nudge-100-later = Beides 100 ms später
cue-recording = Zur Aufnahme
take-record = Aufnehmen
cue-keep = Meinen Text behalten
cue-take-other = Den anderen nehmen
cue-text = Text
cue-silence = Ausblenden
cue-save = Speichern
cue-accept = Annehmen und weiter
hear-mix = Im Film anhören
hear-voice = Nur die Stimme
cue-restore = Wiederherstellen
cue-reject = Weglassen
cue-why = Warum, und mehr
cue-details = Zeiten, Personen und weitere Aktionen
cue-start = Anfang
cue-end = Ende
cue-rate = Sprechtempo
cue-people = Personen, durch Semikolon getrennt
cue-move = Verschieben
cue-previous-gap = In die Sprechpause davor
cue-next-gap = In die nächste Sprechpause
hear-start = Um den Anfang anhören
hear-end = Um das Ende anhören
hear-film = Den Film ohne diesen AD-Text anhören
cue-fit = In die Pause einpassen
cue-unextend = Den Film nicht anhalten
cue-extend = Den Film dafür anhalten
cue-split = An der Schreibmarke teilen
cue-join = Mit dem nächsten verbinden
cue-duplicate = Verdoppeln
cue-new = Text eines neuen AD-Textes nach diesem
cue-new-at = Bei (leer: die nächste Sprechpause)
cue-insert = Einfügen
dialogue = Dialog
undo = Rückgängig
redo = Wiederholen
stop-sound = Ton anhalten
signals = Ein leiser Ton, wo AD-Texte beginnen und enden
noscript-cues = Lesen und Bearbeiten gehen auch ohne Skripte. Für das Abspielen sind sie nötig: Erlauben Sie Skripte für diese Adresse.
keys-hint = Drücken Sie Alt und K und dann eine Taste, um zu hören, was sie tut.
all-keys = Alle Tasten
go-heading = Zu einem AD-Text gehen
go-label = Zu Nummer oder Zeit gehen
go-hint = 12 oder 00:04:12
go = Los
go-unseen = Nächster ungeprüfter
find-heading = AD-Texte finden
find-words = Wörter
find-show = Anzeigen
show-all = alle AD-Texte
show-unseen = noch nicht geprüft
show-remarks = mit Hinweisen
show-dropped = weggelassen
count-cues =
    { $n ->
        [one] 1 AD-Text
       *[other] { $n } AD-Texte
    }
page-of = , Seite { $page } von { $n }
count-unseen = { $n } noch nicht geprüft
all-seen = alle sind geprüft
find-none = Kein AD-Text passt dazu.
find-all = Alle AD-Texte zeigen
page-number = Seite { $n }
find-about = Über
find-anybody = alle Personen
find = Finden
find-replace = Wörter ersetzen
pages-of-cues = Seiten mit AD-Texten
back-to-cues = Zurück zu den AD-Texten
removed-again = Wieder hinzufügen
cue-heading = AD-Text { $number } von { $n }, { $time }
cue-heading-dropped = Weggelassener AD-Text, { $time }
cue-name-dropped = Der weggelassene AD-Text
cue-not-heard = nicht zu hören
cue-changed = von Hand geändert
cue-accepted = angenommen
cue-unseen = noch nicht geprüft
row-room = Sprechpause von { $seconds } Sekunden, { $start } bis { $end }
row-said = Gesprochenes { $start } bis { $end }: „{ $text }“
row-speech = Gesprochenes { $start } bis { $end }
go-none = Dort ist kein AD-Text.
go-empty = Geben Sie die Nummer eines AD-Textes ein oder eine Zeit wie 00:04:12.
all-cues-seen = Alle AD-Texte sind geprüft.
conflict-said = { $cue } wurde anderswo geändert. Ihr Text ist nicht gespeichert: Behalten Sie Ihren, oder nehmen Sie den anderen.
conflict-title = Anderswo geändert
removed-title = Anderswo entfernt
taken = Übernommen: { $text }
undone = Rückgängig gemacht: { $about }
redone = Wiederholt: { $about }
undone-cue = AD-Text { $number }, { $text }
undone-dropped = weggelassener AD-Text, { $text }
undone-people = Personen
undone-gone = der AD-Text ist weg
no-film-text = Kein Film mit diesem Namen ist offen.
no-film = Diesen Film gibt es nicht
does-not-work = Das geht nicht
film-unseen = { $cues }, { $n } noch nicht geprüft
film-seen = { $cues }, alle geprüft

# The workbench: jobs, and the list of films.
stage-listen = Der Film wird angehört
stage-watch = Der Film wird angesehen
stage-wide-shots = Kleine Gesichter werden gesucht
stage-people = Es wird festgestellt, wer wer ist
stage-features = Der Film wird noch einmal angesehen
stage-captions = Die Texte werden geschrieben
stage-narration = Die Texte werden geschrieben
stage-evidence = Belege werden gesucht
stage-placing = Die AD-Texte werden verteilt
stage-wav = Die AD-Texte werden gesprochen
stage-film = Der Film wird geschrieben
stage-starting = Wird gestartet
job-share = { $stage }, { $share }
job-left = { $stage }, { $share }, noch { $time }
job-running = { $title }: { $progress }.
job-done = { $title }: fertig.
job-stopped = { $title }: angehalten. Was schon gemessen ist, bleibt erhalten, sodass es von dort weitergehen kann.
job-failed = { $title }: fehlgeschlagen. { $fault }
job-describe = { $film } beschreiben
job-again = Sekunde { $start } bis { $end } noch einmal beschreiben
job-export-all = Alle Formen exportieren
job-export = { $form } exportieren
job-report = Bericht über { $film }
job-ask = „{ $question }“ fragen
job-forgotten = Der Auftrag ist vorbei und vergessen.
no-job = Diesen Auftrag gibt es nicht
not-started = Nicht gestartet
job-open = Öffnen
job-stop = Anhalten
job-go-on = Weitermachen
job-said = Meldungen des Programms
job-look = Nachsehen, wie weit es ist
count-remarks =
    { $n ->
        [one] 1 Hinweis
       *[other] { $n } Hinweise
    }
films-none = Noch ist kein Film offen.
films-describe = Lassen Sie einen der Filme unten beschreiben.
films-start = Starten Sie die Werkbank noch einmal mit einem Film: { $command }.
describe-described = (schon beschrieben: was Sie geschrieben haben, bleibt)
describe-begun = (begonnen, nicht fertig: es geht weiter)
captioner-auto = Was zum Film passt
captioner-observer = Nur Personen und Texte im Bild (braucht nichts weiter)
captioner-micap = Das mitgelieferte Modell (für gezeichnete Filme)
captioner-other = Ein anderes, das unten genannt ist
describe-heading = Einen Film beschreiben
describe-film = Film
describe-captioner = Wer schreibt
describe-other = Name eines anderen Modells
describe-other-hint = Zum Beispiel server:http://localhost:11434#qwen3-vl oder hub:HuggingFaceTB/SmolVLM2-500M-Video-Instruct. Ein Server auf einem anderen Rechner bekommt Einzelbilder des Films gesendet; sonst verlässt nichts diesen Rechner.
describe-subtitles = Untertitel der Dialoge
describe-own-subtitles = die des Films, falls er welche hat
describe-language = Sprache der Beschreibung
describe-own-language = Die des Films oder der begonnenen Beschreibung
describe-voice = Stimme
describe-extended = Der Film darf für Beschreibungen anhalten, die in keine Sprechpause passen
describe-fetch = Ein Modell oder eine Stimme, die auf diesem Rechner fehlt, darf heruntergeladen werden
describe-start = Beschreiben

# The workbench: cues that are dropped, the history, and replacing words.
dropped-none = Jeder AD-Text ist zu hören.
whole-cue = Der ganze AD-Text
dropped-pages = Seiten mit weggelassenen AD-Texten
dropped-count =
    { $n ->
        [one] 1 AD-Text ist nicht zu hören
       *[other] { $n } AD-Texte sind nicht zu hören
    }
dropped-why = { $reason }. Er dauert { $takes } Sekunden, und dort sind { $room } frei.
dropped-no-reason = kein Grund bekannt
dropped-say = „{ $text }“ sprechen
dropped-fits = { $takes } Sekunden: passt
dropped-long = { $takes } Sekunden: zu lang
history-count =
    { $n ->
        [one] 1 Änderung
       *[other] { $n } Änderungen
    }
history-order = ; die neueste steht zuerst.
history-edit = { $number }. { $when }, { $who }, durch { $source }
history-taken-back = zurückgenommen
history-none = Noch wurde nichts geändert.
history-pages = Seiten mit Änderungen
history-undoes = Nimmt Nummer { $number } zurück.
history-more =
    { $n ->
        [one] Und 1 weiterer AD-Text.
       *[other] Und { $n } weitere AD-Texte.
    }
history-cue-at = AD-Text bei { $time }
history-new = { $cue } ist neu: „{ $text }“
history-removed = { $cue } ist entfernt: „{ $text }“
history-text = { $cue }: aus „{ $before }“ wurde „{ $after }“
replace-heading = Zu ersetzende Wörter
replace-old = Diese Wörter ersetzen
replace-new = durch (leer: streichen)
replace-preview = Zeigen, was sich ändert
replace-hint = Gefunden werden ganze Wörter, groß oder klein geschrieben; Wörter mit Großbuchstaben nur so, wie sie geschrieben sind.
replace-do = In den markierten AD-Texten ersetzen
replace-count =
    { $n ->
        [one] 1 AD-Text enthält diese Wörter. Noch ist nichts geändert.
       *[other] { $n } AD-Texte enthalten diese Wörter. Noch ist nichts geändert.
    }
before = Vorher:
after = Nachher:
replace-done =
    { $n ->
        [one] 1 AD-Text ist geändert. „Rückgängig“ nimmt das zurück.
       *[other] { $n } AD-Texte sind geändert. „Rückgängig“ nimmt das zurück.
    }

# The workbench: check and export.
export-open = Was noch offen ist
export-files = Dateien
export-settings = Einstellungen für den Export
export-no-remarks = Zu den Richtlinien gibt es keine Hinweise.
export-save = Einstellungen speichern
export-done = Nichts: Alle { $n } AD-Texte sind geprüft, und sie passen.
export-unseen = { $link } hat noch niemand geprüft.
export-unseen-link = { $unseen } von { $n } AD-Texten
export-unfit =
    { $n ->
        [one] 1 AD-Text passt nicht; in Ton und Film wird er schneller gesprochen oder weggelassen:
       *[other] { $n } AD-Texte passen nicht; in Ton und Film werden sie schneller gesprochen oder weggelassen:
    }
export-unchecked =
    { $n ->
        [one] Bei 1 AD-Text ist noch nicht geprüft, ob er passt; öffnen Sie diese Seite noch einmal, um weiterzumachen.
       *[other] Bei { $n } AD-Texten ist noch nicht geprüft, ob sie passen; öffnen Sie diese Seite noch einmal, um weiterzumachen.
    }
export-not-checked = Die Audiodeskription wurde nicht anhand der Richtlinien geprüft: { $fault }
export-checking = Die { $link } werden noch gesucht.
export-checking-link = Hinweise der Richtlinien
export-remarks = Hinweise der Richtlinien:
export-dropped =
    { $n ->
        [one] 1 AD-Text ist weggelassen
       *[other] { $n } AD-Texte sind weggelassen
    }
export-anyway = Exportieren können Sie trotzdem.
export-estimated = Die Längen sind geschätzt; Ton kann nicht erzeugt werden.
setting-reviewed = Geprüft von
setting-reviewed-hint = Wer die ganze Audiodeskription gelesen oder gehört hat; leer: Es wird nichts gesagt.
setting-disclosure = Eigene Worte dazu, wie sie entstanden ist
setting-disclosure-hint = Leer: Es wird gesagt, was bekannt ist, nämlich wer sie geschrieben, gesprochen und geprüft hat.
setting-ducking = Den Film um so viele dB absenken
setting-ducking-hint = 0 bis 30; leer: so weit, wie jede Stimme es braucht.
setting-loudness = Lautheit der Mischung in LUFS
setting-loudness-hint = -31 bis -14; leer: wie im Film. Im Fernsehen gilt -23.
export-disclosed = In den Exporten steht: „{ $text }“
export-all = Alle Formen erzeugen
export-form = Form
export-file = Datei
export-make-it = Erzeugen
export-make = Erzeugen
export-make-again = Neu erzeugen
export-long = Ton, Film und Player dauern lange: Mit „Alle Formen“ werden sie nur erzeugt, wenn es sie schon gibt. Dasselbe tut { $command }.
form-text = Text zum Lesen oder Bearbeiten
form-vtt = WebVTT-Untertitel der Audiodeskription
form-srt = SubRip-Untertitel der Audiodeskription
form-dapt = DAPT für andere Programme zur Audiodeskription
form-csv = CSV für Tabellenprogramme
form-script = Skript mit Dialogen für Braille
form-wav = Ton der Stimme allein
form-film = Film mit der Audiodeskription im Ton
form-page = Webseite mit den Belegen
form-player = Player zum Anhören, eine Datei
file-taken = nicht erzeugt; eine andere Datei hat diesen Namen, verschieben Sie sie
file-none = noch nicht erzeugt
file-old = { $size }, { $made }, älter als die Audiodeskription
file-current = { $size }, { $made }, aktuell
made-days =
    { $n ->
        [one] vor 1 Tag erzeugt
       *[other] vor { $n } Tagen erzeugt
    }
made-hours =
    { $n ->
        [one] vor 1 Stunde erzeugt
       *[other] vor { $n } Stunden erzeugt
    }
made-minutes =
    { $n ->
        [one] vor 1 Minute erzeugt
       *[other] vor { $n } Minuten erzeugt
    }
made-now = gerade erzeugt
size-bytes =
    { $n ->
        [one] 1 Byte
       *[other] { $n } Bytes
    }
export-saved = Gespeichert. Dateien, die davon abhängen, gelten jetzt als älter als die Audiodeskription.
export-unchanged = Es wurde nichts geändert.
export-make-first = Erzeugen Sie sie zuerst auf der Seite „Prüfen und exportieren“.
no-file = Diese Datei gibt es nicht

# The workbench: recordings and the voice.
noscript-take = Eine Tondatei können Sie ohne Skripte senden. Zum Aufnehmen und Abspielen sind sie nötig: Erlauben Sie Skripte für diese Adresse.
back-to-list = Zurück zur Liste
take-heard = Eine Aufnahme:
take-voice-heard = Die Stimme:
take-hint = Höchstens eine Minute und { $mb } MB. Stille an beiden Enden wird abgeschnitten, und die Lautstärke wird angepasst. Andere AD-Texte bleiben, wie sie sind.
voice-usual = die übliche ({ $name })
take-heading = Selbst aufnehmen
take-start = Aufnehmen
take-stop = Aufnahme beenden
take-hear = Aufnahme anhören
take-keep = Aufnahme behalten
take-discard = Aufnahme verwerfen
take-file = Oder eine Tondatei nur mit diesem AD-Text
take-send = Datei übernehmen
take-back = Zurück zur Stimme
take-remove = Aufnahme entfernen
take-other = Eine andere Stimme für diesen AD-Text
take-say = Diesen AD-Text sprechen lassen
take-voice-hint = Was sie spricht, wird als Aufnahme behalten. Wenn sich der Text ändert, lassen Sie sie ihn noch einmal sprechen.
voice-heading = Die Stimme dieses Films
voice-speed = Tempo
voice-use = Diese Stimme nehmen
voice-estimated = Die Längen der AD-Texte sind geschätzt, bis eine Stimme sprechen kann.
voice-other = { $voice } spricht „{ $language }“, und die Sätze sind in einer anderen Sprache: Wählen Sie eine Stimme, die sie spricht.
voice-hint = 1 ist das übliche Tempo; möglich ist { $slowest } bis { $fastest }. Die AD-Texte behalten ihre Zeiten: Die nicht mehr passen, stehen unter „Prüfen und exportieren“.
voice-sample = So klingt sie: { $cue }
voice-chosen = { $voice } spricht die AD-Texte von jetzt an, { $rate }-mal so schnell wie üblich.
film-unplayable = Der Film lässt sich noch nicht abspielen
film-copied = Browser spielen diesen Film nicht ab, deshalb wird für sie eine Kopie gemacht: { $share } % sind fertig. AD-Texte können Sie schon anhören.

# The workbench: help.
help-start = Die ersten Schritte
help-kept = Jede Änderung bleibt erhalten und lässt sich rückgängig machen, auch morgen noch. Was geschieht, wird an einer Stelle gesagt, in der Statusmeldung, die Screenreader vorlesen.
help-keys = Tasten
noscript-keys = Tasten brauchen Skripte: Erlauben Sie Skripte für diese Adresse. Alle Schaltflächen funktionieren ohne sie.
keys-single = Einzelne Buchstaben gelten außerhalb von Feldern auch ohne Alt
keys-what = Was sie tut
keys-key = Taste, mit Alt
keys-step = Eigener Schritt zum Verschieben von Anfang und Ende, in Millisekunden
keys-reset = Alle Tasten zurücksetzen
help-guidelines = Was die Richtlinien verlangen
help-asks = Sie verlangt
help-number = Zahl
help-source = Quelle
help-films = Wählen Sie unter { $films } einen Film, und lassen Sie ihn beschreiben; oder öffnen Sie einen, der schon beschrieben ist.
help-people = Geben Sie unter { $people } denen Namen, auf die es ankommt. Die Texte richten sich danach.
help-cues = Unter { $cues } steht jeder Satz der Audiodeskription mit seiner Zeit. Hören Sie einen AD-Text an, ändern Sie seine Worte, nehmen Sie ihn an, und gehen Sie zum nächsten, den noch niemand geprüft hat. Was Sie schreiben, wird gespeichert, wenn Sie den AD-Text verlassen.
help-remarks = Bessern Sie unter { $remarks } aus, was von den Richtlinien abweicht, oder sagen Sie, warum es so bleiben darf.
help-export = Erzeugen Sie unter { $export } die Dateien. Unter { $listen } hören Sie den Film so wie sein Publikum.
help-keys-hint = Drücken Sie { $alt } und die Taste. Um eine zu ändern, drücken Sie in ihrem Feld Alt und eine andere Taste, oder schreiben Sie einen Buchstaben oder eine Ziffer hinein. Screenreader und Browser behalten manche Tasten für sich.
severity-error = Fehler
severity-warning = Warnung
severity-note = Anmerkung

# The workbench: listening, questions, and the page of one cue.
listen-heading = { $film } mit Audiodeskription
ask-moment = Fragen zu diesem Moment
ask-question = Frage
ask-model = Modell, das antwortet
ask-at = Moment
ask = Fragen
ask-moment-hint = Zum Beispiel server:http://localhost:11434#qwen3-vl. Es sieht die Einzelbilder des Moments; „nicht zu sehen“ ist auch eine Antwort.
listen-changed = Der AD-Text wurde geändert. Öffnen Sie die Seite noch einmal.
no-sound = Diesen Ton gibt es nicht
near = Benachbarte AD-Texte
near-before = Der AD-Text davor
near-after = Der AD-Text danach
in-list = In der Liste
why-heading = Warum dieser Satz
frames = Einzelbilder
wordings = Andere Formulierungen
wordings-none = Das Modell hat keine angeboten.
notes = Notizen
notes-hint = Nichts davon wird gesprochen.
notes-save = Notizen speichern
again-heading = Diese Stelle noch einmal beschreiben
from = Von
to = Bis
again-start = Noch einmal beschreiben
again-caption = Was da ist und was vorgeschlagen wird
again-now = Jetzt
again-suggested = Vorschlag
again-choose = Wählen
again-hear = Im Film anhören
again-none = Dieses Modell hat zu dieser Stelle nichts zu sagen.
again-leave = Nicht übernehmen
ask-frames = Fragen zu diesen Einzelbildern
ask-frames-hint = Zum Beispiel server:http://localhost:11434#qwen3-vl. Die Antwort steht hier und wird im Film nicht gesprochen. „Nicht zu sehen“ ist auch eine Antwort.
past = Verlauf dieses AD-Textes
past-none = Niemand hat ihn geändert.
why-by = Geschrieben von { $writer }
why-by-nobody = Geschrieben von jemandem, der nicht genannt ist
why-about = Über { $people }.
why-notes = Ringsum gemessen: { $notes }.
why-question = { $heading }, Frage
why-answer = { $heading }, Antwort
take-it = Übernehmen
past-take = Diesen Text zurückholen
note-comment = Kommentar für andere
note-why = Warum Personen es tun
note-effect = Was daraus folgt
note-trait = Was es über sie sagt
note-figure = Was es bedeutet, seine Metapher
again-hint = Der AD-Text bleibt, wie er ist, bis Sie einen Vorschlag übernehmen. Ein Server auf einem anderen Rechner bekommt Einzelbilder des Films gesendet.
again-unmeasured = Der Film wurde mit einer anderen Version gemessen oder noch gar nicht: Zuerst wird er ganz angesehen, weil Personen über den ganzen Film unterschieden werden. Das dauert etwa { $minutes ->
    [one] eine Minute
   *[other] { $minutes } Minuten
} und bleibt für andere Stellen erhalten.
again-group = Vorschläge von Auftrag { $number }
past-edit = Änderung { $number }, { $source }
again-left = Nicht übernommen: Der AD-Text bleibt, wie er ist.
evidence-word = „{ $word }“: { $what }
evidence-between = ;
evidence = { $what }, bei { $times } s
wording-shorter = kürzer
past-removed = entfernt
past-added = hinzugefügt: „{ $text }“
past-text = aus „{ $before }“ wurde „{ $after }“
past-moved = verschoben auf { $start } bis { $end }
past-status = jetzt { $now }, war { $then }
past-other = andere Werte geändert
status-spoken = gesprochen
status-extended = mit angehaltenem Film
status-dropped = weggelassen
mark-text = der Text „{ $text }“
frame-unmarked = Bild bei { $time }. Nichts ist markiert.
frame-marked = Bild bei { $time }. Markiert: { $marks }.
place-left = links
place-middle = in der Mitte
place-right = rechts
place-top-left = oben links
place-top-middle = oben in der Mitte
place-top-right = oben rechts
place-bottom-left = unten links
place-bottom-middle = unten in der Mitte
place-bottom-right = unten rechts
why-frames =
    { $n ->
        [one] Dem Modell wurde 1 Einzelbild gezeigt.
       *[other] Dem Modell wurden { $n } Einzelbilder gezeigt.
    }
why-marked = Darin markiert: { $people }.
why-unmarked = Niemand ist darin markiert.
why-said = gesprochen
why-other = eine andere Wahl passt besser zum ganzen Film
why-unchecked = nicht geprüft
why-empty = (leer)
why-step-seen = Was zu sehen ist
why-step-seen-again = Was in anderen Bildern zu sehen ist
why-step-written = Was gesagt werden könnte
why-step-checked = Stimmt es
why-step-checked-again = Stimmt es, gefragt zwischen anderen Aussagen
why-form-fence = { $step }, JSON zwischen anderem Text
why-form-repaired = { $step }, repariertes JSON
why-form-prose = { $step }, als Fließtext
why-form-thoughts = { $step }, nur Überlegungen
why-form-cut = { $step }, abgeschnitten
why-form-refusal = { $step }, abgelehnt
why-form-useless = { $step }, unbrauchbar

# The workbench: people.
people-none = In diesem Film wurden keine Personen gefunden.
people-name = Name (leer: keiner)
people-name-show = Zeigen, was ein Name ändert
people-more = Dieselbe wie eine andere, oder zwei Personen
people-merge-show = Zeigen, was das Zusammenlegen ändert
people-split-from = Jemand anderes von
people-split-to = bis
people-split-show = Zeigen, was das Trennen ändert
people-face = Gesicht von { $person }, aus dem Film ausgeschnitten
people-cues =
    { $n ->
        [one] In 1 AD-Text
       *[other] In { $n } AD-Texten
    }
people-seen =
    { $n ->
        [one] ; einmal zu sehen, von { $start } bis { $end }
       *[other] ; { $n }-mal zu sehen, von { $start } bis { $end }
    }
people-about = Die AD-Texte über { $person }
people-naming = { $person } benennen
people-merging = { $person } zusammenlegen
people-splitting = { $person } trennen
people-merge = { $person } ist dieselbe Person wie
people-runs = Zu sehen:
people-run = { $start } bis { $end }
people-runs-more =
    { $n ->
        [one] , und noch 1-mal
       *[other] , und noch { $n }-mal
    }
people-back = Zurück zu den Personen
person-change = Diesen AD-Text ändern
person-none = Kein AD-Text handelt von { $person }.
person-other = Es ist nicht { $person }, sondern
person-cues = AD-Texte über { $person }
person-given = Handelt jetzt von { $person }: { $text }
preview-hint = Wo Sie das Kästchen leer lassen, bleiben die Wörter, wie sie sind.
preview-do = Ändern
preview-leave = So lassen, wie es ist
preview-cues = AD-Texte, die sich ändern
preview-changes =
    { $n ->
        [one] 1 AD-Text ändert sich
       *[other] { $n } AD-Texte ändern sich
    }
preview-unsure = Kein AD-Text ändert sich mit Sicherheit
preview-doubts =
    { $n ->
        [one] ; 1 Stelle kann die Person meinen oder nicht
       *[other] ; { $n } Stellen können die Person meinen oder nicht
    }
preview-nothing-yet = Noch ist nichts geändert.
preview-asked = Ist hier { $person } gemeint?
preview-would-be = (würde zu { $words })
preview-more =
    { $n ->
        [one] 1 weitere Stelle wird so entschieden, wie es wahrscheinlich ist.
       *[other] { $n } weitere Stellen werden so entschieden, wie es wahrscheinlich ist.
    }
preview-words-stay = (der Wortlaut bleibt)
preview-other-person = (der Wortlaut bleibt; er handelt von jemand anderem)
preview = Was sich ändern würde
preview-old = Der Film wurde bearbeitet, seit dies gezeigt wurde. Noch ist nichts geändert: Sehen Sie es sich noch einmal an.
people-done =
    { $n ->
        [one] { $line } 1 AD-Text ist geändert. „Rückgängig“ nimmt das zurück.
       *[other] { $line } { $n } AD-Texte sind geändert. „Rückgängig“ nimmt das zurück.
    }
no-picture = Kein Bild
no-picture-text = Es gibt kein Bild von { $person }.

# The workbench: remarks of guidelines, and the report.
remarks-guidelines = Richtlinien
remarks-check = Anhand dieser prüfen
remarks-look = Noch einmal nachsehen
remarks-open = Die offenen zeigen
remarks-rules = Regeln
remarks-every = Alle Regeln
remarks-unsilence = Diesen Hinweis wieder zeigen
remarks-previous = Vorheriger Hinweis
remarks-next = Nächster Hinweis
remarks-why = Warum er hier nicht gilt
remarks-silence = Ausblenden
remarks-of-film = Das betrifft den Film, nicht einen AD-Text.
remarks-pages = Seiten mit Hinweisen
remarks-checking = Der Film wird geprüft: { $share } % seiner AD-Texte sind gesprochen.
remarks-silenced-count =
    { $n ->
        [one] 1 ausgeblendeter Hinweis
       *[other] { $n } ausgeblendete Hinweise
    }
remarks-of-rule = zur Regel { $rule }
remarks-silenced =
    { $n ->
        [one] Den ausgeblendeten zeigen
       *[other] { $n } ausgeblendete zeigen
    }
remarks-reason = Ausgeblendet: { $reason }
remarks-whole-film = Der ganze Film
report-heading = { $film } auf einen Blick
report-old = Die Audiodeskription wurde bearbeitet, seit dieser Bericht gemacht wurde.
report-intro = Was das Publikum erwartet, was noch offen ist und wie viel Arbeit darin steckt. Die Stimme spricht dafür die AD-Texte, die sie noch nicht gesprochen hat.
report-guidelines = Richtlinien, deren Hinweise gezählt werden
report-make = Bericht erstellen

# The card of quality: names of facts, and facts.
card-number = { NUMBER($n, useGrouping: 1) }
card-film = Film
card-minutes = { $film }, { $minutes } Minuten
card-heard = Zu hörende AD-Texte
card-seconds = { $cues }, zusammen { $seconds } Sekunden
card-dropped = Weggelassene AD-Texte
card-over-speech = Über Dialogen
card-over-speech-seconds = { $seconds } Sekunden
card-rate = Wörter pro Minute
card-repeated = AD-Texte, die andere wiederholen
card-texts = Vorgelesene Texte im Bild
card-named = Personen mit Namen
card-by-hand = AD-Texte von Hand
card-accepted = Unverändert angenommene AD-Texte
card-remarks = Hinweise der Richtlinien
card-work = Arbeit von Hand
card-work-minutes = etwa { $minutes } Minuten: { $parts }
card-work-none = keine
card-n-edits =
    { $n ->
        [one] 1 Änderung
       *[other] { NUMBER($n, useGrouping: 1) } Änderungen
    }
card-n-sessions =
    { $n ->
        [one] 1 Sitzung
       *[other] { NUMBER($n, useGrouping: 1) } Sitzungen
    }
card-n-editors =
    { $n ->
        [one] 1 Person
       *[other] { NUMBER($n, useGrouping: 1) } Personen
    }
card-pictures =
    { $n ->
        [one] 1 Bild
       *[other] { NUMBER($n, useGrouping: 1) } Bildern
    }
card-requests = Anfragen an Modelle
card-asked = { $requests }, mit { $pictures }
card-of = { $n } von { $whole }
card-percent = , { $share } Prozent

# Scripts of the workbench: what they say. Values stand in braces.
script-not-reached = Die Werkbank antwortet nicht, deshalb ist noch nichts gespeichert. Ihr Text steht noch auf dieser Seite: Kopieren Sie ihn, starten Sie die Werkbank noch einmal, und fügen Sie ihn dort ein.
script-choose-first = Dieser AD-Text wurde anderswo geändert. Behalten Sie zuerst Ihren Text, oder nehmen Sie den anderen.
script-error = Fehler:
script-single-on = Einzelne Buchstaben gelten außerhalb von Feldern auch ohne Alt.
script-single-off = Tasten gelten nur mit Alt.
script-keys-reset = Alle Tasten sind zurückgesetzt.
script-key-wanted = Schreiben Sie einen Buchstaben oder eine Ziffer, oder drücken Sie Alt und eine Taste.
script-arrow-up = Pfeil nach oben
script-arrow-down = Pfeil nach unten
script-arrow-left = Pfeil nach links
script-arrow-right = Pfeil nach rechts
script-space = Leertaste
script-step-wanted = Geben Sie 1 bis { $most } Millisekunden ein.
script-step-kept = Ihr eigener Schritt ist { $step } Millisekunden.
script-key-taken = { $key } ist vergeben: { $action }. Wählen Sie eine andere Taste.
script-key-kept = { $key }: { $action }.
script-key-of-browsers = Browser behalten Alt mit dieser Taste vielleicht für sich.
script-does-accept = Diesen AD-Text annehmen und zum nächsten ungeprüften gehen
script-does-play-mix = Diesen AD-Text im Film anhören
script-does-play-voice = Nur die Stimme anhören
script-does-play-film = Den Film ohne diesen AD-Text anhören
script-does-play-start = Um den Anfang anhören
script-does-play-end = Um das Ende anhören
script-does-play-stop = Den Ton anhalten
script-does-start-10-earlier = Anfang 10 Millisekunden früher
script-does-start-10-later = Anfang 10 Millisekunden später
script-does-start-frame-earlier = Anfang ein Bild früher
script-does-start-frame-later = Anfang ein Bild später
script-does-start-100-earlier = Anfang 100 Millisekunden früher
script-does-start-100-later = Anfang 100 Millisekunden später
script-does-end-100-earlier = Ende 100 Millisekunden früher
script-does-end-100-later = Ende 100 Millisekunden später
script-does-start-own-earlier = Anfang um den eigenen Schritt früher
script-does-start-own-later = Anfang um den eigenen Schritt später
script-does-end-own-earlier = Ende um den eigenen Schritt früher
script-does-end-own-later = Ende um den eigenen Schritt später
script-does-fit = In die Sprechpause einpassen
script-does-next-gap = In die nächste Sprechpause verschieben
script-does-split = An der Schreibmarke teilen
script-does-join = Mit dem nächsten AD-Text verbinden
script-does-insert = Einen neuen AD-Text nach diesem schreiben
script-does-duplicate = Diesen AD-Text verdoppeln
script-does-extend = Den Film für diesen AD-Text anhalten
script-does-reject = Diesen AD-Text weglassen
script-does-unseen = Zum nächsten ungeprüften AD-Text gehen
script-does-previous = Zum AD-Text davor gehen
script-does-next = Zum AD-Text danach gehen
script-does-undo = Rückgängig machen
script-does-redo = Wiederholen
script-does-again = Die letzte Meldung noch einmal sagen
script-does-explain = Sagen, was die nächste Taste tut
script-key-press = Drücken Sie eine Taste, um zu hören, was sie tut.
script-key-impossible = Das geht mit diesem AD-Text nicht.
script-nothing-said = Noch wurde nichts gesagt.
script-last-cue = Das ist der letzte AD-Text der Seite.
script-first-cue = Das ist der erste AD-Text der Seite.
script-key-nothing = Diese Taste tut hier nichts
script-key-does = { $action }.
script-not-heard = Die Werkbank antwortet nicht, deshalb ist nichts zu hören. Starten Sie sie noch einmal.
script-stopped = Angehalten.
script-nothing-plays = Es wird nichts abgespielt.
script-not-allowed = Der Browser lässt Seiten keinen Ton abspielen. Erlauben Sie es für diese Adresse.
script-not-playable = Der Browser kann diesen Ton nicht abspielen.
script-film-ready = Der Film lässt sich jetzt abspielen.
script-film-not-playable = Der Browser kann diesen Film nicht abspielen. AD-Texte können Sie trotzdem anhören.
script-recording-now = Es wird gerade aufgenommen. Beenden Sie das zuerst.
script-not-recording = Es wird nichts aufgenommen.
script-no-take-record = Es gibt noch keine Aufnahme. Nehmen Sie zuerst etwas auf.
script-no-take = Es gibt noch keine Aufnahme.
script-no-recorder = Dieser Browser kann nicht aufnehmen. Senden Sie stattdessen eine Tondatei.
script-no-microphone = Es ist kein Mikrofon da. Schließen Sie eines an, oder senden Sie eine Tondatei.
script-no-permission = Das Mikrofon darf nicht benutzt werden. Erlauben Sie es für diese Adresse, oder senden Sie eine Tondatei.
script-recorded = Aufgenommen. Hören Sie die Aufnahme an, behalten Sie sie, oder verwerfen Sie sie.
script-recording = Aufnahme läuft.
script-discarded = Die Aufnahme ist verworfen.
script-signals-on = Ein Ton markiert Anfang und Ende der AD-Texte, während der Film läuft.
script-signals-off = AD-Texte werden nicht durch einen Ton markiert.

# The player.
player = Player
player-noscript = Um den Film mit seiner Audiodeskription abzuspielen, sind Skripte nötig, und dieser Browser führt hier keine aus. Die Audiodeskription steht unten als Text.
player-play = Abspielen
player-back = 10 s zurück
player-back-spoken = 10 Sekunden zurück
player-forward = 10 s vor
player-forward-spoken = 10 Sekunden vor
player-missed = Was habe ich verpasst?
player-who = Wer ist gerade da?
player-signs = Texte im Bild lesen
player-where = Wie weit bin ich?
player-speed = Sprechtempo
player-level = Lautstärke der Stimme
player-ducked = Lautstärke des Films unter der Stimme
player-wait = Der Film wartet auf lange Beschreibungen
player-wait-note = Sonst fallen die weg, die eine Pause brauchen; „Was habe ich verpasst?“ gibt sie wieder.
player-captions = Untertitel
player-captions-note = Der Wortlaut der Dialoge ist nicht bekannt; die Untertitel zeigen, wo jemand spricht.
player-keys = Einzelne Buchstaben sind Tasten
player-keys-note = Solange der Fokus im Player ist.
player-now = Beschreibung
player-empty = Hier steht jede Beschreibung, während sie zu hören ist.
player-file = Filmdatei auf diesem Gerät
player-file-note = Nur falls der Film nicht läuft. Sie bleibt auf diesem Gerät.
player-listening = Einstellungen
player-detail-note = „Kurz“ hat die wenigsten Wörter. „Lang“ gibt auch, was in keine Sprechpause passt; der Film wartet darauf.
player-browser = Die Stimme dieses Browsers
player-reader = Mein Screenreader oder meine Braillezeile
player-answers = Antworten gibt
player-answers-reader = mein Screenreader, und als Text
player-answers-browser = die Stimme dieses Browsers, und als Text
player-transcript = Die Audiodeskription als Text
player-none = Dieser Film hat noch keine Audiodeskription.
player-of = von { $time }
player-detail = Ausführlichkeit
detail-short = Kurz
detail-standard = Normal
detail-full = Lang
player-no-film = Der Film { $film } liegt nicht neben dieser Seite, oder dieser Browser kann ihn nicht abspielen.
player-made = Die Stimme dieses Films: { $voice }
player-dialogue = Dialog:
player-only-full = (nur bei „Lang“)
player-speech = [Jemand spricht]
player-skip = Zum Player springen
player-eyebrow = Film mit Audiodeskription
player-count =
    { $n ->
        [one] 1 Beschreibung
       *[other] { NUMBER($n, useGrouping: 1) } Beschreibungen
    }
player-voice = , Stimme: { $voice }
made-with = Erstellt mit Cinescribe { $release }.
sends-nothing = Von dieser Seite wird nichts irgendwohin gesendet.
player-says-and = { $first } und { $last }
player-says-unnamed = jemand ohne Namen
player-says-several-unnamed = { $n } Personen ohne Namen
player-says-nobody-ever = In diesem Film wurde niemand erkannt.
player-says-in-picture = Im Bild: { $what }.
player-says-nobody-now = In diesem Moment wird niemand erkannt.
player-says-before = In den letzten { $seconds } Sekunden: { $people }.
player-says-quoted = „{ $text }“
player-says-sign-before = „{ $text }“, zuletzt vor { $time }.
player-says-no-sign-yet = Bisher stand nichts im Bild.
player-says-no-signs = In diesem Film wurden keine Texte gefunden.
player-says-times = { $n }-fach
player-says-percent = { $n } Prozent
player-says-now = Beschreibung bei { $time }
player-says-waits = Der Film wartet
player-says-playing = Läuft
player-says-paused = Angehalten
player-says-pause = Anhalten
player-says-play = Abspielen
player-says-nothing-yet = Bisher wurde nichts beschrieben.
player-says-paused-at = Angehalten bei { $time }.
player-says-where = { $time } von { $duration }.
player-says-detail = Ausführlichkeit: { $level }.
player-says-detail-short = kurz
player-says-detail-standard = normal
player-says-detail-full = lang
player-says-captions-on = Untertitel an.
player-says-captions-off = Untertitel aus.
player-says-unplayable = Der Film lässt sich nicht abspielen. Wählen Sie seine Datei.
player-says-other-length = Diese Datei dauert { $file }, der beschriebene Film { $film }. Die Audiodeskription passt vielleicht nicht dazu.
player-says-go-to = Zu { $time } gehen
player-says-voices = Stimmen dieses Browsers
player-says-kept = Die Einstellungen bleiben in diesem Browser.
player-says-not-kept = Dieser Browser lässt die Seite nichts behalten: Die Einstellungen gelten, bis sie geschlossen wird.

# The exported page.
show-weighed = Abgewogene Sätze
show-true = wahr: { $sure }
show-asked = Fragen und Antworten
show-answer = Antwort
show-title = Audiodeskription von { $film }
show-trouble = Der Browser kann { $film } nicht abspielen. Lassen Sie den Film am selben Ort neben dieser Seite, oder wandeln Sie ihn in MP4 um. Alles andere auf der Seite funktioniert ohne ihn.
show-speak = AD-Texte sprechen
show-announce = AD-Texte ansagen
show-zoom = Zoom
show-mark = AD-Text { $number }, { $time }, { $status }: { $text }
show-no-lane =
    { $n ->
        [one] 1 weitere Person hat hier keine Zeile; siehe „Personen“.
       *[other] { $n } weitere Personen haben hier keine Zeile; siehe „Personen“.
    }
show-status = Status
show-any-status = alle
show-person = Person
show-cue-in-film = AD-Text { $number } im Film zeigen, bei { $time }
show-why = Warum dieser Satz?
show-evidence =
    { $n ->
        [one] Belege aus 1 Moment
       *[other] Belege aus { NUMBER($n, useGrouping: 1) } Momenten
    }
show-of-cue = (AD-Text { $number })
show-frame = Bild bei { $time }
show-in-film = Im Film zeigen:
show-box = Rahmen
show-misfit = Passt nicht:
show-portrait = Porträt von { $person }
show-no-portrait = Kein Porträt von { $person }
show-cast = { $label } in der Besetzung des Films
show-when = Wann
show-appears = { $person } zu sehen ist
show-show = Zeigen:
show-more = und { $n } weitere
show-no-reason = kein Grund vermerkt
show-silences = Sprechpausen, in denen nichts gesagt wird: { $n }
show-span = { $start } bis { $end }
show-of-pause = (Sprechpause bei { $time })
show-skip = Zur Liste der AD-Texte springen
show-eyebrow = Audiodeskription
show-length = Länge
show-gaps = Sprechpausen
show-no-cue = Noch kein AD-Text
show-empty = Hier erscheinen die AD-Texte, während der Film läuft.
show-previous = Vorheriger AD-Text
show-next = Nächster AD-Text
show-while = Während der Film läuft
show-speak-note = Mit der Stimme des Browsers; bei AD-Texten mit angehaltenem Film wartet der Film.
show-announce-note = Für Screenreader oder Braillezeile.
show-timeline = Zeitleiste
show-keys = In der Zeile der AD-Texte führen die Pfeiltasten links und rechts von AD-Text zu AD-Text; die Eingabetaste zeigt ihn im Film.
show-filter = AD-Texte filtern
show-time = Zeit
show-cue = AD-Text
show-inferred = Erschlossen, nicht gesehen
show-no-frame = Für diesen Moment wurde kein Bild aufbewahrt
show-why-sentence = Wie kam dieser Satz zustande?
show-nobody = niemand genannt
show-no-cues = Das Skript hat keine AD-Texte.
show-nobody-ever = In diesem Film wurde niemand erkannt.
show-dropped-note = Geschrieben, aber nicht gesprochen. Jeder kann im Skript umformuliert werden.
show-nothing-dropped = Nichts wurde weggelassen.
show-about = Über diese Audiodeskription
show-says-now-spoken = AD-Text { $number } bei { $time }
show-says-now-extended = AD-Text { $number } bei { $time }, mit angehaltenem Film
show-says-now-dropped = AD-Text { $number } bei { $time }, weggelassen
show-says-waits = Der Film wartet auf diesen AD-Text.
show-says-waits-voice = Der Film wartet, bis die Stimme fertig ist.
show-says-no-voice = Dieser Browser hat keine Stimme; nehmen Sie stattdessen „AD-Texte ansagen“.
show-says-whole-film = ganzer Film
show-says-times = { $n }-fach
show-says-shown = { $shown } von { $all } AD-Texten gezeigt
show-gap-count =
    { $n ->
        [one] { $time } in 1 Sprechpause
       *[other] { $time } in { NUMBER($n, useGrouping: 1) } Sprechpausen
    }
show-n-spoken = { NUMBER($n, useGrouping: 1) } gesprochen
show-n-extended = { NUMBER($n, useGrouping: 1) } mit angehaltenem Film
show-n-dropped = { NUMBER($n, useGrouping: 1) } weggelassen
made-by = Erstellt mit
made-release = Cinescribe { $release }, Skriptformat { $format }
made-film = Film
made-film-facts = { $film }, { $width } mal { $height } Pixel, { $codec }
made-language = Sprache der AD-Texte
made-writers = Geschrieben von
made-cues =
    { $n ->
        [one] { $writer } (1 AD-Text)
       *[other] { $writer } ({ NUMBER($n, useGrouping: 1) } AD-Texte)
    }
made-unknown = unbekannt
made-dialogue = Dialoge aus
made-source-subtitles = Untertiteln ({ NUMBER($n, useGrouping: 1) })
made-source-vad = Stimmerkennung ({ NUMBER($n, useGrouping: 1) })
made-source-transcriber = Transkription ({ NUMBER($n, useGrouping: 1) })
made-disclosure = Offenlegung
show-shots = Einstellungen
show-note-why = Warum:
show-note-effect = Wirkung:
show-note-trait = Eigenschaft:
show-note-figure = Sprachbild:
show-in-cues =
    { $n ->
        [one] In 1 AD-Text.
       *[other] In { NUMBER($n, useGrouping: 1) } AD-Texten.
    }
show-never-seen = Keine Auftritte vermerkt
show-seen =
    { $n ->
        [one] Einmal zu sehen, bei { $time }, { $seconds } s lang
       *[other] Zuerst zu sehen bei { $time }; { $n } Auftritte, { $seconds } s im Bild
    }
show-parts =
    { $n ->
        [one] 1 Teil, { $seconds } s von { $duration } s
       *[other] { NUMBER($n, useGrouping: 1) } Teile, { $seconds } s von { $duration } s
    }
show-no-parts = keine
show-extended = Film angehalten, er wartet { $seconds } s
show-fast = mit { $percent } % Tempo gesprochen
show-sure = zu { $percent } % sicher
show-share = { $percent } % der Zuschreibung

# Studies: the list of a rater's studies, and the first pages.
study-closed = Abgeschlossen.
study-failed = Sie haben Test { $test } nicht bestanden, deshalb gibt es nichts mehr zu tun.
study-tests =
    { $n ->
        [one] Zuerst kommen zwei Tests, dann 1 Seite.
       *[other] Zuerst kommen zwei Tests, dann { $n } Seiten.
    }
study-done = Sie haben alle Seiten erledigt. Vielen Dank.
study-progress = { $done } von { $n } Seiten erledigt.
study-look = { $study } ansehen
study-go-on = Mit { $study } weitermachen
study-begin = { $study } beginnen
expert-of = { $study }, als Fachperson
expert-waiting =
    { $n ->
        [0] Kein Satz wartet auf Sie.
        [one] 1 Satz wartet auf Sie.
       *[other] { $n } Sätze warten auf Sie.
    }
expert-validate = { $study } prüfen
study-none = Sie nehmen hier an keiner Studie teil. Falls Sie es sollten, fragen Sie, wer Sie eingeladen hat.
about-you = Über Sie
stored = Gespeichert.
store = Speichern
studies-back = Zurück zu Ihren Studien
first-tests =
    { $n ->
        [one] Zuerst kommen zwei kurze Tests. In jedem sehen Sie einige Videos und beantworten zu jedem eine Frage. Wer beide besteht, kommt zur Studie; sie hat 1 Seite für Sie.
       *[other] Zuerst kommen zwei kurze Tests. In jedem sehen Sie einige Videos und beantworten zu jedem eine Frage. Wer beide besteht, kommt zur Studie; sie hat { $n } Seiten für Sie.
    }
first-begin-test = Test { $test } beginnen
first-minutes = Jede Seite gehört Ihnen 30 Minuten lang.
first-leave = Sie können jederzeit aufhören: Was Sie gesendet haben, ist gespeichert, und Sie können später weitermachen.
go-on = Weiter
begin = Beginnen
first-blind = Wenn Sie den Film nicht sehen können, sagen Sie es unter { $link }: Dann kommt zuerst sein Ton, und Sätze werden vorgelesen.
first-about-you = „Über Sie“
first-none = Für Sie ist keine Seite mehr übrig. Vielen Dank für Ihre Antworten.
first-finished = Seiten, die Sie erledigt haben
first-change = Sie können eine Antwort ändern, bis die Studie abgeschlossen ist.
results-write = Ergebnisse schreiben
finished = Von { $study } ist jetzt keine Seite mehr für Sie übrig. Alle Ihre Antworten sind gespeichert.
finished-links = { $pages } oder { $studies }.
finished-pages = Sehen Sie sich Ihre Seiten an
finished-studies = gehen Sie zu Ihren Studien
to-studies = Zu Ihren Studien
screened-out = Sie haben Test { $test } nicht bestanden. Bei { $right } von { $videos } Videos haben Sie so geantwortet wie das Team der Studie; der Test verlangt { $needed }. Deshalb hat diese Studie keine Videos für Sie, und Sie haben hier nichts mehr zu tun. Vielen Dank für Ihre Zeit.
screened-out-wrong = Wenn Sie glauben, dass etwas schiefgegangen ist, wenden Sie sich an die, die Sie eingeladen haben.
no-video = Das Video selbst ist hier nicht verfügbar.
leave = Aufhören und später weitermachen
screening-of = { $study }, bevor Sie beginnen
screening-task = Sehen Sie jedes Video bis zum Ende an, und beantworten Sie die Frage darunter. Um weiterzukommen, müssen { $needed } Ihrer { $n } Antworten richtig sein. Sie können diesen Test einmal senden.
screening-video-of = Video { $number } von { $n }
screening-sound = Ton von Video { $number }
screening-video = Video { $number }
screening-send = Test { $test } senden
screening-title = Test { $test } von { $n }
screening-missing = Antworten Sie für Video { $number } mit Ja oder Nein.

# Studien: wozu Teilnehmende zustimmen, was man ihnen sagt, und wie sie aussteigen.
consent = Wozu Sie zustimmen
consent-of = { $study }, bevor Sie beginnen
consent-missing = Entscheiden Sie, ob Sie zustimmen.
consent-declined = Sie haben nicht zugestimmt; deshalb fragt die Studie Sie nichts. Wenn Sie es sich anders überlegen, können Sie unten zustimmen.
consent-changed = Dieser Text hat sich geändert, seit Sie zugestimmt haben. Lesen Sie ihn noch einmal, und entscheiden Sie. Was Sie vorher geantwortet haben, bleibt, wenn Sie es nicht zurücknehmen.
consent-is-given = Sie haben diesem Text zugestimmt.
consent-version = Fassung { $version }, vom { $time }
consent-yes = Ich stimme zu
consent-no = Ich stimme nicht zu
consent-link = Wozu Sie zugestimmt haben
instructions = Anleitung
withdraw = Aus der Studie aussteigen und Antworten zurücknehmen
withdraw-link = Aus der Studie aussteigen und Antworten zurücknehmen
withdraw-what =
    { $n ->
        [0] Sie steigen aus dieser Studie aus. Was Sie darin geantwortet haben, wird gelöscht.
        [one] Sie steigen aus dieser Studie aus, und Ihre Antworten auf 1 Seite werden gelöscht.
       *[other] Sie steigen aus dieser Studie aus, und Ihre Antworten auf { $n } Seiten werden gelöscht.
    }
withdraw-for-good = Das lässt sich nicht rückgängig machen. Wenn Sie nur für jetzt aufhören wollen, schließen Sie einfach diese Seite: Ihre Antworten bleiben, und Sie können später weitermachen.
withdraw-sure = Ja, meine Antworten löschen
withdraw-send = Aus der Studie aussteigen
withdraw-stay = In der Studie bleiben
withdraw-unconfirmed = Kreuzen Sie das Feld an, wenn Ihre Antworten gelöscht werden sollen.
withdrawn = Sie sind ausgestiegen
withdrawn-text =
    { $n ->
        [0] Sie sind nicht mehr in { $study }. Von Ihnen ist nichts mehr gespeichert.
        [one] Sie sind nicht mehr in { $study }. Ihre Antwort wurde gelöscht.
       *[other] Sie sind nicht mehr in { $study }. Ihre { $n } Antworten wurden gelöscht.
    }
training-title = Beispiel { $step } von { $n }
training-of = { $study }, Beispiele zum Üben
training-task = Beantworten Sie dieses Beispiel, so gut Sie können. Danach sehen Sie, welche Antwort erwartet wird und warum. Für kein Ergebnis zählt sie.
training-send = Erwartete Antwort zeigen
training-missing = Beantworten Sie die Frage; dann sehen Sie, was erwartet wird.
training-right = Wie erwartet.
training-wrong = Erwartet wird eine andere Antwort.
training-said = Ihre Antwort: { $said }
training-wanted = Erwartet: { $wanted }
training-rank = Rang { $rank }
training-chosen = gewählt
consent-final = Wenn Sie nicht zustimmen, ist die Studie für Sie zu Ende.

# Studien: Arbeit über Plattformen.
join-unknown = Hier gibt es diese Studie nicht. Öffnen Sie sie noch einmal von ihrer Seite bei der Plattform aus.
join-not = Sie können nicht beginnen
join-what =
    { $pages ->
        [one] Für Sie gibt es 1 Seite. Sie haben { $minutes } Minuten, sobald Sie beginnen; danach kann Ihr Platz an jemand anderen gehen.
       *[other] Für Sie gibt es { $pages } Seiten. Sie haben { $minutes } Minuten, sobald Sie beginnen; danach kann Ihr Platz an jemand anderen gehen.
    }
time-left =
    { $n ->
        [0] Ihre { $minutes } Minuten sind um. Sie können weitermachen, solange Ihr Platz frei ist.
        [one] Von Ihren { $minutes } Minuten bleibt noch 1.
       *[other] Von Ihren { $minutes } Minuten bleiben noch { $n }.
    }
end-code = Ihr Code für die Plattform:
end-back = Zurück zur Plattform
end-finished-title = Vielen Dank
end-finished = Sie haben die Studie abgeschlossen. Alle Ihre Antworten sind gespeichert.
end-no-consent-title = Die Studie ist für Sie zu Ende
end-no-consent = Sie haben der Teilnahme nicht zugestimmt; deshalb werden Sie nichts gefragt.
end-screened-out-title = Die Studie ist für Sie zu Ende
end-screened-out = Zu viele Ihrer Antworten weichen von den erwarteten ab; deshalb hat diese Studie keine Seiten für Sie. Vielen Dank für Ihre Zeit.
end-withdrawn-title = Sie sind ausgestiegen
end-withdrawn = Ihre Antworten wurden gelöscht.
end-timed-out-title = Die Studie ist für Sie zu Ende
end-timed-out = Ihre Zeit war um, und Ihr Platz ist an jemand anderen gegangen. Vielen Dank für Ihre Antworten.

# Studies: the pages with questions, and what is wrong with answers.
caption = Beschreibung
send-and-go-on = Senden und weiter
step-keep = Diese Seite 30 Minuten länger behalten
step-next = Zu Ihrer nächsten Seite
step-before = Zurück zur Seite davor
step-part = , Teil { $step } von { $n } dieser Seite
step-finished = Erledigte Seiten: { $done } von { $n }
step-remark = Eine Fachperson hat Ihre Antworten gelesen und bittet Sie, sie neu zu schreiben: { $remark }
step-moved = Text { $text } hat jetzt Rang { $rank } von { $n }. Es wird nichts gespeichert, bevor Sie es senden.
clip-sound = Ton des Ausschnitts
clip = Ausschnitt
caption-spoken = Beschreibung, vorgelesen
step-title = Seite { $page } von { $n }
step-kept = Die Seite gehört Ihnen 30 Minuten länger.
step-gone = Die Seite gehört Ihnen nicht mehr; kopieren Sie, was Sie geschrieben haben, und gehen Sie zu Ihrer nächsten Seite.
thank-you = Vielen Dank
no-page-now = Gerade keine Seite
test-failed = Test nicht bestanden
not-yours = Diese Seite gibt es für Sie nicht. Gehen Sie zu Ihren Studien, und machen Sie von dort weiter.
no-answer = Das war keine Antwort
no-answer-text = Wählen Sie eine der drei Antworten.
your-studies = Ihre Studien
no-speech = Kein Ton
no-speech-text = Der Text kann gerade nicht vorgelesen werden.
no-clip = Kein Ausschnitt
no-clip-text = Der Ausschnitt kann gerade nicht gezeigt werden.
pictures-instead = Der Film ist hier nicht verfügbar; das sind Bilder des Ausschnitts.
clip-missing = Der Ausschnitt selbst ist hier nicht verfügbar.
order-none = kein Rang
phrase-new = Die Wendung, wie sie sein sollte
phrases-own = Eigene Wendungen
phrases-own-hint = Jede in einer eigenen Zeile. Sie können das leer lassen.
clip-picture = Bild { $number } von { $n } des Ausschnitts
sentence-spoken = Satz, vorgelesen
text-spoken = Text { $text }, vorgelesen
sentence = Satz
text-named = Text { $text }
about-text = Text { $text }
text-choice = Text { $text }: { $words }
needed-after = (nötig, wenn Sie oben Ja sagen)
may-be-left-out = (kann wegbleiben)
no-answer-option = Keine Antwort
hint-time = Zum Beispiel 12,5
hint-metaphor = Zum Beispiel: Der Läufer ist so schnell wie ein Zug.
order-task = Geben Sie jedem Text einen Rang: 1 ist der beste, { $n } der schlechteste, jeder Rang einmal. Wählen Sie Ränge aus den Listen, oder schieben Sie Texte nach oben und unten.
order-rank = Rang von Text { $text }
order-up = Text { $text } nach oben
order-down = Text { $text } nach unten
phrase-spoken = Wendung „{ $phrase }“, vorgelesen
phrase-change = „{ $phrase }“ ändern
answer-after = Da Sie oben Ja gesagt haben, beantworten Sie dies: { $question }
answer-this = Beantworten Sie dies: { $question }
answer-text = Antworten Sie für Text { $text }: { $question }
rank-missing = Wählen Sie einen Rang für Text { $text }.
rank-twice = Die Texte { $first } und { $second } haben beide Rang { $rank }; geben Sie jedem einen anderen.

# Studies: the pages of experts.
expert-finished = Kein Satz von { $study } wartet jetzt auf Sie. Alle Ihre Entscheidungen sind gespeichert.
expert-later = Kommen Sie später wieder: Weitere Sätze kommen, wenn Annotierende fertig sind oder neu schreiben, was Sie zurückgegeben haben.
expert-intro = Sie lesen die Metaphern, die Annotierende zu Videos geschrieben haben, in denen alle Annotierenden eine sehen. Sie nehmen jeden Satz an oder geben ihn mit einer Anmerkung zurück. Dann wird er neu geschrieben und kommt wieder zu Ihnen.
expert-gone = Dieser Satz wartet nicht mehr: Über ihn wurde entschieden, oder er wurde geändert. Es wurde nichts Neues gespeichert.
expert-next = Zum nächsten Satz
expert-n-waiting = Warten auf Sie: { $n }
expert-n-accepted = Angenommen: { $n }
expert-n-returned = Zurückgegeben und noch nicht neu geschrieben: { $n }
expert-n-disagreed = Weggelassene Videos, weil Annotierende sich nicht einig sind, ob es eine Metapher gibt: { $n }
expert-place = Satz { $place } von { $n }
expert-nothing = Hier ist nichts zu entscheiden
expert-choose = Wählen Sie eines von beiden: den Satz annehmen oder zurückgeben.
expert-remark-missing = Schreiben Sie, was anders sein sollte.
expert-remark-too-much = Eine Anmerkung wird mit einem Satz gesendet, den Sie zurückgeben; leeren Sie sie, oder geben Sie den Satz zurück.
expert-sentence = Der Satz
expert-found = Was eine Prüfung nach Regeln gefunden hat
video-sound = Ton des Videos
video = Video
expert-answers = Alle Antworten dieser Person
expert-others = Was die anderen zu diesem Video geschrieben haben
expert-decision = Ihre Entscheidung
expert-remark = Anmerkung für die Person, die den Satz geschrieben hat
expert-remark-hint = Für einen Satz, den Sie zurückgeben: Sagen Sie, was anders sein sollte. Wer Sie sind, wird nicht mitgeteilt.
expert-decided = Entschiedene Sätze: { $done } von { $n }
expert-returned = Das haben Sie schon einmal zurückgegeben: { $remark }
expert-accept = Den Satz annehmen
expert-return = Den Satz mit der Anmerkung unten zurückgeben

# Logging in, and the first visit.
log-in = Anmelden
invitation-intro = Eine Einladung gilt einmal. Mit ihr wählen Sie ein Passwort; mit Ihrem Namen und diesem Passwort melden Sie sich später an.
log-in-name = Name
log-in-name-hint = Er kam mit Ihrer Einladung, zum Beispiel rater-3-f00d5e.
log-in-password = Passwort
log-in-first = Sind Sie zum ersten Mal hier?
invitation = Einladung einlösen
invitation-code = Code Ihrer Einladung
invitation-password = Neues Passwort
invitation-password-hint = Mindestens 12 Zeichen. Mehrere Wörter lassen sich leicht merken.
invitation-again = Dasselbe Passwort noch einmal
invitation-before = Waren Sie schon einmal hier?
invitation-differ = Die beiden Passwörter sind verschieden; schreiben Sie zweimal dasselbe.
welcome = Willkommen
welcome-name = Ihr Name ist hier { $name }. Notieren Sie ihn: Sie brauchen ihn mit Ihrem Passwort, um sich wieder anzumelden.
logged-in-again = Sie sind wieder angemeldet. Von dem, was Sie geschrieben haben, ist noch nichts gespeichert: Senden Sie es jetzt.
logged-out = Sie wurden abgemeldet, deshalb ist noch nichts gespeichert. Melden Sie sich an; dann können Sie senden, was Sie geschrieben haben.

# The results of a trial.
trial-caption = Was Sie beurteilt haben, mit 95-%-Intervallen
trial-figure = Größe
trial-share = Anteil
trial-of = Von
trial-holds = Die Ergebnisse enthalten den Namen des Modells, Versionen, die Größe dieses Rechners, Anfragen und Zeit sowie Zahlen. Sie enthalten nie die Filme, deren Namen oder Ihren.
trial-allow = Andere dürfen auch die Sätze lesen und das, was ich geschrieben habe
trial-judged = { $done } von { $n } Seiten sind beurteilt.
trial-go-on = Weiter beurteilen
trial-written = Die Ergebnisse stehen in { $file } im Ordner des Versuchs. Sie enthalten keinen Satz und nichts, was Sie geschrieben haben.
trial-written-shared = Die Ergebnisse stehen in { $file } im Ordner des Versuchs, mit den Sätzen und dem, was Sie geschrieben haben.
trial-interval = { $value } % ({ $low } bis { $high })
trial-not-judged = nicht beurteilt
trial-send = Sehen Sie sich die Datei an, bevor Sie sie senden. Sie gehört in ein Issue des Repositorys von Cinescribe mit dem Titel „Trial of { $model }“.
results-again = Ergebnisse noch einmal schreiben
trial-old = Diese Adresse ist veraltet. Nehmen Sie die, die der Versuch beim letzten Start ausgegeben hat.

# Challenges. `date-pattern` is one of CLDR.
phases = Phasen
admin-jobs = Aufträge
admin-caption = Einreichungen nach Phase und Stand
phase = Phase
state = Stand
number = Nummer
admin-none = Noch ist nichts eingereicht.
audit = Was geschehen ist
audit-caption = Die letzten 50 Zeilen, die neueste zuerst
time = Zeit
audit-what = Was
audit-who = Wer
audit-detail = Einzelheit
phase-closed = Geschlossen am { $time }.
phase-open-since = Offen seit { $time }.
phase-not-open = Nicht offen.
phase-sure = Ich bin sicher: Die Phase { $phase } bleibt geschlossen
phase-close = { $phase } schließen
phase-open = { $phase } öffnen
audit-program = ein Programm
admin = Organisation
admin-sure = Sagen Sie, dass Sie sicher sind: Eine Phase, die geschlossen ist, bleibt es.
date-pattern = d. MMMM y, HH:mm 'UTC'
data-clips =
    { $n ->
        [one] { $phase }: 1 Ausschnitt
       *[other] { $phase }: { NUMBER($n, useGrouping: 1) } Ausschnitte
    }
data-digest = SHA-256 der Liste der Ausschnitte:
data-bytes =
    { $n ->
        [one] 1 Byte
       *[other] { NUMBER($n, useGrouping: 1) } Bytes
    }
data = Daten
board-place = Platz
team = Team
board-by-people = Platz nach Urteil von Personen
board-none = Noch ist keine Einreichung bewertet.
board-hidden = Die Werte dieser Phase werden nach ihrem Ende gezeigt.
board-caption = Phase { $phase }: die beste Einreichung jedes Teams, in der Reihenfolge von { $metric }; Metriken und Novel in Prozent
board-not-ranked = ohne Rang
board-group = { $metric } kann nicht unterscheiden: { $teams }.
board-winner = Personen haben das beste Team gewählt: { $team }. Ihre Reihenfolge: { $teams }.
board-signatures = Signaturen der Metriken in Phase { $phase }
board = Rangliste
value-none = keiner
rules = Regeln
rules-closed = geschlossen am { $time }.
rules-open-until = offen bis { $time }.
rules-open = offen.
rules-opens = öffnet am { $time }.
rules-not-open = noch nicht offen.
rules-log-in = { $link }, um teilzunehmen.
rules-log-in-link = Melden Sie sich an
submission-scores = Werte, in Prozent, wo es Anteile sind
metric = Metrik
value = Wert
submission-wait = Sie müssen hier nicht warten: Die Bewertung geht ohne diese Seite weiter. Laden Sie sie später noch einmal.
submission-later = Die Werte werden nach dem Ende der Phase gezeigt.
submissions-all = Alle Einreichungen Ihres Teams
submission-facts = Phase { $phase }, { $time }. Stand: { $state }.
submission-digest = SHA-256 der Datei:
submissions = Meine Einreichungen
submission-number = Einreichung { $number }
submissions-caption = Einreichungen Ihres Teams, die neueste zuerst
submissions-came = Eingegangen
submissions-none = Ihr Team hat noch nichts eingereicht.
submissions-first = Eine Datei einreichen
submit-closed = Gerade ist keine Phase offen.
submit-organiser = Ihr Team richtet diesen Wettbewerb aus und reicht nichts ein.
submit-file = Datei mit Ihrer Einreichung
submit-hint = UTF-8-Text von höchstens 20 MB, nicht gepackt; siehe die Regeln.
submit = Einreichen
submit-left = { $phase }: noch { $left } von { $n }, davon { $now } jetzt
submit-busy = Der Server konnte gerade nichts speichern; warten Sie eine Minute, und senden Sie es noch einmal.
team-members = Mitglieder
team-token = Token für Programme
team-make-token = Token erzeugen
team-new-token = Ihr neues Token, nur einmal gezeigt:
team-token-use = Mit einem Token reicht { $command } für Sie ein. Ein neues Token beendet das vorige.
team-title = Team { $team }
no-team = Sie sind in keinem Team
no-team-text = Sie sind in keinem Team dieses Wettbewerbs. Bitten Sie die Organisation um eine Einladung.
challenge-not-yours = Diese Seite gibt es für Sie nicht. Gehen Sie zu den Regeln, und machen Sie von dort weiter.
submission-received = eingegangen
submission-checked = geprüft
submission-scoring = wird bewertet
submission-scored = bewertet
submission-failed = fehlgeschlagen

# The report on many films that were described in one run.
many-title = Beschriebene Filme
many-skip = Zu den Filmen springen
many-described = Beschrieben
many-failed = Nicht beschrieben
many-none = Kein Film konnte beschrieben werden.
many-of = { $n } von { $all } Filmen
many-film = Film
many-length = Länge
many-cues = AD-Texte
many-people = Personen
many-over-speech = Über Sprache
many-dropped = Weggelassen
many-time = Arbeitszeit
many-memory = Größter Speicher eines Prozesses
many-requests = Anfragen
many-pictures = Gesendete Bilder
many-remarks = Hinweise
many-seconds = { $n } s
many-megabytes = { $n } MB
many-remarks-of =
    { $n ->
        [one] 1 Hinweis
       *[other] { NUMBER($n, useGrouping: 1) } Hinweise
    }
