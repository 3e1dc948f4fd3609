import { describe, expect, it } from "vitest";
import { effectsOf, onlyLooks } from "../fixtures/effects-of.ts";

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

describe("facts of the system", () => {
  it.each(looking)("only looks at the workspace: %s", (command) => {
    expect(effectsOf(command).filter((line) => !/^(?:read|list) [^/]/.test(line))).toEqual([]);
  });

  it.each(Object.entries(effects))("says what %s does: %s", (command, expected) => {
    expect(effectsOf(command).join(", ")).toBe(expected);
  });

  it.each(asking)("doesn't pass for harmless: %s", (command) => {
    expect(onlyLooks(command)).toBe(false);
  });
});
