/** Databases, payment, clouds, clusters, observability, browsers and security. See `glossary.ts` for how to read it. */
export const databasesAndCloudsGlossary = `
# Databases
index: lookup-structure search-key speed-up-lookups database-index search-structure db-index fast-lookup; faster lookup queries
view: virtual-table saved-select stored-select saved-table-view query-as-table; virtual select
row: database-record record data-entry table-entry table-line database-entry line-of-table line-in-table entry-in-table single-record; record entry line
schema: table-layout data-model database-structure table-structure database-layout shape-of-data database-blueprint table-definitions; structure layout model
query: sql-statement select-statement database-question saved-sql stored-sql sql; select statement sql
backup: safety-copy saved-copy spare-copy dump-of-database restore-point recovery-copy security-copy recovery-point emergency-copy; restore recovery copy
migration: schema-change schema-upgrade database-upgrade data-move structure-change schema-update database-change-script structure-upgrade; upgrade move schema
role: database-user group-of-rights access-profile set-of-permissions set-of-rights; rights user privileges
connection: link-to-database database-session open-link db-link data-source; connect session link client
stored-procedure: database-routine database-procedure sql-routine db-function server-side-sql database-function sql-procedure saved-routine stored-routine procedure-in-database program-in-database code-in-database; routine procedure function
replica: database-copy read-copy standby-database follower-database secondary-database mirrored-database standby read-only-copy copy-of-database duplicate-database second-database slave-database database-mirror; copy mirror standby secondary
trigger: automatic-sql; automatic fires
column: database-field; field
constraint: data-rule; unique foreign
transaction: unit-of-work; commit rollback
lock: deadlock; blocked
# Payment
invoice: bill billing-document statement-of-charges amount-due unpaid-bill sales-bill payment-demand request-for-payment; bill owed unpaid due
customer: client buyer payer shopper patron paying-user purchaser clientele account-holder; account person buys
refund: money-back money-paid-back paid-back repayment reimbursement give-money-back return-money money-returned pay-back cash-back compensation; back returned reimbursed
subscription: recurring-plan monthly-plan membership recurring-payment auto-renewal ongoing-plan renewal standing-order regular-charge; monthly plan renew recurring yearly
payment-link: pay-url checkout-url pay-page-url link-to-pay url-to-pay payment-url link-customers-pay url-where-pay link-for-paying pay-through; pay url link
payment-intent: payment-attempt; payment charge
coupon: voucher promo-code money-off-code rebate-code percent-off discount-voucher discount-coupon price-cut rebate; discount promo off voucher
dispute: chargeback contested-payment contested-charge payment-complaint customer-contest bank-complaint disputed-charge disputed-payment payment-conflict contested-bill card-complaint; contest complaint chargeback
payout: money-transfer-to-bank bank-transfer-out money-sent-to-us settlement withdrawal earnings-transfer money-to-our-bank transfer-to-bank disbursement money-out outgoing-money transfer-of-earnings; transfer bank settlement
tax-rate: vat-percentage vat-rate sales-tax vat gst tax-percentage value-added-tax sales-tax-percentage tax-percent percentage-of-tax duty-rate levy; tax vat percent percentage
price: cost amount-to-pay price-tag; cost amount expensive cheap
checkout-session: payment-session purchase-session paying-session pay-page checkout-page payment-page-session purchase-flow paying-process payment-process open-checkout; checkout cart pay session
receipt: proof-of-payment proof-of-purchase sales-slip till-slip payment-confirmation purchase-slip purchase-proof paid-slip; slip proof paid
balance: money-left available-funds funds-left; funds remaining
payment: money-paid; paid money
payment-method: card-on-file saved-card credit-card; card
charge: fee; card billed
credit-note: credit-memo; credit
# Cloud
bucket: storage-container object-store s3-folder file-container storage-bin object-storage file-store place-for-files; storage s3 files
object: stored-file blob stored-item s3-file file-in-bucket file-in-storage item-in-bucket stored-thing; file blob stored
instance: virtual-machine cloud-server vm compute-machine virtual-server cloud-machine rented-server; server machine vm
volume: disk storage-disk cloud-disk block-storage hard-drive drive persistent-disk hard-disk storage-drive virtual-disk storage-space attached-disk; disk storage drive
load-balancer: traffic-distributor traffic-splitter spreads-traffic distributes-traffic spread-traffic distribute-requests traffic-balancer spreads-requests reverse-proxy spread-load request-distributor distributor-of-traffic front-end-balancer; traffic balance distribute spread
function: lambda serverless-function cloud-function serverless; code lambda
queue: waiting-line message-line job-line backlog-of-messages list-of-waiting up-next waiting-list; waiting line next
topic: pub-sub message-subject publish-channel notification-channel pubsub broadcast-channel; publish subject pub
policy: rule-set access-rule set-of-rules access-policy guideline security-rule; rules allowed
log-group: collection-of-logs group-of-logs log-collection set-of-logs log-folder log-bundle log-stream bunch-of-logs log-set family-of-logs; logs collection
dns-record: domain-entry domain-name-entry cname a-record name-entry mx-record domain-record name-record nameserver-entry dns-entry domain-pointer txt-record domain-name entry-in-dns name-server-entry host-record web-address-entry; domain cname host mx zone dns
certificate: tls-cert ssl-cert https-certificate ssl-certificate encryption-certificate website-certificate diploma https-cert cert security-certificate; tls ssl https expires
key: credential; api
# Cluster
pod: running-container container-group kubernetes-unit workload-unit cluster-workload smallest-unit kubernetes-workload; container workload kubernetes
deployment: rolled-out-app rollout app-rollout running-application deployed-app deployed-application live-version running-release; rollout app release
service: backend running-app network-endpoint microservice; endpoint backend api
ingress: incoming-traffic-rule entry-point entrypoint outside-traffic incoming-route external-access http-entry traffic-entry http-route inbound-route inbound-traffic gateway-for-traffic traffic-entrance door-for-traffic entry-points way-in; incoming outside route entry traffic inbound
config-map: cluster-settings configuration-values app-settings cluster-configuration cluster-config configuration-entries key-value-settings config-values configmap set-of-settings cluster-variables settings-of-app; settings config configuration
node: cluster-machine machine-in-cluster worker-machine cluster-host server-in-cluster machine-of-cluster cluster-server cluster-worker worker-node computer-in-cluster cluster-computer; machine server worker host
namespace: cluster-area cluster-partition isolated-area cluster-section cluster-scope tenant cluster-space isolated-section separate-area section-of-cluster cluster-division; area partition scope isolated
job: batch-run one-off-task batch-task one-time-task; batch run task
cron-job: scheduled-job scheduled-task timed-task nightly-job periodic-task timer-job recurring-job nightly-task repeating-task regularly-run timed-job nightly-run hourly-job task-on-timer job-on-schedule clockwork-job; nightly scheduled periodic hourly cron timer
volume-claim: storage-request disk-request persistent-storage-request storage-claim request-for-storage request-for-disk pvc disk-claim persistent-storage claim-on-storage claim-for-disk ask-for-storage; storage persistent disk
chart-release: helm-release installed-chart helm-install helm-package installed-helm deployed-chart helm-deployment helm-chart; helm installed chart
cluster: kubernetes machines-together k8s; kubernetes
container: docker isolated-process; docker
image: container-image artwork painting; docker
replica-set: copies-of-pod; pods copies
# Observability
dashboard: monitoring-board chart-board overview-screen graph-board monitoring-screen graphs-page panel-board metrics-screen monitoring-page monitoring-view wall-of-graphs screen-of-charts control-panel overview-board; graphs charts panels monitoring overview
alert-rule: alarm-condition alarm-rule warning-rule alert-condition alarm-definition condition-triggers-alarm monitoring-alarm alarm-threshold when-to-alarm triggers-alarm warning-condition alarm-trigger threshold alarms-configured rule-for-warnings what-triggers-warning warning-threshold rule-for-alarms; alarm condition threshold triggers
alert: warning alarm; warn alarm
silence: muted-alert alert-mute muted-alarm quiet-period alarm-mute mute suppressed-alert alarm-pause alert-pause muting alarm-suppression quiet-time snoozed-alert alarm-silence no-alarms; mute quiet muted suppress noisy
metric: measurement measured-value number-over-time performance-figure telemetry gauge measured-number time-series figure counter; measure value telemetry graph
log-entry: log-line line-of-log log-message log-record line-in-log log-row logged-line single-log line message-in-log record-in-log one-line-of-log; line logged log
trace: request-path distributed-trace request-journey call-chain request-flow span-tree way-of-request path-of-request request-trail; span request distributed
incident: outage service-interruption disruption breakdown downtime emergency production-problem service-failure crisis serious-problem system-failure something-is-down; outage down breakdown emergency
on-call-schedule: duty-roster duty-rota pager-rota on-duty-plan who-is-on-duty pager-schedule standby-roster duty-plan standby-plan duty-schedule pager-duty pager-rotation on-call-rota on-call-rotation shift-plan stand-by who-gets-paged emergency-duty duty-list weekend-duty night-duty; duty pager rota roster shift standby
status-page: uptime-page public-health-page service-health-page are-we-down whether-down whether-we-are-down outage-page public-status service-status-site system-status uptime-site tells-customers-down page-about-outages page-with-system-health; uptime down public health
service-level: slo sla uptime-target availability-target reliability-target service-objective uptime-promise reliability-goal service-promise promised-uptime agreed-uptime quality-target; slo sla uptime target objective reliability
annotation: mark-on-graph graph-note note-on-chart chart-marker note-on-graph graph-marker marker-on-graph event-marker graph-comment remark-on-graph vertical-line-on-graph; mark marker graph note
monitor: watchdog health-check; check
uptime: time-without-outage; up down
# Browser
tab: browser-window open-website browser-page; window browser
screenshot: screen-capture picture-of-screen screen-image picture-of-page snapshot-of-page screen-grab image-of-page picture-of-browser photo-of-screen screengrab photo-of-page grab-of-screen what-the-page-looks-like; picture capture image
cookie: stored-site-data site-data tracking-data browser-cookie login-data site-memory website-data little-site-file remembered-site-data; tracking site stored
download: saved-file fetched-file file-from-web file-from-browser; saved fetched
element: html-element dom-element page-part button-or-link dom-node page-element part-of-page html-node page-item tag-on-page; dom html button part
network-request: http-call http-request web-request xhr api-call page-traffic browser-traffic http-traffic web-traffic ajax-call traffic-of-page traffic-of-web-page calls-the-page-made page-load-request page-requests outgoing-call requests-of-page calls-to-server; http xhr traffic fetch ajax network
console-message: console-output devtools-output browser-log javascript-log js-log log-of-page page-log console-log console-warning console-line browser-console printed-to-console printed-to-devtools dev-console console-error js-error output-of-browser message-in-console; devtools javascript printed warnings console
session: logged-in-time visit browser-visit login-period signed-in-period browsing-session; login visit signed
viewport: window-size; screen
dialog: popup prompt alert-box confirm-box; modal
button: clickable; press click
# Security
user: account-holder login-account; person account
group: set-of-users; members
access-key: api-credential api-key; credential
token: access-pass api-key; auth
password: passphrase; login secret
two-factor: second-factor mfa 2fa one-time-code; otp
firewall: network-filter traffic-filter; block port
vulnerability: security-hole weakness cve security-flaw security-finding; insecure hole flaw
scan: check-for-holes; inspect
audit-log: activity-log who-did-what access-trail; activity trail
# What is known, measured and asked for
air-quality: pollution polluted smog smoggy clean-air dirty-air fine-dust air-pollution particulates; breathe haze
memory: remembered remember recall memorized; knowledge
entity: remembered-person remembered-thing known-person known-thing; remembered
observation: remembered-fact known-fact fact-about; remembered
relation: know-each-other knows-each-other connection-between; connections related knows belongs
price-history: past-prices closing-prices former-prices earlier-prices daily-prices historical-prices price-development old-prices price-chart price-over-time; closing
distance-matrix: driving-times drive-times travel-times journey-times distances-between travel-distances driving-distances; depots
top-query: slow-query slow-statement slow-sql expensive-query slowest-query heavy-query slow-queries; slowing
income-statement: profit-and-loss-figures p-and-l annual-profit yearly-profit revenue-and-profit; profit loss revenue
`;
