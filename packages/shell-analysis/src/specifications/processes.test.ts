import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Argument } from "../specification/specification.ts";
import { whatHappens } from "./fixtures/what-happens.ts";
import { readPs } from "./processes.ts";

describe("ps", () => {
  it.each([
    "ps",
    "ps aux",
    "ps -aux",
    "ps -aux --sort=-%mem",
    "ps auxww",
    "ps -ef",
    "ps -e -o pid,args",
    "ps -eo pid,ppid,cmd --sort=-rss",
    "ps axo pid,comm",
    "ps -p 1,2 -o comm=",
    "ps -C node -o pid",
    "ps -u root -f",
    "ps -fp 1234",
    "ps -ef --forest",
  ])("%s shows facts", (command) => {
    expect(whatHappens(command)).toEqual([]);
  });

  it.each([
    "ps e",
    "ps auxe",
    "ps axeww",
    "ps -auxe",
    "ps -E",
    "ps -ef e",
    "ps -ef p 99",
    "ps aux -e",
    "ps -eo pid,environ",
    "ps axo environ",
    "ps --format=pid,environ",
    "ps -o",
    "ps -uxe",
    "ps -u -T -e",
    "ps --deselect -ef --format pid",
    "ps -T -e --forest -j",
    "ps $x",
    "ps --unheard-of",
  ])("%s may show environments", (command) => {
    expect(whatHappens(command)).toContain("unknown");
  });

  it("never throws", () => {
    const word = fc
      .oneof(fc.string(), fc.constantFrom("-o", "aux", "-p", "--sort", "--format=", "-eo"))
      .map((text): Argument => ({ kind: "static", text }));
    fc.assert(
      fc.property(fc.array(word, { maxLength: 6 }), (words) => {
        expect(Array.isArray(readPs(words))).toBe(true);
      }),
    );
  });
});

describe("other process tools", () => {
  it.each(["pgrep -fl node", "pidof node", "lsof -i :80", "free -h"])(
    "%s shows facts",
    (command) => {
      expect(whatHappens(command)).toEqual([]);
    },
  );

  it.each(["top", "top -n 1", "lsof -D b", "pgrep --unheard-of", "ss -K", "ip -batch f"])(
    "%s is unknown",
    (command) => {
      expect(whatHappens(command).length).toBeGreaterThan(0);
    },
  );

  it.each([
    "kill 1",
    "pkill node",
    "killall node",
    "renice 1 2",
    "crontab -r",
    "sysctl -w a=b",
    "top -bn1",
    "top -v",
  ])("%s is never specified", (command) => {
    expect(whatHappens(command)).toEqual([`run ${command}`]);
  });

  it.each([
    ["systemctl status x", []],
    ["systemctl stop x", ["run systemctl stop x"]],
    ["systemctl -H host status x", ["run systemctl -H host status x"]],
    ["journalctl -u x", ["read-tree /var/log/journal"]],
    ["ip addr show", []],
    ["ip link set eth0 down", ["run ip link set eth0 down"]],
  ])("%s: %j", (command, expected) => {
    expect(whatHappens(command)).toEqual(expected);
  });
});
