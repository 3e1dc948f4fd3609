// Question: what does the agent's loop cost beside model and tools, does a long session stay as fast and small as
// it began, and do many sub-agents at once get in each other's way?
// Workload: a model without latency that makes a call of a no-op tool in each of 50 steps; a session of 2,000 steps
// that reads 3 kB in each, with a context of 200,000 tokens; 50 sub-agents of 20 steps whose model takes 20 ms.
// Baselines in the same run: the AI SDK's ToolLoopAgent with the same model and tool; the bare model and tool; the
// session's own first hundred steps; the time that the model of one sub-agent takes.
// Source of the goals: at most 1 ms a step and no more than ToolLoopAgent; at most 1 MB of heap per 100 steps before
// a compaction, flat afterwards, no hundred steps slower than twice the first; 1.5 x the longest sub-agent plus CPU.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { measureLongSession } from "./agent/long-session.ts";
import { measureLoop } from "./agent/loop.ts";
import { measureSubAgents } from "./agent/sub-agents.ts";
import { describeMachine } from "./support/measure.ts";

const folder = mkdtempSync(join(tmpdir(), "toolwright-agent-"));
try {
  mkdirSync(join(folder, "work"));
  console.log(`The agent's loop. ${describeMachine()}`);
  // First, because the others leave code and caches in the heap.
  await measureLongSession(folder);
  await measureLoop(join(folder, "work"));
  await measureSubAgents(folder);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
