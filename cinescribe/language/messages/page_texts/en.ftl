skip = Skip to the content

# All pages of sites.
error = Error:
logged-in-as = Logged in as { $name }
languages = Language of the pages
site = Site
log-out = Log out
footer = Cinescribe stores what you answer under a pseudonym. This site works without scripts.
errors-heading =
    { $n ->
        [one] Please correct this
       *[other] Please correct these
    }
yes = Yes
no = No
blind-unsaid = I would rather not say
blind-question = Are you blind, or do you see too little to follow a film?
blind-hint = You need not answer. If you say yes, pages begin with the film's sound and with texts read aloud, and answers are counted apart.
first-page = Go to the first page
send-again-wrote = What you wrote
send-again-send = Send it again
send-again-leave = Leave it, and go to the first page
other-site = This form did not come from a page of this site, so nothing was stored. Open the page again.
other-site-title = Not sent from here
busy = The server could not store anything just now. Nothing was lost: wait a minute and send it again.
fault = Something went wrong on our side. Try it again; what is stored already is not stored a second time.
old-form = You logged in or out after this page was opened, so nothing was stored yet.
old-form-open = You logged in or out after this page was opened, so nothing was stored yet. Open the page again.
not-stored = Not stored yet
try-again = Please try again
please-send-again = Please send it again
no-page = There is no such page
no-page-text = The address leads nowhere, or the page is not yours.
no-method = That does not work here
no-method-text = The page cannot be used like this. Go to the first page.
too-long = Too long
too-long-text = What was sent is too long, so nothing was stored. Go back and shorten it.
unreadable = That could not be read
unreadable-text = Nothing was stored. Go back and try again.
section-challenge = Challenge
section-studies = Studies
section-results = Results
locked = The workbench is locked
locked-text = Open the address that the workbench printed when it was started; it has a key that lets you in.

# What is said after an edit of a cue. `$cue` is its name, which begins the sentence.
edit-alone = { $edit }.
edit-and-room = { $edit }: { $room }.
edit-with-room = { $edit }, { $room }.
edit-cue = Cue { $number }
edit-dropped-cue = The dropped cue
edit-removed = { $cue } is removed
edit-new = { $cue } is new at { $start }
edit-same = { $cue } is as it was
edit-dropped = { $cue } is dropped
edit-extended = { $cue } is extended
edit-spoken-again = { $cue } is spoken again
edit-spoken = { $cue } is spoken without pausing the film
edit-text = { $cue }
edit-old-recording = Its recording still says the old words.
edit-rate = { $cue } is said { $rate } times as fast
edit-start = { $cue } starts at { $start }
edit-end = { $cue } ends at { $end }
edit-recorded = { $cue } has a recording
edit-unrecorded = { $cue } no longer has a recording
edit-by-hand = { $cue } is dropped by hand
edit-silenced = { $cue } has a silenced remark
edit-unsilenced = { $cue } has its remark back
edit-people = { $cue } is about other people now
edit-nobody = { $cue } is about nobody now
edit-comment = { $cue } has a new comment
edit-no-comment = { $cue } no longer has a comment
edit-notes = { $cue } has new notes
edit-accepted = { $cue } is accepted
edit-saved = { $cue } is saved
room-dropped = not heard
room-extended = the film waits { $takes } seconds
room-line = { $takes } of { $room } seconds
room-over = { $line }, { $over } too long
words-and-room =
    { $n ->
        [one] 1 word, { $room }
       *[other] { $n } words, { $room }
    }

# What a change of a person did.
person-merged = { $person } is the same person as { $other }.
person-split = { $person } is somebody else from { $start } to { $end }: { $other }.
person-introduced = { $person } is known from before: { $where }.
person-unnamed = { $person } no longer has a name, and is called { $label }.
person-named = { $person } is named { $name }.

# The workbench: the frame of its pages, and the list of cues.
page-cues = Cues
page-people = People
page-dropped = Dropped
page-remarks = Remarks
page-export = Check and export
page-voice = Voice
page-report = Report
page-history = History
page-listen = Listen
page-films = Films
page-help = Help and keys
page-replace = Replace
workbench = Workbench
film-and-messages = Film and messages
workbench-footer = The workbench runs only on this machine. Frames of the film are sent only to a model on another machine that you name.
cue-conflict = Changed somewhere else.
cue-conflict-text = There it says: “{ $text }” Your text is below, and is not saved yet.
cue-room-dropped = Not heard:
cue-room-extended = The film waits:
cue-room-fits = Fits:
cue-room-long = Too long:
cue-write = Write “{ $text }”
move-nudge-start-100-earlier = Start 100 ms earlier
move-nudge-start-frame-earlier = Start one frame earlier
move-nudge-start-10-earlier = Start 10 ms earlier
move-nudge-start-10-later = Start 10 ms later
move-nudge-start-frame-later = Start one frame later
move-nudge-start-100-later = Start 100 ms later
move-nudge-end-100-earlier = End 100 ms earlier
move-nudge-end-frame-earlier = End one frame earlier
move-nudge-end-10-earlier = End 10 ms earlier
move-nudge-end-10-later = End 10 ms later
move-nudge-end-frame-later = End one frame later
move-nudge-end-100-later = End 100 ms later
move-nudge-100-earlier = Both 100 ms earlier
move-nudge-frame-earlier = Both one frame earlier
move-nudge-10-earlier = Both 10 ms earlier
move-nudge-10-later = Both 10 ms later
move-nudge-frame-later = Both one frame later
move-nudge-100-later = Both 100 ms later
cue-recording = Its recording
take-record = Record a take
cue-keep = Keep mine
cue-take-other = Take the other
cue-text = Text
cue-silence = Silence it
cue-save = Save
cue-accept = Accept and next
hear-mix = Hear in the film
hear-voice = Voice only
cue-restore = Restore
cue-reject = Reject
cue-why = Why, and more
cue-details = Times, people and other actions
cue-start = Start
cue-end = End
cue-rate = Speed of the voice
cue-people = People, separated by semicolons
cue-move = Move
cue-previous-gap = To the previous gap
cue-next-gap = To the next gap
hear-start = Hear around the start
hear-end = Hear around the end
hear-film = Hear the film without it
cue-fit = Fit to gap
cue-unextend = Do not pause the film
cue-extend = Pause the film for it
cue-split = Split at the cursor
cue-join = Join with the next
cue-duplicate = Duplicate
cue-new = Text of a new cue after this one
cue-new-at = At (empty: the next gap)
cue-insert = Insert
dialogue = Dialogue
undo = Undo
redo = Redo
stop-sound = Stop the sound
signals = A quiet sound where cues start and end
noscript-cues = Reading and editing work without scripts. Playing needs them: allow scripts for this address.
keys-hint = Press Alt and K, then any key, to hear what it does.
all-keys = All keys
go-heading = Go to a cue
go-label = Go to number or time
go-hint = 12, or 00:04:12
go = Go
go-unseen = Next unseen
find-heading = Find cues
find-words = Words
find-show = Show
show-all = all cues
show-unseen = not seen yet
show-remarks = with remarks
show-dropped = dropped
count-cues =
    { $n ->
        [one] 1 cue
       *[other] { $n } cues
    }
