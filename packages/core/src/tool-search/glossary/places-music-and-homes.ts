/** Places, travel, weather, music, homes, shops and sales. See `glossary.ts` for how to read it. */
export const placesMusicAndHomesGlossary = `
# Places and travel
address: street-and-number postal-address where-someone-lives house-number; street home postal zip
place: location spot point-of-interest venue landmark; where spot point
route: way-to-go way-from path-between itinerary-on-map path-to-drive driving-directions way-to-drive; way path drive road
map-tile: map-square map-image piece-of-map map-picture map-section square-of-map part-of-map map-piece; map square piece zoom
boundary: border outline-of-area city-limits edge-of-area district-line area-outline country-border limits perimeter contour outer-line shape-of-area edge-of-district; border outline limits edge
elevation: height-above-sea altitude above-sea-level above-sea metres-above sea-level how-high-above height-of-land height-of-ground height-above-ground terrain-height; height altitude sea high
travel-time: journey-duration trip-duration how-long-a-journey how-long-a-trip journey-time drive-time trip-length commute-time length-of-trip commute how-long-drive how-long-it-takes journey-takes drive-takes time-on-road hours-on-the-road minutes-to-get-there time-to-get-there time-of-journey length-of-journey duration-of-trip; journey duration commute long takes drive
parking-spot: parking-space car-park place-to-park parking-place parking-bay parking-lot leave-car park-car where-to-park spot-for-car garage-place stall; park parking car bay
charging-station: ev-charger car-charger electric-car-charger place-to-charge charge-my-ev charger-for-electric charging-point plug-for-electric power-point-for-cars electric-charger charge-car ev-charging charger electricity-for-cars e-car-station electric-pump; charge electric ev charger plug
transit-line: bus-line metro-line tram-line train-line subway-line bus-route underground-line bus-or-metro public-transport-line bus-service public-transport public-transit tram-route underground tube-line connection-of-buses tube public-line; bus tram metro subway train line
flight: plane-trip air-trip by-air plane-ticket plane-connection air-connection plane-journey air-travel plane airline-trip journey-by-plane journey-by-air; plane air fly airport airline
hotel-room: room-at-hotel place-to-stay overnight-stay room-for-night accommodation guest-room bed-for-night place-to-sleep lodging hotel-stay room-in-hotel double-room single-room suite; hotel stay night bed
rental-car: hire-car hired-car rented-car car-hire hired-vehicle rental-vehicle rented-vehicle borrowed-car hire-vehicle car-rental rent-a-car car-for-hire car-on-holiday leased-car; hire rent hired vehicle
train-ticket: rail-ticket rail-fare train-fare railway-ticket rail-pass train-seat-ticket train-trip rail-journey ticket-for-train rail-booking ticket-for-rail rail-reservation; rail train railway fare
itinerary: trip-plan travel-plan trip-plans route-plan plan-of-trip holiday-plan journey-plan travel-schedule trip-schedule day-by-day-plan trip-programme tour-plan travel-programme trip-outline plan-for-my-trip schedule-of-trip; trip journey plan travel tour
seat: place-on-plane chair place-to-sit window-place where-i-sit sitting-place place-in-row spot-on-plane reserved-place; aisle sit window row
boarding-pass: pass-for-gate pass-for-the-gate pass-for-plane gate-pass gate-ticket check-in-document flight-pass embarkation-card boarding-card plane-pass document-for-boarding ticket-for-gate; gate boarding check-in
lounge-pass: airport-lounge business-lounge waiting-lounge lounge-access lounge-entry lounge-ticket vip-lounge lounge-entrance entry-to-lounge ticket-for-lounge; lounge airport vip
travel-insurance: trip-cover holiday-cover trip-insurance holiday-insurance travel-cover trip-protection journey-cover travel-protection holiday-protection journey-insurance cancellation-cover protection-for-trip insurance-for-trip; cover insurance insured protection
visa: entry-permit travel-permit entry-document permit-to-enter permission-to-enter entry-permission permit-to-travel entry-papers country-permit document-to-enter country-entry-document; permit passport entry embassy consulate
passport: travel-document id-document; identity
luggage: baggage suitcase bags; bag
reservation: booking booked-stay; reserved booked
tour: guided-visit; sightseeing
ride: taxi cab lift; uber
# Weather
forecast: weather-outlook weather-prediction outlook-of-weather weather-tomorrow will-it-rain weather-ahead need-umbrella need-a-coat weather-next-days outlook-for-weather; weather outlook rain tomorrow weekend umbrella sunny snow sun
weather: rain sunshine snow-or-sun; rain sun snow wind umbrella temperature cloudy sky storm coat
weather-alert: storm-warning severe-weather-warning weather-warning tornado-warning flood-warning hurricane-warning heat-warning storm-alert bad-weather-warning severe-weather warning-of-storm warn-of-storm; storm warning severe flood tornado
alert: warning alarm tornado-warning storm-warning flood-warning; warn alarm severe tornado flood hurricane
air-quality-report: pollution-report how-clean-the-air clean-air-report air-pollution smog-report pollution-reading how-clean-is-the-air pollution-level smog-reading smog air-pollution-report dirty-air clean-air pollution fine-dust smog-numbers air-data state-of-air how-dirty-the-air; pollution smog clean particles breathing
radar-image: rain-radar precipitation-picture rain-map radar-picture precipitation-map precipitation-image storm-radar radar-photo rain-picture rain-image cloud-picture picture-of-rain storm-picture weather-picture; rain radar precipitation picture
tide-table: high-and-low-water high-water low-water ebb-and-flow sea-level-times tides tide-times water-times when-is-low-water when-is-high-water ebb-and-flood high-tide low-tide ebb tidal times-of-tide times-of-flood sea-table; ebb sea water high low harbour
pollen-report: hay-fever hay-fever-report allergy-forecast pollen-count pollen-level hayfever grass-pollen allergen-report plant-dust pollen-reading pollen-information sneezing pollen-numbers bad-for-allergies; allergy hay grass sneeze
climate-record: long-term-weather weather-of-past-years historical-temperatures weather-archive past-weather-data decades-of-weather weather-statistics old-weather past-weather temperature-record weather-records temperature-history long-term-temperature average-over-decades temperatures-of-past-decades weather-of-decades; climate decades average long-term historical
storm-track: path-of-hurricane hurricane-path hurricane-track cyclone-path path-of-storm storm-path storm-route cyclone-track where-storm-goes where-hurricane-goes hurricane-route typhoon-path path-of-cyclone course-of-storm where-the-storm where-typhoon-heads storm-movement route-of-storm route-of-hurricane; hurricane cyclone typhoon path
marine-conditions: wave-height sea-state surf-report swell surfing-conditions; waves surf sea
# Music
track: song tune piece-of-music recorded-song music-piece; song music tune
album: lp music-record collection-of-songs long-player set-of-songs vinyl; record songs disc
artist: singer band musician performer music-group; band singer musician
playlist: song-list list-of-songs mix mixtape songs-collection collection-of-songs songs-for-party; songs mix party
podcast: audio-show talk-show radio-show-online spoken-show episode audio-series radio-show-to-download listening-series; episode show host
lyrics: song-words words-of-song song-text words-to-song text-of-song sung-words words-of-a-track words-of-tune sung-text verses; words song sung
concert: gig live-show live-performance live-event music-show show-of-band live-music show-on-stage appearance-of-band music-event; gig live show stage
radio-station: broadcaster fm-station radio-channel broadcast-station radio-broadcaster radio; fm broadcast
playback-device: speaker-to-play-on player-device where-music-plays sound-device music-player output-device device-that-plays playing-device audio-player audio-output music-device where-to-play device-for-music; speaker player plays sound
# Home
light: lamp bulb lighting ceiling-light; lamp bulb bright dark
thermostat: heating-control temperature-control heating-regulator room-temperature-control heating heater radiator-control regulator-of-heating heating-knob; heating warm temperature heater radiator
lock: door-lock smart-lock bolt front-door-lock door-bolt latch; door bolt key
camera: security-camera webcam surveillance-camera cctv doorbell-camera video-surveillance surveillance video-eye surveillance-device cam; surveillance cctv watch
blind: window-shade roller-shutter window-cover shutter window-covering shade jalousie window-blind sunshade window-blinds roller; window shutter shade curtain
vacuum: robot-cleaner floor-cleaner cleaning-robot robot-vacuum hoover floor-robot vacuum-cleaner robot-hoover cleaning-machine dust-sucker; floor clean robot dust
scene: mood-setting light-mood room-mood preset-mood home-mood lighting-preset mood lighting-mood ambience atmosphere light-setting room-atmosphere preset-of-lights; mood preset evening ambience
sensor: motion-detector measuring-device detector door-detector motion-sensor temperature-probe probe feeler measuring-unit meter; detect motion measures
speaker: loudspeaker smart-speaker sound-box audio-box sound-system; loud sound
alarm: burglar-alarm siren security-alarm intruder-alarm alarm-system theft-alarm intrusion-alarm; burglar intruder siren
automation: home-routine smart-home-rule smart-home-routine automatic-routine if-then-rule household-rule house-routine home-rule routine automatic-action home-script smart-rule; routine automatic rule trigger
appliance: household-machine washing-machine fridge dishwasher oven kitchen-machine home-machine household-device refrigerator dryer kitchen-device white-goods microwave kitchen-appliance electric-device household-appliance; washing fridge oven household dishwasher
curtain: drapes; window
switch: power-socket plug; socket
# Shop
product: goods article-for-sale merchandise item-for-sale item-sold ware wares things-we-sell wares-on-offer thing-for-sale sold-item; goods item sell article
order: purchase what-customer-bought customer-purchase what-did-customer-buy; bought purchase
discount-code: promo-code coupon-code money-off-code rebate-code voucher-code percent-off-code promotion-code reduction-code promotional-code; promo coupon off reduction
fulfillment: order-delivery order-sent shipping-of-order order-shipping sending-of-order handing-over-to-carrier order-dispatch packing-and-sending packed-and-sent order-handling handing-order-to-carrier parcel-packed handing-over-order completion-of-order order-processing; shipped packed sent dispatch
inventory-level: stock-count how-many-left units-in-stock quantity-on-hand stock-level amount-in-stock how-much-in-stock stock-quantity pieces-left items-left how-many-in-stock left-in-stock in-stock stock-on-hand remaining-units remaining-stock amount-on-shelf number-on-shelf supply-left; stock left units warehouse
inventory: stock stock-on-hand; stock
cart: shopping-basket basket trolley shopping-bag shopping-trolley unpaid-basket shopping-list-before-paying selected-goods; basket shopping trolley
collection: product-group range-of-products group-of-products assortment product-range group-of-goods set-of-products themed-products line-of-products; range group assortment
return-request: send-back wants-to-send-back goods-sent-back return-of-goods customer-returns wants-to-return product-return ask-to-return goods-back send-goods-back returned-goods item-sent-back returned-item items-back sending-back refund-of-goods wish-to-return send-back-request goods-returned; back return unwanted
gift-card: gift-voucher present-card store-credit gift-certificate prepaid-card gift-coupon shop-credit present-voucher prepaid-voucher voucher-as-present; gift voucher present prepaid
supplier: vendor wholesaler who-delivers-goods provider-of-goods where-goods-come-from manufacturer who-we-buy-from source-of-goods; vendor wholesale provider
review: customer-rating star-rating customer-opinion product-rating customer-feedback buyer-opinion product-opinion critique stars-from-customers buyer-review what-buyers-say; rating stars opinion feedback
shipping-label: postage-label parcel-sticker parcel-label address-label postage-sticker package-sticker delivery-label sticker-for-parcel shipping-sticker label-for-parcel sticker-on-parcel; postage sticker parcel
variant: size-or-color option; size
abandoned-checkout: left-without-paying unfinished-purchase abandoned-cart carts-left; left unpaid
# Sales
contact: person-in-address-book address-book-entry acquaintance person-i-know person-i-met business-card; person address phone
company: firm business corporation enterprise client-company account-firm; firm business corporate
deal: sales-opportunity sale business-opportunity possible-sale opportunity potential-sale business-in-progress closing-business; opportunity sale won lost
pipeline: sales-funnel sales-process funnel sales-stages stages-of-sale phases-of-sale; funnel stages sales
lead: prospect possible-customer potential-customer interested-person sales-prospect would-be-customer potential-client potential-buyer possible-buyer prospective-customer interested-buyer interested-party possible-deal someone-who-might-buy; prospect potential interested
quote: price-offer offer-of-price price-proposal cost-estimate sales-offer price-estimate proposal-with-price price-offers offer-for-client price-for-client quotation; offer estimate proposal
meeting-note: minutes minutes-of-meeting what-was-discussed notes-from-meeting written-minutes meeting-minutes protocol-of-meeting meeting-summary discussion-notes written-summary-of-meeting notes-of-meeting; minutes discussed protocol
campaign: marketing-drive ad-drive marketing-action advertising-push promotion advertising-campaign marketing-push ad-series marketing-effort ad-campaign; marketing advertising promotion ads
territory: sales-area sales-region sales-district region-of-rep rep-area patch-of-rep region-for-sales; region area district
call-log: list-of-calls entry-of-phone-calls phone-call-record call-history logged-call phone-record record-of-calls calls-made past-calls phone-call-entry phone-history entry-about-phone-call protocol-of-call telephone-record phone-log; calls phone logged
owner: responsible-person sales-rep; rep responsible
engagement: logged-activity customer-contact; call note
`;
