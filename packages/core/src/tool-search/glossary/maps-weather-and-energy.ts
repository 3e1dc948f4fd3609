/** Maps, travel, transit, weather, air, sea, earth, space, cars, energy and homes. See `glossary.ts` for how to read it. */
export const mapsWeatherAndEnergyGlossary = `
# Maps
geocode: where-is-address address-to-coordinates locate-address position-of-address; where locate
coordinate: where-is-address address-to-coordinates locate-address position-of-address; where locate
reverse-geocode: what-is-at-coordinates address-of-point coordinates-to-address which-place-is; point
place: find-place places-near what-is-nearby where-can-i-find near-me around-here; close nearby near
nearby: find-place places-near what-is-nearby where-can-i-find near-me around-here; close near
nearby-search: around-me near-here close-to-me what-is-around; neighbourhood around
places: around-me near-here close-to-me what-is-around
place-detail: opening-hours about-place phone-of-place reviews-of-place; open
direction: get-there turn-by-turn; walk drive
route: get-there turn-by-turn; walk
route: best-way quickest-way shortest-way drive-between; quickest shortest
distance: kilometers-between miles-between how-distant; miles kilometers
distance-matrix: from-each-to-each
travel-time: minutes-by-car time-by-car; minutes
isochrone: reachable-within; reachable
elevation: how-mountainous meters-above-sea how-steep; steep mountain
static-map: picture-of-map map-as-image; picture
street-view: photo-of-street how-street-looks
map-layer: data-on-map
geojson: shapes-on-map; shapes
point-of-interest: sights things-to-see what-to-see; attractions
traffic: jams-on-road road-congestion; jams
speed-limit: allowed-speed; allowed
country: facts-about-country nation
population: people-living-in inhabitants
census: population-figures; population
my-location: where-am-i current-position; here
# Travel
flight: cheap-flights find-flight get-plane
search-flight: cheap-flights find-flight get-plane; planes fly
flight-price: what-does-flight-cost cheapest-flight cost-to-fly; cheapest
flight-status: is-plane-late plane-delayed has-plane-landed; late landed delayed
flight: is-plane-late plane-delayed has-plane-landed
live-aircraft: planes-overhead which-planes-overhead plane-position where-is-plane; overhead
aircraft: planes-overhead which-planes-overhead plane-position where-is-plane
aircraft: plane-type kind-of-plane; plane
airport: where-planes-land; terminal
airport-search: which-airport airport-code; code
airport-delay: chaos-at-airport
metar: aviation-weather pilot-weather; pilot
seat-map: free-seats-on-plane
baggage: suitcase-allowance; suitcase
hotel-search: where-to-stay place-for-night find-hotel somewhere-to-sleep; rooms stay sleep
hotel: where-to-stay place-for-night find-hotel somewhere-to-sleep
hotel-price: cost-of-night room-price; night
hotel-availability: free-rooms rooms-free; rooms
vacation-rental: holiday-flat holiday-home airbnb; apartment
check-in-date: day-of-arrival; arrival
booking: what-i-reserved; trips
cancel-booking: no-longer-travel; trip
car-rental: get-car-on-trip
taxi: cab ride-home get-ride; lift ride
ride-estimate: what-taxi-costs fare-estimate; taxi
train: rail-connection railway; rail
train-search: which-train next-train; rail
train: which-train next-train
train-delay: is-train-late; late
platform: where-train-leaves which-track; track
departure: what-leaves-next next-bus next-tram when-does-bus leaving-soon; departing
timetable: what-leaves-next next-bus next-tram when-does-bus leaving-soon; departing leaves
arrival: what-arrives
stop: bus-station tram-halt; bus
transit-route: public-transport-to; tram metro bus
service-alert: disruptions-on-line line-closed; disruption
vehicle-position: where-is-bus live-bus; live
bike-share: rental-bikes bikes-available city-bikes
cruise: holiday-on-ship
itinerary: what-to-do-on-trip plan-holiday; days
travel-advisory: is-it-safe-to-travel dangerous-country; safe dangerous
advisory: is-it-safe-to-travel dangerous-country
visa-requirement: do-i-need-visa may-i-enter; enter
attraction: must-see landmark; sights
activity: things-to-do fun-things; fun
campground: where-to-camp pitch-tent; tent camp
national-park: nature-reserve wilderness; nature
trail: hiking-path where-to-hike hike; walk
ski-resort: snow-on-slopes skiing
parking: where-to-leave-car free-parking
charging-station: where-to-charge-car charger-near
ev-station: where-to-charge-car charger-near
fuel-price: cheapest-gas petrol-price price-of-gas; petrol
toll: cost-of-motorway; motorway
road-condition: icy-roads; icy
traffic-camera: see-road; road
# Weather, air and sea
weather: weather-now how-is-weather weather-outside what-is-it-like-outside temperature-outside outside-temperature; outside
current-weather: weather-now how-is-weather weather-outside what-is-it-like-outside temperature-outside outside-temperature; outside
conditions: weather-now how-is-weather weather-outside what-is-it-like-outside temperature-outside outside-temperature
forecast: weather-next-week will-it-snow will-it-be-sunny going-to-rain coming-days
hourly-forecast: weather-by-hour this-afternoon-weather hour-by-hour; hour afternoon
daily-forecast: weather-by-day week-ahead; week
history: weather-last-year weather-back-then past-weather did-it-rain
historical-weather: weather-last-year weather-back-then past-weather did-it-rain; past
temperature: degrees-outside; chilly freezing
wind: breeze gusts; breezy windy
precipitation: rain-amount rainfall how-wet; wet rain
snow: depth-of-snow; snowy
humidity: how-humid how-damp how-muggy; muggy
uv-index: how-strong-sun sunburn need-sunscreen
uv: how-strong-sun need-sunscreen
cloud-cover: overcast; cloudy
visibility: how-misty; foggy
pressure: barometer air-pressure
dew-point: when-dew-forms
lightning: thunder; strikes
weather-alert: dangerous-weather storm-coming severe-storm warnings-for-weather
hurricane: tropical-storm; tropical
air-quality: how-polluted how-clean-air how-smoggy is-air-clean safe-to-breathe pollution-outside fine-dust air-pollution; aqi polluted smog breathe
pollution: how-polluted how-clean-air how-smoggy is-air-clean safe-to-breathe pollution-outside fine-dust air-pollution
aqi: how-polluted how-clean-air how-smoggy is-air-clean safe-to-breathe pollution-outside fine-dust air-pollution
pollen: how-bad-hay-fever sneezing-season; sneeze
tide: when-is-high-tide water-level-at-coast; ebb
wave: how-rough-sea surfing-waves
sea-temperature: swim-in-sea; swim
water-level: flood-level river-level; river
water-quality: can-i-swim is-water-clean safe-to-drink; drink
sunrise: when-sun-rises sun-comes-up daylight first-light dawn
sun: when-sun-rises sun-comes-up first-light
sunset: when-sun-sets sun-goes-down when-is-it-dark dusk; dark
sun: when-sun-sets sun-goes-down when-is-it-dark
moon-phase: is-it-full-moon full-moon
moon: is-it-full-moon full-moon
earthquake: did-earth-shake ground-shaking seismic
seismic-event: did-earth-shake ground-shaking
volcano: eruption lava
wildfire: forest-fire bush-fire where-is-it-burning; burning fire
tsunami: giant-wave; wave
drought: too-dry lack-of-rain; dry
climate: long-term-weather global-warming
carbon-emission: co2-footprint carbon-footprint how-dirty-is; footprint
satellite-image: seen-from-space photo-from-orbit; orbit
satellite: orbiting-object; orbit
satellite-pass: when-satellite-overhead iss-visible; overhead
astronomy-picture: space-photo picture-of-space nasa-picture; space
asteroid: near-earth-object space-rock; rock
mars-photo: rover-pictures; rover
rocket-launch: space-launch
star: night-sky constellation; sky
planet: visible-planets; sky
exoplanet: planets-around-other-stars; stars
solar-flare: space-weather sun-storm; sun
aurora: northern-lights polar-lights; polar
species: animal-or-plant-kind which-animal which-plant; animal plant
species-observation: where-animal-was-seen sightings; seen
bird: bird-sighting
plant-identification: which-plant-is what-flower; flower
ship-position: ships-nearby
# Home
light: light-up-room lights-on
light: lights-out lights-off
brightness: dim-light less-bright; brighter
light-color: make-light-red warm-light; red blue
temperature: heat-up-room; cooler
thermostat: warm-the-house
climate: air-conditioning ac heating-and-cooling
lock-door: bolt-door shut-door make-house-safe; bolt
unlock-door: open-door
lock-state: did-i-lock door-shut; shut
garage-door: open-garage shut-garage
cover: blinds-and-curtains roll-down
open-cover: raise-blinds; raise
close-cover: lower-blinds shut-blinds draw-curtains; shut
media-player: tv-or-speaker; tv
vacuum: clean-floor clean-house send-robot
dock: send-robot-home back-to-base; base
mower: cut-grass lawn-robot; grass
sprinkler: water-garden water-lawn; lawn
smart-plug: cut-power-to outlet
motion-sensor: is-somebody-there anybody-moving; movement
door-sensor: open-doors open-windows; open
smoke-detector: fire-alarm
leak-sensor: water-on-floor
camera-snapshot: picture-from-camera who-is-at-door; door
snapshot: picture-from-camera who-is-at-door
doorbell: who-rang someone-at-door; rang
camera-recording: what-camera-saw; saw
alarm-panel: arm-house arm-alarm disarm; arm
scene: movie-night good-night-mode
activate-scene: set-mood; mood
automation: when-this-then-that home-does-by-itself
entity-state: state-of-device
call-service: make-device-do control-device operate-device; control
device-list: what-is-connected-at-home; connected
area: rooms-of-house; room
person: who-is-at-home; home
presence: is-anybody-home; anybody
timer: egg-timer
alarm: wake-me wake-up-at; wake
shopping-list: what-to-buy need-to-buy things-to-get; buy
washing-machine: is-laundry-done laundry
oven: preheat; bake
refrigerator: icebox fridge-temperature; fridge
air-purifier: clean-air-at-home; purify
indoor-air: co2-in-room stuffy
irrigation: water-plants; plants
# Energy and cars
energy-consumption: power-used electricity-used current-draw; electricity
energy-usage: power-used electricity-used current-draw
power-usage: power-used electricity-used current-draw
electricity-price: what-power-costs cheapest-hours spot-price; power
solar-production: power-from-sun what-panels-produce; sun
home-battery: stored-power powerwall; stored
grid: power-network carbon-intensity; power
outage: no-power power-cut blackout; power
meter: consumption-counter; counter
heat-pump: heating-machine
vehicle: electric-car
vehicle-state: how-is-my-car car-status; car
battery-level: how-charged-car range-left; range
start-charging: load-car; plug
stop-charging: unplug-car; unplug
precondition: warm-up-car heat-car; warm
honk: sound-horn find-car-in-lot; horn
vehicle-location: where-did-i-park where-is-my-car; parked
car-location: where-did-i-park where-is-my-car
tire-pressure: air-in-tires
odometer: kilometers-on-car; kilometers
vin: vehicle-number chassis-number decode-car; chassis
recall: called-back-cars product-called-back; defect
service-appointment: car-repair garage-visit; repair
maintenance: when-is-service-due repair-plan; repair
trip: where-car-drove driven-routes; drove
engine-diagnostic: check-engine fault-codes obd
car-listing: used-cars cars-for-sale
`;
