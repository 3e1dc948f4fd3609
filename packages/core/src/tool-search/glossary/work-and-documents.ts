/** Work, code, talk, mail, calendars and documents. See `glossary.ts` for how to read it. */
export const workAndDocumentsGlossary = `
# Work, code and teams
issue: bug-report trouble-ticket defect glitch work-item incident-report something-broken malfunction fault-report; problem broken crash
epic: big-feature large-feature body-of-work big-chunk-of-work large-initiative umbrella-task big-piece-of-work; theme initiative feature stories
story: user-story feature-request feature-wish requirement-story narrative; feature points backlog requirement user
sprint: work-cycle two-week-cycle two-week-iteration timebox development-cycle work-period iteration; iteration scrum agile
backlog: work-queue pending-work to-do-pile work-not-started pile-of-work list-of-open-work work-to-come outstanding-work; queue unplanned later waiting sprint scrum
board: kanban task-board scrum-board card-wall wall-of-cards; columns swimlane cards
milestone: target-date checkpoint stage-goal big-date key-date project-goal; goal target phase
roadmap: long-term-plan; plan timeline quarter
project: undertaking programme; team initiative
worklog: time-entry logged-time hours-worked time-spent time-tracking logged-hours work-hours effort-entry time-record recorded-hours booked-hours hours-put-in time-booking; hours timesheet spent minutes
timesheet: time-card hours-worked weekly-hours clocked-hours list-of-hours sheet-of-hours; hours clock punch worked
watcher: people-following who-follows interested-person onlooker observer someone-following person-who-follows; follower subscriber
dependency: blocked-by depends-on waits-for blocking-task prerequisite must-come-first one-task-blocks task-blocks depend one-waits-for-another precondition link-between-tasks relation-between-tasks; blocks first before library
component: part-of-product module subsystem building-block part-of-software software-part piece-of-software; part piece
version: product-release build-number; release edition numbered
custom-field: own-field extra-field additional-field user-defined-field extra-attribute own-attribute self-defined-field special-field own-column; attribute column extra
label: tag sticker marker; color category
commit: code-change checkin check-in changeset; revision sha git
branch: line-of-development feature-line code-line side-line-of-code; git main trunk
repository: code-repo git-repo source-repo codebase project-code code-base project-on-git source-project; git source
pull-request: pr merge-request code-change-proposal proposed-change change-request code-review-request; merge review diff branch git
code-review: review-code reviewed-code; reviewer feedback
release: shipped-version new-version published-version software-release launch-version; ship version changelog notes
gist: code-snippet paste pastebin snippet short-code piece-of-code shared-snippet; short share
webhook: http-callback event-callback push-notification-url callback-url outgoing-notification url-that-gets-called; callback endpoint
deploy-key: repo-ssh-key ssh-key read-only-key server-key server-access-key machine-key; ssh git key access
runner: build-agent build-machine ci-machine ci-agent build-server ci-worker build-worker machine-that-builds executor; ci agent executes builds
workflow-run: ci-run pipeline-run build-run action-run ci-job ci-build github-actions actions-run automation-run pipeline-execution pipeline-attempt execution-of-workflow build-execution; ci build pipeline actions
workflow: pipeline automated-process; steps automation ci
code-owner: who-owns-code responsible-for-code file-owner reviewer-for-files owner-of-code people-responsible-for-code; maintainer codebase
tag: label marker; version git
fork: own-copy-of-repo; copy repo
merge: land integrate combine; branch conflict
diff: line-changes what-changed; compare patch
secret: password credential sensitive-value confidential api-key; hidden key token
environment: staging production; deploy env
artifact: build-output build-result; build binary
package: library module small-parcel packaged-goods; dependency npm
test: unit-test; suite passes fails
coverage: tested-lines; tests percentage
license: licence terms-of-use; open source
team: crew squad group-of-people; department group colleagues
task: to-do todo chore work-item action-item job-to-do; work assignment
subtask: child-task smaller-task; part
checklist: tick-list list-of-steps; items tick
comment: remark feedback-note annotation reply note-below; note opinion feedback discuss
attachment: attached-file enclosed-file file-on-mail file-sent-along came-with-mail sent-along-with document-on-mail file-in-mail mail-attachment; attached enclosed file mail
assignee: person-responsible who-works-on; responsible owner
priority: urgency importance; urgent severity
severity: how-bad; serious priority
deadline: due-date time-limit cutoff cut-off-date last-date latest-date final-date; due until late overdue expiry
estimate: story-points effort; points guess
report: summary-document; summary numbers
notification: alert message; unread bell
member: participant person-in-team; belongs joined
# Talk
message: chat-post chat-line dm note; said wrote posted chat
channel: chat-room room group-chat chatroom discussion-room team-room talk-room; team conversation
thread: conversation discussion back-and-forth message-chain mail-chain reply-chain string-of-messages email-conversation mail-conversation; replies topic chat
reaction: emoji-response thumbs-up thumbs-down like smiley-response heart-on emoji-on emoji-reply emoji-answer smiley-reaction; emoji like heart thumb react
direct-message: private-message dm one-to-one-message personal-message private-chat one-on-one-chat pm; private personal
emoji: smiley emoticon smileys custom-smiley; icon picture face
user-group: team-of-members group-of-users mention-group group-of-people handle-group team-of-chat named-group group-of-colleagues set-of-people; members team mention group
bot: chat-robot chatbot automated-assistant virtual-assistant robot-user automated-user chat-assistant software-robot automated-helper; robot automatic assistant
reminder: nudge memo-to-self alarm-to-self prompt-to-remember don't-forget remind-me note-to-self memory-aid alert-to-self; remember forget later ping remind
pinned-message: stuck-message stuck-to-top sticky-message message-on-top kept-at-top highlighted-message sticky-note sticky-post fixed-at-top post-at-top top-message fixed-message message-at-the-top; pin top sticky important
status: presence availability-text whether-up; away busy online state
call: phone-call voice-call conversation-by-phone huddle; phone ring voice talk
mention: at-mention; named tagged
topic: subject channel-subject news-channel event-channel subject-to-publish; about
# Mail
email: mail e-mail electronic-mail electronic-letter; letter message inbox sender
draft: unsent-mail unsent-letter unsent-message not-yet-sent unfinished-mail half-written unfinished-message not-sent-yet unsent; unfinished prepare later
filter: mail-rule sorting-rule inbox-rule rule-for-mail rule-sorts-mail sorts-incoming-mail incoming-mail-rule sort-incoming-mail mail-sorting sort-mail auto-sort automatically-sort sorting-mails sort-messages inbox-sorting; rule sort automatic incoming auto
signature: mail-footer sign-off-text closing-lines mail-closing text-under-mails email-footer block-under-mail name-and-title-at-end closing-text text-at-the-end-of-mails greeting-at-end; footer name closing
mailbox: inbox mail-account post-box email-account post-account mail-folder; mail account
alias: forwarding-address other-address alternate-address alternative-address second-address extra-address nickname-address forwarding-mail-address additional-address extra-email-address pseudonym alternate-name; forward alternative nickname
contact-group: mailing-audience distribution-list group-of-contacts mailing-list people-list address-group group-of-recipients recipient-list group-of-addresses set-of-contacts circle-of-contacts; audience recipients list
newsletter: mass-mailing weekly-mailing bulletin monthly-mailing mail-to-subscribers mailshot mailing subscriber-mail circular regular-mailing email-bulletin news-mail email-blast; subscribers weekly monthly marketing
spam-report: junk-mail-report junk-report unwanted-mail phishing-report junk-complaint complaint-about-junk notice-of-junk; junk unwanted phishing
spam: junk unwanted-mail; phishing unwanted
recipient: addressee who-receives; to
subject: headline title-of-mail; title
vacation-responder: auto-reply automatic-reply out-of-office away-message autoresponder holiday-reply reply-while-away answer-while-away mail-while-away auto-answer; away absent holiday
unsubscribe: opt-out stop-newsletter no-more-mails leave-list; stop newsletter
inbox: incoming-mail mail-tray; unread
# Calendar
event: appointment calendar-entry date-in-diary calendar-item diary-entry occasion agenda-item happening something-on-the-calendar get-together; meeting agenda date
calendar: agenda diary schedule-of-events datebook planner; dates week
attendee: guest invited-person participant person-coming who-is-coming who-comes invitee person-invited people-coming someone-invited those-invited visitor-of-event; coming invited attending joins
availability: free-time free-slot open-slot when-free who-is-free when-someone-free free-hours when-available free-slots spare-time free-periods open-times gaps-in-diary; free busy slot
freebusy: free-time busy-time when-free common-slot free-slot; available
room-booking: meeting-room-reservation reserved-room room-reservation conference-room-reservation booked-room meeting-space-reservation reserve-meeting-room meeting-rooms-reserved meeting-room conference-room-booking booked-meeting-room room-hire; room reservation reserved conference
recurring-event: repeating-meeting repeating-appointment weekly-meeting regular-meeting event-series standing-meeting repeated-event repeating-event every-week-meeting weekly-standup series-of-meetings event-that-repeats monthly-meeting daily-meeting; repeating weekly series regular repeats standing
time-zone: utc-offset gmt-offset local-time clock-offset region-time timezone utc hours-from-greenwich clock-zone region-clock; utc gmt offset hours clock
invitation: invite meeting-request; invited accept rsvp
working-hours: office-hours business-hours work-schedule when-people-work shift-times opening-times hours-of-work working-day time-at-work business-times when-we-work; office nine five workday
schedule: timetable plan-of-times; times rota
holiday: public-holiday day-off bank-holiday; vacation
# Documents
page: article wiki-article wiki-entry handbook-page knowledge-article; document wiki
document: doc text-file written-document paper spec write-up; text file write
folder: directory document-directory; files drawer
template: boilerplate blueprint ready-made-form starter-document sample-layout pre-made pattern-document ready-made-layout standard-text model-document; reusable preset
space: wiki-area workspace team-area document-area wiki-section team-wiki section-of-wiki wiki-space; area section wiki
block: paragraph text-section content-piece piece-of-content content-element text-block chunk-of-content; paragraph section piece
table: grid spreadsheet tabular-data; rows columns
database: db data-store datastore; sql tables
revision: earlier-version older-version previous-version edit-version saved-version document-version past-version stand-of-document earlier-draft saved-state; edit version older
permission: access-right who-may-do who-may access-grant right-to-edit who-can-see who-can-edit right-of-access allowed-to authorization grant-of-access access-level; rights allowed access may
bookmark: saved-link favourite favorite; link
note: memo jotting; jot write
wiki: knowledge-base internal-docs; articles
form: questionnaire input-sheet fields-to-fill entry-form web-form input-fields; fill input fields
survey: questionnaire opinion-poll; answers questions
spreadsheet: excel-sheet worksheet; cells csv
presentation: slide-deck slides powerpoint; talk
heading: title section-title; header
list: bullet enumeration; items
link: hyperlink url; web
file: document; disk
archive: zip packed-files; old
snippet: code-fragment text-fragment; short
glossary: term-list word-list; terms
`;