page-of = , page { $page } of { $n }
count-unseen = { $n } not seen yet
all-seen = all are seen
find-none = No cue matches.
find-all = Show all cues
page-number = Page { $n }
find-about = About
find-anybody = anybody
find = Find
find-replace = Replace words
pages-of-cues = Pages of cues
back-to-cues = Back to the cues
removed-again = Add it again
cue-heading = Cue { $number } of { $n }, { $time }
cue-heading-dropped = Dropped cue, { $time }
cue-name-dropped = Dropped cue
cue-not-heard = not heard
cue-changed = changed by hand
cue-accepted = accepted
cue-unseen = not seen yet
row-room = Room for { $seconds } seconds, { $start } to { $end }
row-said = Speech { $start } to { $end }: “{ $text }”
row-speech = Speech { $start } to { $end }
go-none = There is no cue there.
go-empty = Enter the number of a cue, or a time such as 00:04:12.
all-cues-seen = All cues are seen.
conflict-said = { $cue } was changed somewhere else. Your text is not saved: keep yours, or take the other.
conflict-title = Changed somewhere else
removed-title = Removed somewhere else
taken = Taken: { $text }
undone = Undone: { $about }
redone = Done again: { $about }
undone-cue = cue { $number }, { $text }
undone-dropped = dropped cue, { $text }
undone-people = people
undone-gone = the cue is gone
no-film-text = No film of this name is open.
no-film = There is no such film
does-not-work = That does not work
film-unseen = { $cues }, { $n } not seen yet
film-seen = { $cues }, all seen

# The workbench: jobs, and the list of films.
stage-listen = Listening to the film
stage-watch = Watching the film
stage-wide-shots = Looking for small faces
stage-people = Finding out who is who
stage-features = Watching the film again
stage-captions = Writing
stage-narration = Writing
stage-evidence = Finding evidence
stage-placing = Placing the cues
stage-wav = Speaking the cues
stage-film = Writing the film
stage-starting = Starting
job-share = { $stage }, { $share }
job-left = { $stage }, { $share }, { $time } left
job-running = { $title }: { $progress }.
job-done = { $title }: done.
job-stopped = { $title }: stopped. Its measurements are kept, so it can resume from there.
job-failed = { $title }: failed. { $fault }
job-describe = Describe { $film }
job-again = Describe { $start } to { $end } seconds again
job-export-all = Export every form
job-export = Export { $form }
job-report = Report on { $film }
job-ask = Ask “{ $question }”
job-forgotten = The job is over and forgotten.
no-job = There is no such job
not-started = Not started
job-open = Open it
job-stop = Stop it
job-go-on = Resume it
job-said = What it said
job-look = See how far it is now
count-remarks =
    { $n ->
        [one] 1 remark
       *[other] { $n } remarks
    }
films-none = No film is open yet.
films-describe = Describe one of those below.
films-start = Start the workbench again with a film: { $command }.
describe-described = (described already: what you wrote stays)
describe-begun = (unfinished: it resumes)
captioner-auto = The one that suits the film
captioner-observer = Only people and texts in the picture (needs nothing)
captioner-micap = The bundled captioner (for drawn films)
captioner-other = Another, which is named below
describe-heading = Describe a film
describe-film = Film
describe-captioner = Who writes
describe-other = Name of another captioner
describe-other-hint = Such as server:http://localhost:11434#qwen3-vl, or hub:HuggingFaceTB/SmolVLM2-500M-Video-Instruct. A server on another machine is sent frames of the film; nothing else leaves this one.
describe-subtitles = Subtitles of the dialogue
describe-own-subtitles = the film’s own, if it has any
describe-language = Language of the description
describe-own-language = That of the film or of the existing description
describe-voice = Voice
describe-extended = The film may wait for descriptions that fit in no pause
describe-fetch = A model or a voice that is not on this machine may be downloaded
describe-start = Describe it

# The workbench: cues that are dropped, the history, and replacing words.
dropped-none = Every cue is heard.
whole-cue = The whole cue
dropped-pages = Pages of dropped cues
dropped-count =
    { $n ->
        [one] 1 cue is not heard
       *[other] { $n } cues are not heard
    }
dropped-why = { $reason }. It takes { $takes } seconds, and { $room } are free there.
dropped-no-reason = no reason is known
dropped-say = Say “{ $text }”
dropped-fits = { $takes } seconds: fits
dropped-long = { $takes } seconds: too long
history-count =
    { $n ->
        [one] 1 edit
       *[other] { $n } edits
    }
history-order = ; the newest comes first.
history-edit = { $number }. { $when }, { $who }, by { $source }
history-taken-back = undone
history-none = Nothing was edited yet.
history-pages = Pages of edits
history-undoes = Undoes number { $number }.
history-more =
    { $n ->
        [one] And 1 more cue.
       *[other] And { $n } more cues.
    }
history-cue-at = Cue at { $time }
history-new = { $cue } is new: “{ $text }”
history-removed = { $cue } is removed: “{ $text }”
history-text = { $cue }: “{ $before }” became “{ $after }”
replace-heading = Words to replace
replace-old = Replace the words
replace-new = by (empty: take them out)
replace-preview = Show what changes
replace-hint = Whole words are found, in any case; words with a capital letter only as they are written.
replace-do = Replace in the marked cues
replace-count =
    { $n ->
        [one] 1 cue has these words. Nothing is done yet.
       *[other] { $n } cues have these words. Nothing is done yet.
    }
before = Before:
after = After:
replace-done =
    { $n ->
        [one] 1 cue is changed. Undo reverts this.
       *[other] { $n } cues are changed. Undo reverts this.
    }

# The workbench: check and export.
export-open = Unfinished
export-files = Files
export-settings = Settings of exports
export-no-remarks = The guidelines have no remarks.
export-save = Save the settings
export-done = Nothing: all { $n } cues are seen, and they fit.
export-unseen = { $link } are not seen yet.
export-unseen-link = { $unseen } of { $n } cues
export-unfit =
    { $n ->
        [one] 1 cue does not fit; in sound and film they are spoken faster, or left out:
       *[other] { $n } cues do not fit; in sound and film they are spoken faster, or left out:
    }
export-unchecked = { $n } cues are not checked against their gaps yet; open this page again to continue.
export-not-checked = The description was not checked against the guidelines: { $fault }
export-checking = The { $link } are still being looked for.
export-checking-link = remarks of the guidelines
export-remarks = Remarks of the guidelines:
export-dropped =
    { $n ->
        [one] 1 cue is dropped
       *[other] { $n } cues are dropped
    }
