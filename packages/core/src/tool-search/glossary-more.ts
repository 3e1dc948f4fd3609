/** Files, machine learning, marketing, support, staff, daily life, transport, public life and industry. See `glossary.ts` for how to read it. */
export const moreGlossary = `
# Files and shells
file-size: how-big how-large bytes kilobytes; megabytes big large space
file-permission: who-may-read chmod; rights mode owner
symlink: shortcut soft-link; alias points
trash: recycle-bin deleted-files wastebasket; deleted thrown
process: running-program pid; program running kill
terminal: command-line shell console; bash prompt
command: shell-command bash; shell run
environment-variable: env-var; env setting
checksum: hash digest fingerprint; sha md5
compression: zip gzip; smaller pack
clipboard: copied-text; copy paste
print: paper-copy hard-copy; printer paper
printer: prints-on-paper; paper ink
version-control: git history-of-code; revisions
stash: set-aside-changes; uncommitted
rebase: replay-commits; branch onto
conflict: clash collision; both overlap
# Machine learning and data
model: neural-network language-model; weights llm
embedding: text-vector; vector similarity
fine-tune: train-further; train adapt
training-run: model-training; train epochs
prediction: model-output; guess forecast
label-set: annotations; tagged
feature-flag: feature-toggle feature-switch kill-switch; toggle switch gradual rollout
ab-test: split-test; variant experiment
data-pipeline: etl data-flow; loads transforms
data-source: where-data-comes-from; feed
chart: graph plot diagram; bars lines axis
pivot: cross-table; summarize
notebook: jupyter; cells
search-index: full-text; search
vector: embedding; nearest
cache: kept-for-speed temporary-store; fast stale ttl redis
lock-file: pinned-versions; package
feature: capability; option
# Security and identity
login: sign-in log-in; signed
logout: sign-out log-out; leave
permission-set: set-of-rights; rights
single-sign-on: sso saml; login
identity: who-someone-is; id
api-token: api-key; bearer
ssh-key: key-for-server; public private
encryption: scrambling; secret
vault: secret-store password-store; secrets
risk: danger; likelihood
threat: attack; attacker malware
malware: virus trojan; infected
quarantine: isolated-files; infected
consent: agreement-to-data; gdpr privacy
compliance: following-rules; audit gdpr
# Networks and devices
ip-address: network-address ip; host
port: network-port; listen
subnet: network-range; cidr
vpn: secure-tunnel private-network; tunnel
proxy: intermediary; forward
router: network-box wifi-box; wifi
wifi: wireless; network
bandwidth: network-speed; speed
latency: response-time slowness; slow
device: gadget apparatus; hardware
firmware: device-software; update
battery: charge-level; power charge
energy-usage: power-consumption electricity-use; electricity kwh power
solar-panel: photovoltaic; sun
door: entrance; gate
garage: car-door; door
television: tv telly; screen
fan: ventilator; air
humidity: moisture; damp
sprinkler: lawn-watering; garden
# Marketing, web and social media
post: social-media-post tweet update-for-followers; publish social
follower: subscriber fan; follow
story: short-post; feed
hashtag: topic-tag; trending
ad: advertisement commercial; advertising
audience: target-group people-reached; segment
segment: group-of-customers customer-group; slice
landing-page: entry-page; page
conversion: sales-rate; goal
impression: how-often-shown; shown
click: press; tap
keyword: search-word; seo
traffic: visitors website-visits page-views; visits visitors
visitor: someone-on-site; visits
analytics: statistics figures numbers usage-statistics; stats visitors
backlink: inbound-link; seo
blog-post: blog-article; blog
feed: rss; news
site-map: overview-of-site; pages
redirect: forward-url; forward
survey-response: answer-to-survey; answers
testimonial: praise; customer quote
affiliate: referral-partner; partner
loyalty-program: rewards bonus-points; points
# Support
ticket: support-request help-request support-case customer-complaint service-request issue helpdesk-request; helpdesk support complaint bug
help-article: support-article faq; help
macro: canned-response ready-made-answer saved-reply; template
satisfaction-rating: csat how-happy; happy satisfied
escalation: passed-up; manager urgent
agent: support-person; support
chat-session: live-chat; support
knowledge-base: help-center; articles
feedback: opinion; said
# Money, accounts and property
ledger: account-book general-ledger; books
journal-entry: booking-entry accounting-entry; debit credit
expense: cost spending; spent
purchase-order: po order-to-supplier; supplier
vendor-bill: supplier-invoice; bill
bank-transfer: wire money-transfer; transfer send
transaction: payment-record money-movement; bought paid
statement: account-overview; monthly
card: credit-card debit-card; payment
payroll: salaries-run wages; salary
tax-return: tax-form; tax
donation: gift-of-money charity; charity
fundraiser: charity-drive; charity
credit-score: creditworthiness; credit
mortgage: home-loan; house
lease: rental-contract tenancy; rent tenant
property: house real-estate flat apartment; home building
listing: offer-on-market for-sale; sale
tenant: renter lodger; rents
rent: monthly-housing-cost; pay
exchange: swap; trade
wallet: purse digital-wallet; coins
income-statement: profit-and-loss p&l; revenue profit
balance-sheet: assets-and-debts; assets liabilities
cash-flow: money-in-and-out; cash
asset: possession; owned
# Staff and organisation
shift: work-turn working-slot; rota hours
department: division unit; section
onboarding: first-days new-hire-setup; starting new
offboarding: leaving-process exit-process; leaving
skill: ability competence; able
training: course schooling; learn
certification: diploma qualification; qualified
promotion: step-up; raise
resignation: notice-of-leaving; leave
attendance: presence who-was-present; present absent
absence: missing-days sick-days; sick away
headcount: number-of-employees; staff
salary: wage; earnings
bonus: extra-pay; reward
job: employment position; work
resume: cv curriculum-vitae; applicant
offer-letter: job-offer; offer
office: workplace building; work
desk: workplace-seat; seat
visitor-pass: guest-badge; guest
approval: sign-off go-ahead green-light; approve
goal: objective okr target; target
meeting-room: conference-room; room
# Food, sport and daily life
recipe: cooking-instructions how-to-cook dish-instructions; cook dish ingredients
ingredient: what-goes-in; flour
meal: dinner lunch breakfast; eat
meal-plan: weekly-menu; menu eat
restaurant: place-to-eat eatery; eat food
menu: list-of-dishes; dishes
grocery-list: shopping-list; shopping groceries
nutrition: calories food-values; calories
workout: exercise training-session gym; gym fitness
step-count: steps-walked; walked
sleep: night-rest; slept
weight: kilos pounds; heavy
heart-rate: pulse; beats
medication: medicine pills drugs; take
doctor: physician gp; clinic
hospital: clinic; ward
pharmacy: chemist drugstore; medicine
team: squad side; players
league: competition division; table
fixture: upcoming-game; game
score: result points; goals
tournament: competition cup; knockout
referee: umpire; game
stadium: arena ground; venue
ticket: entry admission-pass; admission
cinema: movie-theatre film-theatre; film
movie: film picture flick; cinema
series: tv-show; season
episode: part-of-series; show
book: novel publication; read author
library: book-collection; books
news-article: news-story press-report; press headline
headline: news-title; news
translation: in-another-language other-language; language
dictionary: word-book; words
definition: meaning-of-word what-does-word-mean; meaning
joke: something-funny; funny laugh
horoscope: star-sign; stars
recommendation: suggestion similar-ones; similar like
wish-list: things-wanted; want
gift: present; birthday
party: celebration; birthday
wedding: marriage; bride
pet: dog cat; animal
garden: yard; plants
child: kid son daughter; kids
birthday: date-of-birth; born
weather-station: weather-instruments; measure
earthquake: tremor quake; shaking
flood: high-river; water
river: stream; water
satellite-image: picture-from-space; space
# Travel and transport, once more
airport: airfield; fly
airline: carrier; fly
check-in: getting-boarding; boarding
departure: leaving-time; leaves
arrival: getting-in; arrives
delay: lateness; late
gate: boarding-place; boarding
bus-stop: where-bus-stops; bus
traffic-jam: congestion; slow
toll: road-charge; road
fuel: petrol gas diesel; pump
vehicle: car van truck; drive
trip: journey outing; travel
cruise: ship-journey; ship
ferry: boat-crossing; boat
campsite: tent-place; tent
hostel: cheap-stay; stay
museum: exhibition-house; exhibition
bike: bicycle cycle; ride
scooter: e-scooter; ride
fleet: company-cars; vehicles
# Public life, energy and industry
permit: official-permission; allowed
inspection: official-check; check
complaint: grievance; unhappy
petition: signatures; sign
election: vote ballot; vote
law: statute act; legal
court: tribunal; judge
police-report: crime-report; crime
fine: penalty; penalty
license-plate: number-plate; car
meter-reading: counter-value electricity-meter; meter
power-plant: generating-station; electricity
machine: equipment apparatus; factory
work-order: repair-job maintenance-job; repair maintenance
spare-part: replacement-part; replace
maintenance-window: planned-downtime; planned
production-line: assembly-line; factory
batch: lot; production
quality-check: product-inspection; inspect
bill-of-materials: parts-list; parts
barcode: product-code scan-code; scan
stock-transfer: move-between-warehouses; move
tracking-number: parcel-number; parcel
proof-of-delivery: delivery-confirmation; delivered
truck: lorry; road
container: freight-box; ship
ship: vessel boat; sea
# Reading, speech and pictures
summary: short-version gist-of in-short; short brief
outline: structure-of-text; structure
paragraph: text-passage; text
sentiment: mood-of-text positive-or-negative; mood
spelling: typos; typo grammar
language: tongue; speak
face: person-in-picture; person
logo: company-sign; brand
icon: small-symbol; symbol
background: backdrop behind-subject; behind
watermark: mark-on-picture; mark
animation: moving-drawing gif; moving
qr-code: square-code; scan
speech: spoken-word talking read-out voice-output; spoken
ocr: text-from-picture text-from-photo text-from-scan read-scanned words-in-picture; scanned
music: songs; song
sound: noise; hear
`;
