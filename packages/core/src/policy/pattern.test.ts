import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ConfigurationError } from "../errors.ts";
import { AnchoredPattern } from "./anchored-pattern.ts";
import { parsePattern } from "./pattern.ts";
import { namesOf } from "./path-names.ts";
import { createPlace, type Place } from "./place.ts";
import type { Target } from "./target.ts";
import { type Effect, kindOf } from "../effects/effect.ts";

const place = createPlace(["/ws"], "/home/u");

function targetOf(effect: Effect, at: Place): Target {
  return kindOf(effect).target(effect, at);
}

function pathTarget(path: string, kind: "read" | "write" = "read"): Target {
  return targetOf({ type: kind, path, realPath: path }, place);
}

/** Whether an allow of the pattern speaks of the path. */
function allows(pattern: string, path: string, at = place): boolean {
  const anchored = new AnchoredPattern(parsePattern(`read(${pattern})`), at);
  return anchored.matchesReal(pathTarget(path));
}

/** Whether a deny of the pattern speaks of the path. */
function denies(pattern: string, path: string): boolean {
  return new AnchoredPattern(parsePattern(`read(${pattern})`), place).meets(pathTarget(path));
}

function names(pattern: string, effect: Effect): boolean {
  return new AnchoredPattern(parsePattern(pattern), place).matchesReal(targetOf(effect, place));
}

function run(...words: readonly string[]): Effect {
  return { type: "run", program: words[0] ?? "", words, cwd: "/ws", specified: false };
}

function messageOf(pattern: string): string {
  try {
    parsePattern(pattern);
  } catch (error) {
    if (ConfigurationError.isInstance(error) && error.code === "policy-invalid") {
      return error.message;
    }
    throw error;
  }
  throw new Error(`${pattern} was read`);
}

