/** Files, data, devices, networks, safety, reading, speech and pictures. See `glossary.ts` for how to read it. */
export const filesAndNetworksGlossary = `
# Files and shells
file-size: how-big how-large bytes kilobytes; megabytes big large space
file-permission: who-may-read chmod; rights mode owner
symlink: shortcut soft-link; alias points
trash: recycle-bin deleted-files wastebasket; deleted thrown
process: running-program pid; program running kill
terminal: command-line shell console; bash prompt
command: shell-command bash; shell run
environment-variable: env-var; env setting
checksum: hash digest fingerprint; sha md5
compression: zip gzip; smaller pack
clipboard: copied-text; copy paste
print: paper-copy hard-copy; printer paper
printer: prints-on-paper; paper ink
version-control: git history-of-code; revisions
stash: set-aside-changes; uncommitted
rebase: replay-commits; branch onto
conflict: clash collision; both overlap
# Machine learning and data
model: neural-network language-model; weights llm
embedding: text-vector; vector similarity
fine-tune: train-further; train adapt
training-run: model-training; train epochs
prediction: model-output; guess forecast
label-set: annotations; tagged
feature-flag: feature-toggle feature-switch kill-switch; toggle switch gradual rollout
ab-test: split-test; variant experiment
data-pipeline: etl data-flow; loads transforms
data-source: where-data-comes-from; feed
chart: graph plot diagram; bars lines axis
pivot: cross-table; summarize
notebook: jupyter; cells
search-index: full-text; search
vector: embedding; nearest
cache: kept-for-speed temporary-store; fast stale ttl redis
lock-file: pinned-versions; package
feature: capability; option
# Security and identity
login: sign-in log-in; signed
logout: sign-out log-out; leave
permission-set: set-of-rights; rights
single-sign-on: sso saml; login
identity: who-someone-is; id
api-token: api-key; bearer
ssh-key: key-for-server; public private
encryption: scrambling; secret
vault: secret-store password-store; secrets
risk: danger; likelihood
threat: attack; attacker malware
malware: virus trojan; infected
quarantine: isolated-files; infected
consent: agreement-to-data; gdpr privacy
compliance: following-rules; audit gdpr
# Networks and devices
ip-address: network-address ip; host
port: network-port; listen
subnet: network-range; cidr
vpn: secure-tunnel private-network; tunnel
proxy: intermediary; forward
router: network-box wifi-box; wifi
wifi: wireless; network
bandwidth: network-speed; speed
latency: response-time slowness; slow
device: gadget apparatus; hardware
firmware: device-software; update
battery: charge-level; power charge
energy-usage: power-consumption electricity-use; electricity kwh power
solar-panel: photovoltaic; sun
door: entrance; gate
garage: car-door; door
television: tv telly; screen
fan: ventilator; air
humidity: moisture; damp
sprinkler: lawn-watering; garden
# Reading, speech and pictures
summary: short-version gist-of in-short; short brief
outline: structure-of-text; structure
paragraph: text-passage; text
sentiment: mood-of-text positive-or-negative; mood
spelling: typos; typo grammar
language: tongue; speak
face: person-in-picture; person
logo: company-sign; brand
icon: small-symbol; symbol
background: backdrop behind-subject see-through transparent transparency cut-out-subject; behind
watermark: mark-on-picture; mark
animation: moving-drawing gif; moving
qr-code: square-code; scan
speech: spoken-word talking read-out voice-output; spoken
ocr: text-from-picture text-from-photo text-from-scan read-scanned words-in-picture; scanned
music: songs; song
sound: noise; hear
`;
