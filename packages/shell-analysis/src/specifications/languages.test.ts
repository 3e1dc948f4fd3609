import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { whatHappens } from "./fixtures/what-happens.ts";
import { smallShellScript } from "./languages.ts";

describe("shells", () => {
  it.each([
    ["bash -c 'cat a; rm b'", ["read a", "delete b"]],
    ["bash -euo pipefail -c 'cat a'", ["read a"]],
    ["bash -n script.sh", ["read script.sh"]],
    ["sh -c 'cat a | wc -l > n'", ["read a", "write n"]],
    ["bash -c 'bash -c \"rm a\"'", ["delete a"]],
    ["bash --version", []],
    ["python3 --version", []],
    ["node a.js", ["run node a.js"]],
    ["python -c 'print(1)'", ["run python -c print(1)"]],
    ["zsh -c ls", ["run zsh -c ls"]],
    ["pytest --version", ["run pytest --version"]],
    ["cargo --version", ["run cargo --version"]],
  ])("%s: %j", (command, expected) => {
    expect(whatHappens(command)).toEqual(expected);
  });

  it.each([
    "bash",
    "bash -s",
    "bash -i",
    "bash --rcfile x",
    "bash -O extglob -c ls",
    'bash -c "$x"',
  ])("%s is unknown", (command) => {
    expect(whatHappens(command)).toContain("unknown");
  });

  it.each(["bash a.sh", "bash ./a.sh x", "sh a.sh", "bash +n a.sh", "bash -lc ls"])(
    "%s runs unknown code",
    (command) => {
      expect(whatHappens(command).some((text) => text.startsWith("run "))).toBe(true);
    },
  );

  it("doesn't read +n as a script to check", () => {
    expect(whatHappens("bash -n +n a.sh")).toContain("unknown");
  });
});

describe("a shell with a script file", () => {
  it("doesn't run its input", () => {
    for (const command of ["bash tests/x.sh", "sh x.sh a", "bash -e x.sh"]) {
      expect(whatHappens(command)).not.toContain("unknown");
      expect(whatHappens(command)[0]).toBe(`run ${command}`);
    }
    for (const command of ["bash", "bash -e", "sh"]) {
      expect(whatHappens(command)).toContain("unknown");
    }
  });
});

describe("smallShellScript", () => {
  it.each([
    "echo $'\\'; touch pwned; #'",
    "[[ a > b ]]",
    "((touch x))",
    "ls &> f",
    "cat <<< x",
    "cat <(ls)",
    "a=(1 2)",
    "function f { ls; }",
    "echo {a,b}",
  ])("doesn't understand %s, which other shells read differently", (text) => {
    expect(smallShellScript(text)).toMatchObject([{ type: "unknown" }]);
  });

  it.each(["ls | head", "cat a && echo $((1+2))", 'echo "$(pwd)"', "grep 'a b' c > d 2>&1"])(
    "reads %s as bash does",
    (text) => {
      expect(smallShellScript(text)).toEqual([{ type: "script", text }]);
    },
  );

  it("never throws", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(smallShellScript(text)).toHaveLength(1);
      }),
    );
  });
});
