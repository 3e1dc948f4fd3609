import type { ServerContext } from "@modelcontextprotocol/server";
import { type Invocation, type InvocationUpdate, revealedLine } from "@toolwright/core";
import { fieldOf } from "./host-line.ts";

/** So many go out as they come; from then on only so often, whatever a command prints. */
const burst = 20;
const pauseMs = 100;
const maxMessageLength = 200;

/**
 * Tells the host how a call goes on, until it has ended or its request is answered: its progress, when the host gave a token for it, and
 * what it prints, when the host asked for log messages. A host that can't be reached is no fault of the call.
 */
export async function tellProgress(
  invocation: Invocation,
  context: ServerContext,
  { wantsOutput, isOpen }: { readonly wantsOutput: boolean; readonly isOpen: () => boolean },
): Promise<void> {
  const progressToken = context.mcpReq._meta?.progressToken;
  let told = 0;
  let lastMs = 0;
  let progress = 0;
  for await (const event of invocation) {
    if (!isOpen()) return;
    if (event.type !== "invocation-update" && event.type !== "approval-requested") continue;
    const nowMs = performance.now();
    if (told >= burst && nowMs - lastMs < pauseMs) continue;
    told += 1;
    lastMs = nowMs;
    const isQuestion = event.type === "approval-requested";
    const note = isQuestion ? { message: "Waiting for a person's answer" } : noteOf(event.update);
    const { amount, total, message, output } = { ...noNote, ...note };
    // It must grow with each message; what has no measure counts them.
    progress = amount !== null && (amount > progress || told === 1) ? amount : progress + 1;
    if (progressToken !== undefined) {
      const params = {
        progressToken,
        progress,
        ...(total !== null && { total }),
        ...(message !== "" && { message }),
      };
      await context.mcpReq.notify({ method: "notifications/progress", params }).catch(ignore);
    }
    if (wantsOutput && output !== "")
      await context.mcpReq.log("info", output, "toolwright").catch(ignore);
  }
}

interface Note {
  readonly amount: number | null;
  readonly total: number | null;
  readonly message: string;
  readonly output: string;
}

const noNote: Note = { amount: null, total: null, message: "", output: "" };

/** A tool that knows how far it is says so in its metadata: `progress: { done, total?, message? }`. */
function noteOf({ title, output = "", metadata }: InvocationUpdate): Note {
  const progress = metadata?.["progress"];
  const lastLine = output.trimEnd().split("\n").at(-1) ?? "";
  const message = fieldOf(progress, "message");
  return {
    amount: numberOf(fieldOf(progress, "done")),
    total: numberOf(fieldOf(progress, "total")),
    message: revealedLine(
      typeof message === "string" ? message : (title ?? lastLine),
      maxMessageLength,
      "text",
    ),
    output,
  };
}

function numberOf(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

function ignore(): void {
  // The host has gone, or didn't ask for it: the call's outcome is what counts.
}
