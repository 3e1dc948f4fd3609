import { describeCommands } from "../fixtures/describe-commands.ts";

const looking = [
  "seq 1 10",
  "seq 10 -2 1",
  "seq -w 1 100",
  "seq -s, 5",
  "date -u +%Y-%m-%dT%H:%M:%SZ",
  "date -d yesterday +%F",
  "date '+%s'",
  "date --iso-8601=seconds",
  "date -Iseconds",
  "cal 2026",
  "uname -sr",
  "hostname",
  "id -u",
  "id -un",
  "groups",
  "who",
  "uptime",
  "nproc",
  "arch",
  "tty",
  "which -a node python3",
  "locale",
  "getconf PAGE_SIZE",
  "expr 1 + 2",
  "sleep 1",
  "factor 42",
  'date +"%Y %m"',
  "date -d '2024-01-01 + 3 days' +%s",
  "date -r a.txt",
];

const effects: Readonly<Record<string, string>> = {
  "date -s 2030-01-01": "run date",
  "date --set=x": "run date",
  "date -us x": "run date",
  "date -f /etc/passwd": "read /etc/passwd",
  printenv: "environment *",
  "printenv SECRET_TOKEN": "environment SECRET_TOKEN",
};

const asking = ["date 010100002030", "hostname evil", "hostname -F f", 'date "$x"'];

describeCommands("facts of the system", { looking, effects, asking });
