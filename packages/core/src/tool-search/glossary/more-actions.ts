/** More of what is done. See `glossary.ts` for how to read it. */
export const moreActionsGlossary = `
navigate: proceed steer point-browser; jump
call: dial ring phone ring-up phone-up telephone; speak
close: slam seal
open: pop-open reopen; shown
trim: keep-only lop lop-off shave-off cut-away snip; minutes part
crop: frame; part
cut: snip slice chop excise; part
concat: string-together stitch glue-together splice join; together
stitch: sew-together glue; together
append: add-behind write-behind; last
prepend: put-before; front first
insert: put-between; squeeze slip paste between
replace: exchange substitute take-place; trade instead
swap: exchange trade; instead
reorder: rearrange shuffle-around change-order; order sequence
shuffle: mix-up randomize jumble
sort: alphabetize; alphabetical
group: bundle-up lump-together sort-into
filter: narrow-down weed keep-only leave-only restrict; limit only
aggregate: roll-up
fetch: grab bring go-get collect; latest
poll: keep-asking check-repeatedly; until
wait: hang-on sit-tight
refresh: reload renew; newest
reload: refresh; again
rerun: try-again; again
retry: try-again have-another-go; again
repeat: do-again say-again; again
trigger: spark; off
broadcast: send-to-everyone tell-everybody
announce: make-known tell-everybody proclaim; everybody
publish: go-public make-live; live
unpublish: take-offline; offline
release: let-out cut
promote: elevate
demote: lower-rank; down
approve: rubber-stamp give-green-light; fine
reject: throw-back turn-away rebuff
decline: turn-away beg-off; no
confirm: double-check acknowledge; sure
acknowledge: confirm-receipt say-seen; seen
assign: put-onto saddle
reassign: give-to-somebody-else; other
delegate: pass-down farm-out; others
claim: take-charge grab; mine
escalate: kick-up pass-upwards; boss
resolve: put-right iron-out take-care; deal
reopen: open-again; again
dismiss: wave-away ignore brush-off
ignore: pay-no-attention
flag: single-out highlight; suspicious
highlight: mark-in-color stress emphasize; color
annotate: scribble-on
label: mark
categorize: sort-into classify; kind
classify: sort-into tell-kind; kind
rate: give-marks grade
vote: cast-ballot raise-hand; ballot
like: thumb-up; heart
follow: tag-along stay-tuned; after
unfollow: stop-following; no
mute: hush-up; sound
unmute: speak-again; sound
invite: ask-along; along
join: hop-on
leave: step-out drop-out bow-out
kick: boot-out
ban: bar; forever
enroll: join; course
subscribe: get-regularly
grant: give; right
revoke: take-away recall withdraw; away
impersonate: act-as pose-as; other
authenticate: prove-identity log-on sign-on
logout: log-off
encrypt: make-secret garble
decrypt: decode crack
encode: pack-as; code
decode: unpack make-sense; code
hash: digest; sum
sign: put-name-under autograph undersign; name
redact: black-out blank-out hide; sensitive
anonymize: hide-names make-anonymous; names
mask: cover-up; hidden
validate: see-if-right look-if-correct sanity-check; right wrong
verify: see-if-true make-certain double-check; true
lint: nitpick; style
format: pretty-up beautify; pretty
parse: make-sense-of
compile: build translate-code
build: construct assemble; make
deploy: push-live set-live
provision: get-ready; new
bootstrap: get-started; first
initialize: get-ready begin; first
configure: tune set-options; options
reset: start-afresh back-to-default set-back; default fresh
clear: empty wipe-clean
purge: flush-out; old
prune: cut-back thin-out
truncate: cut-short; short
expire: lapse time-out; time
renew: extend prolong keep-going; longer
extend: make-longer prolong stretch; longer
upgrade: get-newer
downgrade: get-older; older
migrate: bring-across; new
clone: make-twin; twin
mirror: keep-same
undo: make-undone; mistake
redo: do-once-more; again
commit: save-change; change
pause: hold-up; break
hold: keep-back; back
suspend: freeze
terminate: pull-plug; end
kill: end-hard; force
scale: grow-or-shrink; fewer
boost: give-push; more
limit: cap restrict
throttle: slow-down hold-back; slow
attach: fasten tie-on
detach: loosen cut-loose
pair: couple-up; together
redirect: send-elsewhere point-elsewhere; elsewhere
monitor: keep-watch; constantly
trace: follow-back; back
inspect: look-closely look-inside; closely
probe: look-into test; poke
diagnose: see-what-wrong; wrong
troubleshoot: find-fault; problem
debug: find-bug see-what-wrong; wrong
explain: spell-out make-understandable
summarize: give-short-version; gist
paraphrase: put-differently
rewrite: write-again put-better; better
proofread: check-text; mistakes
compose: put-to-paper; text
brainstorm: think-up collect-ideas; ideas
estimate: guess reckon ballpark
calculate: figure-out reckon; sum
compute: figure-out; number
simulate: act-out pretend
predict: look-ahead tell-future; coming
forecast: look-ahead tell-ahead; coming
optimize: make-better tune-up; best
score: give-points mark
evaluate: weigh-up size-up judge; good
benchmark: measure-against; fast
test: try-out put-through-paces; works
measure: take-reading gauge; size
sample: take-few pick-some
detect: pick-out make-out
recognize: make-out tell-what-is; what
identify: tell-what-is pin-down; which
locate: pin-down; where
discover: come-across; new
explore: dig-around poke-around; around
browse: flick-through
query: put-question; data
match: pair-up go-together
unlink: cut-loose take-apart
embed: put-inside; build inside
render: bring-to-screen; picture
hide: keep-from-view; away
collapse: fold-up; fold
zoom: go-closer get-closer; closer
scroll: page-down; further
drop: let-fall let-go; off
select: pick-out choose single-out; choice
focus: put-cursor jump-into
capture: catch; picture
stream: send-live play-live; live
play: strike-up
rewind: wind-back; back
seek: go-to-minute; minute
mix: blend stir-together; together
rotate: spin; turned
flip: turn-upside; upside
compress: squash pack-tight
decompress: unpack
zip: pack-up pack-together
archive: pack-up put-to-bed
backup: make-safe-copy
dump: spill; all
ingest: swallow
transfer: bring-across hand-across; across
charge: bill; money
reimburse: make-good; back
donate: give-away; chip
ship: send-away; parcel
pickup: collect fetch
hire: bring-on-board; job
dismiss: lay-off let-go; job
onboard: bring-on-board
train: teach drill
remember: keep-in-mind hold-on-to; mind
forget: wipe-from-memory let-go; memory
recall: call-back-to-mind remember; mind
think: mull-over chew-over ponder
plan: think-ahead; ahead
`;
