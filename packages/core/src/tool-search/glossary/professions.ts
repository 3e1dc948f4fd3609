/** Design, meetings, research, money, telephony, people, media, health, learning, freight, law, farming and games. See `glossary.ts` for how to read it. */
export const professionsGlossary = `
# Design
design-file: mockup-file drawing-file design-document mock-up design-drawing layout-file artwork-file ui-design figma-file mockup sketch-file design-draft screen-design draft-design; mockup drawing sketch design
layer: drawing-level drawing-plane level-of-drawing sheet-of-drawing plane-of-drawing stacking-level image-level; level plane
style: text-look set-of-looks look-and-feel visual-look typography appearance typographic-preset text-style; look font appearance
prototype: clickable-mockup interactive-mockup trial-version click-dummy clickable-mock-up clickable-design click-through-demo interactive-demo early-model test-model clickable-demo trial-model first-model try-out-model; clickable interactive demo
asset: brand-file logo brand-material graphic-file graphics-resource logo-file icon-file graphic brand-graphic company-graphic image-resource picture-file; logo icon brand graphic
color-variable: colour-token color-token named-color brand-color colour-value shade-definition palette-entry named-colour reusable-color color-constant theme-color shared-color reusable-colour shade-token; colour color token palette shade
export: output-file rendered-file; output rendered
team-library: shared-design-kit shared-components shared-kit design-system common-components shared-design-collection shared-library shared-parts design-kit component-collection kit-for-everyone company-wide-components; shared kit common design
font: typeface lettering; type
icon: pictogram symbol; symbol
# Meetings
meeting: conference-call video-call get-together video-conference online-call conference sit-down; call conference talk video
recording: recorded-session taped-call taped-meeting captured-session recorded-call taped-session recorded-meeting tape video-of-meeting recorded-talk captured-call saved-session video-recording; taped tape recorded captured
transcript: written-record spoken-words-in-text word-for-word written-record-of-meeting text-of-meeting what-was-said-in-text meeting-text verbatim text-of-what-was-said record-of-what-was-said who-said-what written-version script-of-meeting written-text-of-call everything-that-was-said; written said spoken verbatim
participant: who-took-part people-in-call who-joined who-was-there person-in-meeting who-showed-up people-in-meeting who-attended member-of-call joined-the-call person-on-the-call people-on-the-call who-was-in people-who-joined who-turned-up; joined attended took showed present there
poll: vote show-of-hands quick-vote quick-question opinion-vote ballot voting quick-survey voting-question; vote voting question
webinar: online-seminar online-talk online-lecture online-presentation web-talk online-class live-seminar virtual-seminar web-seminar broadcast-talk training-online remote-seminar; seminar lecture online
breakout-room: side-room small-group-room sub-room group-room separate-room small-group small-side-room sub-meeting smaller-rooms split-room side-session separate-group-room discussion-corner; small group side
chat-message: message-in-meeting chat-line line-of-chat written-in-chat chat-text typed-in-chat; chat typed
registration: sign-up enrolment-for-event signed-up signup sign-ups registered-person registered-people people-signed-up place-at-event who-signed-up list-of-registered entry-for-event; signed signup enrolled register
# Research
paper: scientific-article research-article scholarly-article academic-article publication study scientific-publication journal-article; article publication study scientific
citation: reference-to-paper bibliographic-reference source-reference cited-work quoted-source cited-paper literature-reference bibliography-entry quoted-work literature-entry mention-of-paper bibliography quotation mentioned-source source-list; reference cited quoted bibliography
author: writer who-wrote paper-writer scientist researcher; writer wrote
dataset: data-collection collection-of-data research-data data-file measured-data table-of-data set-of-data body-of-data measurements numbers-to-analyse collected-figures; data collection
preprint: unreviewed-paper not-yet-reviewed not-peer-reviewed not-yet-peer-reviewed unpublished-paper early-paper paper-draft unpublished-study paper-before-review draft-paper unreviewed-article early-version-of-paper unreviewed-study paper-not-yet-published article-before-review; unreviewed unpublished early peer
grant: research-funding research-money funding-award funding science-money funding-application research-award scholarship stipend money-for-research sponsorship; funding money award
journal: scientific-magazine periodical academic-magazine scholarly-magazine science-magazine academic-periodical publication-series; magazine periodical
experiment: lab-trial lab-test scientific-test trial scientific-trial laboratory-test lab-experiment research-trial; trial lab test
protocol: lab-procedure lab-instructions experiment-steps lab-method lab-recipe method-description test-procedure experiment-instructions experimental-procedure work-instructions lab-description how-to-of-experiment; procedure steps method instructions
hypothesis: assumption; theory
# Finance
stock-quote: share-price price-of-share stock-price share-prices price-of-stock stock-value share-value ticker-price market-price price-per-share share-quotation ticker; share ticker stock market
portfolio: investments my-investments holdings shares-i-own set-of-investments investment-holdings investment-basket stocks-i-own all-my-shares securities-i-own basket-of-shares; investments holdings invested
trade: buy-or-sell stock-purchase share-purchase buys-and-sells securities-deal buying-and-selling stock-deal stock-transaction share-deal bought-and-sold buy-and-sell securities-transaction purchases-and-sales-of-securities purchases-and-sales order-at-exchange stock-order; bought sold buys sells
exchange-rate: conversion-rate currency-conversion currency-rate euro-to-dollar dollar-to-euro money-conversion foreign-exchange conversion-of-money currency-price what-a-dollar-costs currency-conversion-rate euro-dollar fx-rate forex-rate dollar-rate euro-rate rate-of-currency what-euro-is-worth how-many-dollars; currency conversion euro dollar fx pound
dividend: payout-to-shareholders shareholder-payment shareholder-payout profit-share payment-to-shareholders payment-per-share profit-distribution stockholder-payment shareholder-distribution payments-to-shareholders shareholder-profit money-for-shareholders annual-payout; shareholder stockholder profit payout
filing: regulatory-document sec-document annual-filing 10-k company-disclosure regulator-document official-filing sec-filing regulatory-report mandatory-report disclosure disclosure-document paper-for-regulator; sec regulator regulatory official disclosure
earnings-report: quarterly-results profit-report quarterly-figures company-results profit-figures results-of-quarter quarterly-numbers financial-results quarter-results quarterly-profit annual-results profit-announcement quarterly-report business-results; quarterly profit results earnings quarter
option-chain: puts-and-calls calls-and-puts list-of-options stock-options strike-prices option-contracts options-on-stock option-prices puts-calls options-list derivatives list-of-puts; puts strike options expiry call
fund: mutual-fund investment-pool etf investment-trust index-fund pooled-investment money-pool collective-investment pension-fund; etf mutual pool
bank-account: account-at-bank account-with-bank current-account savings-account checking-account account-i-hold giro-account iban money-account accounts-with-bank; bank savings checking iban
budget: spending-plan spending-limit money-plan planned-spending spending-plans plan-of-expenses planned-expenses money-set-aside financial-plan cost-plan planned-costs allotted-money money-allowed cost-frame; spending planned limit
currency: money foreign-money; euro dollar
loan: credit borrowed-money mortgage; borrowed
interest: interest-rate; percent
# Telephony
phone-number: telephone-number phone-line telephone-line dialling-number number-to-call number-to-dial line-number mobile-number; telephone line dial
text-message: sms texting short-message text-on-phone mobile-text phone-text; sms text mobile
voicemail: answering-machine answerphone voice-message left-a-message message-on-answering caller-left spoken-message mailbox-message caller-left-message answering-machine-message recorded-message spoken-note recording-on-answerphone; answering caller spoken left
contact-list: address-book phone-book list-of-people phonebook list-of-contacts people-to-call directory-of-people calling-list call-sheet phone-directory roll-of-contacts; addresses phonebook people
call-queue: waiting-callers callers-waiting callers-on-hold phone-queue waiting-line-for-calls hold-queue line-of-callers hotline-queue people-on-hold on-hold calls-waiting callers-in-line callers-in-queue telephone-queue; waiting callers hold hotline
fax: facsimile telefax paper-by-phone; facsimile
# People
time-off-request: holiday-request leave-request vacation-request absence-request ask-for-holiday ask-for-vacation days-off day-off-request leave-application holiday-application ask-for-leave pto-request request-for-leave vacation-application time-off apply-for-leave vacation-days wish-for-holiday application-for-leave sick-leave parental-leave; holiday vacation leave absence pto off
payslip: salary-slip wage-slip wage-statement salary-statement pay-statement pay-stub paycheck monthly-pay-document salary-document earnings-statement proof-of-salary paystub salary-sheet pay-slip pay-document salary-papers wage-document take-home-pay what-i-earned my-pay net-pay pay-packet; salary wage pay monthly earn earned
employee: staff-member worker colleague person-on-staff coworker person-in-company someone-who-works member-of-staff hired-person personnel workforce team-member staffer; staff worker colleague works
job-requisition: open-position job-opening vacancy open-job hiring-request opening-for-hire new-position position-to-fill vacant-position job-vacancy request-to-hire open-role role-to-fill unfilled-position job-ad staffing-request vacant-job need-new-staff want-to-hire staffing-need; opening hiring vacancy vacant position
candidate: applicant job-seeker person-who-applied job-applicant who-applied person-applying interested-worker person-who-wants-job prospective-employee; applied applicant applying cv
interview: talk-with-applicant job-talk hiring-talk applicant-meeting conversation-with-applicant job-conversation hiring-conversation talk-with-candidate scheduled-conversation conversation-for-job; applicant hiring talk
expense-report: travel-costs business-trip-costs spending-claim cost-claim what-i-spent money-i-spent reimbursement-claim trip-costs costs-claim out-of-pocket reimbursement-request business-expenses expenses-claim travel-expenses bill-for-trip costs-of-trip receipts-for-reimbursement; spent reimbursed costs expenses
benefit-plan: health-insurance-plan employee-perk staff-perk perks pension-plan staff-benefits company-pension employee-insurance fringe-benefits employee-perks company-perks retirement-plan perk pension-scheme dental-plan health-plan; perks pension insurance retirement
performance-review: yearly-appraisal staff-appraisal annual-appraisal employee-evaluation yearly-review job-appraisal annual-evaluation staff-evaluation appraisal employee-rating year-end-review feedback-talk employee-assessment annual-review staff-rating work-evaluation; appraisal evaluation yearly annual assessment
org-chart: who-reports-to reporting-structure reporting-line chain-of-command company-hierarchy organisation-chart her-boss his-boss my-manager direct-reports who-is-the-boss who-manages; boss manager reports hierarchy superior
# Media
image: picture photo photograph illustration; picture photo drawing
video: film movie clip-with-sound footage moving-picture motion-picture; film movie footage
audio-clip: sound-clip sound-snippet sound-bite piece-of-sound short-sound sound-sample sound-file audio-snippet sound-fragment audio-file; sound audio snippet
subtitle: text-under-film text-on-screen translated-text-on-film film-text movie-text closed-captions on-screen-text text-of-film words-on-screen translation-under-film film-captions; caption screen film
voice: narrator speaking-style speech-voice spoken-voice speaker-voice synthetic-voice way-of-speaking synthetic-speaker; narrator speech spoken
caption: picture-text image-text text-below-picture picture-description text-under-picture text-under-photo line-under-picture image-description text-under-image words-under-picture line-below-photo; text below picture
thumbnail: preview-picture small-picture preview-image mini-picture small-preview miniature small-image tiny-image cover-picture small-cover tiny-preview icon-picture; preview small tiny miniature
effect: visual-effect video-effect special-effect blur-or-glow picture-effect sound-effect filter-on-video picture-filter; visual special blur fade
transcription: speech-to-text spoken-to-written speech-in-text text-of-recording written-from-speech typed-speech speech-text written-out-recording typed-out-speech dictation speech-written-down; speech spoken written typed
slideshow: picture-show photo-show series-of-pictures sequence-of-pictures diashow slide-presentation photo-sequence row-of-pictures picture-sequence gallery photos-in-a-row; pictures slides photos
# Health
patient: sick-person ill-person person-under-care person-in-hospital person-treated; sick ill hospital
appointment: doctor-visit consultation visit-to-doctor date-with-doctor slot-with-doctor clinic-visit checkup check-up date-at-clinic visit-at-doctor time-with-doctor; visit doctor clinic
prescription: medication-order medicine-order drug-order prescribed-drug prescribed-medicine doctor-order-for-medicine medicine-prescribed rx pills prescribed-medication doctors-order what-doctor-prescribed pills-order; medicine drug medication pills prescribed
lab-result: blood-test blood-test-result test-result-from-lab laboratory-finding blood-work blood-values laboratory-value lab-value laboratory-result lab-finding lab-test-result bloodwork test-results blood-sample blood-values-result outcome-of-lab-test; blood laboratory test finding
allergy: intolerance hypersensitivity what-patient-reacts-to allergic-reaction reacts-badly allergic can't-tolerate can't-eat sensitivity; allergic intolerance reacts nuts
immunization: vaccination vaccine-shot jab shot inoculation vaccine flu-shot vaccinations inoculations protective-shot; vaccine jab shot
care-plan: treatment-plan treatment-programme plan-for-treatment therapy-plan nursing-plan plan-of-care treatment-schedule plan-of-treatment therapy-programme treatment-program therapy-schedule how-patient-is-treated; treatment therapy nursing care
referral: sent-to-specialist send-to-specialist transfer-to-specialist letter-to-specialist passing-to-specialist specialist-letter sent-to-another-doctor pass-to-specialist handover-to-specialist letter-for-specialist passing-on-of-patient; specialist refer doctor
claim: insurance-claim request-to-insurer insurance-request ask-insurer claim-to-insurer damage-claim bill-to-insurer insurer-claim reimbursement-from-insurer bill-for-insurance request-for-insurance; insurer insurance
vital-sign: blood-pressure pulse heart-rate body-temperature pulse-and-pressure body-measurement heartbeat pulse-reading breathing-rate body-values heart-beat measurements-of-body pulse-and-temperature; pulse pressure heart heartbeat body
symptom: sign-of-illness; pain
# Learning
course: class training study-programme subject-of-study training-course training-programme series-of-lessons; class training
lesson: unit-of-course teaching-unit class-hour single-class teaching-session school-hour part-of-course lecture; teaching lecture unit
quiz: short-test knowledge-test test-for-students test-for-pupils multiple-choice little-exam knowledge-check pop-test class-test mini-exam test-of-knowledge; test exam questions
assignment: homework exercise-for-students task-for-students school-work coursework student-exercise school-task exercise homework-task pupils-task work-for-pupils; homework exercise hand
grade: mark school-mark score-of-student student-score exam-score points-of-student mark-of-student test-score result-of-student result-of-exam school-result marks; mark score points
student: pupil learner class-member school-child schoolchild trainee undergraduate learners college-student; pupil learner school
enrollment: course-sign-up signed-up-for-class signed-up-for-course pupils-signed-up sign-up-for-class course-registration place-in-course course-booking signed-up-for-a-class admission class-registration joining-of-class class-sign-up course-admission signed-up-for-a-course entry-into-course joined-course place-on-course course-place class-enrolment; enrolled admission joined signed
rubric: grading-scheme marking-scheme grading-criteria marking-criteria scoring-guide grading-guide assessment-criteria marking-guide evaluation-grid grading-sheet how-grades-are-given points-scheme; grading criteria marking scoring
discussion: class-debate exchange-of-views forum-thread debate class-talk talk-among-students forum conversation-in-class exchange-among-students; debate forum talk
# Logistics
shipment: consignment cargo delivery freight load goods-on-the-way goods-in-transit sent-goods delivery-under-way goods-under-way transport; cargo freight delivery transit
package: parcel box packet carton; parcel box
pallet: wooden-platform loading-platform skid load-carrier loading-skid stack-of-goods wooden-skid stack-for-forklift; skid platform stack
warehouse: storehouse depot storage-hall storage-building store-building distribution-center fulfilment-center storage-site goods-depot stock-building goods-hall; depot storage
driver: trucker lorry-driver person-at-wheel courier delivery-person van-driver truck-driver delivery-man chauffeur man-at-wheel person-who-drives; trucker courier wheel
delivery-route: delivery-round tour-of-driver round-of-driver stops-of-driver delivery-tour drop-off-path delivery-run round-of-stops van-round courier-round driver-route delivery-path order-of-stops stops-of-van path-of-driver tour-of-van; round stops tour van
customs-declaration: border-papers customs-papers import-papers customs-form export-papers border-form import-declaration border-declaration duty-form customs-document border-document customs-paperwork import-paperwork documents-for-border declaration-at-border; border duty import papers
carrier-rate: shipping-price shipping-cost freight-price postage-price cost-of-carrier freight-rate freight-cost delivery-price transport-price price-of-shipping what-shipping-costs courier-price shipping-rate haulier-price transport-cost cost-of-shipping haulage-price what-carrier-charges tariff-of-carrier; freight postage haulage transport
dock-slot: loading-bay-time ramp-time unloading-window loading-window unloading-time loading-slot loading-time ramp-slot truck-unloading loading-dock unloading-slot loading-bay loading-ramp gate-slot time-at-ramp slot-at-ramp; loading unloading ramp bay dock
# Law
contract: agreement legal-agreement signed-agreement written-agreement pact deal-in-writing; agreement signed
clause: contract-paragraph section-of-contract provision contract-term contract-section legal-paragraph passage-of-contract paragraph-of-agreement contract-provision part-of-contract stipulation passage contract-clause part-of-agreement paragraphs-of-agreement; paragraph provision section term
case: lawsuit legal-case court-case litigation legal-proceeding legal-dispute proceedings trial-at-court; lawsuit court litigation
court-filing: document-for-court submission-to-court court-document legal-brief court-papers pleading legal-submission court-submission papers-for-court document-filed-with-court motion motion-to-court paper-for-judge papers-at-court; court judge pleading brief submission
signature-request: waiting-to-be-signed document-to-sign ask-to-sign request-to-sign e-sign-request waiting-for-signature documents-to-sign asking-to-sign e-signature pending-signature something-to-sign awaiting-signature sign-document paper-to-sign waiting-for-sign please-sign documents-waiting-to-be-signed; sign signed signing
matter: legal-file legal-affair client-affair law-firm-file legal-mandate mandate legal-matter client-file lawyer-file client-case; affair legal mandate
trademark: brand-name-right brand-protection registered-brand protected-name brand-name registered-name protected-brand name-protection protected-mark; brand registered protected
# Farming
field: piece-of-land farmland acre plot farm-field piece-of-farmland plot-of-land paddock arable-land agricultural-land meadow; farm land acre plot
crop: what-is-grown plants-grown wheat-or-corn planted-crop cultivated-plant planting wheat corn plants grown-plants cereals; grown wheat corn plant
soil-sample: earth-sample ground-sample ground-probe dirt-sample sample-of-earth earth-probe soil-test soil-analysis ground-analysis dirt-test earth-test earth-analysis piece-of-ground; earth ground dirt probe
irrigation-plan: watering-plan watering-schedule watering-scheme plan-for-watering field-watering sprinkler-plan sprinkler-schedule watering-programme when-to-water sprinkler plan-of-watering when-fields-get-water; watering sprinkler water
harvest: crop-yield gathered-crop reaping picking what-was-reaped gathering-of-crops reaped yield-of-field bringing-in gathered-grain amount-reaped; yield reaped gathered picked
tractor: farm-machine farm-vehicle field-machine agricultural-machine farm-machinery agricultural-vehicle machine-for-field plough; machine farm vehicle
seed-order: order-of-seed seed-purchase grain-purchase seeds-bought ordered-seed purchase-of-seed buying-seed ordered-seeds order-for-seeds buy-seeds grain-order order-of-grain purchase-of-grain; seeds grain
livestock-record: cattle-file animal-record animal-file herd-entry herd-record cow-record cattle-record farm-animal animal-entry cattle-entry entry-about-cow cow sheep herd data-on-cow entry-of-animal; cattle animal herd cow sheep pig
# Games
player: gamer game-account person-playing person-in-game account-of-gamer; gamer plays
match: game-round played-game round-of-game duel contest-between-players game-played played-round single-game contest; round game duel
leaderboard: ranking high-score-list table-of-best best-players top-players highscores score-table top-list list-of-best hall-of-fame ranking-list high-score top-scores points-ranking high-score-table ranking-of-players score-list; ranking best top scores
achievement: trophy badge unlocked-award medal unlocked-badge game-award accomplishment award reward-in-game; trophy badge medal unlocked
inventory-item: loot player-belonging item-carried backpack-item game-item gear player-carries loot-of-player in-the-backpack thing-player-carries carried-item equipment-of-player belongings stuff-of-player piece-of-equipment; loot gear backpack carries carried
guild: clan team-of-players player-group group-of-players alliance player-clan gamer-group band-of-players player-association band-of-gamers team-in-game; clan alliance players
quest: mission adventure task-in-game game-task game-mission hero-task hero-mission task-for-player; mission adventure
lobby: waiting-room game-waiting-room pre-game-room players-waiting waiting-area pre-match-room gathering-room room-before-game gathering-place; waiting gather
`;
