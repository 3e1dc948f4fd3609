import { describe, expect, it } from "vitest";
import { filterConsequences, jqFilter, yqNames } from "./jq-filter.ts";

const printing = [
  ".",
  '.env | .["env"]',
  "{name, age: .x, env: 1, env}",
  '.[] | "\\(.a): \\(.b | length)"',
  "def f(g; $x): g + $x; f(.a; 1e5)",
  "reduce .[] as [$a, $b] (0; . + $a) # keys, (values]",
  '[inputs | @base64 "x\\(.)"] | add // empty',
  'try error("env") catch .',
  ".. | .name?",
];

describe("a jq filter", () => {
  it.each(printing)("has no consequence when it only filters: %s", (filter) => {
    expect(jqFilter(filter)).toEqual([]);
  });

  const shown: Readonly<Record<string, string>> = {
    env: "*",
    "env.HOME": "HOME",
    "$ENV.HOME": "HOME",
    "[1, env, 2]": "*",
    "{a: env, b}": "*",
    "{$ENV}": "*",
    '"\\(env)"': "*",
    '"\\("\\(env)")"': "*",
    "[1 # {\n, env, 2]": "*",
    "..env": "*",
    '{"\\(env)": 1}': "*",
    '{"a": 1, "b\\(1, env)": 2}': "*",
    '{@base64 "\\(env.HOME)": 1}': "HOME",
  };
  it.each(Object.entries(shown))("shows the environment: %s shows %s", (filter, variable) => {
    expect(jqFilter(filter)).toEqual([{ type: "environment", variable, value: true }]);
  });

  it.each([
    'import "a" as a; .',
    'include "a"; .',
    "modulemeta",
    "get_search_list",
    "a::b",
    "strange(.)",
    '. # "\n| env # "',
    '"open',
    '"\\(open"',
    "$ ENV",
    "# def import:\nimport",
  ])("is unknown when it reads modules or is invalid: %s", (filter) => {
    expect(jqFilter(filter)).toContainEqual(expect.objectContaining({ type: "unknown" }));
  });

  it.each(['load("/etc/passwd")', "strenv(HOME)", 'system("id")', ".def load(1): . | load(2)"])(
    "doesn't know names of yq that read or run: %s",
    (filter) => {
      expect(filterConsequences(filter, yqNames)).toContainEqual(
        expect.objectContaining({ type: "unknown" }),
      );
    },
  );
});
