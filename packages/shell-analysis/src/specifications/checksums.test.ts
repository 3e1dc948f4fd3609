import { describe, expect, it } from "vitest";
import { effectsOf, onlyLooks } from "../fixtures/effects-of.ts";

const looking = [
  "base64 a.bin",
  "echo aGk= | base64 -d",
  "base64 -w0 a.bin",
  "md5sum a.txt",
  "sha1sum src/a.ts src/b.ts",
  "shasum -a 256 package.json",
  "cksum a.txt",
  "b2sum a.txt",
];

const effects: Readonly<Record<string, string>> = {
  "base64 /etc/shadow": "read /etc/shadow",
};

const asking = ["md5sum -c sums", "sha256sum --check sums"];

describe("checksums and encodings", () => {
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
