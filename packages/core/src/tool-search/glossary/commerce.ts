/** Payments, books, shops, shipping, stock, markets, coins and banks. See `glossary.ts` for how to read it. */
export const commerceGlossary = `
# Payments
payment-link: let-customers-pay take-money-online
charge: bill-card take-payment debit-card-of
capture: collect-authorized-money; authorized
authorization: hold-on-card reserve-amount; hold
create-invoice: bill-customer bill-client write-bill make-bill charge-client; bill
send-invoice: mail-bill; bill
invoice: open-bills owes-money owed-money outstanding-bills overdue-bills; owe
invoice-item: line-on-bill; line
finalize: make-final lock-bill; final
void: make-invalid cancel-bill; invalid
mark-paid: has-paid settle-bill; settled
payment-term: when-bill-due days-to-pay; due
late-fee: dunning payment-reminder overdue-reminder; overdue
subscription: monthly-customer paying-every-month plan-of-customer
cancel-subscription: stop-renewal end-membership stop-monthly; renewal
upgrade-subscription: change-plan bigger-plan; plan
trial: try-for-free free-period test-period; free
mrr: monthly-revenue recurring-revenue; revenue
churn: customers-who-leave lost-customers customers-leaving; leave
lifetime-value: what-customer-brings; worth
usage-record: metered-use billed-usage; metered
meter: count-usage; usage
payment-method: how-customer-pays stored-card
setup-intent: save-card-for-later; card
dispute: customer-says-not-me fraud-claim; fraud
fraud: suspicious-payment stolen-card scam; suspicious stolen
payout: when-do-we-get-paid money-arrives
balance: money-available how-rich account-money
connected-account: seller-account; seller
tax-calculation: tax-on-sale; vat
promotion-code: code-for-discount; discount
checkout: pay-for-cart proceed-to-payment finish-purchase; pay
pos: cash-register till card-terminal
terminal-reader: card-machine card-reader; card
tip: gratuity; waiter
cash-drawer: money-in-till; till
payment-request: ask-for-money request-money; ask
send-money: pay-friend wire-money transfer-money; pay
split-bill: share-costs divide-costs; owes
# Books
account: ledger-account bookkeeping-account; ledger
chart-of-accounts: list-of-accounts account-plan; ledger
journal-entry: post-to-books debit-and-credit
general-ledger: all-bookings main-books; books
trial-balance: sums-of-accounts; sums
profit-loss: did-we-make-money are-we-profitable profit-report income-and-expenses p-and-l; profitable
balance-sheet: assets-and-liabilities; owe
cash-flow: liquidity
accounts-receivable: money-owed-to-us; owed
receivable: money-owed-to-us
accounts-payable: what-we-owe bills-to-pay whom-we-owe; owe
payable: what-we-owe bills-to-pay whom-we-owe
aged-receivable: long-unpaid overdue-customers; overdue
bill: supplier-invoice invoice-we-received incoming-invoice what-we-must-pay; pay
bank-reconciliation: match-bank-with-books match-payments; match
reconcile: check-against-bank; match
bank-feed: imported-bank-lines
expense: money-spent receipt-of-costs
mileage: kilometers-driven driven-miles; driven
receipt: till-receipt scan-receipt photo-of-receipt; scanned
spending: where-money-goes
expense-category: kind-of-spending
budget: money-for-month money-to-spend planned-money spending-goal; month
savings-goal: save-up; aside
net-worth: total-wealth all-i-own; wealth
tax-return: yearly-taxes file-taxes
vat-return: vat-filing sales-tax-filing
fiscal-year: business-year
depreciation: loss-of-value; value
fixed-asset: company-equipment; equipment
cost-center: department-costs; department
purchase-order: buy-from-supplier
purchase-request: ask-to-buy need-to-buy; buy
vendor: who-we-buy-from
credit-note: bill-correction negative-invoice; correction
estimate: what-would-it-cost cost-proposal
payroll-run: pay-employees pay-salaries pay-staff; salaries
contractor-payment: pay-freelancer; freelancer
# Shops
product: things-in-shop article-in-shop what-we-sell; shop
create-product: new-article sell-new; shop
product-image: photo-of-article; photo
product-description: text-about-article; text
sku: article-number product-code stock-code; article
variant: sizes-and-colors; color
catalog: everything-we-sell product-list; products
product-search: find-things-to-buy; shop buy
price-comparison: cheapest-offer where-cheapest best-price; cheapest
price-history: was-it-cheaper earlier-prices; cheaper
deal: bargain special-offer on-sale price-drop; cheap
order: what-was-bought customer-bought
order-status: where-is-my-order has-order-shipped; arrive
order: where-is-my-order has-order-shipped
cancel-order: stop-order
order-note: remark-on-order; remark
draft-order: order-not-yet-placed
cart: things-to-buy basket-content
add-to-cart: into-basket into-cart basket-this; basket
customer-segment: group-of-buyers kind-of-customers; buyers
store: online-shop web-shop; shop
storefront: shop-window shop-page; theme
theme: shop-design look-of-site; look
metafield: extra-product-data; extra
bundle: products-sold-together set-of-articles; together
upsell: suggest-more; more
best-seller: sells-best top-products most-sold
top-product: sells-best most-sold
sales-report: how-sales-went sales-numbers sales-figures; turnover sold
sales: how-sales-went sales-numbers sales-figures
revenue: turnover earnings-from-sales; sold
store-location: branch-of-shop where-shop-is; branch
gift-card-balance: left-on-voucher; voucher
wishlist: saved-for-later things-i-want
auction: highest-bid; bidding
bid: offer-at-auction; auction
marketplace-listing: sell-online offer-for-sale; sell
seller: who-sells merchant; sells
product-review: what-buyers-think customer-stars; buyers
return: unwanted-purchase; unwanted
exchange: swap-article other-size
warranty: guarantee repair-for-free
# Stock and shipping
stock-level: pieces-in-warehouse on-hand enough-in-stock; left
stock-adjustment: correct-stock; correct
low-stock: nearly-sold-out running-out almost-gone run-low reorder-soon; running reorder
inventory: nearly-sold-out running-out almost-gone run-low reorder-soon
stock: sold-out none-left
reorder-point: when-to-order-more
stocktake: count-goods inventory-count; counting
stock-movement: goods-in-and-out
lot: batch-of-goods
serial-number: number-on-device; device
bin-location: shelf-in-warehouse which-shelf; shelf
pick-list: what-to-collect goods-to-pick; collect
packing-slip: paper-in-parcel; parcel
goods-receipt: arrived-goods received-delivery; arrived
tracking: follow-parcel follow-package parcel-arrive; parcel arrive
track-shipment: follow-parcel follow-package parcel-arrive; parcel arrive
tracking: parcel-on-its-way shipment-progress
shipping-rate: what-does-shipping-cost cheapest-shipping cost-to-send; postage
carrier-rate: what-does-shipping-cost cheapest-shipping cost-to-send
shipping-quote: what-does-shipping-cost cheapest-shipping cost-to-send
shipping-label: print-postage label-to-send
create-shipment: send-parcel ship-parcel send-package; parcel
pickup: collect-parcel parcel-collection fetch-parcel; collect
delivery: bring-to-door; arrive
delivery-time: how-soon-delivered; arrives
delivery-quote: cost-of-delivery
courier: who-delivers delivery-service; deliver
drop-point: parcel-shop parcel-locker; locker
freight-quote: cost-of-cargo; cargo
container-tracking: where-is-container sea-freight
vessel: cargo-ship ship-at-sea; ship
port: harbour ship-port; ship
hs-code: customs-code tariff-number; customs
tariff: import-duty customs-duty; duty
incoterm: delivery-terms; terms
address-validation: does-address-exist check-address
postal-code: zip-code postcode; zip
fleet-vehicle: company-car delivery-van; van
route-optimization: best-order-of-stops shortest-round best-round; stops
optimize-route: best-order-of-stops shortest-round best-round
geofence: area-alarm enters-area leaves-area; enters
driver-log: hours-at-wheel
# Markets
stock-price: what-is-share-worth current-share-price; trading share worth
stock-quote: what-is-share-worth current-share-price
quote: current-price; current
history: past-prices price-last-year price-chart
historical-price: past-prices price-last-year price-chart; past
candle: open-high-low-close ohlc candlestick price-bars
intraday: within-day minute-prices; minute
ticker-search: which-ticker symbol-for-company find-symbol; symbol
company-profile: about-company what-company-does
company-info: about-company what-company-does
fundamental: key-figures-of-company valuation; figures
financial-statement: company-accounts annual-figures income-and-balance; accounts
income-statement: company-profit
earnings-calendar: when-results-come-out next-results reporting-date; results
earnings: when-results-come-out next-results reporting-date
earnings-call: what-management-said; management
analyst-rating: buy-or-sell-advice price-target analyst-opinion recommendation-of-analysts
analyst: buy-or-sell-advice price-target analyst-opinion recommendation-of-analysts
insider-trade: managers-buying insider-buying
institutional-holder: big-owners who-owns-stock major-shareholders; owners
short-interest: bets-against; bets
market-cap: company-worth value-of-company; worth
price-earnings: p-e-ratio; valuation
market-mover: biggest-gainers biggest-losers top-gainers winners-and-losers; gainers losers
top-gainer: biggest-gainers biggest-losers winners-and-losers
market-index: dow-jones nasdaq how-are-markets
market-status: trading-hours exchange-open; open
market-news: stock-news news-about-company
watchlist: stocks-i-follow shares-to-watch; follow
screener: find-stocks-that stocks-matching filter-stocks; find
technical-indicator: moving-average rsi macd
option: put-or-call; call
greek: delta-and-gamma; delta
implied-volatility: expected-swings; swings
futures: commodity-contract; contract
commodity: gold oil-price raw-material silver; oil
bond: treasury government-debt; debt
yield-curve: treasury-rates; treasury
interest-rate: central-bank-rate fed-rate cost-of-borrowing; borrowing
inflation: prices-rising cpi consumer-prices cost-of-living; rising
gdp: size-of-economy economic-growth; economy
unemployment: jobless out-of-work
economic-indicator: how-economy-does state-of-economy economic-data; economy
economic-calendar: upcoming-economic-news; upcoming
position: what-i-hold open-trades; shares hold
place-order: buy-shares sell-shares buy-stock sell-stock; buy sell
limit-order: buy-at-price
stop-loss: sell-if-falls; falls
margin: borrowed-to-trade; borrowed
backtest: would-strategy-have-worked test-strategy try-strategy-on-past; strategy
portfolio-performance: how-are-my-investments gains-and-losses; gains
portfolio: how-are-my-investments gains-and-losses
asset-allocation: spread-of-investments; spread
ipo: going-public new-listing; listing
exchange-rate: convert-currency convert-money money-abroad worth-in-euros
# Coins and banks
cryptocurrency: digital-coin bitcoin-price
coin-price: what-is-bitcoin-worth price-of-bitcoin; bitcoin
crypto-price: what-is-bitcoin-worth price-of-bitcoin
token: erc20 digital-coin; coin
token-balance: coins-in-wallet; coins
wallet-balance: coins-in-wallet
wallet: where-coins-are crypto-account
wallet-balance: coins-i-own eth-balance; coins
blockchain: chain-of-blocks ledger-of-coins; chain
block: newest-block block-height; chain
gas-price: transaction-fee network-fee gas-fee; fee
smart-contract: on-chain-program contract-code; chain
contract-call: read-from-contract; chain
nft: digital-collectible; collectible
swap: exchange-coins trade-tokens change-coins; tokens
bridge: move-coins-across-chains; chains
stake: lock-coins earn-on-coins; earn
liquidity-pool: trading-pool
tvl: money-locked; locked
airdrop: free-coins; free
order-book: buy-and-sell-orders bids-and-asks; bids asks
funding-rate: cost-of-perpetual; perpetual
fear-greed: market-mood mood-of-market; mood
bank-account: where-money-is savings
account-balance: money-in-account money-left-in-account; left
balance: money-in-account money-left-in-account
bank-transaction: what-i-bought card-payments money-spent-on account-movements; bought
transaction: what-i-bought card-payments money-spent-on account-movements
standing-order: regular-transfer automatic-payment; regular
direct-debit: automatic-withdrawal; automatic
beneficiary: who-gets-money payee
iban: account-number; bank
freeze-card: lock-card lost-card block-card stolen-card; lost stolen
virtual-card: online-only-card
loan: owe-bank
mortgage: house-loan monthly-house-payment
credit-report: how-creditworthy; creditworthy
insurance-quote: what-insurance-costs; insure
insurance-policy: what-is-covered am-i-covered; covered
prediction-market: bet-on-outcome betting-odds; odds
cart: into-cart into-basket into-trolley
`;
