/** What people call the things of machines, data and models in passing. See `glossary.ts` for how to read it. */
export const systemGlossary = `
# Running things
instance: boxes-in-cloud rented-computer
start-instance: power-on-box wake-server; wake
stop-instance: put-server-to-sleep turn-off-box; sleep
resize-instance: beefier-server bigger-box; beefier
billing: what-are-we-burning what-we-pay-amazon
cost: burn-rate eating-our-money eats-budget
deployment: what-went-out what-out-there what-customers-run
rollback: back-to-last-good last-working-version last-good-version
rollout-status: is-it-out-yet
scale-deployment: handle-more-traffic cope-with-load
pod: keeps-dying keeps-crashing keeps-falling-over
restart: turn-off-and-on-again give-kick bounce-it; unstick
exec: poke-around-inside look-around-inside
log: what-happened-in-app last-words-of what-it-complaining; complaining
metric: vital-signs-of-server how-hard-is-working; busy
cpu-usage: working-hard pegged maxed-out
memory-usage: memory-hog leaking-memory; leak
disk-usage: what-hogging filling-up nearly-full; hogging
alert: what-screaming going-off red-light; blaring
silence-alert: shut-alarm-up stop-the-noise stop-paging
incident: all-hands war-room fire-drill everything-is-broken; fire
create-incident: raise-alarm sound-alarm; alarm
acknowledge-incident: i-m-on-it someone-is-looking
resolve-incident: fire-is-out all-clear back-to-normal
on-call: carrying-pager pager-holder holds-pager first-responder-tonight
on-call-schedule: carrying-pager whose-week-is-it pager-holder
status: up-or-down alive-or-dead
status-page: tell-users-we-are-down
uptime: up-since how-reliable; reliable
latency: how-snappy feels-slow takes-forever; laggy sluggish snappy
error: blowing-up stack-dump; choking
trace: where-time-goes what-takes-so-long
dashboard: bird-eye; glance
anomaly: out-of-whack looks-off weird-numbers; weird
post-mortem: lessons-learned what-can-we-learn
cron-job: every-night-at
dns-record: where-does-domain-point domain-points; points
domain-availability: is-name-free name-still-free; available
purge-cache: people-see-old-page still-see-old
ssl-certificate: padlock-in-browser not-secure-warning
firewall-rule: poke-hole-in punch-hole let-traffic-through; hole
ip-ban: keep-out-bad-guys
vpn: get-into-office-network
ping: anybody-home still-there
speed-test: how-fast-is-internet slow-wifi; wifi
network-client: who-on-wifi who-is-on-wifi
backup: safety-net belt-and-braces rainy-day-copy
restore-backup: get-my-data-back
secret: keep-safe-from-eyes hush-hush
rotate-secret: change-the-locks
user-permission: who-has-keys keys-to-kingdom
revoke-access: take-keys-away pull-access lock-someone-out
audit-log: paper-trail who-has-been-in footprints; snoop
breach: am-i-compromised been-exposed has-been-stolen; compromised exposed
vulnerability: weak-spot chink-in-armor; weak
malware: nasty-file bad-file; nasty
reputation: can-i-trust is-it-dodgy is-it-legit; dodgy fishy sketchy shady trustworthy
two-factor: extra-login-step code-on-phone
quarantine: lock-away-file; isolate
device: box-on-desk piece-of-kit; kit gizmo
locate-device: lost-my-phone find-my-phone; misplaced
print: put-on-paper run-off; printout
printer: out-of-ink paper-jam toner
battery: how-much-juice juice-left; juice
update: newest-and-greatest
firmware-update: newest-software-on-device
sensor-reading: what-does-sensor-say
# Data
query: ask-data pull-numbers dig-into-data
table: what-in-database
describe-table: what-does-table-look-like shape-of-data what-in-table; shape
row: line-of-data
insert: put-into-table
delete-row: throw-rows-away
schema: lay-of-land how-data-hangs-together
export: get-data-out take-data-with-me
import: get-data-in bring-data-over load-spreadsheet
duplicate: listed-twice same-thing-twice; twice
dedupe: listed-twice same-thing-twice doubled-up; doubles
spreadsheet: number-grid
cell: little-box
formula: do-sums-in-sheet
pivot-table: slice-and-dice; slice
chart: make-picture-of-numbers see-as-picture pretty-graph; visual
report: state-of-play where-we-stand numbers-for-boss
pipeline: move-data-between nightly-load
pipeline-run: did-load-work did-data-arrive
lineage: where-did-number-come-from
funnel: where-do-they-bail give-up-halfway; bail
retention: stick-around keep-coming-back come-back-again; loyal sticky
active-user: how-many-people-use-it
# Models, memory, the web
model: brains-of-ai which-brain
completion: ask-the-machine have-ai-write ghostwrite
image-generation: dream-up-picture make-me-picture; imagine
speech: read-it-to-me say-it-aloud out-loud; loud
transcription: get-words-out-of-recording
translate: what-does-it-say-in-english
sentiment: happy-or-sad
classification: which-pile which-bucket pigeonhole
moderation: is-it-rude is-it-nasty; rude nasty
embedding: fingerprint-of-text
similarity-search: things-like-this
memory: stuff-i-told-you what-i-told-you in-the-back-of-your-mind don-t-forget; told
delete-memory: forget-i-said strike-that
knowledge-graph: who-knows-whom how-everything-connects joined-dots; connects
thinking: put-thinking-cap-on sleep-on-it noodle-on; ponder
web-search: what-out-there-about what-does-internet-say
fetch: what-at-this-link read-what-behind
scrape: lift-data-from-site grab-everything-from-page
crawl: go-through-whole-site
screenshot: show-me-how-page-looks what-does-page-look-like
navigate: get-me-to-page pull-up-site
fill-form: fill-in-my-details put-in-details
cookie: site-knows-me
robot: drive-the-robot move-arm
feature-store: inputs-of-model
notebook: scratchpad-for-code; scratchpad
`;
