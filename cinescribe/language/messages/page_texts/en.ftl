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
