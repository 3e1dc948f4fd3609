/** What people call the things of work in passing: code, teams, mail, meetings, staff, customers and law. See `glossary.ts` for how to read it. */
export const officeGlossary = `
# Code
issue: snag hiccup gremlin papercut gripe known-problem open-problem wish-from-user
commit: save-point what-went-in latest-work who-changed-code
pull-request: code-waiting-for-review code-up-for-review work-to-be-merged my-changes-to-main patch-for-review
merge-pull-request: land-changes get-my-code-in bring-changes-into-main
create-pull-request: propose-changes offer-changes put-up-for-review send-patch; propose
create-branch: start-new-line-of-work branch-off; off
delete-branch: tidy-old-branches
list-branch: lines-of-work
create-release: cut-new-version announce-version
create-repository: start-new-codebase home-for-code place-for-code
repository: home-for-code code-home
fork-repository: make-it-my-own copy-under-my-account
request-review: second-pair-of-eyes fresh-eyes-on-code
submit-review: sign-off-on-code say-code-is-fine request-changes
code-review: second-pair-of-eyes fresh-eyes-on-code
workflow-run: robot-checks green-tick red-cross green-check
cancel-run: stop-build abort-build
rerun-workflow: kick-build-again give-build-another-go
job-log: what-ci-complains-about build-complaint
issue-comment: chime-in-on-ticket say-on-ticket
assign-issue: put-someone-on-bug who-should-fix
milestone: where-we-want-to-be big-deliverable
label: colored-tag badge-on-issue
search-repository: projects-on-github open-source-projects-for
trending-repository: hot-projects popular-projects
dependency: what-we-rely-on relied-upon
feature-flag: half-rolled-out hide-behind-switch dark-feature kill-switch-for-feature
rollout: little-by-little bit-by-bit; gradually
changelog: what-different
test: does-it-still-work check-nothing-broke
lint: sloppy-code
debugger: go-line-by-line
regex: match-text-like find-text-shape
license: am-i-allowed-to-use-this-library
# Tasks
task: thing-to-be-done errand loose-end assignment-at-work odd-job open-loop
my-issue: on-my-plate my-workload what-i-work-on; plate
assigned: on-my-plate workload; plate
unassigned: nobody-has-taken nobody-owns unclaimed ownerless orphaned
overdue: running-behind fallen-behind should-have-been-done missed-deadline; behind tardy
due-date: when-must-be-done; deadline
priority: what-matters-most drop-everything most-pressing top-of-list; pressing burning
blocker: holding-us-up show-stopper what-stopping-us stumbling-block; stuck stopping
workload: too-much-work overworked how-much-on-plate; swamped
sprint: what-we-took-on two-weeks-of-work
standup: what-did-everyone-do
retrospective: what-went-well
board: big-picture-of-work
time-entry: where-did-my-day-go what-i-spent-time-on hours-on-client billable-hours; billable
subtask: break-task-into smaller-pieces baby-steps
goal: what-we-aim-for north-star; aim aspire ambition
key-result: measure-of-goal
# Chat and mail
message: ping-someone shout-out blurb
direct-message: have-quiet-word
channel: where-team-chats slack-room
thread: side-conversation same-conversation
mention: calls-me-out someone-named-me
unread-message: what-did-i-miss catch-up-on-chat; missed
reaction: thumbs-up-on give-heart laughing-face
announcement: tell-the-whole-company tell-the-world; announce
email: drop-note
search-email: mail-i-got-from mail-someone-sent
send-email: fire-off-mail
newsletter: blast-to-subscribers
spam: rubbish-mail dodgy-mail scammy; rubbish
filter: keep-mail-out-of-inbox
vacation-responder: tell-people-i-m-away beach-message
forwarding: have-mail-sent-on mail-goes-elsewhere
attachment: came-with-message paperclip
contact: rolodex little-black-book how-do-i-reach whom-do-i-know
# Calendar and meetings
event: commitment do-in-diary shindig
create-event: put-in-diary save-the-date pencil-something
update-event: bump-meeting push-meeting
attendee: headcount-for-event who-else-is-going plus-one; going
freebusy: gap-in-diary hole-in-calendar window-that-works
availability: window-that-works when-suits opening-in-calendar
meeting: catch-up-with one-to-one face-time huddle powwow
schedule-meeting: get-everyone-together get-people-in-room
join-meeting: hop-on-call jump-on-call
recording: missed-meeting watch-meeting-again meeting-on-tape
transcript: exact-words
meeting-note: what-came-out-of-meeting minutes-of-call
action-item: who-has-to-do-what next-steps what-was-promised; promised
registration: people-who-will-come signed-up-people ticket-holders
webinar-registrant: who-has-signed-up who-signed-up who-registered
room: somewhere-to-meet place-to-meet
room-booking: somewhere-to-meet place-to-meet
# Documents
document: piece-of-writing typed-text
create-document: put-in-writing put-on-paper
page: write-up-on-wiki
search-page: what-does-wiki-say handbook-say do-we-have-docs
comment: margin-note red-pen two-cents
version-history: how-it-read-before before-someone-edited who-touched-document
share-document: send-copy-to let-read
suggestion: track-changes red-line redline; redlining
template: cookie-cutter fill-in-form standard-form starting-point; starting
note: brain-dump scrap-of-paper thought-i-had scribbles
reading-list: stuff-to-read
bookmark: page-i-liked link-i-saved
search-file: where-did-i-put can-t-find-file
recent-file: what-i-was-working-on
trash: threw-away
storage-quota: room-left-on-drive how-much-room
sign: put-john-hancock put-signature-on; countersign
signature-request: needs-my-signature dotted-line
envelope: dotted-line papers-to-sign
void-envelope: stop-signing call-back-papers
# Staff
employee: folks-who-work-here people-on-payroll headcount crew-member
org-chart: who-answers-to pecking-order who-works-under; superiors underlings
time-off: get-away-from-work break-from-work day-to-myself long-weekend
leave-balance: days-i-can-still-take days-left-to-take
approve-time-off: let-take-holiday let-have-day-off
payslip: what-did-i-earn take-home
payroll: pay-everyone payday
compensation: what-does-he-make what-does-she-make pay-rise pay-raise; raise
onboarding: get-new-person-started show-the-ropes
termination: gets-sacked gets-fired part-ways; sacked fired
candidate: people-in-the-running person-for-job hopefuls; shortlisted
job-posting: help-wanted looking-to-hire wanted-ad
interview: meet-with-candidate chat-with-applicant
reject-candidate: turn-applicant-down not-the-right-fit
performance-review: how-am-i-doing-at-work
recognition: pat-on-back well-done thank-colleague; kudos praise
shift: who-works-when who-is-working-tonight
swap-shift: cover-for-me take-my-shift
expense: what-i-laid-out spent-on-company-card
# Customers and reach
customer: people-who-buy-from-us punter regulars folks-who-pay
contact: someone-at-company who-we-know-at
lead: bite-from-prospect hot-prospect
deal: big-fish on-the-table irons-in-fire
create-deal: new-business-chance
win-deal: they-said-yes
lose-deal: fell-through slipped-away; lost
pipeline: what-we-might-close what-might-close
forecast: what-will-we-sell how-much-will-we-sell
activity: last-touch last-spoke-to when-did-we-talk
log-call: jot-down-call i-just-spoke-with
enrich: fill-in-missing-details what-can-you-find-about
campaign: big-push marketing-blast
audience: whom-should-we-target who-sees-ads
ad-spend: burning-on-ads ad-money
pause-campaign: stop-spending-on-ads stop-ads
ad-performance: which-ads-work is-my-ad-working
email-campaign: mail-blast mail-everyone-on-list
subscriber: people-on-mailing-list
conversion: turned-into-customers ended-up-buying
page-view: eyeballs how-many-looked footfall
engagement: how-did-my-post-do likes-i-got
follower: who-follows
schedule-post: queue-up-post post-it-later
social-post: say-on-social tell-my-followers; tweet
trending: what-everyone-is-talking-about all-the-buzz what-hot; buzz
sentiment: good-or-bad-mood what-tone how-angry; tone upset
ticket: customer-in-trouble unhappy-customer cry-for-help
reply-ticket: get-back-to-customer write-back-to-customer
close-ticket: customer-is-happy-now
escalate: over-my-head get-manager-involved
csat: thumbs-from-customers
survey: what-do-people-think take-pulse gauge-opinion
survey-response: what-people-said how-people-answered
form: sheet-to-fill sign-up-sheet
# Law and public life
contract: paperwork-with-client what-did-we-sign deal-on-paper; terms
clause: what-does-contract-say-about wording-in-contract
case: suing sued being-sued; litigate
docket: suing sued what-happening-in-court; sue
statute: is-it-legal is-it-allowed against-the-law; illegal
legislation: what-congress-is-up-to being-debated
representative: my-congressman my-mp who-represents-me
election: who-is-running polling-place
patent: someone-already-invented; invented inventor
trademark: is-name-taken name-already-used
company-registry: is-firm-real does-company-exist; incorporated
sanction: may-we-do-business-with; embargo
tender: bid-for-government-work
grant: free-money
donation: chip-in-for-charity give-to-cause; generous
volunteer: lend-a-hand; helping
fundraiser: raise-money collect-for-cause
permit: red-tape permission-to-build
`;