describe("path patterns", () => {
  test.each([
    // A name alone is that name in the root.
    [".env", "/ws/.env", true],
    [".env", "/ws/app/.env", false],
    ["**/.env", "/ws/.env", true],
    ["**/.env", "/ws/a/b/.env", true],
    ["**/.env", "/other/.env", false],
    ["src/*.ts", "/ws/src/a.ts", true],
    ["src/*.ts", "/ws/src/deep/a.ts", false],
    ["src/**", "/ws/src/deep/a.ts", true],
    ["src/**", "/ws/src", true],
    ["src/**", "/ws/srcs", false],
    ["src/**", "/ws-evil/src/a.ts", false],
    ["src/**/b.ts", "/ws/src/b.ts", true],
    ["src/**/b.ts", "/ws/src/a/c/b.ts", true],
    ["src/**/x/**/b.ts", "/ws/src/a/x/c/b.ts", true],
    ["src/**/x/**/b.ts", "/ws/src/a/c/b.ts", false],
    ["src/**/**/b.ts", "/ws/src/b.ts", true],
    ["**", "/ws", true],
    ["**", "/ws/.hidden/x", true],
    ["**", "/", false],
    [".", "/ws", true],
    [".", "/ws/a", false],
    ["./src/a.ts", "/ws/src/a.ts", true],
    ["src//./a.ts", "/ws/src/a.ts", true],
    ["src/", "/ws/src", true],
    ["~/notes/**", "/home/u/notes/a", true],
    ["~/notes/**", "/ws/~/notes/a", false],
    ["~", "/home/u", true],
    ["\\~/notes", "/ws/~/notes", true],
    ["/etc/hosts", "/etc/hosts", true],
    ["/etc/*", "/etc/hosts", true],
    ["/**", "/anything/at/all", true],
    ["*", "/ws/.hidden", true],
    ["{a,b/{c,d*}}/x", "/ws/a/x", true],
    ["{a,b/{c,d*}}/x", "/ws/b/deep/x", true],
    ["{a,b/{c,d*}}/x", "/ws/b/x", false],
    ["{a,}x", "/ws/x", true],
    ["{~/a,/b}", "/home/u/a", true],
    ["{~/a,/b}", "/b", true],
    ["app/(group)/**", "/ws/app/(group)/page.tsx", true],
    ["app/(a)(b)/x", "/ws/app/(a)(b)/x", true],
    ["app/\\[slug\\]/page.tsx", "/ws/app/[slug]/page.tsx", true],
    ["app/[slug]/page.tsx", "/ws/app/[slug]/page.tsx", false],
    ["a\\{b\\,c\\}", "/ws/a{b,c}", true],
    ["[{,}]", "/ws/{", true],
    ["a b/c d", "/ws/a b/c d", true],
    ["\\ a\\ ", "/ws/ a ", true],
    ["a\\\\b", "/ws/a\\b", true],
  ])("an allow of %s on %s is %s", (pattern, path, expected) => {
    expect(allows(pattern, path)).toBe(expected);
  });

  test("a relative pattern speaks of each root, an absolute one of its own place", () => {
    const two = createPlace(["/one", "/two"]);
    expect(allows("src/**", "/one/src/a", two)).toBe(true);
    expect(allows("src/**", "/two/src/a", two)).toBe(true);
    expect(allows("src/**", "/three/src/a", two)).toBe(false);
    expect(allows("/one/src/**", "/two/src/a", two)).toBe(false);
  });

  test("a deny holds in roots whose own names fold", () => {
    for (const root of ["/Us\u00e9rs/X", "/stra\u00dfe", "/a./b ", "/e\u0301", "/x\u200d"]) {
      const here = createPlace([root]);
      const denied = (pattern: string, name: string): boolean =>
        new AnchoredPattern(parsePattern(`read(${pattern})`), here).meets(
          targetOf({ type: "read", path: `${root}/${name}`, realPath: `${root}/${name}` }, here),
        );
      expect(denied(".git/**", ".GIT/x")).toBe(true);
      expect(denied(".git/**", ".git./x")).toBe(true);
      expect(denied("??", "e\u0301")).toBe(true);
      expect(denied("\u00e9", "e\u0301")).toBe(true);
    }
  });

  test("paths of Windows are written with slashes", () => {
    const windows = createPlace(["C:\\work\\app"], "C:\\Users\\u");
    expect(allows("src/**", "C:\\work\\app\\src\\a.ts", windows)).toBe(true);
    expect(allows("~/notes", "c:\\Users\\u\\notes", windows)).toBe(true);
    expect(allows("d:/data/*", "D:\\data\\x", windows)).toBe(true);
    expect(allows("src/**", "C:\\work\\app-evil\\src\\a.ts", windows)).toBe(false);
  });

  test.each([
    ["secret/**", "/ws/SECRET/a"],
    ["secret/**", "/ws/secret./a"],
    ["secret/**", "/ws/secret /a"],
    ["secret/**", "/ws/sec\u200cret/a"],
    ["secret/**", "/ws/secret\u{e0041}/a"],
    ["secret", "/ws/secret::$DATA"],
    ["secret/", "/ws/secret/a"],
    ["caf\u00e9", "/ws/cafe\u0301"],
    ["cafe\u0301", "/ws/CAF\u00c9"],
    ["Stra\u00dfe", "/ws/STRASSE"],
    ["kelvin", "/ws/\u212aelvin"],
    ["secret", "/ws/\u017fecret"],
    ["\u03a3\u03b1*", "/ws/\u03c3\u03b1\u03c3"],
    ["*\u03c3", "/ws/\u03b1\u03c3"],
    ["[A-Z]x", "/ws/bx"],
    ["?", "/ws/\u0130"],
    ["e*", "/ws/e\u0301clair"],
  ])("a deny of %j meets %j, an allow doesn't mean it unless it is the same", (pattern, path) => {
    expect(denies(pattern, path)).toBe(true);
  });

  test("a deny meets whatever an allow of the same pattern speaks of", () => {
    const characters = [
      "a",
      "A",
      "z",
      "Z",
      "k",
      "K",
      ".",
      "?",
      "*",
      "\u00df",
      "\u0130",
      "e\u0301",
      "\u00c9",
      "\u017f",
    ];
    characters.push("\u03a3", "\u03c2", "\u200d", "\u212a", "\ud83d\ude00", "[a-Z\u00e9]", "[!A]");
    const text = fc.array(fc.constantFrom(...characters), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(text, text, (pattern, path) => {
        const glob = pattern.join("").replaceAll(/\*+/g, "*").replaceAll("a-Z", "A-z");
        const name = path.join("").replaceAll(/[?*[\]!-]/g, "b");
        fc.pre(!/^\.+$/.test(name) && glob !== "." && glob !== "..");
        if (allows(glob, `/ws/${name}`)) expect(denies(glob, `/ws/${name}`)).toBe(true);
      }),
      { numRuns: 20_000 },
    );
  });

  test("an allow is exact in case, composition and invisible characters", () => {
    expect(allows("secret/**", "/ws/SECRET/a")).toBe(false);
    expect(allows("secret/**", "/ws/sec\u200cret/a")).toBe(false);
    expect(allows("caf\u00e9", "/ws/cafe\u0301")).toBe(false);
    expect(allows("secret", "/ws/secret.")).toBe(false);
    expect(allows("src/", "/ws/src/a")).toBe(false);
  });

  test.each([
    ["", "The path is missing"],
    ["!src", "'!' does not negate"],
    ["a/../b", "Patterns can't contain '..'"],
    ["..", "Patterns can't contain '..'"],
    ["\\.\\./a", "Patterns can't contain '..'"],
    ["{a,..}/b", "Patterns can't contain '..'"],
    ["a/[b", "'[' is not closed"],
    ["a/[b/c]", "'[' is not closed"],
    ["[]", "'[' is not closed"],
    ["[!]", "'[' is not closed"],
    ["[z-a]", "runs backwards"],
    ["[[:alpha:]]", "[:alpha:]"],
    ["{a,b", "'{' is not closed"],
    ["a}", "'}' has no matching '{'"],
    ["{a}", "Braces need alternatives"],
    ["**.ts", "'**' must stand alone"],
    ["a**/b", "'**' must stand alone"],
    ["src\\a.ts", "'\\a' is not an escape"],
    ["a\\", "Nothing follows"],
    [" a", "begins with a space"],
    ["a ", "ends with a space"],
    ["{a,b}".repeat(9), "more than 256 alternatives"],
  ])("read(%s) is refused: %s", (argument, message) => {
    expect(messageOf(`read(${argument})`)).toContain(message);
  });

  test("an error names the pattern and the position", () => {
    expect(messageOf("write(src/a**)")).toBe(
      `The pattern "write(src/a**)" is invalid at position 12: '**' must stand alone between slashes: write '**/*.ts' for any depth.`,
    );
    expect(messageOf("write(/x/[y)")).toContain("position 10:");
  });

  test("alternatives in braces never take exponential time", () => {
    expect(messageOf(`read(${"{a,b}".repeat(2_000)})`)).toContain("more than 256 alternatives");
  });
});

