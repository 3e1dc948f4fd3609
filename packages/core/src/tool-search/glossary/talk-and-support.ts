/** Chat, mail, calendars, meetings, phones, social media, support, sales, marketing, documents, notes and files. See `glossary.ts` for how to read it. */
export const talkAndSupportGlossary = `
# Chat
send-message: tell-team drop-line message-someone; tell write
post-message: say-to-team announce; tell
direct-message: write-privately private-word talk-privately; privately
reply-to-thread: answer-in-thread answer-below; answer
channel-history: what-was-said-in earlier-messages recent-messages conversation-so-far last-messages what-people-wrote; said
conversation-history: what-was-said-in earlier-messages recent-messages conversation-so-far last-messages what-people-wrote
message: what-was-said-in earlier-messages recent-messages conversation-so-far last-messages what-people-wrote
search-message: who-said where-did-we-discuss find-in-chat messages-about; said discussed
channel: chat-group group-conversation; group
create-channel: new-room new-chat-group; room
join-channel: enter-room get-into-channel; enter
archive-channel: shut-channel; shut
channel-member: who-is-in-channel people-in-room; people
kick: remove-from-server expel
ban: exclude-user; exclude
timeout: silence-member; silence
role: rank-in-server; rank
guild: discord-server; discord
add-reaction: like-message heart-message; thumb
unread: not-yet-read new-messages; unseen
mark-read: have-seen seen-it; seen
presence: who-is-online is-online is-available away-or-online; online
set-status: do-not-disturb away-message tell-others-busy; busy away
user-profile: who-is-person details-of-user about-colleague
user: person-by-email who-is-that
voice-channel: talk-room
sticker: fun-picture; fun
gif: moving-picture funny-animation; funny
canvas: shared-page-in-channel; page
poll: ask-group let-people-vote
schedule-message: send-later write-later; later
broadcast: tell-everyone message-to-all; everyone
forward-message: relay-message; pass
delete-message: unsend
edit-message: correct-what-i-wrote; correct
contact: phone-of-person
# Mail
send-email: write-mail mail-someone shoot-mail drop-mail email-someone; mail
draft-email: prepare-mail begin-mail; prepare
email: open-mail see-mail
search-email: find-mail mails-about; letters mails
email: what-is-in-inbox newest-mail new-mail check-mail recent-mail
unread-email: mail-not-read unopened-mail; unopened
reply-email: answer-mail; answer
forward-email: relay-mail mail-to-someone-else; pass
attachment: file-in-message what-is-attached pdf-in-mail
label: mail-category
move-email: file-mail-under; folder
archive-email: out-of-inbox; done
trash-email: bin-mail; bin
mark-spam: is-junk; junk
star-message: flag-mail important-mail; important
vacation-responder: away-note i-am-away tell-people-away
mail-thread: mail-conversation back-and-forth-mail; conversation
mail-list: list-of-subscribers; subscribers
transactional-email: automatic-mail; automatic
bounce: undeliverable-mail did-not-arrive; undeliverable
email-verification: does-mail-exist real-email; real
email-finder: find-mail-of-person what-is-email-of; find
delivery-event: was-mail-opened did-mail-arrive; opened
temporary-email: throwaway-address disposable-mail; disposable
# Calendar and meetings
create-event: schedule-meeting book-meeting arrange-meeting new-appointment; appointment
event: whats-on-my-calendar plans-today; day today
update-event: move-meeting change-appointment shift-meeting other-time; shift
delete-event: cancel-meeting drop-appointment; cancel
free-busy: when-can-we-meet common-free-time
availability: when-can-we-meet common-free-time
availability: slot-for-everyone suitable-time time-that-suits; suits
respond-to-event: accept-invite decline-invite am-coming will-not-come; rsvp attend
add-attendee: invite-to-meeting; invite
event: next-meeting what-comes-next; next
event-type: bookable-slot booking-page calendly; bookable
scheduling-link: let-people-book link-to-book; book
reminder: dont-let-me-forget nudge-me poke-me
focus-time: undisturbed-time; undisturbed
meeting: zoom-call video-meeting get-together-online; zoom
join-meeting: get-into-call dial-into; dial
meeting-transcript: who-said-what-in; said
meeting-summary: what-was-decided recap-of-call outcome-of-meeting; minutes decided
meeting-note: what-was-decided recap-of-call outcome-of-meeting
action-item: what-to-do-after-meeting follow-up-tasks agreed-tasks; agreed
task: what-to-do-after-meeting follow-up-tasks agreed-tasks
recording: video-of-call
whiteboard: shared-drawing; drawing
task: what-to-do things-to-do
complete-task: task-is-done mark-task-done; done
habit: daily-routine-goal streak; daily
# Phones
call: call-number telephone-someone speak-by-phone
make-call: dial call-number telephone-someone speak-by-phone; ring
end-call: hang-up; hang
answer-call: take-call accept-call; pick
call-recording: recorded-call; listen
call-transcript: what-caller-said; caller
call-history: who-called calls-so-far missed-calls; missed
call-forwarding: redirect-calls divert-calls; divert
send-sms: send-text message-to-phone text-to-phone text-number; text
text-message: send-text message-to-phone text-to-phone text-number
sms: send-text message-to-phone text-to-phone text-number
sms: short-text phone-message
whatsapp: chat-by-phone phone-chat; chat
message-template: approved-text
number-lookup: who-owns-number whose-number carrier-of-number; whose
voicemail: what-caller-left
ivr: phone-menu press-one-for; menu
verification-code: confirm-phone check-phone; confirm
esim: phone-plan-abroad; roaming
send-location: where-i-am share-where; where
contact-card: vcard; vcf
# Social media, blogs and forums
create-post: post-on-social publish-update tweet-something share-with-followers write-post; tweet
tweet: short-post x-post; twitter
timeline: what-people-i-follow-post home-feed news-feed; feed
retweet: share-post repost boost-post
comment-on-post: write-under-post
follow: see-posts-of
follower: who-follows-me audience-size
trending: what-is-hot popular-now what-everybody-talks hot-topics; hot
hashtag: topic-with-hash; topic
mention: who-talks-about-us talks-about-brand; talks
social-listening: brand-reputation; reputation
engagement: likes-and-shares how-post-did post-performance; likes
reel: short-video tiktok; short
story: disappearing-post; disappearing
influencer: popular-poster creator-with-followers; creator
subreddit: reddit-community reddit-board; reddit
thread: forum-conversation; forum
upvote: vote-up
video-comment: viewers-write comments-under-video; viewers
youtube-transcript: words-of-video video-as-text text-of-video subtitles-of-video; said
transcript: words-of-video video-as-text text-of-video subtitles-of-video
video-info: about-video views-of-video; views
youtube-channel: video-creator who-makes-videos; creator
subscriber: who-gets-newsletter people-on-list; list
blog-post: web-article write-article new-article
publish-post: put-article-online; online
category: topic-of-articles; topic
slug: readable-url; url
media-library: uploaded-pictures; uploaded
plugin: extension-of-site; extension
content-type: kind-of-content; kind
content-entry: piece-in-cms; cms
site-page: web-page-of-site
menu: navigation-of-site; navigation
seo: found-in-google; google
# Support, sales and marketing
create-ticket: customer-complains open-support-case report-problem new-support-request; complaint
ticket: customer-problem what-customer-complains
ticket-comment: answer-customer; customer
internal-note: note-only-team-sees private-comment; private
canned-response: standard-answer prepared-answer; standard
sla: answered-in-time reply-time-promise; promise
assign-ticket: give-case-to hand-ticket; hand
ticket-queue: waiting-customers; waiting
csat: are-customers-happy customer-satisfaction how-satisfied; happy
nps: would-recommend-us promoter-score; promoters
help-center: self-help-articles support-articles
live-chat: visitor-chat talk-to-visitor; visitor
chatbot-flow: bot-conversation; bot
contact: person-in-crm customer-person
create-contact: save-person add-customer new-person; person
company: customer-firm account-in-crm
deal: sale-in-progress sales-chance big-sale
deal-stage: where-sale-stands; stands
pipeline: sales-in-progress open-deals
close-deal: won-sale lost-sale; won
lead: new-inquiry someone-interested potential-business
lead-score: how-promising hot-leads; promising
enrich: find-more-about-person; more
people-search: find-person-on-linkedin find-decision-makers; prospects decision
person: find-person-on-linkedin find-decision-makers
company-enrichment: firm-details firmographics employees-and-revenue-of; firm
technology-stack: what-software-site-uses; built
activity: call-or-visit logged-contact; logged
sequence: automatic-follow-ups outreach-series cold-mails; outreach
outreach: cold-mail write-to-prospects; cold
sales-forecast: expected-sales; expected
quota: sales-target; target
proposal: offer-document bid-document; offer
campaign: marketing-mailing ads-running; running
campaign: mail-newsletter send-to-all-subscribers; blast
audience: whom-we-reach target-people; reach
ad-campaign: advertising google-ads facebook-ads
ad-group: set-of-ads ad-set; ads
ad-creative: picture-of-ad ad-text
ad-spend: money-on-ads cost-of-advertising; advertising
ad-performance: how-ads-do clicks-on-ads ad-results; clicks
ad: how-ads-do clicks-on-ads ad-results
ctr: click-through-rate share-who-click; clicked
cpc: price-per-click cost-per-click; click
return-on-ad-spend: is-advertising-worth roas; worth
attribution: which-ad-brought-sale what-led-to-purchase; brought
utm: tagged-link campaign-link; tagged
competitor: rival other-companies-like who-competes
market-research: what-market-wants
landing-page: page-for-campaign; campaign
form-submission: who-filled-form what-people-entered form-entries; filled
response: who-filled-form what-people-entered form-entries
survey: ask-customers ask-people; opinion
survey-response: what-people-answered
response: what-people-answered
question: item-of-survey
open-rate: who-opened-mail
referral: friend-recommends; recommended
review: what-people-think ratings-on-web; think
# Documents, notes and files
create-document: new-document start-document write-document new-text; write
document: open-document get-text-of-document; says
search-document: find-in-documents which-document document-about
append: add-at-end put-below; end
page: notion-page; notion
create-page: new-wiki-page write-wiki; wiki
child-page: sub-page page-below; below
block: piece-of-page
comment: remark-in-document
suggestion: proposed-edit
share-document: let-others-edit; others
version-history: earlier-drafts older-drafts; older
heading: title-in-text
table-of-contents: outline-of-document; chapters
footnote: small-print-below; below
paragraph: passage-of-text; passage
bold: thick-letters; thick
word-document: docx ms-word
slide: page-of-presentation powerpoint-page; powerpoint
presentation: slideshow-for-talk deck-for-meeting
pdf: portable-document; acrobat
merge: join-pdfs one-pdf-from
merge-pdf: join-pdfs one-pdf-from; join
split-pdf: pages-from-pdf; pages
fill-pdf: complete-pdf-form; form
extract-text: words-from-pdf text-from-pdf read-pdf; words
read-pdf: words-from-pdf text-from-pdf
ocr: read-scanned-page letters-in-photo read-handwriting handwriting-to-text; handwriting
watermark: stamp-on-pages; stamp
redact: hide-sensitive; hide
convert-document: word-to-pdf pdf-to-word change-format; format
signature-request: get-signed have-signed send-for-signing sign-electronically get-signature ask-for-signature
envelope: get-signed have-signed send-for-signing sign-electronically get-signature ask-for-signature
envelope: documents-for-signing docusign; signing
signer: who-must-sign who-has-signed; signed
contract: what-we-agreed; agreed
note: jotted-thought quick-thought; thought
create-note: jot new-note
search-note: find-in-notes; wrote
daily-note: diary-entry today-note; journal diary
vault: obsidian notes-folder
backlink: notes-that-link-here
tag: keyword-on-note; keyword
notebook: set-of-notes; notes
flashcard: learn-by-cards anki
deck: set-of-flashcards; cards
bookmark: pages-i-saved; saved
citation-manager: zotero; references
clip: save-from-web; saved
template: ready-made-document; ready
directory: what-is-in-folder files-in-folder folder-content ls
directory: make-folder new-folder mkdir
create-directory: make-folder new-folder mkdir; folder
read-file: cat-file look-in-file see-file-text; cat
write-file: save-text-to make-file new-file; save
edit-file: change-text-in-file change-file; change
move-file: put-file-elsewhere rename-file other-folder; elsewhere
delete-file: remove-file rm
search-file: find-file where-is-file locate-file; locate
file-info: file-details size-of-file; size
directory-tree: folder-overview nested-folders; nested
watch-file: changing-file file-changed; changes
share-file: let-download; link
shared-drive: team-files company-drive
recent-file: lately-opened; lately
file: lately-opened
storage-quota: space-left-in-cloud; space
zip: pack-files; pack
unzip: unpack extract-archive open-archive
compress: squeeze shrink-file
file-hash: is-file-same
sync-folder: keep-folders-same
trash: thrown-away-files deleted-lately
print-job: what-is-printing printer-queue
scan-document: digitize; paper
label-printer: sticker-printer; sticker
font: letter-shape kind-of-letters
design: poster flyer banner-graphic
design-component: reusable-part-of-design; reusable
frame: artboard screen-in-design
auto-layout: arrange-elements; arrange
fill-color: background-of-shape paint-shape; paint
stroke: outline-of-shape border-of-shape; border
text-node: writing-in-design; writing
rectangle: box-shape; box
ellipse: circle-shape round-shape; circle
design-token: colors-and-spacing; spacing
export-node: picture-of-design; picture
palette: matching-colors color-scheme colors-that-match; colors
buy-number: rent-number own-line-number; phone
`;
