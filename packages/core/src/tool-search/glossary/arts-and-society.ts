/** Music, film, pictures, games, sport, events, food, health, staff, learning, research, law, public life, property, farms and factories. See `glossary.ts` for how to read it. */
export const artsAndSocietyGlossary = `
# Music and film
play: play-song hear-song
pause: stop-music quiet-music hold-music; music
next: skip-song another-song next-song
previous: last-song song-before; back
volume: louder-or-quieter turn-sound
now-playing: what-is-playing which-song-is-this current-song
queue: songs-up-next play-next
shuffle: random-order mix-songs; random
repeat: loop-song again-and-again; loop
seek: jump-to-minute forward-in-song; jump
playlist: songs-for-running
create-playlist: new-mix; mix
add-to-playlist: song-to-list song-to-playlist; songs
saved-track: favourite-songs liked-songs; liked
top-artist: whom-i-listen-most favourite-bands; favourite
recommendation: what-to-listen what-to-watch something-similar music-like
related-artist: bands-like similar-bands; bands
audio-feature: how-danceable tempo-of-song bpm; tempo
lyrics: what-singer-sings words-they-sing; sings
album: tracks-on-record
audiobook: book-to-listen; listen
podcast-episode: newest-show show-to-listen; listen
radio: live-broadcast
concert: who-plays-live band-on-tour on-tour; tour
midi: notes-for-instrument; instrument
chord: guitar-grips harmonies; guitar
tempo: beats-per-minute; beats
music-score: sheet-music; notes
movie: what-to-watch-tonight film-about; watch
movie-detail: who-plays-in-film cast-of-film plot-of-film; cast actors
cast: who-acts; actors
actor: film-star who-plays-role; star
tv-show: series-to-watch; watch
season: part-of-series; series
streaming-provider: where-can-i-watch where-to-stream
showtime: when-film-starts; cinema
anime: japanese-cartoon; cartoon
manga: japanese-comic; comic
watch-history: what-i-watched films-seen; seen
media-server: plex jellyfin; library
download-subtitle: get-captions; captions
live-stream: who-streams-live on-air
twitch: game-streamers; stream
# Pictures, sound and film making
trim: cut-beginning cut-end shorten-clip keep-part-of-video; seconds
concatenate: join-clips clips-one-after-another; join
video-to-gif: clip-as-gif
audio: sound-of-video video-to-mp3 only-sound-of
extract-frame: still-from-video picture-from-video; still
add-subtitle: burn-captions text-on-video; captions
overlay: picture-over-video; top
transcode: other-video-format video-to-mp4; format
frame-rate: pictures-per-second fps
video-speed: slow-motion time-lapse faster-video; faster
rotate: turn-sideways turn-picture upside-down quarter-turn; sideways
flip: mirror-image left-right-reversed; mirrored
resize-image: smaller-picture picture-size; smaller
crop-image: cut-picture only-middle-of-picture; middle
compress-image: lighter-picture smaller-jpeg picture-too-heavy; lighter
background: transparent-background background-away; transparent
blur: make-unclear out-of-focus hide-face; unclear
sharpen: make-clearer clearer-picture; clearer
upscale: higher-resolution more-pixels make-sharper; pixels
colorize: color-old-photo; color
grayscale: black-and-white without-color; black
contrast: stronger-differences; stronger
color-correction: better-colors
image-filter: vintage-look; look
collage: photo-mosaic pictures-side-by-side; several
image-metadata: when-photo-taken exif where-photo-taken camera-settings; taken
photo-album: set-of-photos holiday-pictures
photo: snaps
stock-photo: free-pictures pictures-to-use; free
svg: vector-drawing scalable-drawing; vector
icon: little-picture; little
favicon: picture-in-tab; tab
avatar: profile-picture picture-of-user; profile
meme: funny-picture; funny
ascii-art: text-picture; letters
screenshot: what-screen-shows
screen-recording: film-screen record-my-screen; film
normalize-audio: same-loudness even-loudness; loudness
noise-reduction: remove-hiss less-noise background-noise; hiss
fade: get-quieter-slowly; slowly
audio-track: line-of-sound; sound
sound-effect: noise-for-video; noise
transcribe: speech-as-text type-out-recording; said
diarization: who-speaks-when tell-speakers-apart; speakers
dub: other-language-voice; voice
3d-model: three-dimensional-object; mesh
render: picture-of-scene; final
mesh: surface-of-object; surface
material: surface-look; surface
texture: surface-picture; surface
create-object: add-sphere; cube sphere
scene-info: what-is-in-scene; objects
lighting: lamps-in-scene
keyframe: animation-point; animate
cad: technical-drawing construction-drawing; drawing
slice: prepare-for-3d-printer; printer
3d-printer: print-object; filament
# Games, sport and events
game: play-something videogame steam; play
game-object: thing-in-level; level
scene: level-of-game; level
sprite: game-figure; figure
asset: game-graphics
game-server: minecraft-server; minecraft
player-stat: how-good-player player-numbers
owned-game: games-i-have
playtime: hours-played; played
chess-game: chess-match
best-move: what-should-i-play; play
trivia: quiz-question guess; quiz
character: hero-of-game; hero
spell: magic
dice: roll-d20; roll
live-score: how-is-game-going score-now current-score; winning
score: how-is-game-going score-now current-score
fixture: when-do-they-play who-plays-when next-match next-game upcoming-matches; play
schedule: when-do-they-play who-plays-when next-match next-game upcoming-matches
result: how-did-they-play final-score; won
standing: league-table who-is-first table-position; league
league-table: who-is-first table-position
team: football-club sports-club; club
roster: who-plays-for squad; players
player: footballer athlete
lineup: who-starts-match; starts
injury: who-is-hurt; hurt
transfer: player-moves-club; club
odds: chances-to-win betting
season: sports-year; year
race: grand-prix formula-one; f1
lap-time: fastest-round; fastest
driver-standing: who-leads-championship; championship
draft: player-selection; pick
fantasy-team: my-manager-team
event: things-happening festival
event-search: what-to-do-tonight whats-on; tonight
ticket: admission
buy-ticket: get-tickets seats-for-show; seats
venue: hall place-of-event where-event-is
attendee: guest-list
check-in-attendee: guest-has-arrived; guest
rsvp: answer-invitation; coming
conference: expo convention
speaker: who-gives-talk; talk
session: talk-at-conference; talk
# Food, health and body
recipe: how-do-i-make-dish how-to-make-dish cook-something; bake
ingredient: what-do-i-need-for-dish; dish
recipe-by-ingredient: leftovers; fridge
meal-plan: what-to-eat-this-week week-of-food
meal: what-to-eat-this-week week-of-food
nutrition: how-healthy-food what-is-in-food vitamins; protein
food: how-healthy-food what-is-in-food
calorie: kilojoule energy-in-food how-fattening; fattening
food-log: what-i-ate food-diary; ate
allergen: may-contain-nuts; nuts
cocktail: mixed-drink what-to-drink; drink
wine: what-wine-goes-with
beer: ale lager; brewery
restaurant: where-to-eat place-for-dinner somewhere-to-eat; dinner
reserve-table: book-table table-for-two get-table
menu: what-do-they-serve; serve
food-order: order-food delivery-pizza takeaway; pizza hungry
barcode-lookup: scan-food; scan
workout: train-today gym-session; train
exercise: movements-for-muscle training-move; muscle
activity: run-or-ride sport-i-did strava; runs ride
running-route: where-i-ran; ran
pace: minutes-per-kilometer; kilometer
step: walked-today; walked
sleep: how-did-i-sleep hours-slept how-well-slept; tired
sleep-score: quality-of-sleep; slept
sleep: quality-of-sleep
heart-rate: pulse-per-minute
heart-rate-variability: hrv; stress
readiness: am-i-fit recovery-score how-recovered; recovered
stress: how-stressed
body-weight: what-do-i-weigh kilos-lost; weigh
body-composition: body-fat; fat
blood-glucose: blood-sugar diabetes; sugar
blood-pressure: pressure-of-blood; hypertension
menstrual-cycle: period-tracking; period
symptom: what-hurts feel-ill; hurts ill
condition: illness disease; diagnosis
diagnosis: what-illness; illness
drug: tablets; pill
drug-interaction: can-i-take-together medicines-together; together
interaction: can-i-take-together medicines-together
adverse-event: side-effects bad-reaction-to-drug; side
drug-label: package-leaflet how-to-take-medicine; dose
dosage: dose
clinical-trial: studies-for-patients medical-study test-of-new-drug; study
encounter: hospital-stay visit-of-patient; stay
medical-record: health-file patient-file; health
provider: find-doctor which-doctor doctor-near; doctor
icd-code: diagnosis-code; diagnosis
gene: dna-piece hereditary; dna
variant: mutation dna-change
protein: protein-structure amino-chain; amino
sequence: dna-letters; dna
compound: chemical substance molecule
pathway: reactions-in-cell; reactions
mental-health: feel-sad; sad
mood: how-i-feel feelings
meditation: calm-down breathing-exercise; calm
# Staff and hiring
employee: people-in-company
employee-directory: find-colleague phone-of-colleague; colleague
employee: find-colleague phone-of-colleague
onboard: first-day-of-new-colleague new-starter; starter
terminate-employee: let-go dismiss fire-someone
leave-balance: holiday-days-left remaining-holidays absent; holiday
request-time-off: take-holiday ask-for-holidays; holiday
time-off: who-is-away absent-today; away
leave: who-is-away absent-today
vacation: who-is-away absent-today
sick-leave: ill-at-home
time-entry: worked-hours hours-i-worked; worked
clock-in: start-of-work arrive-at-work; arrive
attendance: start-of-work arrive-at-work
shift: working-hours-of-staff; roster
compensation: pay-level; earns
performance-review: how-well-employee-works; works
goal: what-to-achieve; achieve
feedback: praise kudos
survey: how-employees-feel; feel
job-search: find-work open-jobs; work
job: find-work open-jobs
job-posting: we-are-hiring advertise-position job-advert; hiring
apply-job: send-application; application
application: who-applied people-who-applied; applied
candidate-stage: applicant-progress; applicant
interview: meet-applicant
scorecard: opinion-on-applicant; opinion
offer: hire-someone job-for-applicant; hire
resume: career-paper work-history; career
skill: what-someone-can
expense-claim: reclaim-costs claim-costs; back
# Learning and research
course: what-can-i-learn learn-about classes-on; learn
lesson: part-of-class; class
assignment: what-is-due-at-school homework-due
submission: student-work delivered-homework; handed
grade: how-did-student-do
student: who-is-in-class class-list; class
teacher: instructor lecturer professor; tutor
learning-path: order-of-courses
syllabus: course-plan what-course-covers; covers
school: where-to-study; study
tutor: help-with-homework; help
vocabulary: new-words; words
language: tongues-spoken; spoken
definition: what-is-meant
synonym: other-word-for same-meaning
rhyme: words-that-sound-alike
etymology: where-word-comes-from origin-of-word; origin
pronunciation: how-to-say-word how-word-sounds; sounds
grammar-check: correct-my-text mistakes-in-text proofread fix-grammar; mistakes
grammar: correct-my-text mistakes-in-text fix-grammar
paraphrase: say-differently in-other-words reword; differently
readability: how-easy-to-read; easy
plagiarism: is-text-copied; copied
paper: find-studies scientific-evidence research-on studies-about papers-on articles-on literature-on; science
paper: arxiv scientific-text
paper-detail: abstract-of-study; abstract
citation: who-cites papers-citing
reference: what-paper-cites
related-paper: similar-studies; similar
full-text: whole-article complete-paper; whole
pubmed: medical-literature medical-studies; medical
doi: paper-number; identifier
bibliography: list-of-sources; sources
bibtex: citation-for-latex; latex
peer-review: experts-check-paper; experts
patent: invention protected-invention
dataset: open-data public-data; public
book: what-to-read
book-search: find-book books-about; read
isbn: book-number; book
library-loan: borrow-book; borrow
quote: famous-saying wise-words; famous
poem: rhymed-text; verse
museum-object: artwork painting-in-museum; painting
news: what-happened-today current-affairs latest-news; happened today
headline: top-stories front-page; top
article: press-report; press
fact-check: true-or-false; true
historical-event: on-this-day what-happened-on; day
name: what-to-call-baby; baby
joke: make-me-laugh
# Law, public life and property
case-law: earlier-judgments court-decisions precedent; judgment
court-opinion: earlier-judgments court-decisions
court: judge-and-jury
docket: court-file papers-in-lawsuit; lawsuit
opinion: what-court-decided ruling judgment
statute: which-law legal-text; law
regulation: rules-from-government official-rules; rules
legislation: new-laws laws-in-parliament; laws
bill: proposed-law draft-law law-in-congress; law parliament
vote: how-politicians-voted who-voted-for
member: politician senator congressman; representative
election: who-was-elected polling-day
committee: group-of-lawmakers; lawmakers
federal-register: official-announcements; official
public-procurement: government-contracts; tenders
tender: government-wants-to-buy public-contract; government
government-spending: where-taxes-go; taxes
lobbying: influence-on-politics; influence
sanction: forbidden-partners blacklist-check; forbidden
company-registry: is-company-registered who-owns-company; registered
beneficial-owner: who-is-behind-company; behind
crime: offences break-ins; theft
missing-person: someone-lost; lost
emergency: ambulance fire-brigade; urgent
contract-review: risks-in-contract check-contract; risks
deadline: last-day-to; last
license: permission-to-do; allowed
power-of-attorney: act-for-someone; act
testament: last-will; inheritance
privacy-request: delete-my-data; gdpr
statistic: official-figures numbers-about-country; figures
donation: give-money-to-charity who-donated; give
donor: who-gives-money supporter
volunteer: unpaid-helper help-out; helper
nonprofit: charity aid-organisation ngo
grant: money-for-project
beneficiary: who-is-helped; helped
property-listing: houses-for-sale flats-for-sale homes-to-buy homes-for-sale; house flat
listing: houses-for-sale flats-for-sale homes-to-buy homes-for-sale
rental-listing: flats-to-rent find-apartment apartments-for-rent; rent
property-value: what-is-house-worth home-price; worth
property-detail: rooms-and-size-of-house about-house; house
comparable-sale: similar-houses-sold; sold
tenant: who-rents
lease: agreement-with-tenant
rent-payment: who-paid-rent
maintenance-request: something-broken-in-flat repair-in-flat; broken
agent: estate-agent realtor
neighborhood: area-around-house; area
zoning: what-may-be-built; built
building-permit: may-i-build
# Farms, factories and things
crop: what-grows-on-field; grows
planting: when-to-sow sow-seeds; sow
harvest: when-to-reap
soil: how-fertile ground-quality; fertile
soil-moisture: how-dry-ground how-wet-ground; dry
pest: insects-on-crop; insects
fertilizer: plant-food manure
livestock: farm-animals cows
animal-health: sick-animal vet
pet: find-dog adopt-cat; adopt
work-order: job-for-technician something-to-repair; technician
production-order: make-goods job-for-factory; factory
machine-status: is-machine-running is-machine-idle; idle
machine-downtime: machine-stood-still; still
oee: how-well-machine-runs; efficiency
bill-of-material: what-product-consists-of; consists
routing: steps-to-make-product; steps
quality-inspection: check-goods; defects
nonconformance: faulty-goods; faulty
scrap: wasted-material; waste
plc: machine-controller; controller
tag-value: reading-of-sensor; reading
digital-twin: virtual-machine-model; virtual
asset: company-owned-thing company-laptop
spare-part: part-to-replace
technician: repair-person field-worker; repair
field-service: visit-at-customer; visit
safety-incident: accident-at-work; accident
drone: flying-camera unmanned-aircraft; fly
robot: robot-arm mechanical-arm; arm
`;