describe("the kinds of patterns", () => {
  test.each([
    ["npm test *", 0, "a kind and an argument"],
    ["Read(a)", 0, "Did you mean 'read'?"],
    ["wirte(a)", 0, "Did you mean 'write'?"],
    ["Bash(npm test)", 0, "Did you mean 'run'?"],
    ["frobnicate(a)", 0, "Kinds: read, write, delete, run"],
    ["read(a", 6, "The last ')' is missing"],
    ["read(a) ", 8, "The last ')' is missing"],
    ["unknown(x)", 8, "write unknown(*)"],
    ["tool()", 5, "The name is missing"],
    ["mcp(github)", 4, "mcp(github/*)"],
    ["mcp(/x)", 4, "mcp(github/*)"],
    ["run()", 4, "The command is missing"],
    ["run(   )", 4, "The command is missing"],
    ["run(echo 'a)", 9, "never closed"],
    ["network()", 8, "The host is missing"],
    ["network(https://x.org)", 14, "Write only the host"],
    ["network(x.org:0)", 14, "from 1 to 65535"],
    ["network(x.org:http)", 14, "from 1 to 65535"],
    ["network(a..b)", 8, "label of the host is empty"],
  ])("%s is refused at index %i: %s", (pattern, index, message) => {
    expect(messageOf(pattern)).toContain(`position ${index + 1}:`);
    expect(messageOf(pattern)).toContain(message);
  });

  test.each([
    ["run(npm test *)", ["npm", "test"], true],
    ["run(npm test *)", ["npm", "test", "--", "-u"], true],
    ["run(npm test *)", ["npm", "tests"], false],
    ["run(npm test)", ["npm", "test", "x"], false],
    ["run(npm test:*)", ["npm", "test:unit"], true],
    ["run(npm test:*)", ["npm", "test:unit", "x"], false],
    ["run(npm * x)", ["npm", "a/b", "x"], true],
    ["run(npm * x)", ["npm", "a", "b", "x"], false],
    ["run(*)", ["anything", "at", "all"], true],
    ["run(cat *)", ["./cat", "a"], false],
    ["run(cat *)", ["/bin/cat", "a"], false],
    ["run(cat *)", ["CAT", "a"], false],
    ['run(echo "a b" *)', ["echo", "a b", "c"], true],
    ["run(echo 'a  b')", ["echo", "a  b"], true],
    ["run(echo '*')", ["echo", "x"], false],
    ["run(echo '*')", ["echo", "*"], true],
    ["run(echo \\*)", ["echo", "*"], true],
    ["run(echo \\*)", ["echo", "*", "x"], false],
    ['run(echo "a\\"b")', ["echo", 'a"b'], true],
    ["run(echo '')", ["echo", ""], true],
    ["run(echo x'y z'*)", ["echo", "xy z!"], true],
    ["run(echo (a))", ["echo", "(a)"], true],
    ["run(  npm   test  )", ["npm", "test"], true],
    ["run(ls [ab])", ["ls", "a"], false],
  ])("an allow of %s on %j is %s", (pattern, words, expected) => {
    expect(names(pattern, run(...words))).toBe(expected);
  });

  test.each([
    ["network(api.github.com)", "api.github.com", 443, true],
    ["network(api.github.com)", "API.GitHub.com.", 443, true],
    ["network(*.github.com)", "a.b.github.com", 443, true],
    ["network(*.github.com)", "github.com", 443, false],
    ["network(*.github.com)", "evilgithub.com", 443, false],
    ["network(github.*)", "github.evil.com", 443, false],
    ["network(api-*.x.org)", "api-1.x.org", 443, true],
    ["network(api-*.x.org)", "api-1.y.x.org", 443, false],
    ["network(x.org:443)", "x.org", 443, true],
    ["network(x.org:443)", "x.org", 80, false],
    ["network(x.org:443)", "x.org", undefined, false],
    ["network(x.org:*)", "x.org", 8080, true],
    ["network(*)", "x.org", undefined, true],
    ["network(**)", "x.org", undefined, true],
    ["network(**:443)", "a.b.x.org", 80, false],
    ["network(10.*)", "10.1.2.3", 80, true],
    ["network(10.*)", "110.1.2.3", 80, false],
    ["network(::1)", "::1", 80, true],
    ["network([::1]:80)", "[::1]", 80, true],
    ["network([::1]:80)", "::1", 81, false],
  ])("an allow of %s on %s:%s is %s", (pattern, host, port, expected) => {
    const effect: Effect = { type: "network", host, ...(port !== undefined && { port }) };
    expect(names(pattern, effect)).toBe(expected);
  });

  test("a deny with a port meets a host whose port isn't known yet", () => {
    const anchored = new AnchoredPattern(parsePattern("network(x.org:443)"), place);
    expect(anchored.meets(targetOf({ type: "network", host: "x.org" }, place))).toBe(true);
    expect(anchored.meets(targetOf({ type: "network", host: "x.org", port: 80 }, place))).toBe(
      false,
    );
  });

  test.each([
    ["environment(AWS_*)", { type: "environment", variable: "AWS_REGION" }, true],
    ["environment(AWS_*)", { type: "environment", variable: "aws_region" }, false],
    ["agent(*)", { type: "agent", agent: "reviewer" }, true],
    ["agent(rev*)", { type: "agent", agent: "writer" }, false],
    ["mcp(github/*)", { type: "external", server: "github", tool: "a/b" }, true],
    ["mcp(github/*)", { type: "external", server: "gitlab", tool: "a" }, false],
    ["mcp(io.x\\/y/z)", { type: "external", server: "io.x/y", tool: "z" }, true],
    ["mcp(*/*)", { type: "external", server: "io.x/y", tool: "z" }, true],
    ["unknown(*)", { type: "unknown", reason: "eval" }, true],
    ["unknown(*)", { type: "agent", agent: "x" }, false],
  ] as const)("an allow of %s on %j is %s", (pattern, effect, expected) => {
    expect(names(pattern, effect)).toBe(expected);
  });

  test.each([
    ["run(git push *)", run("/usr/bin/git", "push")],
    ["run(git push *)", run("GIT", "push")],
    ["run(curl *)", run("curl.exe", "x")],
    ["run(rm *)", run("./rm", "x")],
  ])("a deny of %s meets the program under its other names", (pattern, effect) => {
    const anchored = new AnchoredPattern(parsePattern(pattern), place);
    expect(anchored.meets(targetOf(effect, place))).toBe(true);
    expect(anchored.matchesReal(targetOf(effect, place))).toBe(false);
  });
});

describe("names along a path", () => {
  test.each([
    ["/", []],
    ["/a/b", ["a", "b"]],
    ["/a//b/", ["a", "b"]],
    ["C:\\a\\b", ["C:", "a", "b"]],
    ["c:/a", ["C:", "a"]],
    ["\\\\host\\share\\x", ["//host", "share", "x"]],
    ["a/b", null],
    ["", null],
  ])("of %j are %j", (path, expected) => {
    expect(namesOf(path)).toEqual(expected);
  });
});
