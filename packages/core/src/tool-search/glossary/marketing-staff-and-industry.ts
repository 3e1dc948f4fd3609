/** Marketing, support, accounts, property, staff, public life and industry. See `glossary.ts` for how to read it. */
export const marketingStaffAndIndustryGlossary = `
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
`;
