import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Argument } from "../specification/specification.ts";
import { loadLines } from "./fixtures/load-lines.ts";
import { onlyLooksInside, whatHappens } from "./fixtures/what-happens.ts";
import { readXargs } from "./wrappers.ts";

describe("wrappers", () => {
  it.each([
    ["timeout 5 cat a", ["read a"]],
    ["timeout -k 1 --signal=KILL 5s rm a", ["delete a"]],
    ["nice -n 5 timeout 3 env LANG=C cat a", ["read a"]],
    ["time -p cat a", ["read a"]],
    ["stdbuf -oL -eL cat a", ["read a"]],
    ["setsid -w cat a", ["read a"]],
    ["ionice -c2 -n7 cat a", ["read a"]],
    ["taskset -c 0-3 cat a", ["read a"]],
    ["nohup cat a", ["write nohup.out", "read a"]],
    ["env", ["show *"]],
    ["env -i", ["show *"]],
    ["env X=1", ["show *", "unknown"]],
    ["env LD_PRELOAD=./x.so cat a", ["read a", "unknown"]],
    ["env -C / cat a", ["unknown"]],
    ["env -S 'rm a'", ["unknown"]],
    ["timeout --unheard-of 5 cat a", ["unknown"]],
    ["taskset -p 1", ["unknown"]],
  ])("%s: %j", (command, expected) => {
    expect([...whatHappens(command)].sort()).toEqual(expect.arrayContaining([...expected].sort()));
  });

  it.each([
    ["sudo rm a", ["run sudo rm a", "delete a"]],
    ["sudo -u root reboot", ["run sudo -u root reboot", "run reboot"]],
    ["doas cat /etc/shadow", ["run doas cat /etc/shadow", "read /etc/shadow"]],
    ["su root -c 'rm a'", ["delete a"]],
    ["busybox rm a", ["run busybox rm a", "delete a"]],
    ["strace -o log rm a", ["write log", "delete a"]],
    ["timeout 5 nohup sudo mkfs.ext4 /dev/sda", ["run mkfs.ext4 /dev/sda"]],
    ["script -c 'rm a' log", ["delete a", "write log"]],
  ])("%s shows the command it runs: %j", (command, expected) => {
    expect(whatHappens(command)).toEqual(expect.arrayContaining(expected));
  });
});

describe("xargs", () => {
  it.each([
    ["xargs", []],
    ["xargs echo", []],
    ["xargs -0 -n1 -P4 echo", []],
    ["xargs -I{} basename {}", []],
    ["xargs -a names echo", ["read names"]],
    ["xargs --arg-file=names echo", ["read names"]],
  ])("%s: %j", (command, expected) => {
    expect(whatHappens(command)).toEqual(expected);
  });

  it.each([
    "xargs cat",
    "xargs rm",
    "xargs grep -e {}",
    "xargs -I% cat %",
    "xargs -I ls ls a",
    "xargs -I '' ls",
    "xargs -I{} sh -c 'echo {}'",
    "xargs bash -c",
    "xargs -i echo",
    "xargs -p echo",
    "xargs --max-arg=1 echo",
    "xargs $x echo",
    "xargs -n $x echo",
  ])("%s is unknown", (command) => {
    expect(whatHappens(command)).toContain("unknown");
  });

  const asks = loadLines("names-ask.txt");

  it.each([
    ["find src -print0 | xargs -0 cat", ["read-tree src"]],
    [
      "find src test -name '*.ts' -print0 | xargs -0 -n1 -P4 wc -l",
      ["read-tree src", "read-tree test"],
    ],
    ["find . -type f -not -path './a/*' -print0 | xargs -0 grep -n foo", ["read-tree ."]],
    ["find src -print0 2>/dev/null | sort -z | xargs -0r head -3", ["read-tree src"]],
    ["find src -print0 | sort -zu | xargs --null -I{} stat {}", ["read-tree src"]],
    ["find src -type f -print0 | xargs -0 ls -l | sort", ["read-tree src"]],
    ["find / -print0 | xargs -0 cat", ["read-tree /"]],
    ["find ../x -print0 | xargs -0 cat", ["read-tree /home/dev/x"]],
  ])("gets only the names that find prints: %s: %j", (command, expected) => {
    const happens = whatHappens(command);
    expect(happens).toEqual(expect.arrayContaining(expected));
    expect(happens).not.toContain("unknown");
  });

  it("is unknown when names could be split, or when the command does more than read", () => {
    expect(asks.length).toBeGreaterThan(300);
    expect(asks.filter(onlyLooksInside)).toEqual([]);
  });

  it("never throws", () => {
    const word: fc.Arbitrary<Argument> = fc.oneof(
      fc
        .constantFrom("-I", "-I{}", "-0n", "-a", "--", "-n1", "{}", "ls", "--arg-file=")
        .map((text): Argument => ({ kind: "static", text })),
      fc.string().map((text): Argument => ({ kind: "static", text })),
      fc.string().map((text): Argument => ({ kind: "glob", text, start: "" })),
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 7 }), (words) => {
        expect(Array.isArray(readXargs(words))).toBe(true);
        const input = { below: [{ kind: "static", text: "src" }], endsByNull: true } as const;
        expect(Array.isArray(readXargs(words, input))).toBe(true);
      }),
    );
  });
});
