import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Grant } from "../approval/grant.ts";
import { createChildPolicy } from "./child-policy.ts";
import { createPolicy } from "./create-policy.ts";
import { modes, type Policy, type PolicyQuestion } from "./policy.ts";
import { readFilterOf } from "./read-filter.ts";
import type { Rule } from "./rule.ts";

// A small world of names that are protected, look like it, or are written in more ways than one.
const names = [
  "a",
  "B",
  "src",
  "vault",
  ".env",
  ".ENV.Example",
  ".env.example",
  "a.env",
  "ID_RSA",
  "key.pem",
  "k.PEM",
  ".ssh",
  ".cargo",
  "credentials",
  ".config",
  "gh",
  "gcp",
  ".docker",
  "config.json",
  "service-account-1.json",
  "trailing.",
  "space ",
  "stream:x",
  "É",
  "e\u0301",
  "ſecret",
  "vau\u200clt",
  "..",
  ".",
];
// What a pattern can't end in is left out.
const writable = names.filter((name) => !/^\.+$| $/.test(name));
const globs = [...writable, "*", "**", "v*", "*.pem", "{a,src}", "[!a]*", "É*"];
const below = fc.array(fc.constantFrom(...names), { minLength: 1, maxLength: 4 });
const globPath = fc.oneof(
  fc
    .array(fc.constantFrom(...globs), { minLength: 1, maxLength: 3 })
    .map((parts) => parts.join("/")),
  fc.constantFrom("/ws/src/**", "/**", "~/x", "/ws/vault/", "/other/**"),
);
const flag = fc.boolean();
const agentName = fc.option(fc.constantFrom("main", "other"), { nil: undefined });

const rule: fc.Arbitrary<Rule> = fc
  .record({
    decision: fc.constantFrom("allow", "ask", "deny"),
    kind: fc.constantFrom("read", "read", "read", "write", "tool"),
    glob: globPath,
    except: fc.option(globPath, { nil: undefined }),
    agent: agentName,
    flag,
  })
  .map(({ decision, kind, glob, except, agent, flag: isFlagged }) => ({
    [decision]: kind === "tool" ? "tool(find)" : `${kind}(${glob})`,
    ...(except !== undefined && kind !== "tool" && { except: [`${kind}(${except})`] }),
    ...(agent !== undefined && { agent }),
    ...(isFlagged && decision === "ask" && { always: true }),
    ...(isFlagged && decision === "allow" && kind === "read" && { protected: true }),
  }));

const grant: fc.Arbitrary<Grant> = fc
  .record({ glob: globPath, isProtected: flag, agent: agentName })
  .map(({ glob, isProtected, agent }) => ({
    id: "g",
    pattern: `read(${glob})`,
    protected: isProtected,
    ...(agent !== undefined && { agent }),
    scope: "session",
    origin: "test",
    grantedAtMs: 0,
  }));

const policy = fc
  .record({
    // Mostly few: with many rules hardly any directory is without one.
    rules: fc.array(rule, { maxLength: 2 }),
    isProject: flag,
    mode: fc.constantFrom(...modes),
    roots: fc.constantFrom(["/ws"], ["/ws", "/other"], ["/ws", "/ws/.ssh"], ["/w\u00e9s", "/ws"]),
    protectedPaths: fc.array(globPath, { maxLength: 1 }),
  })
  .map(({ rules, isProject, mode, roots, protectedPaths }) =>
    createPolicy({
      mode,
      roots,
      home: "/home/me",
      protectedPaths,
      layers: [{ name: isProject ? "project" : "user", source: "test", rules }],
    }),
  );

const question = fc.record({
  tool: fc.constantFrom("find", "other"),
  agent: fc.constantFrom("main", "other"),
  grants: fc.array(grant, { maxLength: 2 }),
});

const paths = fc.array(
  fc
    .tuple(fc.constantFrom("/ws", "/ws", "/ws", "/wés", "/elsewhere", "/ws/.ssh"), below)
    .map(([root, parts]) => [root, ...parts].join("/")),
  { minLength: 1, maxLength: 20 },
);

function decided(by: Policy, asked: Omit<PolicyQuestion, "effects">, path: string): boolean {
  const effects = [{ type: "read", path, realPath: path }] as const;
  return by.decide({ ...asked, effects }).decision === "allow";
}

describe("the read filter", () => {
  test("answers every path as the policy decides it", () => {
    fc.assert(
      fc.property(policy, question, paths, (one, asked, all) => {
        const mayRead = readFilterOf(one, asked);
        for (const path of all) {
          const slash = path.lastIndexOf("/");
          const inDirectory = mayRead.inDirectory?.(path.slice(0, slash));
          const answers = [mayRead(path), inDirectory?.(path.slice(slash + 1)) ?? mayRead(path)];
          const decision = decided(one, asked, path);
          expect([path, ...answers]).toEqual([path, decision, decision]);
        }
      }),
      { numRuns: 3_000 },
    );
  });

  test("of a child answers as parent and child decide", () => {
    fc.assert(
      fc.property(policy, policy, question, paths, (parent, own, asked, all) => {
        const child = createChildPolicy(() => parent, own);
        const mayRead = readFilterOf(child, asked);
        for (const path of all) expect(mayRead(path)).toBe(decided(child, asked, path));
      }),
      { numRuns: 500 },
    );
  });

  test("asks the policy itself only for what may be more than a plain file", () => {
    const one = createPolicy({
      mode: "default",
      roots: ["/ws"],
      layers: [{ name: "user", source: "test", rules: [{ deny: "read(vault/**)" }] }],
    });
    let count = 0;
    const counting: Policy = {
      ...one,
      decide(asked) {
        count += 1;
        return one.decide(asked);
      },
    };
    const asked = { tool: "find", agent: "main" };
    const byDecisions = readFilterOf(
      { mode: "default", decide: (each) => counting.decide(each), withMode: () => one },
      asked,
    );
    expect(byDecisions("/ws/src/a.ts")).toBe(true);
    expect(count).toBe(1);
    const quick = readFilterOf(counting, asked);
    expect(quick("/ws/src/a.ts")).toBe(true);
    expect(quick("/ws/vault/a.ts")).toBe(false);
    expect(quick("/ws/src/.env")).toBe(false);
    expect(count).toBe(1);
  });
});
