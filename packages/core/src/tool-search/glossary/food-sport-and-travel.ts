/** Food, sport, daily life and travel. See `glossary.ts` for how to read it. */
export const foodSportAndTravelGlossary = `
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
# Travel and transport
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
`;
