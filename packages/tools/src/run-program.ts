import {
  type CallFacts,
  defineTool,
  type Display,
  type Programs,
  ToolError,
  type ToolContext,
  type ToolResult,
} from "@toolwright/core";
import type { Program, ProgramEnd, ProgramRequest } from "@toolwright/core/ports";
import { z } from "zod";
import { counted } from "./language/phrase.ts";
import { ProgramCalls } from "./program/program-calls.ts";
import {
  DEFAULT_TIMEOUT_MS,
  defaultProgramLimits,
  MAX_SOURCE_CHARACTERS,
} from "./program/program-limits.ts";
import { programError, type ProgramReport, reportText } from "./program/program-result.ts";

const MAX_NAME_SHOWN = 64;
const MAX_INPUT_SHOWN = 500;

const input = z.strictObject({
  code: z
    .string()
    .min(1)
    .max(MAX_SOURCE_CHARACTERS)
    .describe("The body of an async function: await calls, return the value you want to see."),
  language: z.enum(["ts", "js"]).optional().describe("Default: ts, whose types are only removed."),
  timeout_ms: z
    .int()
    .min(1)
    .optional()
    .describe(
      `Time limit without the time that a person takes to answer. Default: ${DEFAULT_TIMEOUT_MS}, at most ${defaultProgramLimits.maxTimeoutMs}.`,
    ),
  dry_run: z
    .boolean()
    .optional()
    .describe("Only lists the calls that it makes before it needs a result; makes none."),
});

type Input = z.infer<typeof input>;

const output = z.strictObject({
  value: z.unknown().describe("What the program returned; null for nothing."),
  printed: z.string().describe("What it printed."),
  calls: z
    .array(
      z.strictObject({
        id: z.string().describe("The id of the call, as in the journal; empty in a dry run."),
        tool: z.string().describe("The tool's name."),
        status: z
          .enum(["ok", "error", "refused", "cancelled", "planned"])
          .describe("How it ended; planned in a dry run."),
        input: z.string().optional().describe("The input as JSON, in a dry run."),
      }),
    )
    .describe("Its calls, in the order in which they began."),
});

type Output = z.infer<typeof output>;
type PlannedRequest = Extract<ProgramRequest, { readonly kind: "call" }>;

/** Runs a model's program, whose calls of tools are calls of the session. */
export const runProgram = defineTool<Input, Input, Output>({
  name: "run_program",
  title: "Run program",
  kind: "other",
  version: "1",
  exposure: "deferred",
  needs: ["programs"],
  passesOn: true,
  description: {
    summary:
      "Runs a JavaScript or TypeScript program that calls your tools; you see only what it returns or prints.",
    details:
      "One program saves many steps: loops over files, calls side by side with Promise.all, filtering long results before you read them. Not for one or two calls. " +
      "Inside: `await tools.NAME(input)` gives the tool's structured result with its plain `text`, and throws its error with `code`; `await searchTools(query)` finds names, `await describeTool(name)` a signature in TypeScript; `print(value)`. " +
      "There is no file, network, process, timer or import; each call is decided and approved as if you had made it.",
    samples: [
      {
        input: {
          code: "const { matches } = await tools.search_text({ pattern: 'TODO' });\nreturn matches?.length;",
        },
      },
    ],
  },
  category: "tools",
  tags: ["script", "code", "batch", "loop", "parallel", "javascript", "typescript"],
  aliases: { script: "code", program: "code", source: "code", timeout: "timeout_ms" },
  timeoutMs: timeLimit,
  timeoutAdvice: "What its calls did stays done. Do less in one program, or set timeout_ms.",
  streamsOutput: true,
  input,
  output,
  effects: () => [],
  prepare: (given, { language, parentCallId, programLimits }) => {
    if (parentCallId !== undefined) {
      throw new ToolError(
        "tool-not-available",
        "A program can't run another program. Call the tools themselves.",
      );
    }
    checkTimeout(given, programLimits?.maxTimeoutMs ?? defaultProgramLimits.maxTimeoutMs);
    const lines = given.code.trimEnd().split("\n").length;
    return {
      summary: language.say(
        counted("Run a program of {count} line", "Run a program of {count} lines", {
          count: lines,
        }),
      ),
      effects: [],
      preview: sourceOf(given),
      prepared: given,
    };
  },
  async execute(given, context): Promise<ToolResult<Output>> {
    const { programs } = context;
    if (programs === undefined)
      throw new ToolError("tool-not-available", "This session runs no programs.");
    return given.dry_run === true
      ? planOf(given, context, programs)
      : run(given, context, programs);
  },
});

