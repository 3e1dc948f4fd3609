import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { analyze, type ShellAnalysis } from "./analyze.ts";
import { loadCommands } from "./fixtures/load-commands.ts";
import { oddCharacters } from "./parser/odd-characters.ts";
import { syntaxPieces, wordPieces } from "./fixtures/token-soup.ts";

const commands = loadCommands().map(({ command }) => command);
const pieces = [...syntaxPieces, ...wordPieces];

function of(source: string): ShellAnalysis {
  return analyze(source, { cwd: "/home/dev/app", home: "/home/dev" });
}

const soup = fc
  .array(fc.constantFrom(...pieces, ...commands, " ", " "), { maxLength: 40 })
  .map((parts) => parts.join(""));
const anything = fc.oneof(soup, fc.string({ unit: "binary", maxLength: 200 }), fc.string());

describe("analyze, for any text,", () => {
  it("returns, and is complete exactly when it has no reason", () => {
    fc.assert(
      fc.property(anything, (source) => {
        const { complete, reasons, effects } = of(source);
        expect(complete).toBe(reasons.length === 0);
        expect(effects.filter(({ type }) => type === "unknown")).toHaveLength(reasons.length);
      }),
      { numRuns: 1_500 },
    );
  });

  it("returns the same again", () => {
    fc.assert(
      fc.property(anything, (source) => {
        expect(of(source)).toEqual(of(source));
      }),
    );
  });

  it("shows no invisible character in a reason", () => {
    fc.assert(
      fc.property(anything, (source) => {
        for (const reason of of(source).reasons) expect(oddCharacters(reason)).toEqual([]);
      }),
    );
  });

  it("gives absolute paths without . and ..", () => {
    fc.assert(
      fc.property(anything, (source) => {
        for (const effect of of(source).effects) {
          if ("path" in effect)
            expect(effect.path).toMatch(/^\/(?:(?!\.\.?(?:\/|$))[^/]+(?:\/|$))*$/);
        }
      }),
    );
  });
});

describe("a list of commands", () => {
  const understood = commands.filter((command) => of(command).complete);

  it("has all effects of its beginning alone", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...understood),
        fc.constantFrom(...commands),
        fc.constantFrom("\n", "\ntrue && ", "\n! ", "\nif ls; then "),
        (first, second, joint) => {
          const both = of(`${first}${joint}${second}`).effects.map((effect) =>
            JSON.stringify(effect),
          );
          for (const effect of of(first).effects) expect(both).toContain(JSON.stringify(effect));
        },
      ),
      { numRuns: 500 },
    );
  });

  it("is complete only when each of its parts is", () => {
    fc.assert(
      fc.property(fc.constantFrom(...commands), fc.constantFrom(...commands), (first, second) => {
        // After a function of the same name, a command's words have another meaning.
        fc.pre(!first.includes("()") && of(first).complete && !of(second).complete);
        expect(of(`${first}\n${second}`).complete).toBe(false);
      }),
    );
  });
});