export-anyway = You can export anyway.
export-estimated = Lengths are estimated; sound cannot be made.
setting-reviewed = Reviewed by
setting-reviewed-hint = Who has read or heard the whole description; empty says nothing.
setting-disclosure = Words of your own for how it was made
setting-disclosure-hint = Empty says what is known: who wrote, spoke and reviewed it.
setting-ducking = Lower the film by so many dB
setting-ducking-hint = 0 to 30; empty lowers it as far as each voice needs.
setting-loudness = Loudness of the mix in LUFS
setting-loudness-hint = -31 to -14; empty keeps that of the film. Television has -23.
export-disclosed = Exports say: “{ $text }”
export-all = Make every form
export-form = Form
export-file = File
export-make-it = Make it
export-make = Make
export-make-again = Make again
export-long = Sound, film and player take long: with “every form” they are made only if they are there already. The same as { $command }.
form-text = Text, to read or edit
form-vtt = WebVTT subtitles of the description
form-srt = SubRip subtitles of the description
form-dapt = DAPT, for other tools of audio description
form-csv = CSV, for spreadsheets
form-script = Script with dialogue, for braille
form-wav = Sound of only the voice
form-film = Film with the description in its sound
form-page = Web page with the evidence
form-player = Player for listeners, one file
file-taken = not made; another file has this name, move it away
file-none = not made yet
file-old = { $size }, { $made }, older than the description
file-current = { $size }, { $made }, up to date
made-days =
    { $n ->
        [one] made 1 day ago
       *[other] made { $n } days ago
    }
made-hours =
    { $n ->
        [one] made 1 hour ago
       *[other] made { $n } hours ago
    }
made-minutes =
    { $n ->
        [one] made 1 minute ago
       *[other] made { $n } minutes ago
    }
made-now = made just now
size-bytes = { $n } bytes
export-saved = Saved. Files that depend on it are older than the description now.
export-unchanged = Nothing was changed.
export-make-first = Make it first, on the page Check and export.
no-file = There is no such file

# The workbench: recordings and the voice.
noscript-take = A sound file can be sent without scripts. Recording and playing need them: allow scripts for this address.
back-to-list = Back to the list
take-heard = A recording:
take-voice-heard = The voice:
take-hint = At most one minute and { $mb } MB. Silence at both ends is cut off, and the level is set. Other cues stay as they are.
voice-usual = the usual one ({ $name })
take-heading = Record it
take-start = Record
take-stop = Stop recording
take-hear = Hear the take
take-keep = Keep the take
take-discard = Discard the take
take-file = Or a sound file with only this cue
take-send = Take the file
take-back = Go back to the voice
take-remove = Remove the recording
take-other = Another voice for this cue
take-say = Let it say this cue
take-voice-hint = What it says is kept as a recording. If the text changes, let it say the cue again.
voice-heading = The voice of this film
voice-speed = Speed
voice-use = Use this voice
voice-estimated = Lengths of cues are estimated until a voice can speak.
voice-other = { $voice } speaks “{ $language }”, and the sentences are in another language: choose a voice that speaks it.
voice-hint = 1 is the usual speed; { $slowest } to { $fastest } can be chosen. Cues keep their times: those that no longer fit are named under Check and export.
voice-sample = How it sounds: { $cue }
voice-chosen = { $voice } speaks the cues from now on, at { $rate } times its usual speed.
film-unplayable = The film cannot be played yet
film-copied = Browsers do not play this film, so a copy is made for them: { $share }% is done. Cues can be heard already.

# The workbench: help.
help-start = How to start
help-kept = Each edit is kept, and can be undone, also tomorrow. What happens is said in one place, the status, which screen readers speak.
help-keys = Keys
noscript-keys = Keys need scripts: allow scripts for this address. All buttons work without them.
keys-single = Single letters work without Alt, outside of fields
keys-what = What it does
keys-key = Key, with Alt
keys-step = Your own step for moving starts and ends, in milliseconds
keys-reset = Reset all keys
help-guidelines = What the guidelines ask
help-asks = It asks
help-number = Number
help-source = Source
help-films = On { $films }, choose a film and let it be described; or open one that is.
help-people = On { $people }, give names to those who matter. The texts follow.
help-cues = On { $cues }, hear a cue, change its words, accept it and go to the next that nobody has seen. What you write is saved when you leave the cue.
help-remarks = On { $remarks }, fix what departs from the guidelines, or say why it is right.
help-export = On { $export }, make the files. On { $listen }, hear the film as its listeners will.
help-keys-hint = Press { $alt } and the key. To change one, press Alt and another key in its field, or type a letter or digit there. Screen readers and browsers keep some keys for themselves.
severity-error = error
severity-warning = warning
severity-note = note

# The workbench: listening, questions, and the page of one cue.
listen-heading = { $film } with audio description
ask-moment = Ask about this moment
ask-question = Question
ask-model = Model that answers
ask-at = Moment
ask = Ask
ask-moment-hint = Such as server:http://localhost:11434#qwen3-vl. It sees the frames of the moment; “Not seen” is an answer.
listen-changed = The cue was changed. Open the page again.
no-sound = There is no such sound
near = Cues near it
near-before = The cue before
near-after = The cue after
in-list = In the list
why-heading = Why this sentence
frames = Frames
wordings = Other wordings
wordings-none = The captioner offered none.
notes = Notes
notes-hint = None of this is spoken.
notes-save = Save the notes
again-heading = Describe this stretch again
from = From
to = To
again-start = Describe it again
again-caption = What is there, and what is suggested
again-now = Now
again-suggested = Suggested
again-choose = Choose
again-hear = Hear it in the film
again-none = There is nothing to say about this stretch, by this captioner.
again-leave = Leave it
ask-frames = Ask about these frames
ask-frames-hint = Such as server:http://localhost:11434#qwen3-vl. The answer is shown here and is not spoken in the film. “Not seen” is an answer.
past = History of this cue
past-none = Nobody has changed it.
why-by = Written by { $writer }
why-by-nobody = The writer is not known
why-about = About { $people }.
why-notes = Measured around it: { $notes }.
why-question = { $heading }, question
why-answer = { $heading }, answer
take-it = Take it
past-take = Restore this text
note-comment = Comment for other describers
note-why = Why people do it
note-effect = What follows from it
note-trait = What it says about them
note-figure = What it means, its metaphor
again-hint = The cue stays as it is until you take a suggestion. A server on another machine is sent frames of the film.
again-unmeasured = The film was analysed by another release, or not at all. All of it is analysed first, since people are identified over the whole film. That takes about { $minutes ->
    [one] a minute
   *[other] { $minutes } minutes
} and is kept for other cues.
again-group = Suggestions of job { $number }
past-edit = edit { $number }, { $source }
again-left = Left: the cue stays as it is.
evidence-word = “{ $word }”: { $what }
evidence-between = ,
evidence = { $what }, at { $times } s
wording-shorter = shorter
past-removed = removed
past-added = added: “{ $text }”
past-text = “{ $before }” became “{ $after }”
past-moved = moved to { $start }, until { $end }
past-status = { $now } now, was { $then }
past-other = other values changed
status-spoken = spoken
status-extended = extended
status-dropped = dropped
mark-text = the text “{ $text }”
frame-unmarked = Frame at { $time }. Nothing is marked.
frame-marked = Frame at { $time }. Marked: { $marks }.
place-left = left
place-middle = middle
place-right = right
place-top-left = top left
place-top-middle = top middle
place-top-right = top right
place-bottom-left = bottom left
place-bottom-middle = bottom middle
place-bottom-right = bottom right
why-frames =
    { $n ->
        [one] The model was shown 1 frame.
       *[other] The model was shown { $n } frames.
    }
