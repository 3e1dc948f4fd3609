import {
  type ApprovalAnswer,
  type ApprovalQuestion,
  createApprovalQueue,
  createPolicy,
  type Decision,
  defineTool,
  type Effect,
  isPathEffect,
  type Mode,
  modes,
  type Outcome,
  type Policy,
  type Rule,
  type Session,
  type Tool,
} from "@toolwright/core";
import { repetitions } from "@toolwright/testing/internal";
import fc from "fast-check";
import { expect, test } from "vitest";
import { Agent } from "../agent.ts";
import type { AgentEvent } from "../events/events.ts";
import { call, openAgents } from "../fixtures/sub-agent-session.ts";
import type { Model, ModelEvent, ModelRequest } from "../model/model.ts";
import type { AgentDefinition } from "./agent-definition.ts";
import { parseAgentFile } from "./parse-agent-file.ts";

// Whatever a sub-agent does, its parent could have done, and nothing does what one of the files above it forbids. Random
// rules and modes of the person, random agent files, two agents below each other, and random calls under every kind of
// name, while the person answers at random and changes rules and mode.

const roots = ["/workspace"];
const paths = ["a", ".env", "src/a", "src/b/c", "docs/a", "../outside"];

interface Act {
  readonly does: string;
  readonly what: string;
}

function effectOf({ does, what }: Act): Effect {
  if (does === "read" || does === "write" || does === "delete") return { type: does, path: what };
  if (does === "network") return { type: "network", host: what, port: 443 };
  if (does === "external") return { type: "external", server: "s", tool: what };
  if (does === "unknown") return { type: "unknown", reason: what };
  return {
    type: "run",
    program: what,
    words: [what],
    cwd: "/workspace",
    specified: does === "run specified",
  };
}

const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({
    does: fc.constantFrom("read", "write", "delete"),
    what: fc.constantFrom(...paths),
  }),
  fc.record({
    does: fc.constantFrom("run", "run specified", "network", "external", "unknown"),
    what: fc.constantFrom("npm", "make"),
  }),
);

const acting = (name: string, more: Partial<Tool> = {}): Tool =>
  defineTool<Act>({
    name,
    kind: "other",
    description: "Acts.",
    input: {
      type: "object",
      properties: { does: { type: "string" }, what: { type: "string" } },
      additionalProperties: false,
    },
    effects: (input) => [effectOf(input)],
    execute: () => ({ content: "done" }),
    ...(more as object),
  });

/** Each stands for one that acts, for the lists of agent files. */
const tools: readonly Tool[] = [
  acting("act"),
  acting("act_again", { aliasOf: "act" }),
  acting("mcp__server__act"),
  acting("later", { exposure: "deferred" }),
  defineTool<{ name: string }>({
    name: "forward",
    kind: "other",
    description: "Forwards.",
    input: { type: "object", properties: { name: { type: "string" } } },
    effects: () => [],
    forwards: ({ name, input }) => ({ name: String(name), input, repairs: [] }),
    execute: () => ({ content: "nothing" }),
  }),
];

/** How a call may name a tool that acts: directly, through the forwarding tool, or from habit. */
const named = fc.constantFrom<readonly [string, (given: Act) => ReturnType<typeof call>]>(
  ...["act", "act_again", "mcp__server__act", "later"].flatMap((name) => [
    [name, (given: Act) => call(name, given)] as const,
    [name, (given: Act) => call("forward", { name, input: given })] as const,
  ]),
  ["act", (given: Act) => call("Habit", given)] as const,
);

const aliases = {
  meantBy: ({ name, input }: { readonly name: string; readonly input: unknown }) =>
    name === "Habit" ? { name: "act", input, repairs: [] } : null,
};

const patterns =
  "read(**) read(.env) write(**) write(src/**) delete(**) run(npm) run(*) network(*) unknown(*) mcp(s/*) tool(act) tool(later)".split(
    " ",
  );
