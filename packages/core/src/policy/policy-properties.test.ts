import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { delegatedGrants } from "../approval/delegated-grants.ts";
import type { Grant } from "../approval/grant.ts";
import type { Effect } from "../effects/effect.ts";
import { createPolicy } from "./create-policy.ts";
import {
  type Decision,
  modes,
  type PolicyDecision,
  type PolicyLayer,
  type PolicyQuestion,
} from "./policy.ts";
import type { Label, LabelContext } from "../ports/labels.ts";
import type { Rule } from "./rule.ts";

const strictness: Readonly<Record<Decision, number>> = { allow: 0, ask: 1, deny: 2 };

// A small world, so that rules, grants and effects often meet.
const names = ["a", "B", "src", ".env", ".git", "secret", "e\u0301"];
const globs = [...names, "*", "**", "s*", "{a,src}", "[!a]*"];
const path = fc.array(fc.constantFrom(...names), { maxLength: 3 }).map((parts) => parts.join("/"));
const globPath = fc.oneof(
  fc
    .array(fc.constantFrom(...globs), { minLength: 1, maxLength: 3 })
    .map((parts) => parts.join("/")),
  fc.constantFrom("/out/**", "/**", "~/x", "/ws/src/**"),
);
const word = fc.constantFrom("npm", "test", "git", "push", "sudo", "x");
const pathKind = fc.constantFrom("read", "write", "delete");

const pattern = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.tuple(pathKind, globPath).map(([kind, glob]) => `${kind}(${glob})`),
  },
  fc
    .tuple(fc.array(word, { minLength: 1, maxLength: 2 }), fc.boolean())
    .map(([words, open]) => `run(${words.join(" ")}${open ? " *" : ""})`),
  fc.constantFrom(
    "run(*)",
    "network(*)",
    "network(*.x.org:443)",
    "environment(*)",
    "environment(*_TOKEN)",
    "agent(*)",
    "mcp(s/*)",
    "tool(t)",
    "tool(*)",
    "unknown(*)",
  ),
);

function kindOf(text: string): string {
  return text.slice(0, text.indexOf("("));
}

const canBeProtected = ["read", "write", "delete", "environment", "network", "agent", "mcp"];
const label = fc.constantFrom<Label>("workspace", "secret", "outside", "web", "mcp:s", "person");
const wanted = fc.oneof(label, fc.constant("mcp:*"));

const rule = fc
  .record({
    decision: fc.constantFrom("allow", "ask", "deny"),
    pattern,
    except: fc.option(pattern, { nil: undefined }),
    agent: fc.option(fc.constantFrom("main", "other"), { nil: undefined }),
    flag: fc.boolean(),
    when: fc.option(fc.array(wanted, { minLength: 1, maxLength: 2 }), { nil: undefined }),
  })
  .map(({ decision, pattern: text, except, agent, flag, when }): Rule => {
    const kind = kindOf(text);
    const narrows = except !== undefined && (kind === "tool" || kindOf(except) === kind);
    return {
      [decision]: text,
      ...(narrows && { except: [except] }),
      ...(agent !== undefined && { agent }),
      ...(when !== undefined && decision !== "allow" && { when }),
      ...(flag && decision === "ask" && { always: true }),
      ...(flag && decision === "allow" && canBeProtected.includes(kind) && { protected: true }),
    };
  });

const layer = fc.record({
  name: fc.constantFrom("administrator", "user", "project"),
  source: fc.constantFrom("one.json", "two.json"),
  rules: fc.array(rule, { maxLength: 4 }),
  isTrusted: fc.boolean(),
});

