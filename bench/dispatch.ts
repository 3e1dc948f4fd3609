// Question: how much time does the runtime add to a tool that does nothing?
// Workload: a tool with a three-field zod schema, called through all seven stages of a session under 100
// policy rules: once without effects, and once with a file read that is resolved and decided.
// Baselines in the same run: the minimum (zod's parse and the bare function), and, if installed (`--peers`), the
// invocation of agent frameworks. Theirs has no policy, approval, journal or undo. All answers are checked to be the same.
// Source of the goals: at most 10 microseconds a call; a million calls leave no growing heap.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  createPolicy,
  createRegistry,
  createSession,
  defineTool,
  read,
  type Rule,
  type Session,
  type SessionOptions,
} from "@toolwright/core";
import { createEnvironment, createRedactor, openWorkspace } from "@toolwright/workspace";
import { z } from "zod";
import { seededSecrets } from "../packages/tools/src/fixtures/seeded-secrets.ts";
import { type Contestant, describeMachine, goal, interleave, table } from "./support/measure.ts";
import { importPeer } from "./support/peers.ts";

const schema = z.object({
  path: z.string().describe("A path."),
  limit: z.number().int().describe("A number."),
  deep: z.boolean().describe("A flag."),
});
type Input = z.infer<typeof schema>;
const input: Input = { path: "a.txt", limit: 3, deep: false };
const echo = async (given: Input): Promise<{ content: string }> => ({ content: given.path });

const described = { name: "echo", description: "Echo." };

const folder = mkdtempSync(join(tmpdir(), "toolwright-dispatch-"));
writeFileSync(join(folder, "a.txt"), "a\n");

try {
  const session = await openBenchSession(folder);
  const hiding = await openBenchSession(folder, {
    redactor: createRedactor({ environment: createEnvironment(seededSecrets(10)), roots: [] }),
  });
  await checkSameAnswer(session);
  const contestants: Contestant[] = [
    {
      name: "zod parse and the bare function",
      async run(times) {
        for (let i = 0; i < times; i += 1) await echo(schema.parse(input));
      },
    },
    callsOf(session, "no_effects", "toolwright, a tool without effects"),
    callsOf(session, "reads", "toolwright, a tool that reads a file's path"),
    callsOf(hiding, "no_effects", "the tool without effects, 10 secrets hidden"),
    ...(await peers()),
  ];
  const figures = await interleave(contestants, { rounds: 15, times: 4_000 });
  const base = figures.get("zod parse and the bare function")?.median ?? Number.NaN;
  console.log(`Dispatch, microseconds a call. ${describeMachine()}\n`);
  console.log(
    table([
      ["what", "median", "middle half", "ratio"],
      ...Array.from(figures, ([name, { median, low, high }]) => [
        name,
        median.toFixed(2),
        `${low.toFixed(2)}-${high.toFixed(2)}`,
        `x${(median / base).toFixed(1)}`,
      ]),
    ]),
  );
  console.log();
  const ours = figures.get("toolwright, a tool without effects")?.median ?? Number.NaN;
  goal("a call through all seven stages", ours, 10, "µs");
  await measureHeap(session);
  await session.close();
  await hiding.close();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function openBenchSession(
  root: string,
  options: Pick<SessionOptions, "redactor"> = {},
): Promise<Session> {
  const registry = createRegistry();
  const base = {
    kind: "read",
    description: "Does nothing.",
    input: schema,
    execute: echo,
  } as const;
  await registry.register([
    defineTool({ ...base, name: "no_effects", effects: () => [] }),
    defineTool({ ...base, name: "reads", effects: ({ path }) => [read(path)] }),
  ]);
  const rules: Rule[] = Array.from({ length: 100 }, (_, index) =>
    index % 2 === 0
      ? { deny: `read(private-${index}/**)` }
      : { ask: `write(src/part-${index}/**)` },
  );
  const workspace = openWorkspace({ roots: [root] });
  const policy = createPolicy({
    mode: "default",
    roots: workspace.roots,
    layers: [{ name: "user", source: "bench", rules }],
  });
  return createSession({ registry, policy, workspace, ...options });
}

async function checkSameAnswer(session: Session): Promise<void> {
  for (const name of ["no_effects", "reads"]) {
    const outcome = await session.call({ name, input });
    const [part] = outcome.content;
    if (part?.type !== "text" || part.text !== "a.txt") {
      throw new Error(`${name} answered ${JSON.stringify(outcome)}`);
    }
  }
}

function callsOf(session: Session, name: string, title: string): Contestant {
  return {
    name: title,
    async run(times) {
      for (let i = 0; i < times; i += 1) await session.call({ name, input });
    },
  };
}

type Invoke = () => Promise<unknown>;

/** The same tool, invoked by each installed framework. */
async function peers(): Promise<readonly Contestant[]> {
  const invocations = [
    { name: "OpenAI Agents, tool.invoke", invoke: await openAiAgents() },
    { name: "LangChain, tool.invoke", invoke: await langChain() },
    { name: "Mastra, tool.execute", invoke: await mastra() },
  ];
  const found: Contestant[] = [];
  for (const { name, invoke } of invocations) {
    if (invoke === undefined) continue;
    const answer = JSON.stringify(await invoke());
    if (!answer.includes("a.txt")) throw new Error(`${name} answered ${answer}`);
    found.push({
      name,
      async run(times) {
        for (let i = 0; i < times; i += 1) await invoke();
      },
    });
  }
  return found;
}

async function openAiAgents(): Promise<Invoke | undefined> {
  interface Agents {
    tool(definition: object): { invoke(context: object, input: string): Promise<unknown> };
    RunContext: new () => object;
  }
  const module = await importPeer<Agents>("@openai/agents");
  if (module === undefined) return undefined;
  const theirs = module.tool({ ...described, parameters: schema, execute: echo });
  const context = new module.RunContext();
  const text = JSON.stringify(input);
  return () => theirs.invoke(context, text);
}

async function langChain(): Promise<Invoke | undefined> {
  interface Tools {
    tool(run: typeof echo, definition: object): { invoke(given: Input): Promise<unknown> };
  }
  const module = await importPeer<Tools>("@langchain/core/tools");
  const theirs = module?.tool(echo, { ...described, schema });
  return theirs && (() => theirs.invoke(input));
}

async function mastra(): Promise<Invoke | undefined> {
  interface Tools {
    createTool(definition: object): { execute(given: Input, context: object): Promise<unknown> };
  }
  const module = await importPeer<Tools>("@mastra/core/tools");
  const theirs = module?.createTool({
    id: "echo",
    ...described,
    inputSchema: schema,
    execute: echo,
  });
  return theirs && (() => theirs.execute(input, {}));
}

async function measureHeap(session: Session): Promise<void> {
  const collect = (globalThis as { gc?: () => void }).gc;
  if (collect === undefined) {
    console.log("Heap: not measured (run with node --expose-gc).");
    return;
  }
  const used = (): number => {
    collect();
    return process.memoryUsage().heapUsed / 1_048_576;
  };
  const calls = callsOf(session, "no_effects", "");
  await calls.run(100_000);
  const before = used();
  await calls.run(1_000_000);
  goal("heap after a million calls more", used() - before, 2, "MiB");
}