const ruleOf = (kind: string, pattern: string): Rule => ({ [kind]: pattern });
const rules = fc.array(
  fc
    .tuple(
      fc.constantFrom("allow", "ask", "deny"),
      fc.constantFrom(...patterns),
      fc.constantFrom(undefined, undefined, "main", "one", "two"),
    )
    // What a rule allows by name is the person's to give.
    .map(([kind, pattern, agent]) => ({
      ...ruleOf(kind, pattern),
      ...(agent !== undefined && kind !== "allow" && { agent }),
    })),
  { maxLength: 4 },
);
const mode = fc.constantFrom<Mode>(...modes);
const policy: fc.Arbitrary<Policy> = fc.tuple(mode, rules).map(([given, own]) =>
  createPolicy({
    mode: given,
    roots,
    sandboxWorks: true,
    layers: [{ name: "user", source: "test", rules: own }],
  }),
);

/** The parts of a file that the oracle below understands by itself. */
const fileRules = ["deny write(src/**)", "ask read(**)", "deny run(npm)", "allow write(**)"];
const seldom = <Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> =>
  fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });
const listed = ["act_again", "mcp__server__*", "later"];
const agentFile = fc.record({
  mode: seldom(mode),
  rules: seldom(fc.subarray(fileRules)),
  paths: seldom(fc.subarray(["src", "docs/a", "a"])),
  tools: seldom(fc.subarray(listed).map((more) => ["act", "forward", "delegate", ...more])),
  disallowedTools: seldom(fc.subarray(["later", "act_again", "mcp__server__act"])),
  permissionMode: seldom(fc.constantFrom("plan", "bypassPermissions")),
});
type ValueOf<Made> = Made extends fc.Arbitrary<infer Value> ? Value : never;
type AgentFile = ValueOf<typeof agentFile>;

const answers = fc.constantFrom<ApprovalAnswer>(
  { outcome: "once" },
  { outcome: "session" },
  { outcome: "always" },
  { outcome: "reject" },
);