why-marked = Marked in them: { $people }.
why-unmarked = Nobody is marked in them.
why-said = said
why-other = another choice is better for the whole film
why-unchecked = not checked
why-empty = (empty)
why-step-seen = What is seen
why-step-seen-again = What is seen in other frames
why-step-written = What could be said
why-step-checked = Is it true
why-step-checked-again = Is it true, asked among other statements
why-form-fence = { $step }, JSON among other text
why-form-repaired = { $step }, JSON that was repaired
why-form-prose = { $step }, in prose
why-form-thoughts = { $step }, thoughts only
why-form-cut = { $step }, cut off
why-form-refusal = { $step }, a refusal
why-form-useless = { $step }, of no use

# The workbench: people.
people-none = No people were found in this film.
people-name = Name (empty: none)
people-name-show = Show what a name changes
people-more = The same as somebody else, or two people
people-merge-show = Show what a merge changes
people-split-from = Somebody else from
people-split-to = to
people-split-show = Show what a split changes
people-face = { $person }’s face, cut from the film
people-cues =
    { $n ->
        [one] In 1 cue
       *[other] In { $n } cues
    }
people-seen =
    { $n ->
        [one] ; seen once, from { $start } to { $end }
       *[other] ; seen { $n } times, from { $start } to { $end }
    }
people-about = The cues about { $person }
people-naming = Name { $person }
people-merging = Merge { $person }
people-splitting = Split { $person }
people-merge = { $person } is the same person as
people-runs = Seen:
people-run = { $start } to { $end }
people-runs-more = , and { $n } times more
people-back = Back to the people
person-change = Change this cue
person-none = No cue is about { $person }.
person-other = It is not { $person } but
person-cues = Cues about { $person }
person-given = About { $person } now: { $text }
preview-hint = Where you leave the box empty, the words stay as they are.
preview-do = Do it
preview-leave = Leave it as it is
preview-cues = Cues that change
preview-changes =
    { $n ->
        [one] 1 cue changes
       *[other] { $n } cues change
    }
preview-unsure = No cue changes for sure
preview-doubts =
    { $n ->
        [one] ; 1 place may mean the person or not
       *[other] ; { $n } places may mean the person or not
    }
preview-nothing-yet = Nothing is done yet.
preview-asked = Does this mean { $person }?
preview-would-be = (would be { $words })
preview-more = { $n } more places are decided as is likely.
preview-words-stay = (its words stay)
preview-other-person = (its words stay; it is about somebody else)
preview = What would change
preview-old = The film was edited since this was shown. Nothing is changed yet: look at it once more.
people-done =
    { $n ->
        [one] { $line } 1 cue is changed. Undo reverts this.
       *[other] { $line } { $n } cues are changed. Undo reverts this.
    }
no-picture = No picture
no-picture-text = There is no picture of { $person }.

# The workbench: remarks of guidelines, and the report.
remarks-guidelines = Guidelines
remarks-check = Check against these
remarks-look = Look again
remarks-open = Show the open ones
remarks-rules = Rules
remarks-every = All rules
remarks-unsilence = Show this remark again
remarks-previous = Previous remark
remarks-next = Next remark
remarks-why = Why it does not apply here
remarks-silence = Silence
remarks-of-film = This is about the film, not about a cue.
remarks-pages = Pages of remarks
remarks-checking = The film is being checked: { $share } % of its cues are spoken.
remarks-silenced-count =
    { $n ->
        [one] 1 silenced remark
       *[other] { $n } silenced remarks
    }
remarks-of-rule = of the rule { $rule }
remarks-silenced = Show { $n } silenced
remarks-reason = Silenced: { $reason }
remarks-whole-film = The whole film
report-heading = { $film } at a glance
report-old = The description was edited since this report was made.
report-intro = What a listener will meet, what is open, and how much work is in it. The voice speaks cues for it that it has not spoken yet.
report-guidelines = Guidelines whose remarks are counted
report-make = Make the report

# The card of quality: names of facts, and facts.
card-number = { NUMBER($n, useGrouping: 1) }
card-film = Film
card-minutes = { $film }, { $minutes } minutes
card-heard = Cues that are heard
card-seconds = { $cues }, for { $seconds } seconds
card-dropped = Cues that are dropped
card-over-speech = Over speech
card-over-speech-seconds = { $seconds } seconds
card-rate = Words a minute
card-repeated = Cues that repeat others
card-texts = Texts in the picture that are read
card-named = People with a name
card-by-hand = Cues by hand
card-accepted = Cues accepted as they were
card-remarks = Remarks of the guidelines
card-work = Work by hand
card-work-minutes = about { $minutes } minutes: { $parts }
card-work-none = none
card-n-edits =
    { $n ->
        [one] 1 edit
       *[other] { NUMBER($n, useGrouping: 1) } edits
    }
card-n-sessions =
    { $n ->
        [one] 1 session
       *[other] { NUMBER($n, useGrouping: 1) } sessions
    }
card-n-editors =
    { $n ->
        [one] 1 editor
       *[other] { NUMBER($n, useGrouping: 1) } editors
    }
card-pictures =
    { $n ->
        [one] 1 picture
       *[other] { NUMBER($n, useGrouping: 1) } pictures
    }
card-requests = Requests to models
card-asked = { $requests }, with { $pictures }
card-of = { $n } of { $whole }
card-percent = , { $share } percent