const effect: fc.Arbitrary<Effect> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .record({
        type: pathKind,
        path: path.map((text) => `/ws/${text}`),
        real: fc.option(
          path.map((text) => `/ws/${text}`),
          { nil: undefined },
        ),
        flags: fc.record({
          recursive: fc.boolean(),
          leavesOutProtected: fc.boolean(),
          isDirectory: fc.boolean(),
          isHardLinked: fc.boolean(),
        }),
      })
      .map(
        ({ type, path: asked, real, flags }): Effect =>
          // Flags of other effects are ignored.
          ({ type, path: asked, realPath: real ?? asked, ...flags }),
      ),
  },
  fc.array(word, { minLength: 1, maxLength: 3 }).chain((words) =>
    fc.boolean().map(
      (specified): Effect => ({
        type: "run",
        program: words[0] ?? "x",
        words,
        cwd: "/ws",
        specified,
      }),
    ),
  ),
  fc.constantFrom<Effect>(
    { type: "read", path: "/out/a", realPath: "/out/a", isOutside: true },
    { type: "network", host: "a.x.org", port: 443 },
    { type: "network", host: "a.x.org" },
    { type: "environment", variable: "A_TOKEN", value: true },
    { type: "environment", variable: "LANG", value: true },
    { type: "agent", agent: "reviewer" },
    { type: "external", server: "s", tool: "t" },
    { type: "unknown", reason: "x" },
  ),
);

const nowMs = 1_000;

const grant: fc.Arbitrary<Grant> = fc
  .record({
    pattern,
    isProtected: fc.boolean(),
    agent: fc.option(fc.constantFrom("main", "other"), { nil: undefined }),
    expiresAtMs: fc.option(fc.constantFrom(nowMs, nowMs + 1), { nil: undefined }),
    usesLeft: fc.option(fc.constantFrom(0, 1), { nil: undefined }),
    delegable: fc.boolean(),
  })
  .map(({ pattern: text, isProtected, agent, expiresAtMs, usesLeft, delegable }) => ({
    id: "g",
    pattern: text,
    protected: isProtected,
    ...(agent !== undefined && { agent }),
    ...(expiresAtMs !== undefined && { expiresAtMs }),
    ...(usesLeft !== undefined && { usesLeft }),
    delegable,
    scope: "session",
    origin: "test",
    grantedAtMs: 0,
  }));

interface World {
  readonly layers: readonly PolicyLayer[];
  readonly mode: (typeof modes)[number];
  readonly question: PolicyQuestion & { readonly grants: readonly Grant[] };
}

const world: fc.Arbitrary<World> = fc.record({
  layers: fc.array(layer, { maxLength: 3 }),
  mode: fc.constantFrom(...modes),
  question: fc.record({
    effects: fc.array(effect, { maxLength: 4 }),
    tool: fc.constantFrom("t", "u"),
    agent: fc.constantFrom("main", "other"),
    grants: fc.array(grant, { maxLength: 3 }),
    nowMs: fc.constant(nowMs),
    labels: fc.option(fc.array(label, { maxLength: 4 }).map(contextOf), { nil: undefined }),
  }),
});

function contextOf(labels: readonly Label[]): LabelContext {
  return new Map(labels.map((each) => [each, { label: each, callId: "c", tool: "t" }]));
}

function decide({ layers, mode, question }: World): PolicyDecision {
  const policy = createPolicy({
    layers,
    mode,
    roots: ["/ws"],
    home: "/home/u",
    sandboxWorks: true,
    networkAllowList: ["*.x.org"],
  });
  return policy.decide(question);
}

function expectNoLooser(after: PolicyDecision, before: PolicyDecision): void {
  expect(strictness[after.decision]).toBeGreaterThanOrEqual(strictness[before.decision]);
  after.proof.forEach((step, index) => {
    const earlier = before.proof[index];
    if (earlier === undefined) return;
    expect(strictness[step.decision]).toBeGreaterThanOrEqual(strictness[earlier.decision]);
  });
}

const runs = { numRuns: 1_500 };

