import { join } from "node:path";
import type { ModelEvent } from "@toolwright/agent";
import { openToolwright, type Toolwright } from "@toolwright/runtime";

/** A session with everything, apart from the settings of whoever runs the benchmark. */
export function openBench(folder: string): Promise<Toolwright> {
  const home = join(folder, "home");
  return openToolwright({
    workspace: join(folder, "work"),
    environment: { HOME: home, XDG_STATE_HOME: join(home, "state"), PATH: process.env["PATH"] },
    settings: {},
    administratorFile: join(folder, "none.json"),
    onNotice: () => undefined,
  });
}

export function callOf(id: string, name: string, input: unknown): ModelEvent {
  return { type: "part", part: { type: "tool-call", id, name, input: JSON.stringify(input) } };
}

export function textOf(text: string): ModelEvent {
  return { type: "part", part: { type: "text", text } };
}

export function finishOf(reason: "stop" | "tool-calls"): ModelEvent {
  const usage = { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0 };
  return { type: "finish", reason, usage };
}