# Scripts of the workbench: what they say. Values stand in braces.
script-not-reached = The workbench does not answer, so nothing is saved yet. Your text is still on this page: copy it, start the workbench again, and paste it there.
script-choose-first = This cue was changed somewhere else. First keep your text, or take the other.
script-error = Error:
script-single-on = Single letters work without Alt, outside of fields.
script-single-off = Keys work with Alt only.
script-keys-reset = All keys are reset.
script-key-wanted = Type one letter or digit, or press Alt and a key.
script-arrow-up = Up arrow
script-arrow-down = Down arrow
script-arrow-left = Left arrow
script-arrow-right = Right arrow
script-space = Space
script-step-wanted = Enter 1 to { $most } milliseconds.
script-step-kept = Your own step is { $step } milliseconds.
script-key-taken = { $key } is taken: { $action }. Choose another key.
script-key-kept = { $key }: { $action }.
script-key-of-browsers = Browsers may keep Alt with this key for themselves.
script-does-accept = Accept this cue and go to the next unseen one
script-does-play-mix = Hear this cue in the film
script-does-play-voice = Hear only the voice
script-does-play-film = Hear the film without this cue
script-does-play-start = Hear around the start
script-does-play-end = Hear around the end
script-does-play-stop = Stop the sound
script-does-start-10-earlier = Start 10 milliseconds earlier
script-does-start-10-later = Start 10 milliseconds later
script-does-start-frame-earlier = Start one frame earlier
script-does-start-frame-later = Start one frame later
script-does-start-100-earlier = Start 100 milliseconds earlier
script-does-start-100-later = Start 100 milliseconds later
script-does-end-100-earlier = End 100 milliseconds earlier
script-does-end-100-later = End 100 milliseconds later
script-does-start-own-earlier = Start earlier by your own step
script-does-start-own-later = Start later by your own step
script-does-end-own-earlier = End earlier by your own step
script-does-end-own-later = End later by your own step
script-does-fit = Fit to the gap
script-does-next-gap = Move to the next gap
script-does-split = Split at the cursor
script-does-join = Join with the next cue
script-does-insert = Write a new cue after this one
script-does-duplicate = Duplicate this cue
script-does-extend = Pause the film for this cue
script-does-reject = Reject this cue
script-does-unseen = Go to the next unseen cue
script-does-previous = Go to the cue before
script-does-next = Go to the cue after
script-does-undo = Undo
script-does-redo = Redo
script-does-again = Say the last message again
script-does-explain = Say what the next key does
script-key-press = Press a key to hear what it does.
script-key-impossible = That cannot be done with this cue.
script-nothing-said = Nothing was said yet.
script-last-cue = This is the last cue of the page.
script-first-cue = This is the first cue of the page.
script-key-nothing = This key does nothing here
script-key-does = { $action }.
script-not-heard = The workbench does not answer, so nothing can be heard. Start it again.
script-stopped = Stopped.
script-nothing-plays = Nothing is playing.
script-not-allowed = The browser does not let pages play sound. Allow it for this address.
script-not-playable = The browser cannot play this sound.
script-film-ready = The film can be played now.
script-film-not-playable = The browser cannot play this film. Cues can still be heard.
script-recording-now = A take is being recorded. Stop it first.
script-not-recording = Nothing is being recorded.
script-no-take-record = There is no take yet. Record one first.
script-no-take = There is no take yet.
script-no-recorder = This browser cannot record. Send a sound file instead.
script-no-microphone = No microphone is there. Connect one, or send a sound file.
script-no-permission = The microphone may not be used. Allow it for this address, or send a sound file.
script-recorded = Recorded. Hear it, keep it, or discard it.
script-recording = Recording.
script-discarded = The take is discarded.
script-signals-on = A sound marks the start and the end of cues while the film plays.
script-signals-off = Cues are not marked by a sound.

# The player.
player = Player
player-noscript = Playing the film with its description needs scripts, and this browser runs none here. The description is below as text.
player-play = Play
player-back = Back 10 s
player-back-spoken = Back 10 seconds
player-forward = Forward 10 s
player-forward-spoken = Forward 10 seconds
player-missed = What did I miss?
player-who = Who is here now?
player-signs = Read the signs
player-where = How far am I?
player-speed = Speed of the voice
player-level = Level of the voice
player-ducked = Level of the film under the voice
player-wait = The film waits for long descriptions
player-wait-note = If it does not, those that need a pause are left out; “What did I miss?” gives them.
player-captions = Captions
player-captions-note = The words of the dialogue are not known; captions show where somebody speaks.
player-keys = Single letters are keys
player-keys-note = While the focus is in the player.
player-now = Description
player-empty = Descriptions are shown here as they are heard.
player-file = Film file on this device
player-file-note = Only if the film does not play. It stays on this device.
player-listening = Listening
player-detail-note = Short uses the fewest words. Full also gives what found no pause in the dialogue; the film waits for it.
player-browser = This browser’s voice
player-reader = My screen reader or braille display
player-answers = Answers are given by
player-answers-reader = my screen reader, and as text
player-answers-browser = this browser’s voice, and as text
player-transcript = The description as text
player-none = This film has no description yet.
player-of = of { $time }
player-detail = Level of detail
detail-short = Short
detail-standard = Standard
detail-full = Full
player-no-film = The film { $film } is not beside this page, or this browser cannot play it.
player-made = This film’s voice: { $voice }
player-dialogue = Dialogue:
player-only-full = (at full detail)
player-speech = [speech]
player-skip = Skip to the player
player-eyebrow = Film with audio description
player-count =
    { $n ->
        [one] 1 description
       *[other] { NUMBER($n, useGrouping: 1) } descriptions
    }
player-voice = , voice: { $voice }
made-with = Made with Cinescribe { $release }.
sends-nothing = Nothing on this page is sent anywhere.
player-says-and = { $first } and { $last }
player-says-unnamed = somebody without a name
player-says-several-unnamed = { $n } people without names
player-says-nobody-ever = Nobody was recognised in this film.
player-says-in-picture = In the picture: { $what }.
player-says-nobody-now = Nobody is recognised at this moment.
player-says-before = In the last { $seconds } seconds: { $people }.
player-says-quoted = “{ $text }”
player-says-sign-before = “{ $text }”, { $time } ago.
player-says-no-sign-yet = Nothing was written in the picture so far.
player-says-no-signs = No signs were found in this film.
player-says-times = { $n } times
player-says-percent = { $n } percent
player-says-now = Description at { $time }
player-says-waits = The film waits
player-says-playing = Playing
player-says-paused = Paused
player-says-pause = Pause
player-says-play = Play
player-says-nothing-yet = Nothing has been described so far.
player-says-paused-at = Paused at { $time }.
player-says-where = { $time } of { $duration }.
player-says-detail = Detail: { $level }.
player-says-detail-short = short
player-says-detail-standard = standard
player-says-detail-full = full
player-says-captions-on = Captions on.
player-says-captions-off = Captions off.
player-says-unplayable = The film cannot be played. Choose its file.
player-says-other-length = This file lasts { $file }, the described film { $film }. The description may be out of step.
player-says-go-to = Go to { $time }
player-says-voices = Voices of this browser
player-says-kept = Settings stay in this browser.
player-says-not-kept = This browser lets the page keep nothing: settings last until it is closed.

