import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Argument, Consequence } from "../../specification/specification.ts";
import { arCommand, sevenZipCommand, unzipCommand } from "./archive-commands.ts";
import { awkProgram } from "./awk-program.ts";
import { batCommand } from "./bat-command.ts";
import { compressor } from "./compressors.ts";
import { fdCommand } from "./fd-command.ts";
import { findExpression } from "./find-expression.ts";
import { jqCommand, yqCommand } from "./jq-command.ts";
import { jqFilter } from "./jq-filter.ts";
import { linkCommand } from "./link-command.ts";
import { rsyncCommand } from "./rsync-command.ts";
import { sedCommand } from "./sed-command.ts";
import { sedScript } from "./sed-script.ts";
import { tarCommand } from "./tar-command.ts";

const languages = { awkProgram, jqFilter, sedScript };
const commands = {
  arCommand,
  batCommand,
  fdCommand,
  findExpression,
  gzip: compressor("gzip"),
  jqCommand,
  linkCommand,
  rsyncCommand,
  sedCommand,
  sevenZipCommand,
  tarCommand,
  unzipCommand,
  yqCommand,
  zstd: compressor("zstd"),
};

const pieces = [
  ..."{}()[]<>|;,:=~$@#!&*+-/\\\"'^.% \n".split(""),
  ..."s/a/b/ w x e print getline system env $ENV import def -exec -delete {} ; + -x -f -C".split(
    " ",
  ),
];
const soup = fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 3 })), {
  maxLength: 40,
});
const text = soup.map((parts) => parts.join(""));
const word: fc.Arbitrary<Argument> = fc.oneof(
  fc
    .oneof(text, fc.constantFrom(...pieces))
    .map((value): Argument => ({ kind: "static", text: value })),
  fc
    .constantFrom("", "src/", "-x", "a")
    .map((start): Argument => ({ kind: "glob", text: `${start}*`, start })),
  fc.record({ start: fc.constantFrom("", "-f", "a"), splits: fc.boolean() }).map(
    ({ start, splits }): Argument => ({
      kind: "unknown",
      text: `${start}$x`,
      start,
      splits,
      reason: "x",
    }),
  ),
);

describe("the readers of sub-languages", () => {
  it.each(Object.entries(languages))("%s never throws, whatever the text", (_, read) => {
    fc.assert(
      fc.property(text, (source) => {
        expect(Array.isArray(read(source))).toBe(true);
      }),
    );
  });

  it.each(Object.entries(commands))("%s never throws, whatever the words", (_, read) => {
    fc.assert(
      fc.property(fc.array(word, { maxLength: 12 }), (words) => {
        expect(Array.isArray(read(words))).toBe(true);
      }),
    );
  });

  it.each(Object.entries(commands))("%s never ignores that a word may be an option", (_, read) => {
    const open: Argument = { kind: "glob", text: "*", start: "" };
    const found: readonly Consequence[] = read([{ kind: "static", text: "x" }, open]);
    const isJudged = ({ type, ...rest }: Consequence): boolean =>
      type === "unknown" || ("word" in rest && rest.word === open);
    expect(found.some((one) => isJudged(one))).toBe(true);
  });

  it.each(Object.entries(languages))("%s reads 100 kB of anything in little time", (_, read) => {
    for (const piece of [
      ...pieces,
      "[",
      "a[",
      "{a,",
      "getline ",
      "#",
      "\\(",
      '"\\(',
      "x/",
      "(x ",
      "s/[/",
    ]) {
      const source = piece.repeat(100_000 / piece.length);
      // Linear time takes milliseconds; quadratic time would exceed the limit of a test.
      expect(() => read(source)).not.toThrow();
    }
  });

  it.each(Object.entries(commands))("%s reads 20,000 words in little time", (_, read) => {
    for (const piece of ["a", "-exec", "-delete", "-C", "-x", "{}", ";", "-f", "a/"]) {
      const words = Array.from(
        { length: 20_000 },
        (): Argument => ({ kind: "static", text: piece }),
      );
      expect(() => read(words)).not.toThrow();
    }
  });
});
