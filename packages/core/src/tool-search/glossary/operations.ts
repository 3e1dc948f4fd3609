/** Clouds, clusters, containers, monitoring, security, networks and backups. See `glossary.ts` for how to read it. */
export const operationsGlossary = `
# Cloud
instance: cloud-computer ec2-machine droplet compute-engine; boxes
instance-type: machine-size bigger-machine size-of-server; bigger cores
create-instance: start-server launch-machine another-server; server
terminate: kill-server destroy-machine
region: data-center-location which-datacenter where-hosted; datacenter location
availability-zone: zone-of-datacenter
autoscaling: grow-with-load scale-automatically add-servers-when-busy scaling-group; autoscaler elastic
load-balancer: target-group traffic-spreader
virtual-network: vpc private-cloud-network; subnet
security-group: open-ports instance-firewall inbound-rules allowed-traffic; inbound
iam: who-may-do-what cloud-permissions identity-management; permissions
service-account: robot-account machine-user machine-identity; robot
assume-role: act-as switch-role; impersonate
resource-group: group-of-cloud-resources
tag-resource: label-cloud-resources
stack: infrastructure-template cloudformation; template
terraform: infrastructure-as-code provision-infrastructure; infra module
plan: dry-run preview-of-changes
state: what-terraform-knows; drift
drift: differs-from-config changed-by-hand; differs
provider: terraform-plugin; plugin
presigned-url: temporary-link temporary-download-link time-limited-link expiring-link; temporary expiring
bucket-policy: who-may-read-bucket public-bucket; public
lifecycle-rule: delete-old-objects expire-old-files; expire
storage-class: cold-storage cheaper-storage; cold
lambda: function-in-cloud
invoke-function: call-lambda trigger-function run-function; trigger
edge-function: worker-at-edge edge-worker
message-queue: waiting-messages job-queue queued-messages
dead-letter-queue: failed-messages undeliverable-messages unprocessed-messages; undeliverable
publish-message: send-to-topic emit-event produce-message; emit
consume: read-from-queue take-from-queue receive-messages; consumer
consumer-group: who-reads-topic consumer-lag; lag
stream: kafka-topic event-stream; events
event-bus: route-events
step-function: state-machine; workflow
scheduler: run-every run-at-time; cron
cost-explorer: cloud-bill cloud-spending what-cloud-costs aws-bill aws-costs spend-by-service; bill spending
cost: cloud-bill cloud-spending what-cloud-costs aws-bill aws-costs spend-by-service
billing: cloud-bill cloud-spending what-cloud-costs aws-bill aws-costs spend-by-service
cost-forecast: expected-bill what-will-cost; expected
budget: spending-cap spending-alarm; cap
billing: what-do-i-pay current-charges invoices-of-account; charges
reserved-instance: prepaid-capacity savings-plan; prepaid
price-list: what-does-it-cost cloud-pricing
quota: service-limit
support-case: ask-cloud-vendor; vendor
well-architected: best-practice-review; practices
app: web-application hosted-app; hosted
dyno: app-process; process
custom-domain: own-domain-for-site point-domain
site: hosted-website static-site; netlify
redeploy: deploy-again ship-again; again
domain: web-address-name domain-registration buy-domain own-domain; registrar
domain-availability: domain-free domain-taken available-domain; taken
domain: domain-free domain-taken available-domain
whois: who-owns-domain domain-owner owner-of-domain who-registered-domain when-domain-expires; registrant
dns-record: nameserver-setting point-domain-at domain-setting mail-exchange; subdomain
dns-lookup: resolve-domain resolve-hostname which-ip-for domain-to-ip; resolve nslookup dig
reverse-dns: ip-to-hostname; hostname
zone: all-records-of-domain domain-zone; dns
nameserver: who-hosts-dns; ns
propagation: dns-updated-everywhere; spread
purge-cache: clear-cdn flush-cache empty-cache invalidate-cache drop-cached; stale flush
cdn: content-network edge-cache; edge
cache-rule: what-gets-cached
page-rule: url-rule
waf: web-firewall block-bots block-attacks; bots
ddos: flood-attack traffic-flood; attack
bot-management: stop-bots
worker: edge-script serverless-script; edge
kv: key-value-store key-value; key
durable-object: stateful-worker; stateful
ssl-certificate: https-padlock when-certificate-expires certificate-expiry; expire padlock
# Containers and clusters
container: running-box docker-box dockerized-app
container: what-is-running-in-docker docker-ps running-containers; running
log: what-container-prints output-of-container docker-logs
container-log: what-container-prints output-of-container docker-logs; prints
exec: run-inside-container shell-into command-in-container command-in-pod; inside
image: docker-build built-container
pull-image: get-image download-image; registry
image-tag: image-version
container-registry: where-images-live image-store
compose: start-all-services multi-container; services
dockerfile: container-recipe; build
prune: free-docker-space dangling-images; dangling
pod: crashing-container app-copies; crashing
log: what-pod-prints output-of-pod logs-from-app
pod-log: what-pod-prints output-of-pod logs-from-app; prints
crash-loop: keeps-restarting restarts-all-the-time restarting-pod; restarting
describe: details-of-resource why-pod-pending; pending
kubectl: cluster-command; kubernetes
apply-manifest: deploy-yaml create-from-yaml; yaml
manifest: yaml-of-resource; yaml
context: which-cluster switch-cluster; cluster
rollout: deployment-progress rolling-update; progress
rollout-restart: bounce-deployment restart-app; bounce
scale-deployment: more-replicas fewer-replicas more-copies-of-app; replicas copies
autoscaler: scale-with-load; load
port-forward: reach-service-locally tunnel-to-pod local-port; tunnel
taint: keep-pods-off; node
cordon: no-new-pods; node
drain: empty-node move-pods-off evacuate
node-metric: node-usage top-nodes; load
pod-metric: pod-usage top-pods hungry-pods; usage
cluster-event: what-happened-in-cluster recent-cluster-events; warnings
custom-resource: crd own-resource-kind
stateful-set: pods-with-storage
daemon-set: one-pod-per-node; every
secret: hidden-config credentials-in-cluster
helm: chart-install install-chart
helm-repo: chart-source; charts
gitops: sync-cluster-with-git argo; sync
service-mesh: traffic-between-services; istio
virtual-machine: guest-machine vm-guest; guest hypervisor
hypervisor: vm-host proxmox; vms
snapshot: freeze-state point-in-time-copy save-state; frozen
migrate-vm: move-vm move-machine; host
# Monitoring and logs
log: what-app-printed printed-lines syslog; journal messages
search-log: grep-logs find-in-logs errors-in-logs logs-containing; grep
tail-log: latest-log-lines last-lines follow-log newest-log-lines live-log; last
log-level: more-verbose debug-output; verbose
log-pattern: recurring-log-lines similar-lines; recurring
metric-query: promql chart-metric plot-metric
cpu-usage: processor-load busy-cpu; busy load
cpu: processor-load busy-cpu
memory-usage: ram-used memory-hungry out-of-memory; ram hungry
memory: ram-used memory-hungry out-of-memory
disk-usage: disk-space free-space space-left full-disk what-takes-space; full space
disk: disk-space free-space space-left full-disk what-takes-space
network-traffic: bytes-in-and-out data-transferred; bandwidth
system-info: machine-details what-hardware computer-specs about-this-computer; specs hardware
process-list: what-is-running running-programs task-manager; running programs
process: what-is-running task-manager
kill-process: force-quit stop-program end-program close-frozen-program; frozen hung
kill: force-quit stop-program end-program close-frozen-program
uptime: running-since time-since-restart since-last-reboot; since
uptime-check: site-reachable is-website-down; reachable down
uptime: site-reachable is-website-down
ping: host-reachable round-trip; reachable alive
health-check: working-properly; healthy alive
heartbeat: still-alive cron-monitoring; alive
synthetic: scripted-check robot-visit; check
service-map: which-service-calls service-dependencies; calls
slow-query: slow-statements what-slows-database
error-rate: share-of-failures; failures
latency: p99
throughput: requests-per-minute; requests
anomaly: unusual-behaviour strange-spike something-odd out-of-ordinary outlier; unusual spike odd
alert: what-is-firing firing-alarms active-alarms current-alarms; firing
acknowledge: take-alert i-am-on-it confirm-alert; ack
snooze: mute-for-hour remind-later; later
incident: sev1 major-problem something-broke production-down; sev
postmortem: what-went-wrong incident-review lessons-from-outage; review
runbook: what-to-do-when emergency-steps operating-procedure; steps
escalation-policy: who-next-when-nobody-answers who-gets-paged-next; paged next
on-call: who-carries-pager responder-now; pager duty
override: swap-shift cover-shift; cover
page: wake-up-on-call alert-responder; wake
maintenance-window: planned-outage scheduled-maintenance
datasource: where-graphs-get-data; prometheus
panel: chart-on-dashboard graph-on-dashboard; chart
notebook: investigation-notes; investigation
root-cause: why-did-it-break reason-for-outage why-did-it-fail; reason
trace: where-request-spends-time slow-request follow-request; slow
span: step-of-request; step
# Security and secrets
secret: stored-password api-credential hidden-value
rotate: renew-key change-password-regularly swap-key; renew
password: login-secret forgotten-password
generate-password: make-password strong-password random-password new-password; strong
reset-password: forgotten-password new-login-password change-password; forgot
password-vault: password-manager saved-logins; logins
otp: login-code verification-code six-digit-code totp authenticator-code; authenticator
breach: leaked-account was-i-hacked hacked-account pwned leaked-password data-leak; hacked leaked
vulnerability: known-hole exploitable-bug cve-details; exploit
cve: known-vulnerability published-weakness; exploit
exploit: attack-code; attack
patch: security-update fix-for-hole
port-scan: which-ports-open open-ports nmap
vulnerability-scan: security-check check-for-weaknesses penetration-test; pentest weaknesses
malware: virus-check infected-file malicious-file; malicious
file-reputation: virustotal hash-lookup; safe malicious
url-scan: suspicious-link dangerous-site phishing-check; suspicious phishing
scan: suspicious-link dangerous-site phishing-check
ip-reputation: suspicious-ip bad-ip abusive-ip blacklisted-ip is-ip-bad; abuse blacklisted
threat-intelligence: known-attackers indicator-of-compromise ioc threat-actor; attackers
detection: what-was-detected suspicious-activity; suspicious
detection-rule: what-raises-alarm sigma-rule yara
siem: security-events security-logs; events
endpoint: protected-computer company-laptop; laptop
isolate: take-host-offline contain-host; contain
investigate: dig-into-alert look-into-alert; look
audit-log: trail-of-actions admin-activity; admin
sign-in-log: failed-logins login-attempts login-history; logins attempts
login: failed-logins login-attempts login-history
conditional-access: login-rules; login
mfa: login-with-code second-login-step two-step-login two-factor; factor
revoke: withdraw-access invalidate-token kick-out
session: active-logins
suspend-user: lock-account block-account freeze-account; lock
provision-user: new-account-for create-login; account
deprovision: close-account-of-leaver take-all-access; leaver
user-group: who-belongs-to-group group-members; belongs
access-review: who-still-has-access
access-request: ask-for-access wants-access need-permission
compliance: meets-standard soc2 iso-27001 passes-audit; standard
control: security-measure compliance-check; measure
evidence: proof-for-auditor; auditor
risk: risk-level; risky dangerous
encrypt: make-unreadable protect-with-password
decrypt: unscramble make-readable decode-secret; readable
sign: digital-signature-of-data
private-key: secret-key
jwt: decode-token login-token; claims
certificate-transparency: issued-certificates; issued
subdomain: hosts-under-domain names-under-domain; hosts
# Networks, hardware and backups
ip-address: public-ip what-is-my-ip address-of-machine
ip-geolocation: where-is-ip ip-location country-of-ip locate-ip ip-from-where; country
ip: where-is-ip ip-location country-of-ip locate-ip ip-from-where
traceroute: path-of-packets hops-to-host route-to-host; hops
speed-test: internet-speed connection-speed; mbps faster
speed: internet-speed connection-speed
bandwidth: data-rate; mbps
packet-capture: network-sniffing sniff-traffic wireshark pcap; sniff
network-interface: network-card ethernet-adapter; ethernet
network-client: connected-devices devices-on-network devices-online; wifi
client: connected-devices devices-on-network devices-online
access-point: wifi-antenna wireless-box; wifi
ssid: wifi-name wireless-network; wifi
vlan: separated-network; network
firewall-rule: allow-port block-traffic open-port which-traffic-allowed; ports
nat: port-forwarding; forwarding
dhcp: address-lease leased-addresses; lease
vpn: secure-connection connect-privately tunnel-home; private
ssh: remote-shell log-into-server remote-login remote-command; remote
remote-desktop: control-other-computer see-other-screen
wake-on-lan: start-computer-remotely wake-computer
file-transfer: sftp ftp copy-to-server scp
backup: safe-copy copy-for-safety keep-safe; safety
restore-backup: recover-from-backup; recover
backup-job: nightly-backup last-backup did-backup-run; nightly
retention: keep-until; kept keep
replication: keep-second-copy mirror-data; mirror
failover: switch-to-standby; standby
disaster-recovery: after-catastrophe; catastrophe
gpu: graphics-card nvidia-smi; cuda graphics
usb: plugged-device; plugged
serial-port: com-port; uart
gpio: raspberry-pin; raspberry
microcontroller: arduino esp32; board
flash-firmware: load-onto-board; board
battery: power-left charge-left battery-percent; percent
fan-speed: cooling-fan; cooling
disk: hard-drive ssd mounted-drives; drive
mount: attach-drive; drive
partition: divide-disk; disk
raid: disk-array; array
bluetooth: nearby-wireless-device; pair
mqtt: message-broker publish-to-device; broker
telemetry: device-data readings-from-device; readings
device-twin: desired-state-of-device; shadow
ota: over-the-air-update; update
service: daemon background-program systemd
restart-service: bounce-service start-daemon-again; bounce
scheduled-task: crontab run-nightly; nightly
registry-key: windows-registry; windows
event-viewer: windows-events; windows
environment: where-it-runs
host: computer-on-network
inventory: list-of-hardware; hardware
playbook: ansible automation-script
ticket: it-request
managed-device: company-phone enrolled-device laptop-fleet; laptop
remote-wipe: erase-lost-phone erase-lost-laptop wipe-lost; lost stolen
index: make-queries-faster
`;