# The exported page.
show-weighed = Sentences that were weighed
show-true = true: { $sure }
show-asked = Questions and answers
show-answer = Answer
show-title = Audio description of { $film }
show-trouble = The browser cannot play { $film }. Keep the film in the same place relative to this page, or convert it to MP4. Everything else on the page works without it.
show-speak = Speak cues
show-announce = Announce cues
show-zoom = Zoom
show-mark = Cue { $number }, { $time }, { $status }: { $text }
show-no-lane =
    { $n ->
        [one] 1 more person has no lane here; see People.
       *[other] { $n } more people have no lane here; see People.
    }
show-status = Status
show-any-status = all
show-person = Person
show-cue-in-film = Show cue { $number } in the film at { $time }
show-why = Why did it say this?
show-evidence =
    { $n ->
        [one] Evidence from 1 moment
       *[other] Evidence from { NUMBER($n, useGrouping: 1) } moments
    }
show-of-cue = (cue { $number })
show-frame = Frame at { $time }
show-in-film = Show in the film:
show-box = Box
show-misfit = Does not fit:
show-portrait = Portrait of { $person }
show-no-portrait = No portrait of { $person }
show-cast = { $label } in the film’s cast
show-when = When
show-appears = { $person } appears
show-show = Show
show-more = and { $n } more
show-no-reason = no reason was recorded
show-silences = Pauses in which nothing is said: { $n }
show-span = { $start } to { $end }
show-of-pause = (pause at { $time })
show-skip = Skip to the list of cues
show-eyebrow = Audio description
show-length = Length
show-gaps = Speech gaps
show-no-cue = No cue yet
show-empty = Cues appear here while the film plays.
show-previous = Previous cue
show-next = Next cue
show-while = While the film plays
show-speak-note = With the browser’s own voice; the film waits for extended cues.
show-announce-note = To a screen reader or braille display.
show-timeline = Timeline
show-keys = In the cue lane, the left and right arrow keys move from cue to cue; Enter shows the cue in the film.
show-filter = Filter the cues
show-time = Time
show-cue = Cue
show-inferred = Inferred, not seen
show-no-frame = No frame was kept for this moment
show-why-sentence = Why this sentence?
show-nobody = nobody named
show-no-cues = The script has no cues.
show-nobody-ever = Nobody was recognised in this film.
show-dropped-note = Written but not spoken. Each can be reworded in the script.
show-nothing-dropped = Nothing was dropped.
show-about = About this description
show-says-now-spoken = Cue { $number } at { $time }
show-says-now-extended = Cue { $number } at { $time }, extended
show-says-now-dropped = Cue { $number } at { $time }, dropped
show-says-waits = The film waits for this extended cue.
show-says-waits-voice = The film waits until the voice has finished.
show-says-no-voice = This browser has no voice; use Announce cues instead.
show-says-whole-film = whole film
show-says-times = { $n } times
show-says-shown = { $shown } of { $all } cues shown
show-gap-count =
    { $n ->
        [one] { $time } in 1 gap
       *[other] { $time } in { NUMBER($n, useGrouping: 1) } gaps
    }
show-n-spoken = { NUMBER($n, useGrouping: 1) } spoken
show-n-extended = { NUMBER($n, useGrouping: 1) } extended
show-n-dropped = { NUMBER($n, useGrouping: 1) } dropped
made-by = Made with
made-release = Cinescribe { $release }, script format { $format }
made-film = Film
made-film-facts = { $film }, { $width } by { $height } pixels, { $codec }
made-language = Language of the cues
made-writers = Written by
made-cues =
    { $n ->
        [one] { $writer } (1 cue)
       *[other] { $writer } ({ NUMBER($n, useGrouping: 1) } cues)
    }
made-unknown = unknown
made-dialogue = Dialogue from
made-source-subtitles = subtitles ({ NUMBER($n, useGrouping: 1) })
made-source-vad = voice detector ({ NUMBER($n, useGrouping: 1) })
made-source-transcriber = transcriber ({ NUMBER($n, useGrouping: 1) })
made-disclosure = Disclosure
show-shots = Shots
show-note-why = Why:
show-note-effect = Effect:
show-note-trait = Trait:
show-note-figure = Figure:
show-in-cues =
    { $n ->
        [one] In 1 cue.
       *[other] In { NUMBER($n, useGrouping: 1) } cues.
    }
show-never-seen = No appearances were recorded
show-seen =
    { $n ->
        [one] Seen once, at { $time }, for { $seconds } s
       *[other] First seen at { $time }; { $n } appearances, { $seconds } s on screen
    }
show-parts =
    { $n ->
        [one] 1 part, { $seconds } s of { $duration } s
       *[other] { NUMBER($n, useGrouping: 1) } parts, { $seconds } s of { $duration } s
    }
show-no-parts = none
show-extended = extended, film waits { $seconds } s
show-fast = spoken at { $percent } % speed
show-sure = { $percent } % sure
show-share = { $percent } % of the attribution

# Studies: the list of a rater's studies, and the first pages.
study-closed = Closed.
study-failed = You did not pass test { $test }, so there is nothing more to do.
study-tests =
    { $n ->
        [one] Two tests come first; then 1 page.
       *[other] Two tests come first; then { $n } pages.
    }
study-done = You have finished all pages. Thank you.
study-progress = { $done } of { $n } pages finished.
study-look = Look at { $study }
study-go-on = Continue { $study }
study-begin = Begin { $study }
expert-of = { $study }, as an expert
expert-waiting =
    { $n ->
        [0] No sentences wait for you.
        [one] 1 sentence waits for you.
       *[other] { $n } sentences wait for you.
    }
expert-validate = Validate { $study }
study-none = You are not in a study here. If you should be, ask the person who invited you.
about-you = About you
stored = Stored.
store = Store
studies-back = Back to your studies
first-tests =
    { $n ->
        [one] Two short tests come first. In each you watch some videos, and answer a question about each. If you pass both, you continue with the study; it has 1 page for you.
       *[other] Two short tests come first. In each you watch some videos, and answer a question about each. If you pass both, you continue with the study; it has { $n } pages for you.
    }