describe("whatever the rules, grants and effects", () => {
  test("the order of layers, rules and grants changes nothing but whom a grant step names", () => {
    fc.assert(
      fc.property(world, (given) => {
        const { layers, question } = given;
        const turned = {
          ...given,
          layers: layers.toReversed().map((each) => ({ ...each, rules: each.rules.toReversed() })),
        };
        expect(decide(turned)).toEqual(decide(given));
        const grants = question.grants.toReversed();
        const decisions = ({ proof }: PolicyDecision): unknown =>
          proof.map((step) => [step.decision, step.layer]);
        expect(decisions(decide({ ...given, question: { ...question, grants } }))).toEqual(
          decisions(decide(given)),
        );
      }),
      runs,
    );
  });

  test("a deny or ask rule more never loosens", () => {
    fc.assert(
      fc.property(world, layer, (given, more) => {
        const rules = more.rules.filter(({ allow }) => allow === undefined);
        const after = decide({ ...given, layers: [...given.layers, { ...more, rules }] });
        expectNoLooser(after, decide(given));
      }),
      runs,
    );
  });

  test("an allow rule less never loosens, nor does an exception less of a deny or ask", () => {
    fc.assert(
      fc.property(world, (given) => {
        const layers = given.layers.map((each) => ({
          ...each,
          rules: each.rules
            .filter(({ allow }) => allow === undefined)
            .map(({ except: _except, ...others }) => others),
        }));
        expectNoLooser(decide({ ...given, layers }), decide(given));
      }),
      runs,
    );
  });

  test("a label more never loosens", () => {
    fc.assert(
      fc.property(world, label, (given, more) => {
        const before = given.question.labels ?? contextOf([]);
        const labelled = (labels: LabelContext): PolicyDecision =>
          decide({ ...given, question: { ...given.question, labels } });
        expectNoLooser(labelled(new Map([...before, ...contextOf([more])])), labelled(before));
      }),
      runs,
    );
  });

  test("a condition of a deny or ask that goes away never loosens", () => {
    fc.assert(
      fc.property(world, (given) => {
        const layers = given.layers.map((each) => ({
          ...each,
          rules: each.rules.map(({ when: _when, ...others }) => others),
        }));
        expectNoLooser(decide({ ...given, layers }), decide(given));
      }),
      runs,
    );
  });

  test("a secret beside untrusted text is carried out by no rule of a project, and by no mode", () => {
    fc.assert(
      fc.property(world, fc.constantFrom<Label>("web", "outside", "mcp:s"), (given, untrusted) => {
        const { question } = given;
        const effects = question.effects.filter(({ type }) =>
          ["network", "external", "agent"].includes(type),
        );
        const layers = given.layers.filter(({ name }) => name === "project");
        const labels = contextOf([untrusted, "secret"]);
        const after = decide({
          ...given,
          layers,
          question: { ...question, effects, labels, grants: [] },
        });
        for (const step of after.proof) expect(step.decision).not.toBe("allow");
      }),
      runs,
    );
  });

  test("a project that isn't trusted never loosens", () => {
    fc.assert(
      fc.property(world, fc.array(rule, { maxLength: 5 }), (given, rules) => {
        const project: PolicyLayer = { name: "project", source: "p", rules };
        const after = decide({ ...given, layers: [...given.layers, project] });
        expectNoLooser(after, decide(given));
      }),
      runs,
    );
  });

  test("a grant turns asks into allows and nothing else", () => {
    fc.assert(
      fc.property(world, grant, (given, more) => {
        const { question } = given;
        const before = decide(given);
        const grants = [...question.grants, more];
        const after = decide({ ...given, question: { ...question, grants } });
        before.proof.forEach((step, index) => {
          const later = after.proof[index];
          if (later?.decision === step.decision) return;
          expect([step.decision, later?.decision]).toEqual(["ask", "allow"]);
          expect(step.always).toBeUndefined();
          expect(later?.layer).toBe("grant");
        });
      }),
      runs,
    );
  });

  test("a grant that is used up or has expired changes nothing", () => {
    const dead = fc.oneof(
      grant.map((each): Grant => ({ ...each, usesLeft: 0 })),
      fc
        .tuple(grant, fc.integer({ max: nowMs }))
        .map(([each, expiresAtMs]): Grant => ({ ...each, expiresAtMs })),
    );
    fc.assert(
      fc.property(world, fc.array(dead, { maxLength: 3 }), (given, more) => {
        const grants = [...more, ...given.question.grants];
        expect(decide({ ...given, question: { ...given.question, grants } })).toEqual(
          decide(given),
        );
      }),
      runs,
    );
  });

  test("without a time, a grant that expires changes nothing", () => {
    fc.assert(
      fc.property(world, (given) => {
        const { nowMs: _nowMs, ...timeless } = given.question;
        const grants = timeless.grants.filter(({ expiresAtMs }) => expiresAtMs === undefined);
        expect(decide({ ...given, question: timeless })).toEqual(
          decide({ ...given, question: { ...given.question, grants } }),
        );
      }),
      runs,
    );
  });

  test("a child has no grant of its parent's that isn't delegable, and by one no more than it", () => {
    fc.assert(
      fc.property(world, fc.constantFrom("main", "other"), (given, child) => {
        const held = given.question.grants;
        const ofChild = decide({
          ...given,
          question: {
            ...given.question,
            agent: child,
            grants: delegatedGrants(held, { name: "main", depth: 0 }),
          },
        });
        // What a person gave to the child by its name, where it isn't the parent's own.
        const named = held.filter(({ agent }) => agent === "other" && child === "other");
        const delegable = held
          .filter((each) => each.delegable === true)
          .filter(({ agent }) => agent === undefined || agent === "main")
          .map(({ agent: _agent, ...others }): Grant => others);
        const most = decide({
          ...given,
          question: { ...given.question, agent: child, grants: [...named, ...delegable] },
        });
        expectNoLooser(ofChild, most);
      }),
      runs,
    );
  });

  test("no grant answers an ask that says always", () => {
    fc.assert(
      fc.property(world, pattern, (given, text) => {
        const rules: readonly Rule[] = [{ ask: text, always: true }];
        const always: PolicyLayer = { name: "user", source: "always", rules };
        const after = decide({ ...given, layers: [...given.layers, always] });
        const without = { ...given.question, grants: [] };
        const bare = decide({ ...given, layers: [...given.layers, always], question: without });
        bare.proof.forEach((step, index) => {
          if (step.always === true) expect(after.proof[index]).toEqual(step);
        });
      }),
      runs,
    );
  });

  test("the proof has one step an effect and the strictest of them wins", () => {
    fc.assert(
      fc.property(world, (given) => {
        const { decision, proof, mode } = decide(given);
        const { effects } = given.question;
        if (effects.length > 0) expect(proof.map((step) => step.effect)).toEqual(effects);
        const strictest = Math.max(0, ...proof.map((step) => strictness[step.decision]));
        expect(strictness[decision]).toBe(strictest);
        expect(mode).toBe(given.mode);
      }),
      runs,
    );
  });

  test("plan mode allows no change, whatever is allowed or granted", () => {
    fc.assert(
      fc.property(world, (given) => {
        const { proof } = decide({ ...given, mode: "plan" });
        for (const { effect: subject, decision } of proof) {
          const isChange =
            subject.type === "write" ||
            subject.type === "delete" ||
            subject.type === "network" ||
            subject.type === "external" ||
            (subject.type === "unknown" && given.question.effects.length > 0) ||
            (subject.type === "run" && !subject.specified);
          if (isChange) expect(decision).toBe("deny");
        }
      }),
      runs,
    );
  });

  test("secrets are never read without a rule or grant that is for what is protected", () => {
    fc.assert(
      fc.property(world, (given) => {
        const layers = given.layers.map((each) => ({
          ...each,
          rules: each.rules.map(({ protected: _protected, ...others }) => others),
        }));
        const grants = given.question.grants.map((each) => ({ ...each, protected: false }));
        const question = { ...given.question, grants };
        for (const { effect: subject, decision } of decide({ ...given, layers, question }).proof) {
          if (subject.type === "read" && subject.realPath?.includes("/.env") === true) {
            expect(decision).not.toBe("allow");
          }
        }
      }),
      runs,
    );
  });
});
