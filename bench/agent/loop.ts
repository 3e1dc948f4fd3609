import { Agent, aiSdkModel } from "@toolwright/agent";
import {
  createPolicy,
  createRegistry,
  createSession,
  defineTool,
  type Session,
} from "@toolwright/core";
import { openWorkspace } from "@toolwright/workspace";
import { stepCountIs, tool, ToolLoopAgent } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import { z } from "zod";
import { type Contestant, goal, interleave, table } from "../support/measure.ts";

const stepsPerRun = 50;

/** Counts what all contestants do, so that they are known to do the same. */
const done = { answers: 0, calls: 0 };

const input = z.object({ step: z.number().describe("The step.") });

/** Measures a step's cost beyond model and tool, ours and the AI SDK's. */
export async function measureLoop(root: string): Promise<void> {
  const session = await openSession(root);
  const contestants: readonly Contestant[] = [
    { name: "the model and the tool", run: repeat(runBare) },
    { name: "AI SDK, ToolLoopAgent", run: repeat(runToolLoopAgent) },
    { name: "toolwright, Agent", run: repeat(() => runAgent(session)) },
  ];
  for (const contestant of contestants) await checkSteps(contestant);
  const figures = await interleave(contestants, { rounds: 15, times: 10 });
  const medians = contestants.map(({ name }) => (figures.get(name)?.median ?? 0) / stepsPerRun);
  const [bare = 0, theirs = 0, ours = 0] = medians;
  console.log(
    `\n${table([
      ["what", "us a step", "beyond model and tool"],
      ...contestants.map(({ name }, at) => [
        name,
        (medians[at] ?? 0).toFixed(0),
        ((medians[at] ?? 0) - bare).toFixed(0),
      ]),
    ])}\n`,
  );
  goal("the loop's own time in a step", (ours - bare) / 1_000, 1, "ms");
  goal("the same, of ToolLoopAgent's", (ours - bare) / (theirs - bare), 1, "x");
  await session.close();
}

async function checkSteps(contestant: Contestant): Promise<void> {
  done.answers = 0;
  done.calls = 0;
  await contestant.run(1);
  if (done.answers === stepsPerRun + 1 && done.calls === stepsPerRun) return;
  throw new Error(`${contestant.name} did ${done.answers} answers and ${done.calls} calls`);
}

function repeat(run: () => Promise<void>): Contestant["run"] {
  return async (times) => {
    for (let at = 0; at < times; at += 1) await run();
  };
}

const usage = {
  inputTokens: { total: 100, noCache: 100, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 10, text: 10, reasoning: 0 },
};

type StreamResult = Awaited<ReturnType<MockLanguageModelV4["doStream"]>>;
type StreamPart = StreamResult["stream"] extends ReadableStream<infer Part> ? Part : never;

/** Makes a call with other arguments in each step, and ends with a text. */
function stepModel(): MockLanguageModelV4 {
  let step = 0;
  const answer = (): StreamPart[] => {
    done.answers += 1;
    step += 1;
    const isLast = step > stepsPerRun;
    const call = {
      toolCallId: `call-${done.answers}`,
      toolName: "look",
      input: `{"step":${step}}`,
    };
    return [
      { type: "stream-start", warnings: [] },
      { type: "text-start", id: "0" },
      { type: "text-delta", id: "0", delta: isLast ? "Done." : "I look." },
      { type: "text-end", id: "0" },
      ...(isLast ? [] : [{ type: "tool-call", ...call } as const]),
      {
        type: "finish",
        finishReason: { unified: isLast ? "stop" : "tool-calls", raw: undefined },
        usage,
      },
    ];
  };
  return new MockLanguageModelV4({
    doStream: async () => ({ stream: ReadableStream.from(answer()) }),
  });
}

function look({ step }: { readonly step: number }): string {
  done.calls += 1;
  return `looked at ${step}`;
}

async function runBare(): Promise<void> {
  const model = stepModel();
  for (let isOver = false; !isOver; ) {
    isOver = true;
    const { stream } = await model.doStream({ prompt: [] });
    for await (const part of stream) {
      if (part.type !== "tool-call") continue;
      look(input.parse(JSON.parse(part.input)));
      isOver = false;
    }
  }
}

async function runToolLoopAgent(): Promise<void> {
  const agent = new ToolLoopAgent({
    model: stepModel(),
    instructions: "Look.",
    tools: {
      look: tool({
        description: "Looks.",
        inputSchema: input,
        execute: async (given) => look(given),
      }),
    },
    stopWhen: stepCountIs(stepsPerRun + 1),
  });
  const { stream } = await agent.stream({ prompt: "Look at all." });
  for await (const _ of stream);
}

async function runAgent(session: Session): Promise<void> {
  const agent = new Agent({ session, model: aiSdkModel(stepModel()), system: "Look." });
  const run = agent.run("Look at all.");
  for await (const _ of run);
  const { status, reason } = await run;
  if (status !== "done") throw new Error(`the run ended: ${status}, ${reason}`);
}

async function openSession(root: string): Promise<Session> {
  const registry = createRegistry();
  const workspace = openWorkspace({ roots: [root] });
  const policy = createPolicy({ mode: "default", roots: workspace.roots, layers: [] });
  await registry.register([
    defineTool({
      name: "look",
      kind: "read",
      description: "Looks.",
      input,
      effects: () => [],
      execute: async (given) => ({ content: look(given) }),
    }),
  ]);
  return createSession({ registry, policy, workspace });
}
