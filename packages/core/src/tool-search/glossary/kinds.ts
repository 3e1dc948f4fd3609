/** What kind of thing something is: a bakery is a place, a heater a device. See `glossary.ts` for how to read it. */
export const kindGlossary = `
# Kinds, what single things are instances of
place: bakery bakeries cafe pharmacy museum supermarket hairdresser barber dentist pizzeria pub bar shop shops store mall school university church mosque temple bank park beach zoo cinema theatre theater library hospital clinic station harbour harbor stadium castle tower bridge square kindergarten playground petrol-station gas-station post-office gym hairdressers bookshop bookstore hostel monument; near nearby around closest nearest local attraction sights sushi pizza
business: bakery bakeries pharmacy supermarket hairdresser barber dentist pizzeria garage plumber electrician florist butcher shop shops store dealer lawyer; local near nearby around closest
location: city town village country state; berlin paris london tokyo madrid rome oslo lisbon vienna dublin amsterdam sydney york chicago boston seattle texas kansas california florida ohio germany france spain italy brazil japan india china canada mexico here
area: bedroom kitchen hallway bathroom living-room dining-room basement attic garage garden office nursery corridor upstairs downstairs; room house home flat
device: television tv heater fan kettle toaster oven dishwasher washer dryer fridge freezer microwave socket plug coffee-machine radiator humidifier projector printer router; lamp light lights bulb heating appliance window windows door doors garage switch
entity: device door window person; lamp light lights heater doors windows garage remembered
playback: song music sound audio playing; track tune listening playlist album player
music: jazz rock techno classical hip-hop pop opera reggae blues; band concert listen
temperature: degrees celsius fahrenheit warmth warmer colder cooler hotter; heating warm cold cool heat thermostat
brightness: dimmed bright dark brighter darker dimmer; dim light lamp
volume: loud louder quiet quieter softer; loudness sound
vehicle: car van bus truck motorbike bike lorry tractor; drive
weather: sunny sunshine rainy snowy windy cloudy foggy humid snowfall rainfall thunder lightning hail drizzle blizzard; umbrella coat picnic outside
forecast: weather-tomorrow weather-tonight; tomorrow weekend tonight umbrella coat rain sunny snow sunshine outside picnic
stock: apple tesla microsoft amazon nvidia google; share ticker shares
symbol: ticker; apple tesla microsoft
currency: euro euros dollar dollars yen franc francs pound sterling rupee peso krona; exchange
crypto: bitcoin ethereum dogecoin solana; coin coins
amount: sum number-of-money; euros dollars pounds cents
language: german french spanish italian english chinese japanese portuguese dutch russian polish turkish arabic korean hindi swedish greek latin; speak word
sql: select statement; rows table query join
expression: formula; promql
file: txt md markdown docx log yaml toml ini; readme
directory: folder folders subfolder subfolders subdirectory; path
image: jpg jpeg png gif svg webp selfie portrait wallpaper; cat dog face
video: mp4 mov avi mkv webm; youtube
audio: mp3 wav flac m4a; voice
page: website site web-page webpage landing-page; browser
browser: website site web-page tab page chrome firefox; click button scroll form
url: website site web-address link; http https www
element: button checkbox dropdown textbox input-field link menu-item icon text-box input-box search-box check-box; click press box
text: words letters sentence paragraph; string
code: function class typescript python javascript java rust golang html css; source
repository: github gitlab bitbucket; code source
database: postgres mysql sqlite oracle mongodb mariadb; sql rows
cluster: kubernetes k8s; pods nodes
resource: infrastructure thing cloud-resource; cloud manifest yaml
infrastructure: cloud-resources servers tf-files tf terraform; provision resources
configuration: settings tf-files config options; tf files setup
number: figure digit; plus minus sum
sum: plus addition total add-up add-numbers add-two sum-of-numbers; numbers add
patient: diabetic diabetics; ill
livestock: cow cows sheep pig pigs goat horse chicken; animals
crop: maize barley potato potatoes rice soy; plants
product: shoes shirt shirts dress book phone toy; size
contact: mother father brother sister friend wife husband mum mom dad boss neighbour; phone
person: mother father brother sister friend wife husband somebody someone anyone who; people
user: colleague teammate coworker person people member; who
event: birthday party lunch dinner standup one-on-one cluster-warning warning-from-cluster cluster-event kubernetes-warning; date happened happening
issue: bug error fault; crashes broken
order: bought; parcel
carrier: operator mobile-operator network-operator landline dhl ups fedex; mobile
line: landline; phone mobile
alert: tornado flood blizzard heatwave hurricane earthquake tsunami; danger
hotel: nights overnight; room stay
flight: fly flying plane planes connection-by-air connections-by-air airfare; airport
query: question statement; ask
visa: passport; country travel
requirement: needed rules must necessary do-i-need need-to; rules
reservation: hotel-booking table-booking hotel-stay booked; booking
rule: condition guideline; automatic
state: open-or-closed on-or-off condition; open closed shut locked running
status: condition-of how-is progress; running working
health: condition healthy well doing-well; condition vital
error: exception crash bug failure stack-trace; went wrong broken
log: stdout stderr output console tail grep; printed
metric: cpu memory latency load throughput rps requests-per-second; graph usage
usage: consumption used-up eats; used eat eats consume
cost: spend spent expense bill; money
group: team squad; people
detail: info information particulars facts specifics; about
content: text body inside; inside
result: outcome answer; test
plan: scheme programme; planned
record: entry row item; kept
option: choice alternative; choose
price: cheap cheaper cheapest expensive dearer; costs
size: bigger smaller larger wider narrower taller shorter biggest smallest largest; width height
performance: faster slower fastest slowest quicker slowing; speed
web: internet google
commit: changes-on-branch change-on-main code-history branch-history change-to-code; changed
replica: copies-of-app copies-of-service more-copies
insider: executive executives director directors officer officers board-member
`;
