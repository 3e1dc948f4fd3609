import { type ErrorCode, type Outcome, ToolError } from "@toolwright/core";
import type { ProgramEnd, ProgramFailure } from "@toolwright/core/ports";
import { countOf } from "../text/number-text.ts";
import type { ProgramCall } from "./program-calls.ts";

/** More failed calls are only counted. */
const MAX_FAILED_SHOWN = 20;

/** The end of a program, and its calls and printed text. */
export interface ProgramReport {
  readonly end: ProgramEnd;
  readonly printed: string;
  readonly calls: readonly ProgramCall[];
  readonly memoryMb: number;
  /** Whether a call may have changed something. */
  readonly hasChanged: boolean;
  readonly failureOf: (callId: string) => Outcome | undefined;
}

/** The text for the model: the value, what was printed, and how many calls were made. */
export function reportText({ end, printed, calls }: ProgramReport): string {
  const value = end.outcome === "done" ? end.value : null;
  const said = [
    ...(value === null ? [] : [textOf(value)]),
    ...(printed === "" ? [] : [value === null ? printed : `Printed:\n${printed}`]),
  ];
  const whole = said.length > 0 ? said : ["The program returned and printed nothing."];
  return [...whole, callsText(calls)].join("\n\n");
}

/** A text is shown without its quotes. */
function textOf(json: string): string {
  const value: unknown = JSON.parse(json);
  return typeof value === "string" ? value : json;
}

/** For example `(3 calls: 2 read_file, 1 edit_file. Not ok: call-7 edit_file error)`. */
function callsText(calls: readonly ProgramCall[]): string {
  if (calls.length === 0) return "(no calls)";
  const counts = new Map<string, number>();
  for (const { tool } of calls) counts.set(tool, (counts.get(tool) ?? 0) + 1);
  const byTool = Array.from(counts, ([tool, count]) => `${count} ${tool}`).join(", ");
  const failed = calls.filter(({ status }) => status !== "ok");
  if (failed.length === 0) return `(${countOf(calls.length, "call")}: ${byTool})`;
  const shown = failed
    .slice(0, MAX_FAILED_SHOWN)
    .map(({ id, tool, status }) => `${id} ${tool} ${status}`);
  const rest = failed.length - shown.length;
  return `(${countOf(calls.length, "call")}: ${byTool}. Not ok: ${shown.join(", ")}${rest > 0 ? ` and ${rest} more` : ""})`;
}

/** The error of a program that did not end well, with what it has done and printed until then. */
export function programError(report: ProgramReport): ToolError {
  const { code, message, isRefusal = false } = faultOf(report);
  const { calls, printed } = report;
  const undone = report.hasChanged ? " What its calls did stays done." : "";
  const parts = [...(printed === "" ? [] : [`Printed until then:\n${printed}`]), callsText(calls)];
  return new ToolError(code, `${message}${undone}`, {
    details: { calls, ...(isRefusal && { stoppedByRefusal: true }) },
    content: [{ type: "text", text: `\n${parts.join("\n\n")}` }],
  });
}

interface Fault {
  readonly code: ErrorCode;
  readonly message: string;
  /** Whether it is the refusal of a call, which the program did not catch. */
  readonly isRefusal?: boolean;
}

function faultOf({ end, memoryMb, failureOf }: ProgramReport): Fault {
  switch (end.outcome) {
    case "failed":
      return failureFault(end.failure, failureOf);
    case "busy":
      return {
        code: "timeout",
        message:
          "The program was stopped: it computed until its time limit. Look for a loop without end.",
      };
    case "memory":
      return {
        code: "command-failed",
        message: `The program needed more than its ${memoryMb} MiB of memory. Handle less at a time.`,
      };
    case "stuck":
      return {
        code: "command-failed",
        message:
          "The program waits for a promise that nothing will settle. Await only calls of tools and what follows from them.",
      };
    case "crashed":
      return {
        code: "command-failed",
        message:
          "The program broke its isolate, as by recursion that is too deep. Write it another way.",
      };
    default:
      return { code: "cancelled", message: "The program was stopped." };
  }
}

function failureFault(
  { isSyntax, message, place, callId }: ProgramFailure,
  failureOf: (callId: string) => Outcome | undefined,
): Fault {
  if (isSyntax) {
    const advice = /import|export/.test(message)
      ? " Modules can't be imported: `tools`, `searchTools`, `describeTool` and `print` are there already."
      : " The program is the body of an async function in JavaScript or TypeScript, without enums and namespaces.";
    return { code: "input-invalid", message: `The program can't be read: ${message}.${advice}` };
  }
  const where = place === null ? "" : ` (${place})`;
  // Only a call of this program counts, whatever the program says of its error.
  const failed = callId === null ? undefined : failureOf(callId);
  const error = failed?.error;
  if (error === null || error === undefined) {
    return { code: "command-failed", message: `The program threw${where}: ${message}.` };
  }
  return {
    code: error.code,
    message: `The program did not catch an error${where}: ${error.message}`,
    isRefusal: failed?.status === "refused",
  };
}