first-begin-test = Begin test { $test }
first-minutes = Each page is yours for 30 minutes.
first-leave = You may leave at any time: what you have sent is stored, and you can continue later.
go-on = Continue
begin = Begin
first-blind = If you cannot see the film, say so under { $link }: then its sound comes first, and sentences are read aloud.
first-about-you = about you
first-none = No page is left for you. Thank you for your answers.
first-finished = Pages that you have finished
first-change = You may change an answer until the study closes.
results-write = Write the results
finished = No page of { $study } is left for you now. All your answers are stored.
finished-links = { $pages } or { $studies }.
finished-pages = Look at your pages
finished-studies = go to your studies
to-studies = Go to your studies
screened-out = You did not pass test { $test }. You gave the same answer as the organisers for { $right } of { $videos }; the test needs { $needed }. So this study has no videos for you, and you have nothing more to do here. Thank you for your time.
screened-out-wrong = If you think that something went wrong, tell the person who invited you.
no-video = The video itself is not available here.
leave = Leave; continue later
screening-of = { $study }, before you begin
screening-task = Watch each video to its end, and answer the question below it. To continue, { $needed } of your { $n } answers must be right. You can send this test once.
screening-video-of = Video { $number } of { $n }
screening-sound = Sound of video { $number }
screening-video = Video { $number }
screening-send = Send test { $test }
screening-title = Test { $test } of { $n }
screening-missing = Answer for video { $number }, yes or no.

# Studies: what raters agree to, what they are told, and how they leave.
consent = What you agree to
consent-of = { $study }, before you begin
consent-missing = Decide whether you agree.
consent-declined = You did not agree, so that the study asks you nothing. If you change your mind, you can agree below.
consent-changed = This text has changed since you agreed to it. Read it again, and decide. What you answered before is kept, unless you take it back.
consent-is-given = You agreed to this text.
consent-version = Version { $version }, of { $time }
consent-yes = I agree
consent-no = I do not agree
consent-link = What you agreed to
instructions = Instructions
withdraw = Leave the study and take your answers back
withdraw-link = Leave the study and take your answers back
withdraw-what =
    { $n ->
        [0] You leave this study. Whatever you answered in it is removed.
        [one] You leave this study, and your answers to 1 page are removed.
       *[other] You leave this study, and your answers to { $n } pages are removed.
    }
withdraw-for-good = That cannot be undone. If you only want to stop for now, just close this page: your answers stay, and you can go on later.
withdraw-sure = Yes, remove my answers
withdraw-send = Leave the study
withdraw-stay = Stay in the study
withdraw-unconfirmed = Tick the box if you want your answers removed.
withdrawn = You have left the study
withdrawn-text =
    { $n ->
        [0] You are no longer in { $study }. Nothing of yours is kept.
        [one] You are no longer in { $study }. Your answer was removed.
       *[other] You are no longer in { $study }. Your { $n } answers were removed.
    }
training-title = Example { $step } of { $n }
training-of = { $study }, examples to practise on
training-task = Answer this example as well as you can. Then you see which answer is expected, and why. It counts for no result.
training-send = Show the expected answer
training-missing = Answer the question; then you see what is expected.
training-right = As expected.
training-wrong = Another answer is expected.
training-said = Your answer: { $said }
training-wanted = Expected: { $wanted }
training-rank = rank { $rank }
training-chosen = chosen
consent-final = If you do not agree, the study is over for you.

# Studies: crowd work.
join-unknown = There is no such study here. Open it again from its page at the platform.
join-not = You cannot begin
join-what =
    { $pages ->
        [one] There is 1 page for you. You have { $minutes } minutes from when you begin; after that your place may go to somebody else.
       *[other] There are { $pages } pages for you. You have { $minutes } minutes from when you begin; after that your place may go to somebody else.
    }
time-left =
    { $n ->
        [0] Your { $minutes } minutes are over. You can go on as long as your place is free.
        [one] 1 of your { $minutes } minutes is left.
       *[other] { $n } of your { $minutes } minutes are left.
    }
end-code = Your code for the platform:
end-back = Go back to the platform
end-finished-title = Thank you
end-finished = You have finished the study. All your answers are stored.
end-no-consent-title = The study is over for you
end-no-consent = You did not agree to take part, so that you are asked nothing.
end-screened-out-title = The study is over for you
end-screened-out = Too many of your answers differ from those that were expected, so that this study has no pages for you. Thank you for your time.
end-withdrawn-title = You have left the study
end-withdrawn = Your answers were removed.
end-timed-out-title = The study is over for you
end-timed-out = Your time was over, and your place has gone to somebody else. Thank you for what you answered.

# Studies: the pages with questions, and what is wrong with answers.
caption = Caption
send-and-go-on = Send and continue
step-keep = Keep this page 30 minutes more
step-next = Go to your next page
step-before = Back to the page before
step-part = , part { $step } of { $n } of this page
step-finished = Pages finished: { $done } of { $n }
step-remark = An expert read your answers and asks you to write them again: { $remark }
step-moved = Text { $text } has rank { $rank } of { $n } now. Nothing is stored before you send it.
clip-sound = Sound of the clip
clip = Clip
caption-spoken = Caption, read aloud
step-title = Page { $page } of { $n }
step-kept = The page is yours for 30 minutes more.
step-gone = The page is no longer yours; copy what you wrote, and go to your next page.
thank-you = Thank you
no-page-now = No page just now
test-failed = Test not passed
not-yours = There is no such page for you. Go to your studies, and continue from there.
no-answer = That was no answer
no-answer-text = Choose one of the three answers.
your-studies = Your studies
no-speech = No sound
no-speech-text = The text cannot be read aloud just now.
no-clip = No clip
no-clip-text = The clip cannot be shown just now.
pictures-instead = The film is not available here; these are pictures of the clip.
clip-missing = The clip itself is not available here.
order-none = no rank
phrase-new = The phrase as it should be
phrases-own = Phrases of your own
phrases-own-hint = Each on a line of its own. You may leave this empty.
clip-picture = Picture { $number } of { $n } of the clip
sentence-spoken = Sentence, read aloud
text-spoken = Text { $text }, read aloud
sentence = Sentence
text-named = Text { $text }
about-text = text { $text }
text-choice = Text { $text }: { $words }
needed-after = (needed if you say yes above)
may-be-left-out = (may be left out)
no-answer-option = No answer
hint-time = For example 12.5
hint-metaphor = For example: The runner is as fast as a train.
order-task = Give each text a rank: 1 is the best, { $n } the worst, each rank once. Choose ranks from the lists, or move texts up and down.
order-rank = Rank of text { $text }
order-up = Move text { $text } up
order-down = Move text { $text } down
phrase-spoken = Phrase “{ $phrase }”, read aloud
phrase-change = Change “{ $phrase }”
answer-after = Since you said yes above, answer this: { $question }
answer-this = Answer this: { $question }
answer-text = Answer for text { $text }: { $question }
rank-missing = Choose a rank for text { $text }.
rank-twice = Texts { $first } and { $second } both have rank { $rank }; give each another rank.

