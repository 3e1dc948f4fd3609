/** What people call the things of home, travel, weather, body and leisure in passing. See `glossary.ts` for how to read it. */
export const householdGlossary = `
# Home
turn-off-light: lights-out kill-lights go-dark
turn-on-light: need-some-light; dark
brightness: too-glaring softer-light
thermostat: turn-heat-up cozy; cosy toasty chilly
climate: stuffy-in-here cool-down-house; stuffy
lock: bolt-up lock-up-house
lock-state: did-i-leave-door is-house-shut
unlock: let-cleaner-in let-guest-in
cover: let-sun-in keep-sun-out
vacuum: crumbs-on-floor; crumbs dusty
camera: what-going-on-at-home check-on-house
snapshot: who-at-door see-who-there
presence: is-anyone-in who-home
alarm-panel: going-to-bed leaving-house
scene: film-night cozy-evening; romantic
timer: remind-me-in-minutes; egg
alarm: get-me-up get-out-of-bed
energy-usage: what-eating-power power-hungry; watts
media-player: telly
shopping-list: are-out-of run-out-of-milk pick-up-from-shop; groceries
pet: furry-friend pooch
# Places and travel
directions: how-do-i-get-to find-my-way take-me
travel-time: how-long-to-get eta
traffic: is-road-clear rush-hour; jammed
nearby: round-the-corner within-walking-distance walking-distance stones-throw; closest
restaurant: bite-to-eat grab-a-bite somewhere-nice-to-eat; starving peckish
reserve-table: get-us-in-at
menu: what-good-there
hotel: roof-over-head crash-for-night somewhere-to-crash; crash
flight: hop-on-plane get-me-to-by-air
flight-status: running-on-time plane-on-time
search-flight: getaway fly-away-to
trip: city-break weekend-away; getaway
itinerary: what-to-do-there plan-my-days
attraction: what-worth-seeing must-sees; worth
visa-requirement: will-they-let-me-in papers-i-need
travel-advisory: trouble-in-country; unrest
train: get-there-by-rail
departure: when-does-it-go next-one-leaving
service-alert: trains-messed-up not-running; strike
ride: pick-me-up drive-me
charging-station: plug-car-in top-up-car top-car-up
parking: leave-my-car ditch-car
fuel-price: fill-up-tank cheapest-fill-up; tank
vehicle-location: lost-my-car
battery-level: how-far-can-i-drive
aircraft: what-that-plane flying-over-me; overhead
ship: boats-out-there
timezone: how-far-ahead-are-they hours-ahead hours-behind; ahead
# Weather and earth
forecast: will-it-stay-dry get-wet take-a-brolly what-should-i-wear wrap-up-warm; brolly wear
current-weather: nice-out cold-out hot-out it-s-like-out
temperature: how-warm-is-it degrees-is-it; scorching nippy
wind: blowing-a-gale how-breezy kite-flying; gale
snow: fresh-powder white-christmas; powder
air-quality: how-dirty-is-air can-i-jog-outside bad-air; hazy
pollen: going-to-sneeze
uv-index: will-i-burn get-burnt; sunscreen
sunset: golden-hour how-long-is-it-light
wave: is-surf-up any-swell; surfable
earthquake: did-you-feel-that ground-moved; shook
wildfire: smell-smoke smoke-nearby
water-level: will-it-flood river-burst; burst
# Body and food
symptom: feel-rotten not-feeling-well off-color coming-down-with; ache
appointment: see-the-doctor get-checked-out get-looked-at
prescription: running-out-of-pills more-pills refill
lab-result: what-blood-says
drug-interaction: can-i-mix safe-together; mix
sleep: shut-eye forty-winks how-rested; rested
workout: break-a-sweat work-up-sweat hit-gym; sweat
step: how-far-did-i-walk how-active; active
weight: slim-down lose-pounds put-on-weight; scales fat
calorie: is-it-fattening burn-off
heart-rate: ticker-speed how-fast-heart-beats
recipe: what-for-dinner what-shall-i-cook use-up-leftovers whip-up-something
ingredient: goes-into-dish
meal-plan: what-to-eat-all-week
cocktail: tipple
# Music, film, pictures
play: put-some-tunes-on
volume: too-loud can-t-hear turn-it-down; deafening
now-playing: what-this-song name-that-tune
playlist: tunes-for-party
recommendation: something-like
lyrics: how-does-song-go
movie: something-to-watch
streaming-provider: is-it-on-netflix where-is-it-showing
cast: who-was-in-it
trailer: sneak-peek; peek
episode: when-is-next-one
trim: only-first-seconds lose-beginning just-the-middle
crop: cut-edges-off only-face
resize: too-big too-small fit-into; tiny
compress: too-heavy too-big-to-mail make-lighter
remove-background: cut-out-person just-the-person
upscale: too-blurry too-grainy; blurry grainy pixelated
blur: hide-faces make-unrecognizable
subtitle: read-along words-at-bottom
transcribe: get-it-in-writing; writing
screen-recording: capture-what-i-do
photo: holiday-snaps pics; pic
color-palette: colors-that-go-together
3d-model: something-to-print
# Play, sport and learning
score: what-the-score who-is-up; winning
standing: who-top who-is-bottom
fixture: who-next-up who-playing
player-stat: how-good-is numbers-of-player
leaderboard: who-best who-is-best
ticket: get-me-into get-in-to-see
event: what-happening-near something-going-on night-out
random: toss-up luck-of-draw pick-winner; luck
trivia: test-my-knowledge brain-teaser; teaser
course: want-to-learn teach-me brush-up
assignment: what-due what-teacher-set
grade: how-did-i-do-in did-i-pass; pass
tutor: stuck-on-homework
definition: big-word what-on-earth-is; jargon
synonym: better-word fancier-word; thesaurus
paper: what-science-knows what-been-written; evidence
full-text: get-whole-paper
citation: who-mentions-study
fact: tell-me-something-interesting; fun
news: what-going-on-in-world; world
book: good-read page-turner
library-loan: books-i-have-out; overdue
property-listing: roof-of-our-own somewhere-to-live; move
property-value: what-could-i-sell-house-for
crop: what-growing; growing
livestock: how-are-animals; herd
`;
