/** Version control, builds, issues, packages, editors, tests and interfaces of programs. See `glossary.ts` for how to read it. */
export const codeAndBuildsGlossary = `
# Version control
blame: author-of-line line-by-line-author annotate-lines; culprit guilty
cherry-pick: copy-one-commit apply-single-commit pick-commit; single
stash: shelve-changes park-changes uncommitted-changes work-in-progress; shelve park
submodule: repo-in-repo nested-repo nested-repository embedded-repository; nested
worktree: second-checkout parallel-checkout extra-working-copy separate-checkout; checkout
working-tree: uncommitted-files local-changes changed-locally unsaved-in-git dirty-files; dirty modified unstaged
staged: ready-to-commit about-to-be-committed next-commit; index unstaged
unstage: remove-from-commit remove-from-index; staged
squash: fold-commits collapse-commits combine-commits; flatten
bisect: find-bad-commit which-commit-broke commit-that-broke commit-that-introduced; regression
rebase: move-branch-onto replay-onto linear-history
merge-conflict: conflicting-changes both-changed clashing-edits cannot-merge; clash
checkout: switch-branch change-branch go-to-branch jump-to-branch other-branch; switch
push: send-commits publish-commits upload-commits; remote
pull: get-newest-commits newest-code latest-code update-local-copy; remote
clone: copy-repo-locally local-copy-of-repo get-repo-onto; locally
remote: where-repo-is-pushed upstream-repo; origin upstream
protected-branch: branch-protection who-can-push guarded-branch branch-rules block-force-push; guarded
default-branch: main-branch master-branch trunk; main master
star: favourite-repo like-repo starred-repos; favourite liked
fork: own-copy-of-project copy-to-my-account
tree: files-of-repo repo-layout folder-structure file-tree directory-layout; layout
blob: raw-file-content file-at-commit; raw
raw-file: plain-file-from-repo source-of-file file-source
file-content: what-file-contains text-of-file source-of-file
commit-status: did-commit-pass green-or-red commit-checks; passing
check: did-commit-pass green-or-red commit-checks
check: checks-on-pr pr-checks status-checks checks-passing; passing green red
review-comment: comment-on-line inline-comment remark-on-code code-remark comment-on-diff; inline
review-thread: review-conversation unresolved-remarks review-discussion; unresolved
reviewer: who-reviews person-to-review ask-for-review; review
review: ask-for-review ask-someone-to-review; reviewer
draft-pull-request: not-ready-for-review wip-pr unfinished-pr; wip
merge-queue: merge-train waiting-to-merge
changelog: list-of-changes what-is-new release-notes news-of-version whats-new; release changes
release-note: what-is-new-in changes-in-version whats-new-in-release
changelog: changes-in-version whats-new-in-release
compare-commits: between-two-versions between-two-branches difference-between-branches difference-between-commits ahead-or-behind; ahead behind
contributor: people-who-committed who-committed top-committers code-authors; committer authors
collaborator: people-with-repo-access who-may-push person-with-push-access; access
code-frequency: commit-activity how-active-repo lines-added; activity
git-hook: pre-commit script-before-commit
gitignore: files-git-skips ignored-files untracked-patterns; ignored
large-file-storage: lfs big-files-in-git
notification: unread-mentions; pings inbox
code-search: grep-code where-in-code find-in-code search-source search-codebase find-in-repo; grep occurrences
search-code: grep-code where-in-code find-in-code search-source search-codebase find-in-repo
code-scanning: static-security-scan sast security-findings-in-code
secret-scanning: leaked-keys leaked-secrets passwords-in-code exposed-credentials committed-secrets; leaked
dependabot: dependency-updates vulnerable-dependencies; dependency
security-advisory: published-vulnerability known-vulnerability cve-notice; cve
discussion: community-question repo-forum
codespace: cloud-editor dev-machine-online; devcontainer
sponsor: support-maintainer funding-of-project; donate
# Issue tracking
create-issue: report-bug file-bug open-ticket raise-ticket log-bug new-bug log-defect; bug
issue: report-bug file-bug open-ticket raise-ticket log-bug new-bug log-defect
close-issue: mark-bug-fixed resolve-ticket ticket-done; fixed
sub-issue: child-issue nested-issue sub-ticket child-ticket; child
transition: move-to-done change-state move-to-in-progress move-card move-ticket; column
issue-type: kind-of-ticket kind-of-issue; bug story
issue-link: related-ticket duplicates-ticket; blocked relates
duplicate: same-bug already-reported
assignee: who-handles; mine
jql: search-tickets-by-query issue-query; query
cycle: current-iteration work-period
triage: unsorted-tickets incoming-tickets sort-incoming; untriaged
backlog: work-for-later not-yet-planned unplanned-tickets
velocity: points-per-sprint; pace
burndown: remaining-sprint-work sprint-progress work-left-in-sprint; progress
initiative: strategic-goal large-programme; theme
card: kanban-card sticky-on-board board-item ticket-on-board; sticky
swimlane: row-of-board; lane
board-list: column-of-board board-column lane-on-board; column lane
checklist-item: sub-step step-of-list; tick
project-status: how-project-stands project-health on-track; progress track
task-list: to-do-list todo-list list-of-things-to-do; todos
due: overdue late-tasks
time-tracking: hours-logged log-hours track-hours clock-out stopwatch; clock hours timer
timer: stopwatch countdown running-clock; minutes
retrospective: look-back-on-sprint lessons-learned; retro
standup: daily-update daily-scrum; daily
# Builds and delivery
pipeline: build-chain automated-build
build: compile-project make-binary; compile
build-log: compiler-output why-build-failed build-output; failed
log: compiler-output why-build-failed build-output
log: output-of-job ci-output why-job-failed ci-failure; failed
job-log: output-of-job ci-output why-job-failed ci-failure; failed
failed-job: broken-build red-build failing-build what-broke-build; red
workflow-dispatch: start-workflow-by-hand manual-workflow kick-workflow run-workflow; manually
rerun: try-build-again run-again retry-job retry-build start-build-again
artifact: what-build-produced built-files build-files compiled-output
deployment: what-is-live what-is-in-production shipped-build went-live; live
preview-deployment: test-url-of-branch staging-preview
promote: move-to-production staging-to-production; production
environment-variable: config-vars; dotenv
release: cut-version
canary: gradual-rollout small-share-of-users; gradual
blue-green: swap-live-version; swap
build-trigger: what-starts-build
self-hosted-runner: own-build-machine
cache: reused-build-files; warm
linter: style-checker code-style-check code-smells; style lint
lint: check-style style-errors code-style; eslint ruff
format-code: tidy-code prettify reformat-code indent-code pretty-print beautify; indent prettier
format: tidy-code reformat-code indent-code pretty-print
type-check: type-errors check-types; typescript mypy
code-quality: how-clean-code technical-debt maintainability code-health; smell debt
quality-gate: pass-quality good-enough-to-merge
code-smell: bad-code-pattern smelly-code
hotspot: risky-code; risky
coverage: untested-code tested-share how-well-tested; untested
test-run: run-tests execute-tests test-suite start-tests; suite
test-case: test-scenario manual-test; scenario
test-result: did-tests-pass failing-tests which-tests-fail passed-or-failed; failing passed
test: did-tests-pass failing-tests which-tests-fail passed-or-failed
flaky-test: unstable-test sometimes-fails; unstable
unit-test: tests-for-function tests-for-code
mock: fake-response fake-api stub; fake
fixture: test-data sample-data; sample
load-test: stress-test performance-test; stress
benchmark: measure-speed speed-comparison; faster
# Packages
package: third-party-library npm-module python-library crate gem; pip cargo
package-version: newest-version-of-library latest-version-of-package which-version-of; latest newest
outdated: needs-upgrade old-packages out-of-date behind-latest; upgrade
dependency: what-project-needs needed-libraries library-needed packages-used; requires imports
dependency-tree: what-depends-on dependents transitive-dependencies why-installed; transitive
install-package: add-library add-dependency get-library
uninstall: remove-package drop-dependency; remove
upgrade: bump-version newer-version move-to-newer update-library bring-to-latest; bump newer
license: may-i-use usage-terms-of-software copyright-terms; gpl mit
registry: package-store package-index; npm pypi
download-count: package-popularity downloads-of-package; popular
readme: project-introduction package-description usage-instructions; intro
sbom: parts-list-of-software software-inventory list-of-dependencies; inventory
library-doc: docs-for-library api-reference library-reference framework-docs how-to-use-library usage-of-library; documentation
documentation: docs-for-library api-reference library-reference framework-docs how-to-use-library usage-of-library
resolve-library: which-library library-name-to-id
documentation: handbook; reference docs guide manual
code-example: sample-code how-to-write show-me-code example-usage; sample snippet
# Editors and languages
symbol: function-or-class name-in-code identifier-in-code; class function
definition: where-defined where-declared go-to-definition jump-to-definition where-is-function; declared
reference: who-calls where-used used-where usages all-uses call-sites; callers
hover: type-of-expression signature-of-function; type
diagnostic: compiler-errors red-squiggles warnings-in-file problems-in-file errors-in-file; squiggles
completion: suggest-code finish-code; autocomplete
code-action: quick-fix lightbulb; fix
rename-symbol: rename-variable rename-function call-variable-differently
refactor: restructure-code extract-method; restructure
call-hierarchy: who-calls-whom callers-and-callees; callers
outline: functions-in-file symbols-in-file structure-of-file; symbols
syntax-tree: parse-tree ast
breakpoint: stop-at-line halt-at-line pause-at-line; halt
debug-step: next-line-in-debugger
debugger: find-bug step-through attach-to-process; debug
stack-trace: call-stack backtrace where-crashed; traceback
evaluate: try-expression; expression
execute: execute-script execute-snippet run-python run-javascript execute-program sandbox; script snippet
run-code: execute-script execute-snippet run-python run-javascript execute-program sandbox; script snippet
repl: interactive-prompt interactive-session; interactive
kernel: notebook-engine; notebook
notebook-cell: run-cell code-cell cell-of-notebook
apply-patch: apply-diff change-lines patch-file; hunk
replace-text: find-and-replace search-and-replace swap-text substitute
insert-line: add-lines
open-file: files-in-editor current-file; editor
selection: highlighted-text marked-text selected-text; highlighted
regex: pattern-match regular-expression text-pattern; pattern
decompile: machine-code-to-source reverse-engineer; disassemble assembly binary
disassemble: show-assembly machine-code; assembly
cross-reference: xrefs who-refers-to
binary: executable compiled-program exe
# Interfaces
endpoint: api-route api-url rest-path; route api
http-request: call-api curl web-call send-request; rest
openapi: swagger api-description api-specification api-spec
graphql: graph-query; gql
request-collection: saved-api-calls saved-requests
mock-server: fake-server fake-backend; fake
webhook: call-back-when event-hook notify-url
api-key: developer-key access-code-for-api
rate-limit: calls-left request-quota throttle calls-per-minute; quota
limit: calls-left request-quota calls-per-minute
quota: limit-left how-close-to-limit; limit allowance
status-code: http-error-code 404 500; error
header: request-header response-header; http
json: parse-json json-data; object
jsonpath: pick-from-json query-json jq
xml: parse-xml; tags
yaml: parse-yaml; config
base64: encode-text decode-text; encode decode
hash: fingerprint sha256 md5; checksum digest
uuid: unique-id random-id guid new-identifier; unique
random-number: roll-dice dice-roll coin-flip flip-coin pick-number throw-dice; dice
dice: roll-dice dice-roll coin-flip flip-coin pick-number throw-dice
random: roll-dice dice-roll coin-flip flip-coin pick-number throw-dice
timestamp: unix-time epoch epoch-seconds
time: what-time clock-time time-now today-date what-day; now
current-time: what-time clock-time time-now today-date what-day; now clock
convert-time: time-in-other-zone time-there time-difference different-time-zone; zone
unit-conversion: convert-units miles-to-kilometers pounds-to-kilos fahrenheit-to-celsius convert-measurement; inches feet
convert: convert-units miles-to-kilometers pounds-to-kilos fahrenheit-to-celsius convert-measurement
calculator: arithmetic add-numbers multiply divide; math
calculate: math-expression arithmetic-expression crunch-numbers figure-number; math
equation: unknown-in-formula; solve
solve: find-solution; equation
integral: area-under-curve; calculus
derivative: rate-of-change slope-of-function; calculus
matrix: linear-algebra; rows
plot: draw-curve draw-graph; curve
statistics: average-and-spread mean-and-deviation median; average mean
sequential-thinking: think-step-by-step reason-through think-through step-by-step-reasoning; reasoning
feature-flag: toggle-feature feature-on-for switch-feature dark-launch
flag: toggle-feature feature-on-for switch-feature dark-launch
rollout: share-of-users gradual-release percent-of-users; gradual percent
variation: flag-value; variant
experiment: a-b-test test-two-versions which-version-wins compare-variants; variant winner
crash-report: why-app-crashes app-crashes crash-log
error-group: recurring-errors new-errors most-frequent-errors errors-in-production; exceptions
exception: stack-trace-of-error thrown-error; thrown
release-health: crash-free-users crash-free; stable
session-replay: watch-user-session recording-of-visit
source-map: minified-to-source; minified
profiler: where-time-is-spent slow-functions hot-code flame-graph; slow
`;
