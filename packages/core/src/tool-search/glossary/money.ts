/** What people call the things of money, shops and parcels in passing. See `glossary.ts` for how to read it. */
export const moneyGlossary = `
# Paying
refund: money-returned-to-card give-customer-money wire-back make-customer-whole undo-payment undo-charge
charge: ding-card put-on-card run-card
payment: what-came-in cash-coming-in money-coming-in
failed-payment: card-bounced card-declined payment-bounced didn-t-go-through; declined bounced
payment-link: link-for-customer-to-pay
invoice: what-outstanding still-owes-us who-hasn-t-paid what-i-m-owed; owes outstanding
send-invoice: ask-to-be-paid; paid
overdue-invoice: slow-payers late-payers deadbeats; late
payment-reminder: chase-money chase-customer polite-nudge; chase
void-invoice: tear-bill-up
bill: what-we-have-to-pay due-to-suppliers
dispute: customer-says-wasn-t-me
subscription: on-monthly-plan what-am-i-subscribed-to
cancel-subscription: stop-paying-for stop-charging get-out-of-plan
payout: when-money-lands when-will-money-arrive
balance: how-much-have-we-got in-the-kitty
coupon: money-off-voucher knock-something-off; cheaper
price: what-the-damage set-me-back; pricey
tip: something-for-waiter
split: go-dutch go-halves
loan: owe-on-house pay-off-debt; borrow debt
credit-score: will-bank-lend-me
budget: how-much-can-i-spend can-we-afford; afford
expense: what-i-blew blew-on money-down-drain; blew
transaction: what-did-i-spend where-did-money-go ins-and-outs
transfer: move-money-to shift-cash; cash
savings-goal: put-money-by nest-egg; nest
reconcile: do-books-match make-books-balance
profit-loss: bottom-line are-we-making-money; loss
cash-flow: money-coming-and-going how-long-until-broke runway; broke
tax: what-taxman-wants owe-government; taxman
payroll: payday-for-staff
freeze-card: someone-has-my-card
atm: cash-machine hole-in-wall; withdraw
# Markets and coins
stock-price: what-it-trading-at how-is-share-doing
historical-price: how-has-it-done went-up-or-down
portfolio: how-are-my-shares nest-egg-doing what-i-m-invested-in
position: skin-in-game what-i-m-holding; holding
place-order: get-some-shares get-rid-of-shares; shares
cancel-order: pull-order
top-gainer: what-hot-in-market shooting-up; soaring
top-loser: what-tanking dropping-fast; tanking plunging
market-index: how-is-wall-street how-did-market-do
dividend: what-shares-pay-me
earnings: how-did-company-do how-much-company-made
insider-trade: bosses-selling ceo-selling
analyst-rating: buy-or-not what-experts-say
inflation: everything-getting-dearer; dearer
exchange-rate: how-much-is-dollar what-do-i-get-for; abroad
crypto-price: how-is-bitcoin-doing
wallet-balance: how-many-coins-do-i-have
gas-price: cost-of-sending-coins
prediction-market: what-are-the-chances odds-that; bet
# Shops
product: stuff-we-sell things-on-shelf what-for-sale
create-product: put-on-shelf start-selling stock-new-thing
delete-product: off-the-shelf stop-selling take-off-shop
unpublish-product: off-the-shelf take-out-of-shop pull-from-store
update-price: make-cheaper make-dearer mark-down mark-up
inventory: how-many-left have-we-got-any sold-out; left
low-stock: nearly-gone about-to-run-out scraping-barrel
adjust-inventory: count-was-wrong; recount
purchase-order: top-up-shelves stock-up get-more-in; restock replenish
order: what-people-bought who-bought sale-we-made
recent-order: latest-sales who-been-buying
cancel-order: don-t-send-it-after-all
return: doesn-t-fit didn-t-like-it send-it-back; fit
exchange: wrong-size other-color-instead
cart: about-to-buy
abandoned-cart: nearly-bought chickened-out
checkout: get-to-paying
gift-card: present-for-someone
review: what-did-buyers-say any-good; gripes
best-seller: flying-off-shelves hot-cakes popular-items what-selling; popular
sales-report: how-was-business how-did-we-do takings todays-takings
customer-segment: big-spenders regular-buyers
store-hours: when-can-i-shop; shut
wishlist: have-my-eye-on like-to-have
price-comparison: shop-around best-bang good-deal
# Parcels and goods
tracking: where-my-stuff hasn-t-arrived has-it-come-yet on-its-way on-the-way; where
shipment: box-on-its-way gone-missing-in-post
create-shipment: get-parcel-out post-a-box
shipping-label: sticker-for-box
shipping-rate: how-much-to-send what-postage
pickup: have-box-collected come-and-get; collected
delivery: drop-at-door leave-with-neighbour
failed-delivery: nobody-was-home missed-delivery; missed
address-validation: is-address-right
warehouse: where-we-keep-goods
customs: stuck-at-border; border
fleet: where-my-truck
driver: behind-the-wheel
route-optimization: quickest-way-round; shortest
machine-downtime: line-stood-still; stood
work-order: get-machine-fixed needs-fixing; fixing
quality-inspection: any-duds bad-batch; duds
`;