const world = fc.record({
  policy,
  files: fc.tuple(agentFile, agentFile),
  turns: fc.array(
    fc.record({
      change: fc.option(fc.oneof(policy, mode), { nil: null }),
      calls: fc.array(fc.tuple(named, act), { minLength: 1, maxLength: 3 }),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  answers: fc.array(answers, { minLength: 1, maxLength: 6 }),
  taskPaths: fc.option(fc.subarray(["src", "docs"]), { nil: undefined }),
});
type World = ValueOf<typeof world>;

async function definitionOf(name: string, file: AgentFile): Promise<AgentDefinition> {
  const { rules: texts, ...fields } = file;
  const own = texts?.map((text) => {
    const [kind = "", pattern = ""] = text.split(" ");
    return ruleOf(kind, pattern);
  });
  // JSON is YAML.
  const yaml = Object.entries({ description: name, ...fields, ...(own && { rules: own }) })
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key}: ${JSON.stringify(value)}\n`)
    .join("");
  const parsed = await parseAgentFile(`---\n${yaml}---\n`, {
    fileName: `${name}.md`,
    source: name,
  });
  if (typeof parsed === "string") throw new Error(parsed);
  return parsed;
}

/** A call that has ended, with the person's policy as it was then. */
interface Ended {
  readonly outcome: Outcome;
  readonly agent: string;
  readonly policy: Policy;
  readonly wasAsked: boolean;
}

async function play({ policy: first, files, turns, answers: script, taskPaths }: World) {
  const approvals = createApprovalQueue();
  const questions: ApprovalQuestion[] = [];
  approvals.attach({
    name: "person",
    ask: async (question) => {
      questions.push(question);
      const answer = script[questions.length % script.length] ?? { outcome: "reject" };
      const isLasting = answer.outcome === "session" || answer.outcome === "always";
      return isLasting && question.proposals.length === 0 ? { outcome: "once" } : answer;
    },
  });
  const definitions = await Promise.all(
    files.map((file, at) => definitionOf(at === 0 ? "one" : "two", file)),
  );
  const opened = await openAgents({
    definitions,
    policy: first,
    more: tools,
    session: { approvals, aliases },
  });
  const { session } = opened;
  const model = playing(turns, session, taskPaths);
  const events: AgentEvent[] = [];
  const ended: Ended[] = [];
  session.subscribe((event) => {
    if (event.type !== "invocation-end") return;
    const { outcome, callId, sessionId } = event;
    const isThis = (each: ApprovalQuestion) =>
      each.callId === callId && each.sessionId === sessionId;
    const depth = sessionId.slice(session.id.length).split("/").length - 1;
    const agent = ["main", "one", "two"][depth] ?? "deeper";
    ended.push({ outcome, agent, policy: session.policy, wasAsked: questions.some(isThis) });
  });
  const agent = new Agent({ ...opened, model, system: "Main." });
  for await (const event of agent.run("Do it.")) events.push(event);
  return { session, ended, questions, events };
}

/** Main gives a task to `one`, which gives one to `two`, which makes the calls. */
function playing(turns: World["turns"], session: Session, taskPaths: World["taskPaths"]): Model {
  let turn = 0;
  return {
    id: "playing",
    async *stream(request): AsyncGenerator<ModelEvent> {
      const who = /sub-agent '(\w+)'/.exec(request.system)?.[1] ?? "main";
      const calls = callsOf(who, request);
      for (const [at, each] of calls.entries()) {
        const id = `${who}_${turn}_${at}`;
        const input = JSON.stringify(each.input);
        yield { type: "part", part: { type: "tool-call", id, name: each.name, input } };
      }
      if (calls.length === 0) yield { type: "part", part: { type: "text", text: "Done." } };
      const usage = { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0 };
      yield { type: "finish", reason: calls.length > 0 ? "tool-calls" : "stop", usage };
    },
  };

  function callsOf(who: string, { messages }: ModelRequest): readonly ReturnType<typeof call>[] {
    const isFirst = messages.length === 1;
    if (who === "main" && isFirst) {
      return [
        call("delegate", { agent: "one", task: "One.", ...(taskPaths && { paths: taskPaths }) }),
      ];
    }
    if (who === "one" && isFirst) return [call("delegate", { agent: "two", task: "Two." })];
    const next = who === "two" ? turns[turn] : undefined;
    if (next === undefined) return [];
    turn += 1;
    if (typeof next.change === "string") session.setMode(next.change);
    else if (next.change !== null) session.setPolicy(next.change);
    return next.calls.map(([[, make], given]) => make(given));
  }
}

const strictness: Readonly<Record<Decision, number>> = { allow: 0, ask: 1, deny: 2 };

test("a sub-agent never does what the person's policy keeps from its parent", async () => {
  let done = 0;
  await fc.assert(
    fc.asyncProperty(world, async (given) => {
      const { ended, session } = await play(given);
      for (const { outcome, agent, policy: current, wasAsked } of ended) {
        if (outcome.status !== "ok" || agent === "main") continue;
        done += 1;
        const question = { effects: outcome.effects, tool: ruleNameOf(outcome.tool), agent };
        // By its name the person may have given it more; that is theirs to give.
        const grants = session.grants.filter((grant) => grant.agent === agent);
        const { decision } = current.decide({ ...question, grants, nowMs: 0 });
        expect(strictness[decision]).toBeLessThanOrEqual(strictness[wasAsked ? "ask" : "allow"]);
        const wasGiven = wasAsked || grants.length > 0;
        for (const above of agent === "two" ? ["main", "one"] : ["main"]) {
          const theirs = current.decide({ ...question, agent: above });
          expect(strictness[theirs.decision]).toBeLessThanOrEqual(
            strictness[wasGiven ? "ask" : "allow"],
          );
        }
      }
    }),
    { numRuns: repetitions(750) },
  );
  expect(done).toBeGreaterThan(20);
});

test("a sub-agent never does what a file above it forbids, under no name", async () => {
  let done = 0;
  await fc.assert(
    fc.asyncProperty(world, async (given) => {
      const { ended } = await play(given);
      for (const { outcome, agent, wasAsked } of ended) {
        if (outcome.status !== "ok" || agent !== "two") continue;
        done += 1;
        for (const file of given.files) {
          expect(isForbidden(file, outcome)).toBe(false);
          if (mustAsk(file, outcome)) expect(wasAsked || wasGranted(outcome)).toBe(true);
        }
        if (given.taskPaths !== undefined) expect(isOutside(given.taskPaths, outcome)).toBe(false);
      }
    }),
    { numRuns: repetitions(750) },
  );
  expect(done).toBeGreaterThan(20);
});

test("each question of a sub-agent is put under its own name, and no answer reaches further", async () => {
  await fc.assert(
    fc.asyncProperty(world, async (given) => {
      const { session, questions } = await play(given);
      for (const { agent, sessionId } of questions) {
        expect(agent).toBe(["main", "one", "two"][sessionId.split("/").length - 1]);
      }
      expect(
        session.grants.every(({ agent, delegable }) => agent !== undefined && !delegable),
      ).toBe(true);
    }),
    { numRuns: repetitions(250) },
  );
});

function ruleNameOf(tool: string): string {
  return tool === "act_again" ? "act" : tool;
}

function wasGranted({ decision }: Outcome): boolean {
  return decision?.proof.some(({ grant }) => grant !== undefined) ?? false;
}

/** What an agent file forbids, in other words than the code's. */
function isForbidden(file: AgentFile, outcome: Outcome): boolean {
  const { tool, effects } = outcome;
  const mayPlan = (effect: Effect): boolean =>
    effect.type === "read" || (effect.type === "run" && effect.specified);
  const fileMode = file.mode ?? (file.permissionMode === "plan" ? "plan" : undefined);
  if (fileMode === "plan" && !effects.every(mayPlan)) return true;
  if (isListed(file.disallowedTools ?? [], tool)) return true;
  if (file.tools !== undefined && !isListed(file.tools, tool)) return true;
  if (file.rules?.includes("deny write(src/**)") === true && isAt(outcome, "write", "src"))
    return true;
  if (file.rules?.includes("deny run(npm)") === true && runsNpm(outcome)) return true;
  return file.paths !== undefined && isOutside(file.paths, outcome);
}

function mustAsk(file: AgentFile, { effects }: Outcome): boolean {
  const asksReads = file.rules?.includes("ask read(**)") === true;
  const fileMode = file.mode;
  return effects.some(
    (effect) =>
      (effect.type === "read" && asksReads) ||
      (effect.type === "write" && fileMode === "default") ||
      (effect.type === "run" && !effect.specified && file.paths !== undefined),
  );
}

function isListed(list: readonly string[], tool: string): boolean {
  return list.some((name) =>
    name.endsWith("*")
      ? tool.startsWith(name.slice(0, -1))
      : name === tool || name === ruleNameOf(tool),
  );
}

function isAt({ effects }: Outcome, type: Effect["type"], folder: string): boolean {
  return effects.some(
    (effect) => effect.type === type && isPathEffect(effect) && isBelow(effect.path, folder),
  );
}

function runsNpm({ effects }: Outcome): boolean {
  return effects.some((effect) => effect.type === "run" && effect.program === "npm");
}

function isOutside(allowed: readonly string[], { effects }: Outcome): boolean {
  return effects.some(
    (effect) => isPathEffect(effect) && !allowed.some((folder) => isBelow(effect.path, folder)),
  );
}

function isBelow(path: string, folder: string): boolean {
  const full = `/workspace/${folder}`;
  return path === full || path.startsWith(`${full}/`);
}