# Studies: the pages of experts.
expert-finished = No sentence of { $study } waits for you now. All your decisions are stored.
expert-later = Come back later: more sentences come when annotators finish, or write again what you returned.
expert-intro = You read the metaphors that annotators wrote, of videos in which all annotators see one. You accept each sentence, or return it with a remark. Its annotator then writes it again, and it comes back to you.
expert-gone = This sentence no longer waits: it was decided on, or its annotator changed it. Nothing new was stored.
expert-next = Go to the next sentence
expert-n-waiting = Waiting for you: { $n }
expert-n-accepted = Accepted: { $n }
expert-n-returned = Returned, and not written again yet: { $n }
expert-n-disagreed = Videos left out, because annotators disagree whether there is a metaphor: { $n }
expert-place = Sentence { $place } of { $n }
expert-nothing = Nothing to decide here
expert-choose = Choose one of the two: accept the sentence, or return it.
expert-remark-missing = Write to the annotator what should be different.
expert-remark-too-much = A remark is sent with a sentence that you return; empty it, or return the sentence.
expert-sentence = The sentence
expert-found = What a check by rules found
video-sound = Sound of the video
video = Video
expert-answers = All answers of this annotator
expert-others = What the others wrote about this video
expert-decision = Your decision
expert-remark = Remark to the annotator
expert-remark-hint = For a sentence that you return: say what should be different. The annotator does not learn who you are.
expert-decided = Sentences decided: { $done } of { $n }
expert-returned = You returned this before: { $remark }
expert-accept = Accept the sentence
expert-return = Return it to the annotator, with the remark below

# Logging in, and the first visit.
log-in = Log in
invitation-intro = An invitation works once. It lets you choose a password; with your name and this password you log in later.
log-in-name = Name
log-in-name-hint = It was sent with your invitation, for example rater-3-f00d5e.
log-in-password = Password
log-in-first = Is this your first visit?
invitation = Use your invitation
invitation-code = Code of your invitation
invitation-password = New password
invitation-password-hint = 12 letters or more. Several words are easy to remember.
invitation-again = The same password again
invitation-before = Have you been here before?
invitation-differ = The two passwords differ; write the same one twice.
welcome = Welcome
welcome-name = Your name here is { $name }. Write it down: you need it, with your password, to log in again.
logged-in-again = You are logged in again. Nothing of what you wrote is stored yet: send it now.
logged-out = You were logged out, so nothing was stored yet. Log in; then you can send what you wrote.

# The results of a trial.
trial-caption = What you judged, with 95 % intervals
trial-figure = Figure
trial-share = Share
trial-of = Of
trial-holds = The results hold the name of the model, versions, the size of this machine, requests and time, and figures. They never hold the films, their names or yours.
trial-allow = Others may also read the sentences, and what I wrote
trial-judged = { $done } of { $n } pages are judged.
trial-go-on = Continue judging
trial-written = The results are in { $file }, in the folder of the trial. They have no sentence, and nothing that you wrote.
trial-written-shared = The results are in { $file }, in the folder of the trial, with the sentences and what you wrote.
trial-interval = { $value } % ({ $low } to { $high })
trial-not-judged = not judged
trial-send = Look at the file before you send it. Its home is an issue of the Cinescribe repository, with the title “Trial of { $model }”.
results-again = Write the results again
trial-old = This address is out of date. Use the one that the trial printed when it was started last.

# Challenges. `date-pattern` is one of CLDR.
phases = Phases
admin-jobs = Jobs
admin-caption = Submissions by phase and state
phase = Phase
state = State
number = Number
admin-none = No submission has come yet.
audit = What happened
audit-caption = The last 50 lines, the newest first
time = Time
audit-what = What
audit-who = Who
audit-detail = Detail
phase-closed = Closed on { $time }.
phase-open-since = Open since { $time }.
phase-not-open = Not open.
phase-sure = I am sure: the phase { $phase } stays closed
phase-close = Close { $phase }
phase-open = Open { $phase }
audit-program = a program
admin = Organisers
admin-sure = Say that you are sure: a phase that has closed stays so.
date-pattern = d MMMM y, HH:mm 'UTC'
data-clips = { $phase }: { NUMBER($n, useGrouping: 1) } clips
data-digest = SHA-256 of the list of clips:
data-bytes = { NUMBER($n, useGrouping: 1) } bytes
data = Data
board-place = Place
team = Team
board-by-people = Place by people
board-none = No submission is scored yet.
board-hidden = Scores of this phase are shown after its close.
board-caption = Phase { $phase }: the best submission of each team, in the order of { $metric }; metrics and Novel in percent
board-not-ranked = not ranked
board-group = No significant difference in { $metric }: { $teams }.
board-winner = People chose the winner: { $team }. Their order: { $teams }.
board-signatures = Signatures of the metrics in phase { $phase }
board = Leaderboard
value-none = none
rules = Rules
rules-closed = closed on { $time }.
rules-open-until = open until { $time }.
rules-open = open.
rules-opens = opens on { $time }.
rules-not-open = not open yet.
rules-log-in = { $link } to take part.
rules-log-in-link = Log in
submission-scores = Scores, in percent where they are shares
metric = Metric
value = Value
submission-wait = You need not wait here: scoring continues without this page. Load it again later.
submission-later = Scores are shown after the close of the phase.
submissions-all = All submissions of your team
submission-facts = Phase { $phase }, { $time }. State: { $state }.
submission-digest = SHA-256 of the file:
submissions = My submissions
submission-number = Submission { $number }
submissions-caption = Submissions of your team, the newest first
submissions-came = Received
submissions-none = Your team has submitted nothing yet.
submissions-first = Submit a file
submit-closed = No phase is open now.
submit-organiser = Your team runs this challenge, and does not submit.
submit-file = File with your submission
submit-hint = UTF-8 text of at most 20 MB, not packed; see the rules.
submit = Submit
submit-left = { $phase }: { $left } left of { $n }, { $now } of them now
submit-busy = The server could not store anything just now; wait a minute and send it again.
team-members = Members
team-token = Token for programs
team-make-token = Make a token
team-new-token = Your new token, shown once:
team-token-use = With a token, { $command } submits for you. A new token ends the one before.
team-title = Team { $team }
no-team = You are in no team
no-team-text = You are in no team of this challenge. Ask the organisers for an invitation.
challenge-not-yours = There is no such page for you. Go to the rules, and continue from there.
submission-received = received
submission-checked = checked
submission-scoring = scoring
submission-scored = scored
submission-failed = failed

# The report on many films that were described in one run.
many-title = Described films
many-skip = Skip to the films
many-described = Described
many-failed = Not described
many-none = No film could be described.
many-of = { $n } of { $all } films
many-film = Film
many-length = Length
many-cues = Cues
many-people = People
many-over-speech = Over speech
many-dropped = Dropped
many-time = Working time
many-memory = Most memory of a worker
many-requests = Requests
many-pictures = Pictures sent
many-remarks = Remarks
many-seconds = { $n } s
many-megabytes = { $n } MB
many-remarks-of =
    { $n ->
        [one] 1 remark
       *[other] { NUMBER($n, useGrouping: 1) } remarks
    }
