/** More kinds and what is of them: an onion is an ingredient, a sonata music. See `glossary.ts` for how to read it. */
export const moreKindsGlossary = `
place: gym laundromat kiosk atm embassy nightclub gallery monument cathedral palace ruins viewpoint waterfall lake mountain island vineyard brewery winery aquarium casino florist bookstore bookshop optician mechanic
restaurant: sushi pizza burger tapas ramen steakhouse bistro diner brunch trattoria takeaway vegan brasserie; hungry lunch
recipe: lasagna pancakes risotto curry soup salad cake cookies bread stew casserole pasta omelette pie smoothie; oven
ingredient: onion garlic tomato chicken beef pork tofu egg butter sugar salt pepper cheese rice potato carrot mushrooms spinach milk cream basil cinnamon; grams tablespoon
food: apple banana orange bread cheese rice yogurt avocado oatmeal chocolate; eat calories
drink: coffee tea juice beer wine water lemonade; thirsty
cocktail: mojito margarita martini negroni daiquiri; rum gin vodka tequila
meal: supper snack brunch
sport: football soccer basketball baseball tennis hockey cricket rugby golf volleyball handball cycling swimming boxing mma formula; club
team: lakers yankees arsenal barcelona juventus liverpool bayern packers warriors; game season
league: nba nfl nhl mlb bundesliga epl laliga mls ncaa; standings
player: quarterback striker goalkeeper pitcher goalie; goals points
exercise: squat pushups push-ups deadlift plank lunges burpees pull-ups bench-press crunches; reps sets
workout: jogging running yoga pilates cardio rowing weightlifting; minutes
activity: ride hike swim walk jog; kilometers
condition: diabetes asthma cancer migraine arthritis depression hypertension flu influenza covid pneumonia; symptoms
symptom: headache fever cough nausea dizziness rash fatigue
drug: aspirin ibuprofen paracetamol insulin antibiotics penicillin metformin statin; dose
pet: puppy kitten hamster rabbit parrot
animal: dog cat horse cow wolf bear elephant tiger whale shark eagle fox deer; species
bird: owl eagle sparrow heron robin falcon; seen
species: butterfly orchid oak mushroom whale frog beetle; wild
plant: rose tulip basil cactus orchid tomato; water
crop: soybeans rye oats rapeseed cotton sugarcane; acre hectare
livestock: cattle poultry hens; farm
musician: beatles mozart bach beyonce drake adele; song
artist: beatles mozart beethoven beyonce rihanna adele picasso rembrandt monet; tour
instrument: guitar piano violin drums flute bass; play
movie: inception titanic avatar gladiator comedy thriller horror western; actor
genre: comedy thriller horror drama romance fantasy sci-fi; movies
book: thriller biography dictionary fantasy
author: tolkien shakespeare orwell hemingway; books
game: minecraft fortnite chess roblox zelda poker sudoku
pokemon: pikachu charizard bulbasaur; evolves
card: visa mastercard amex; bank
commodity: copper oil gas wheat coffee platinum crude corn; ounce barrel
crypto: btc eth xrp cardano litecoin polkadot; price
token: usdc usdt stablecoin; wallet
index: nasdaq dax ftse nikkei dow; market
stock: nflx amd intel ibm disney boeing siemens; price
symbol: aapl msft tsla googl amzn nvda; share
currency: usd eur gbp jpy cad aud chf; convert
bank: citibank hsbc barclays; account
airport: heathrow jfk lax schiphol gatwick
airline: lufthansa ryanair easyjet emirates klm; flight
country: germany france italy brazil canada kenya norway sweden poland portugal; capital
city: berlin paris london tokyo madrid rome munich vienna prague boston
language: ukrainian danish norwegian finnish czech hungarian thai vietnamese hebrew persian; say
planet: mars venus jupiter saturn mercury neptune; space
star: sirius polaris betelgeuse
holiday: christmas easter thanksgiving ramadan diwali hanukkah halloween; date
event: concert fair exhibition parade workshop meetup wedding hackathon; tickets
weather: gusty icy frosty mild sweltering muggy chilly freezing windchill sleet; outdoors barbecue
forecast: barbecue hike sailing gardening laundry
natural-disaster: avalanche landslide cyclone eruption wildfire; struck
vehicle: suv sedan pickup ambulance tesla bmw volkswagen toyota ford; miles
appliance: stove kettle airfryer; kitchen
sensor: thermometer hygrometer barometer smoke leak; reading
light: chandelier spotlight nightlight floodlight; glow
switch: outlet socket; wall
media-player: soundbar chromecast sonos tv; room
climate: radiator boiler aircon; degrees
cover: blinds shutters awning drapes; window
furniture: sofa chair shelf bed; room
document: contract memo essay letter thesis proposal whitepaper; pages
spreadsheet: xlsx ods csv
presentation: pptx keynote
archive: tar rar gz tgz; unpack
database: postgresql cassandra
cache: redis memcached; key
queue: rabbitmq sqs kafka; messages
issue: jira; ticket
message: slack discord telegram whatsapp
email: gmail outlook letter
calendar: ical ics gcal
meeting: zoom standup one-on-one kickoff webex
note: obsidian evernote scribble; idea
file-system: ntfs ext4 apfs; disk
language-server: pyright gopls clangd; code
programming-language: python rust java golang typescript ruby kotlin swift; code
code: kotlin; program
package: lodash react numpy pandas django
library: react django numpy pandas express tensorflow pytorch; documentation
framework: django rails laravel flask nextjs; app
model: gpt claude llama gemini mistral bert whisper; ai
container: nginx alpine
browser: safari chromium
element: slider radio-button accordion tooltip navbar; page
shape: circle rectangle triangle square arrow star polygon hexagon; draw
color: red blue green yellow purple orange teal pink hex rgb; paint
chart: histogram treemap sankey boxplot donut scatterplot; draw
diagram: uml plantuml flowchart swimlane; draw
unit: kilometers miles celsius fahrenheit pounds kilograms inches liters gallons ounces feet; convert
metric: p95 p99 qps saturation iops
server: nginx apache linux ubuntu debian; machine
cloud: aws azure gcp; region
social-media: instagram facebook twitter tiktok linkedin mastodon bluesky; post
post: toot reel carousel; followers
video: youtube vimeo vlog trailer; watch
podcast: spotify interview; listen
music: symphony sonata waltz samba salsa punk folk soul
law: gdpr hipaa constitution amendment
contract: nda lease msa sow waiver
tax: vat gst irs deduction; file
loan: overdraft lease
insurance: liability dental travel-cover life-cover; covered
degree: bachelor phd diploma; university
school: kindergarten university college academy; pupils
subject: mathematics physics chemistry biology history geography; learn
gene: brca1 tp53 egfr; mutation
protein: insulin hemoglobin collagen keratin; structure
compound: aspirin caffeine ethanol benzene glucose
element: hydrogen oxygen carbon gold iron; atomic
machine: lathe conveyor cnc welder
`;
