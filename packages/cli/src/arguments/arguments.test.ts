import { verbatim } from "@toolwright/core/internal";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { firstPositional, type FlagTable, parseArguments } from "./arguments.ts";

const summary = verbatim("");
const flags: FlagTable = {
  workspace: { value: "DIR", summary },
  mode: { value: "MODE", choices: ["plan", "default"], summary },
  input: { value: "JSON", summary },
  json: { summary },
  yes: { short: "y", summary },
};

const parse = (...argv: readonly string[]): ReturnType<typeof parseArguments> =>
  parseArguments(argv, flags, "toolwright call");

describe("parseArguments", () => {
  it("reads flags before, between and after positionals", () => {
    const parsed = parse(
      "--json",
      "read_file",
      "--mode",
      "plan",
      "path=a=b",
      "-y",
      "--workspace=x=y",
    );
    expect(parsed.positionals).toEqual(["read_file", "path=a=b"]);
    expect([parsed.has("json"), parsed.has("yes")]).toEqual([true, true]);
    expect([parsed.value("mode"), parsed.value("workspace")]).toEqual(["plan", "x=y"]);
    expect(parsed.value("input")).toBeUndefined();
  });

  it("takes the last value of a flag given twice, and - as a value", () => {
    const parsed = parse("--input", "{}", "--input", "-");
    expect(parsed.value("input")).toBe("-");
    expect(parsed.values("input")).toEqual(["{}", "-"]);
    expect(parsed.values("mode")).toEqual([]);
  });

  it("leaves everything after -- alone", () => {
    expect(parse("--", "--json", "-y").positionals).toEqual(["--json", "-y"]);
  });

  it("names the nearest flag for one that it doesn't know", () => {
    expect(() => parse("--jsn")).toThrow(
      "Unknown flag '--jsn'. Did you mean '--json'? All flags: toolwright call --help",
    );
    expect(() => parse("-q")).toThrow("Unknown flag '-q'. All flags");
  });

  it("refuses a value that is missing, forgotten, unwanted or not one of the choices", () => {
    expect(() => parse("--workspace")).toThrow("--workspace needs a value: --workspace DIR");
    expect(() => parse("--workspace", "--json")).toThrow("--workspace needs a value");
    expect(() => parse("--json=1")).toThrow("--json takes no value, but got '1'.");
    expect(() => parse("--mode", "plam")).toThrow(
      "Unknown --mode 'plam'. Did you mean 'plan'? Known: plan, default.",
    );
  });

  it("either reads any arguments or refuses them as a usage error", () => {
    const argument = fc.oneof(
      fc.string(),
      fc.constantFrom(
        "--json",
        "--json=",
        "-y",
        "--mode",
        "plan",
        "--",
        "-",
        "--input",
        "__proto__",
      ),
      fc.string().map((text) => `--${text}`),
    );
    fc.assert(
      fc.property(fc.array(argument), (argv) => {
        try {
          const { positionals } = parseArguments(argv, flags, "x");
          expect(positionals.every((positional) => argv.includes(positional))).toBe(true);
        } catch (thrown) {
          expect(thrown).toMatchObject({ name: "CommandError", code: "usage" });
        }
      }),
    );
  });
});

describe("firstPositional", () => {
  it("finds the command behind flags and their values", () => {
    expect(firstPositional(["--mode", "plan", "--json", "call", "x"], flags)).toBe(3);
    expect(firstPositional(["--mode=plan", "call"], flags)).toBe(1);
    expect(firstPositional(["call", "--json"], flags)).toBe(0);
    expect(firstPositional(["call", "--json", "again"], flags, 1)).toBe(2);
  });

  it("finds none when there are only flags, and looks no further than --", () => {
    expect(firstPositional(["--mode", "plan"], flags)).toBe(-1);
    expect(firstPositional(["--", "call"], flags)).toBe(-1);
    expect(firstPositional([], flags)).toBe(-1);
  });
});