function timeLimit(
  { timeout_ms: wanted = DEFAULT_TIMEOUT_MS }: Input,
  { programLimits }: Pick<CallFacts, "programLimits">,
): number {
  return Math.min(wanted, programLimits?.maxTimeoutMs ?? defaultProgramLimits.maxTimeoutMs);
}

function checkTimeout({ timeout_ms: wanted }: Input, maxTimeoutMs: number): void {
  if (wanted === undefined || wanted <= maxTimeoutMs) return;
  throw new ToolError(
    "input-invalid",
    `timeout_ms is ${wanted}; a program may take ${maxTimeoutMs} at most.`,
  );
}

function sourceOf({ code, language = "ts" }: Input): Display {
  const fence = "`".repeat(
    Math.max(3, ...[...code.matchAll(/`+/g)].map(([ticks]) => ticks.length + 1)),
  );
  return {
    type: "text",
    text: `${fence}${language}\n${code.trimEnd()}\n${fence}`,
    isMarkdown: true,
  };
}

function programOf(given: Input, isDry: boolean, limits: Programs["limits"]): Program {
  const { code, language = "ts" } = given;
  return { code, language, isDry, maxBusyMs: timeLimit(given, { programLimits: limits }) };
}

async function run(
  given: Input,
  context: ToolContext,
  programs: Programs,
): Promise<ToolResult<Output>> {
  const { limits } = programs;
  const calls = new ProgramCalls(context, limits.maxCallsAtOnce);
  let printed = "";
  let end: ProgramEnd;
  try {
    end = await programs.run(
      programOf(given, false, limits),
      {
        onRequests: (requests, answer) => calls.take(requests, answer),
        onPrint: (text) => {
          printed += text;
          context.update({ output: text });
        },
      },
      context.signal,
    );
  } finally {
    calls.stop();
  }
  const report: ProgramReport = {
    end,
    printed: printed.trimEnd(),
    calls: calls.list,
    memoryMb: limits.memoryMb,
    hasChanged: calls.hasChanged,
    failureOf: (id) => calls.failureOf(id),
  };
  if (end.outcome !== "done") throw programError(report);
  const value: unknown = end.value === null ? null : JSON.parse(end.value);
  const structured = { value, printed: report.printed, calls: [...report.calls] };
  return { content: reportText(report), structured };
}

/** The calls that the program makes before it needs the result of one. */
async function planOf(
  given: Input,
  context: ToolContext,
  programs: Programs,
): Promise<ToolResult<Output>> {
  const { limits } = programs;
  const planned: Output["calls"] = [];
  const lookUps = new ProgramCalls(context, limits.maxCallsAtOnce);
  const end = await programs.run(
    programOf(given, true, limits),
    {
      onPrint: () => {},
      onRequests(requests, answer) {
        for (const request of requests) {
          if (request.kind === "call") planned.push(plannedCall(request));
          else lookUps.take([request], answer);
        }
      },
    },
    context.signal,
  );
  if (end.outcome !== "done" && end.outcome !== "stuck") {
    throw programError({
      end,
      printed: "",
      calls: [],
      memoryMb: limits.memoryMb,
      hasChanged: false,
      failureOf: () => undefined,
    });
  }
  return {
    content: planText(planned, end.outcome === "stuck"),
    structured: { value: null, printed: "", calls: planned },
  };
}

function plannedCall({ name, input: json }: PlannedRequest): Output["calls"][number] {
  return {
    id: "",
    tool: name.slice(0, MAX_NAME_SHOWN),
    status: "planned",
    input: json.slice(0, MAX_INPUT_SHOWN),
  };
}

/** `needsResults`: the program goes on with the result of a call. */
function planText(planned: Output["calls"], needsResults: boolean): string {
  if (planned.length === 0) {
    return needsResults ? "It makes no call for certain." : "It makes no call.";
  }
  const lines = planned.map(({ tool, input: json }) => `- ${tool} ${json}`);
  const rest = needsResults
    ? "What it calls after that depends on their results."
    : "It makes no other call.";
  return ["It makes these calls for certain:", ...lines, rest].join("\n");
}
