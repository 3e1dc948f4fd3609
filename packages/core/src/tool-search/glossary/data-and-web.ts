/** Databases, pipelines, reports, models, vectors, graphs, memory, the web and its pages. See `glossary.ts` for how to read it. */
export const dataAndWebGlossary = `
# Databases and tables
query: run-sql run-select ask-database query-database run-statement
execute-query: run-sql run-select ask-database query-database run-statement; select sql
table: which-tables tables-in-database what-tables
describe-table: columns-of-table table-columns fields-of-table; columns fields
schema: columns-of-table table-columns fields-of-table
database: which-databases
table-schema: structure-of-table layout-of-table column-types; columns
insert-row: new-record add-record; record
update-row: change-record edit-record; record
delete-row: remove-record; record
upsert: insert-or-update add-or-change; update
aggregate: sum-by-group totals-by-group sums-per-group average-per; group totals
explain-plan: why-query-slow query-plan how-query-runs; slow
explain: why-query-slow query-plan how-query-runs
explain-query: why-query-slow how-database-runs; plan
index: speed-up-query
vacuum: reclaim-table-space; bloat
foreign-key: table-relationship links-between-tables; relationship
primary-key: unique-column; unique
document: mongo-record json-document; mongodb
collection: mongo-table document-set; mongodb
distinct: unique-values different-values; unique
key: redis-entry cached-key; redis
expire: time-to-live ttl lifetime-of-key
sorted-set: ranked-members; ranked
warehouse: analytics-database bigquery snowflake; analytics
table-stat: row-count size-of-table; rows
data-catalog: find-dataset; datasets
lineage: where-data-comes-from what-feeds-table upstream-of-table downstream; upstream
data-quality: is-data-clean missing-values dirty-data; clean missing
seed: fill-with-test-data sample-rows; sample
branch-database: copy-of-database-for-testing; preview
edge-config: fast-settings
advisor: what-to-improve-in-database; improve
connection-string: how-to-connect database-url
slow-log: slow-statements
active-connection: who-is-connected current-sessions
kill-query: stop-runaway-query long-running-query; runaway
graph-query: cypher sparql ask-graph
# Spreadsheets
spreadsheet: excel-file google-sheet xls calc-sheet; excel
worksheet: sheet-tab page-of-spreadsheet; tab
cell: box-in-sheet square-of-sheet; a1
range: block-of-cells part-of-sheet selected-cells; cells
range: values-from-sheet read-cells what-cells-contain
write-range: fill-cells enter-into-sheet; cells
update-cell: fill-cells enter-into-sheet
write-cell: fill-cells enter-into-sheet
append-row: add-line-to-sheet new-line-in-sheet row-at-end; sheet
formula: cell-calculation sum-formula excel-function; calculation
pivot-table: cross-tabulation; summarize
conditional-format: color-cells highlight-cells; highlight
merge-cell: join-cells
freeze: keep-header-visible; header
data-validation: allowed-values dropdown-in-cell; dropdown
named-range: cells-with-name
format-cell: bold-cells number-format cell-color; bold color
chart: bar-graph pie-chart line-graph draw-data visualize; pie
sort-range: order-rows sorted-rows; order
filter-view: show-only-rows; only
csv: comma-separated; import
parse: take-apart make-sense-of-file; structure
base: airtable-database; airtable
field: column-of-table
linked-record: related-row; related
# Pipelines and reports
dag: workflow-graph airflow-job; airflow
dag-run: pipeline-attempt
backfill: rerun-for-past-dates; past
data-load: move-data copy-data; copy
connector: data-integration link-to-source; integration
sync-job: copy-data-regularly; regularly
transformation: reshape-data clean-data; reshape
dbt-model: sql-model
job-run: last-run did-job-run; last
dashboard: business-report key-figures kpi-board; kpi
kpi: key-figure key-number performance-indicator; indicator
report: numbers-overview business-numbers; figures
measure: calculated-number; dax
dimension: data-slice; breakdown
drill-down: deeper-into-number; breakdown
question: saved-report; metabase
visualization: picture-of-data graphic-of-data; chart
bar-chart: bars-diagram column-chart
pie-chart: circle-diagram share-diagram; slices
line-chart: trend-line; curve
scatter-plot: dots-diagram; dots
heatmap: color-map-of-values; colors
flowchart: process-diagram boxes-and-arrows; boxes arrows
diagram: mermaid boxes-and-arrows sketch-of-system; arrows
entity-relationship-diagram: picture-of-tables er-diagram; tables
gantt-chart: project-bars timeline-chart; bars
mind-map: idea-tree brainstorm-tree idea-map; ideas brainstorm
whiteboard: drawing-board sticky-board miro; sketch
event: tracked-action user-action; tracked
funnel: where-users-drop-off drop-off steps-to-purchase; drop
retention: who-comes-back returning-users users-who-return; return
cohort: users-who-started-together; group
active-user: daily-users monthly-users dau mau; daily
user-count: daily-users monthly-users
page-view: visits-of-page page-hits; hits
bounce-rate: leave-right-away leave-immediately; leave
conversion-rate: share-who-buy visitors-who-buy; buy
traffic-source: where-visitors-come-from; visitors referrer
realtime-report: visitors-now; now
user-property: facts-about-user; trait
insight: what-stands-out finding
# Models
model: ai-model llm neural-net; gpt
model: which-models available-models which-ai
chat-completion: ask-ai ask-llm ask-gpt ask-another-model ask-model; gpt prompt
completion: continue-text finish-text; continue
generate-text: write-by-ai ai-text; write
generate-image: draw-picture paint-picture create-art text-to-image; draw paint picture
image: draw-picture paint-picture create-art text-to-image
edit-image: change-picture alter-photo retouch; picture
inpaint: remove-object-from-photo erase-from-photo; erase
image-variation: similar-pictures; similar
generate-video: make-clip text-to-video animate-picture film-from-text; clip
generate-speech: say-text voice-over text-to-speech narrate tts; voice
speech: say-text voice-over text-to-speech narrate tts
generate-music: compose-song make-song write-music create-tune; compose
describe-image: what-is-in-picture what-does-picture-show picture-to-words; picture
object-detection: find-things-in-picture what-objects
image-classification: what-is-this-picture which-kind-of-picture; classify
face-recognition: who-is-in-photo
classify: sort-into-categories which-category put-into-categories categorize; category
sentiment: how-people-feel positive-negative happy-or-angry tone-of-text; angry happy
named-entity: names-in-text people-and-places-in-text
keyword-extraction: main-words important-words
topic: what-text-is-about theme-of-text; themes
language-detection: which-language what-language language-of-text
moderation: is-text-harmful harmful-content offensive-text bad-words toxic; offensive
rerank: better-order-of-results reorder-results; order
prompt: instruction-to-model ask-template; instruction
prompt-template: reusable-prompt saved-prompt; reusable
fine-tune: teach-model adapt-model train-on-own-data; teach
training-job: teach-model model-training; teach
evaluation: how-good-model test-of-model score-model; score
inference: run-model get-prediction; predict
dataset: training-data example-data; examples
hyperparameter: learning-rate; tuning
experiment-run: training-attempt
checkpoint: saved-model-state; weights
agent: ai-assistant autonomous-helper; assistant
assistant: ai-helper; helper
guardrail: keep-model-safe; safe
llm-trace: model-calls; calls
space: demo-of-model model-demo; demo
voice-clone: copy-voice imitate-voice same-voice; imitate
# Vectors, graphs and memory
vector-search: similar-texts semantic-search search-by-meaning nearest-neighbours similarity-search; similar meaning
similarity-search: similar-texts semantic-search search-by-meaning nearest-neighbours
embedding: numbers-for-text meaning-vector; numbers
upsert-vector: store-embeddings; store
vector-collection: embeddings-store vector-database; embeddings
namespace: part-of-index
chunk: piece-of-text split-text; piece
knowledge-base: own-documents what-we-know company-knowledge; answers
retrieve: answer-from-documents ask-documents; answer
memory: things-to-remember what-you-know-about-me long-term-memory; remember recall
add-memory: keep-in-mind; remember
memory: keep-in-mind
memory: what-do-you-remember do-you-remember
recall: what-do-you-remember do-you-remember; remember
delete-memory: forget-this; forget
knowledge-graph: web-of-facts facts-and-links; facts
entity: thing-in-graph concept-in-graph; concept
create-entity: new-node-in-graph add-person-to-graph; concept
observation: fact-about-entity noted-fact
relation: how-things-connect link-between-entities connection-between
graph: everything-remembered whole-memory all-facts; everything
triple: subject-predicate-object; rdf
ontology: concept-hierarchy; concepts
# Web search and pages
web-search: google look-on-internet search-internet find-online look-online search-google search-online; online internet
internet-search: look-on-internet search-internet find-online look-online search-google search-online
search-result: what-google-finds; hits
image-search: find-pictures search-pictures; pictures
video-search: find-videos find-clip
news-search: find-news latest-headlines; headlines
local-search: businesses-nearby find-shop; nearby
answer: ask-question direct-answer; question
deep-research: thorough-research look-into-thoroughly investigate-topic research-topic; thorough
autocomplete: search-suggestions what-people-search; suggestions
trend: search-interest what-people-search trending-searches; popular
search-volume: searches-per-month
keyword: searches-per-month
keyword-research: words-people-search keyword-ideas; seo
keyword: words-people-search keyword-ideas
ranking: position-in-google where-we-rank search-position serp; position
backlink: who-links-to-us sites-linking; linking
domain-authority: how-strong-site; strong
site-audit: technical-seo-check broken-links; broken
audit: technical-seo-check broken-links
sitemap: all-pages-of-site list-of-urls map-site; urls
page-speed: slow-site loading-time lighthouse; slow fast
performance: slow-site loading-time
accessibility: usable-for-blind screen-reader wcag; contrast blind disabled
meta-tag: page-description title-tag; description
fetch: read-web-page page-content open-link read-link get-page read-website; link page
scrape: read-web-page page-content open-link read-link get-page read-website; link page
fetch-url: read-web-page page-content open-link read-link get-page read-website; link page
scrape: page-as-text page-as-markdown read-site text-from-site text-of-page data-from-website; website
crawl: whole-site all-pages follow-links every-page; site
extract: structured-data-from-page pull-data; structured
html-to-markdown: page-to-text clean-page; clean
wayback: page-in-past archived-page; old past
link-preview: card-for-link
short-link: shorten-url short-url tiny-url make-link-shorter bitly; shorter shorten
shorten: shorten-url short-url tiny-url make-link-shorter
expand-url: where-does-link-lead real-address-of-link; lead
qr-code: scannable-square code-to-scan; scannable
robots-txt: may-i-crawl; crawl
proxy: other-ip hide-address; hide
captcha: prove-human robot-check; human
rss: news-feed subscribe-to-blog; blog
feed-item: newest-posts-of-blog; newest
encyclopedia: wiki-article; wikipedia facts
fact: did-you-know; trivia curious
# Browser
navigate: open-page visit-page open-website load-page take-me-to; site
navigate-back: previous-page back-button; previous
navigate-forward: next-page forward-button; next
reload: refresh-page load-again load-page-again; refresh
click: press-button push-button hit-button tap-button follow-link
double-click: click-twice; twice
right-click: context-menu; menu
hover: mouse-over; point mouse
drag: drag-and-drop move-by-mouse; drop
scroll: go-down-page further-down move-page; down bottom
type: enter-text write-into-field input-text; text
fill-form: complete-form enter-data; fields
press-key: hit-key hit-enter keyboard-shortcut push-key keystroke; enter keyboard
select-option: choose-from-list pick-from-dropdown choose-from-dropdown; choose
check: tick-box tick-checkbox; tick
upload-file: choose-file attach-file-to-form; choose
handle-dialog: accept-popup dismiss-popup dismiss-alert close-popup; dismiss
wait: until-page-loaded pause-until hold-on until-appears; until loaded
snapshot: page-structure accessibility-tree; visible
screenshot: capture-screen see-screen what-screen-looks-like; screen
take-screenshot: picture-of-page grab-screen capture-screen see-screen what-screen-looks-like; screen
save-pdf: page-as-pdf print-page
print: on-paper
resize-window: browser-size mobile-size
emulate: pretend-phone act-like-phone slow-network; pretend
tab: open-pages; pages
new-tab: another-page-open; open
close-tab: shut-page; shut
close-browser: shut-browser quit-browser; shut
cookie: site-remembers; remembers
local-storage: data-kept-in-browser; kept
evaluate-script: run-js-on-page javascript-in-page; javascript
console-message: errors-in-console javascript-errors; errors
network-request: what-page-loads requests-page-makes; loads
intercept: change-requests block-requests; block
performance-trace: why-page-slow record-performance; slow
assert: page-should-show should-be-visible; expect
page-title: name-of-page; name
dom: page-elements html-structure; elements
selector: css-path xpath; css
browser-history: pages-i-visited visited-sites; visited
history: pages-i-visited visited-sites
bookmark: keep-link save-page remember-page pages-for-later
reading-list: read-later articles-for-later; later
highlight: marked-passage underlined-text; marked
tap: touch-screen touch-button; touch
swipe: finger-across flick; finger
launch-app: open-app start-app
install-app: app-to-phone sideload; apk
device: connected-phones which-emulators; phones
emulator: virtual-phone simulator; phone
ui-element: things-on-screen; screen
mouse: pointer cursor-position
keyboard: key-presses; keys
window: open-windows programs-on-screen
clipboard: what-i-copied paste-buffer
wallpaper: desktop-background; background
app-review: star-ratings-of-app; users
review: star-ratings-of-app
app-ranking: app-charts top-apps; charts
app-store: app-marketplace play-store
testflight: beta-testers beta-build; beta
push-notification: message-on-phone alert-on-phone phone-alert; phone
`;
