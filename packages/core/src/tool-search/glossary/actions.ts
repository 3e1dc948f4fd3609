/** What is done. See `glossary.ts` for how to read it. */
export const actionGlossary = `
create: make produce establish set-up new put-together draw-up add start begin open build introduce form design craft prepare write define spin-up bring-into-being register provision compose come-up-with put-in-place initiate lay-out found institute enter author raise file set-down add-new cook-up whip-up launch open-up set-going put-up establish-new get-started; another fresh blank empty
add: put insert append attach include put-in put-on throw-in tack-on bring-in place add-in squeeze-in slot-in drop-in enter plus; new more extra
update: change edit modify alter adjust revise amend tweak correct fix rework touch-up bring-up rewrite reword rephrase rename set fill-out switch replace swap refresh improve mend repair polish redo refine move shift raise lower increase decrease extend shorten postpone bump bump-up push-back put-back bring-forward make-over patch transform tidy clean-up freshen-up vary reset restyle reconfigure overwrite redefine amend-details put-right change-details retitle relabel extend-by prolong rotate renew upgrade overhaul update-details bring-into-line; wrong typo mistake different instead details value amount outdated existing
delete: remove erase drop destroy discard scrap trash wipe purge eliminate get-rid throw-out throw-away bin clear kill take-out take-off tear-down take-down strike-off strike-out cross-off cross-out chuck-out do-away wipe-out clear-out rub-out cut toss toss-out ditch dump shred nuke obliterate delist dissolve tear-up expunge terminate weed-out blot-out dispose clean-out scratch chuck eradicate zap abolish get-shot blow-away rid bin-off kick-out clear-away throw-off kill-off do-off; gone permanently good forever unwanted expired
remove: delete erase drop discard take-out take-off strip pull-out eliminate rip-out detach exclude uninstall cut-out leave-out; without
archive: shelve retire mothball put-away file-away stow-away pack-away lay-aside put-aside tuck-away store-away stash-away set-aside decommission deprecate phase-out close-out hide stash sunset put-by deactivate inactivate keep-for-records take-out-of-use lay-to-rest put-into-storage put-in-storage put-to-bed wind-down; old past finished former unused outdated obsolete inactive completed expired done storage keep around
restore: bring-back get-back recover undelete revive put-back unarchive reinstate reactivate roll-back take-back return bring-again rescue reverse; again lost deleted
get: fetch retrieve show display view read open look-up obtain pull-up bring-up inspect examine see load check call-up look-at study tell describe consult give lookup grab view-details pull access recall tell-about-one learn-about read-about see-details look-into what-is dig-out find-out info-on info-about facts-about particulars-of; details one single specific particular info full what about
list: show enumerate browse overview display see which all every each view look-through go-through run-through leaf-through page-through name catalog survey; our my existing available exist everything there
search: find look-for look-up seek hunt track-down locate hunt-down query dig-up dig-out discover spot search-for look-around ferret-out sift scour trawl filter go-looking run-down scan root-out lookup recall comb trace look-out look-through rummage search-through find-all hit hits; where about containing mentioning mention named matching called like with mentions word
count: tally count-up number how-many add-up sum-up reckon total total-up; many number quantity total amount figure altogether
export: dump download extract save-to write-out take-out output save get-out pull-out offload spit-out turn-into hand-out put-into-spreadsheet write-into-file bring-into-excel get-as-file hand-over-as-file offline-copy; csv json excel spreadsheet sheet file format xlsx disk offline outside downloadable
import: bring-in load read-in ingest pull-in take-in feed-in upload take-over pour-in suck-in; csv existing file from
share: give-access let-see let-in hand-out pass-on pass-around send-round open-up show-to expose grant publish-to circulate spread lend let-have let-others-see hand-around open-for make-visible make-available give-permission let-look let-others-use show-off; others access colleague teammate partner adviser family together public team visible everyone boss client lawyer accountant friend neighbour
assign: allocate delegate entrust hand-over pass-over hand give-to put-in-charge give allot appoint designate turn-over make-responsible nominate transfer task charge earmark commit apportion put-on place-with make-owner hand-to turn-over-to leave-to give-job pass-to name-as-owner; responsible owner someone somebody person handle whoever handles own
watch: follow subscribe monitor notify-me keep-posted keep-informed tell-me alert-me track observe look-out be-told keep-an-eye let-me-know ping-me inform-me keep-up sign-up-for listen-for receive-updates warn-me be-alerted hear-about keep-up-to-date stay-informed stay-in-loop stay-current; whenever changes updates notified notify notice informed posted alerted soon moment alert edited modified happens
subscribe: follow sign-up watch join; updates regularly
unsubscribe: opt-out unfollow sign-off stop-receiving stop-getting take-me-off leave; stop
comment: remark annotate note-on leave-note leave-remark leave-feedback say-about write-under weigh-in chime-in jot-down note-down leave-note-on give-feedback reply write-opinion leave-words say-something drop-line chip-in; note opinion feedback thoughts say tell think
history: past changes changelog earlier-versions who-changed what-changed audit-trail timeline previous-states evolution chronology log-of-changes past-changes earlier-states past-edits edit-trail change-log chronicle record-of-changes version-trail; changed edited happened previously before earlier previous past older over evolved altered who when since modified
duplicate: copy clone replicate reproduce copy-over mirror make-copy make-another second-one make-twin fork repeat make-double spitting-image carbon-copy xerox; twin same another second again identical
copy: duplicate clone replicate; same
move: relocate shift transfer bring-over take-over carry-over put-into; elsewhere other
rename: call-differently new-name change-name; name
merge: combine join unite put-together bring-together fold-in blend fuse consolidate bundle join-up land squash accept-into; one together main branch duplicates
split: divide break-up separate cut-up take-apart part; two
send: mail post deliver transmit dispatch send-out send-off fire-off shoot-off get-out submit ship hand-in; tell
reply: answer respond get-back write-back react; back
respond: answer reply accept decline rsvp turn-down say-yes say-no; invitation
forward: pass-on send-on hand-on redirect expose-locally tunnel; on port local
schedule: plan arrange set-for line-up pencil-in time book fix-up; later tomorrow future when
reschedule: postpone put-off push-back move put-back delay bring-forward; later
cancel: call-off abort revoke scrap drop pull-out back-out withdraw scratch cry-off; anymore
approve: sign-off accept okay ok confirm authorize greenlight give-go-ahead agree wave-through pass clear endorse; yes go
reject: turn-down decline refuse deny knock-back throw-out disapprove say-no; no
start: begin launch kick-off set-off boot fire-up power-up spin-up switch-on turn-on open trigger get-going commence start-up bring-up; going
stop: halt end terminate finish shut-down power-down switch-off turn-off kill cease break-off wind-up quit bring-to-halt cut-off close-down; down
pause: hold suspend interrupt put-on-hold freeze stop halt; moment
resume: continue carry-on go-on pick-up unpause; again
restart: reboot bounce relaunch start-again power-cycle reset; again
run: execute perform carry-out launch do invoke trigger fire kick-off call evaluate; command
deploy: roll-out ship release put-live bring-live push-out go-live install stand-up; production
install: set-up put-on put-in add deploy; new
rollback: undo revert go-back roll-back back-out take-back step-back return put-back; previous former
undo: revert reverse take-back roll-back cancel; previous
publish: release put-out make-public issue post bring-out ship put-online; public
push: upload send publish put-up; registry
enable: turn-on switch-on activate allow put-on power-on; on
disable: turn-off switch-off deactivate put-out block shut-off knock-out; off
lock: secure close bolt shut lock-up finalize; safe
unlock: open let-in release; door
mute: silence quiet hush turn-down shut-up; noise
upload: put-up send-up put-online attach store transfer-up drop put; file
download: fetch get pull-down save grab take-down bring-down; local offline
save: store keep write record put-by put-down; disk
open: show launch pull-up load bring-up; see
close: shut end finish shut-down wind-up; done
read: open look-at view see go-through load show; content text
write: save store put-down note-down compose jot-down; text
convert: turn-into change-into transform make-into reformat switch translate re-encode transcode save-as; into format
translate: put-into say-in render interpret; language french german spanish
transcribe: write-down put-in-words type-up take-down note-down; spoken speech said
summarize: sum-up boil-down condense shorten give-gist recap; short brief
analyze: examine look-into investigate study break-down dig-into go-into; why
validate: check verify test make-sure look-over prove go-over; correct valid errors
check: verify look-over see test look-into make-sure; whether
compare: contrast set-against diff tell-apart; between
sort: order arrange put-in-order rank; order
connect: link join hook-up plug-in tie relate associate wire-up attach; together
link: connect join relate tie associate hook-up tie-together; together
disconnect: unlink unplug detach cut-off; apart
register: sign-up enroll join put-down enlist; new
invite: ask-in bring-in ask call-in bring-along have-over; people
block: ban shut-out keep-out bar lock-out; out
report: file hand-in tell complain; bug
submit: hand-in send-in file turn-in put-in put-forward apply request ask hand-over-to turn-over claim; form proof
request: ask apply put-in-for call-for ask-for book-off; please
review: look-over go-over assess check judge; opinion
rate: score judge mark; stars
book: reserve arrange rent hire take get; nights
buy: purchase get acquire order pick-up shop-for; new
sell: get-rid offer; price
pay: settle transfer-money cough-up fork-out; money
refund: pay-back give-back reimburse return; money back
transfer: send move hand-over pass-on; money
verify: check confirm make-sure prove; real
sync: bring-in-line update mirror match-up; both
backup: save copy back-up safeguard; safe
scale: grow shrink size ramp-up beef-up ramp-down more-copies run-more run-fewer; more replicas copies instances
resize: enlarge shrink make-bigger make-smaller scale stretch change-size blow-up make-wider make-narrower make-taller; bigger smaller size width height dimensions wider narrower
upscale: enlarge sharpen blow-up make-bigger magnify make-sharper higher-resolution; bigger sharper larger resolution
crop: cut trim clip; edges
trim: cut shorten crop clip cut-down keep-part cut-down-to snip only-part clip-out; shorter seconds minutes
generate: make create produce draw come-up-with paint invent dream-up; prompt
play: put-on listen start hear; song music
skip: jump-over pass next leave-out go-past jump; next following
scan: go-over search check; look
detect: find notice spot recognize pick-up; there
predict: forecast guess foresee; future
recommend: suggest propose advise; similar like
notify: tell inform alert let-know warn; message
tag: label mark mark-up; label
pin: fix-on-top stick; top
react: respond thumbs-up like; emoji
vote: choose elect; poll
join: enter take-part come-in; meeting
leave: exit quit get-out walk-out; out
resolve: fix close settle clear-up sort-out work-out mark-done finish wrap-up; done solved fixed
complete: finish mark-done tick-off check-off wrap-up close; done
transition: move change-status push-to drag-to move-to-done set-to-done move-along; done progress status column
escalate: raise pass-up bring-up; urgent
navigate: go-to visit open browse head-to surf go-to-page go-over-to load-page open-page jump-to bring-up-page visit-page point-browser; site url address
click: press tap push hit hit-button tick push-button tap-on select; button checkbox link
type: enter key-in fill-in write punch-in input enter-text write-into fill-box; field box text
fill: complete fill-in fill-out enter; form
scrape: grab-text pull-text extract get-text; site
crawl: go-through spider walk-through; site
extract: pull-out take-out get-out draw-out; from
describe: tell-about explain outline; details
explain: show-why make-clear; why plan
invoke: call trigger run fire fire-off; function
put: store upload save write place; into
set: change adjust put fix; to
adjust: change correct alter; amount
apply: carry-out put-into-effect roll-out provision; changes
plan: preview sketch-out map-out work-out; would
prune: clean-up clear-out tidy-up get-rid; unused old
draft: prepare write-up sketch-out write-without-sending prepare-without-sending; later unsent yet
scroll: move-down; page
bulk: mass many-at-once all-at-once in-bulk batch several-at-once together wholesale en-masse as-one in-a-single-step collectively across-the-board jointly; many several multiple lots dozens hundreds number bunch numerous simultaneously various couple once these those dozen altogether
end: hang-up finish-off ring-off; everybody
call: dial ring-up phone-up give-a-ring place-call; number
`;
