import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { repetitions } from "@toolwright/testing/internal";
import { describe, expect, test } from "vitest";
import { quoteCommand } from "../shell/quote-command.ts";

/** What bash makes of the command line's words after the program. */
function wordsInBash(words: readonly string[]): readonly string[] {
  const command = quoteCommand(["printf", "%s\\0", ...words]);
  const output = execFileSync("bash", ["-c", command], { encoding: "utf8" });
  return output.split("\0").slice(0, -1);
}

const hostile = fc.oneof(
  fc.string({ unit: "binary" }).map((text) => text.replaceAll("\0", "").toWellFormed()),
  fc.string({ unit: fc.constantFrom(...Array.from("'\"\\$`!*?[]{}()<>|&;#~=%^ \t\n-a")) }),
  fc.constantFrom("", "-n", "--", "~", "a=~/b", "{a,b}", "$(id)", "`id`", "!!", "#x", "a'b"),
);

describe("quoteCommand", () => {
  test("gives bash just the words it was made of", () => {
    fc.assert(
      fc.property(fc.array(hostile, { minLength: 1, maxLength: 4 }), (words) => {
        expect(wordsInBash(words)).toEqual(words);
      }),
      { numRuns: repetitions(60) },
    );
  });

  test("leaves ordinary words as they are", () => {
    expect(quoteCommand(["git", "log", "--oneline", "-n", "5", "src/a.ts"])).toBe(
      "git log --oneline -n 5 src/a.ts",
    );
  });

  test.for(["time", "if", "A=1", "!", "{", "[[", "function"])(
    "takes a program named %s for a program",
    (program) => {
      const command = `PATH=/nowhere; ${quoteCommand([program, "x"])}; echo "status $?"`;
      const output = execFileSync("bash", ["-c", command], {
        encoding: "utf8",
        stdio: ["ignore", "pipe", "ignore"],
      });
      expect(output).toBe("status 127\n");
    },
  );
});
