import { type ToolContext, ToolError } from "@toolwright/core";
import { CallDeadline } from "./call-deadline.ts";
import { CallNews, type Progress } from "./call-news.ts";
import type { Connection } from "./connection.ts";
import { anyResult } from "./sdk.ts";
import { plainAnswer } from "./plain-text.ts";
import { errorOf, timeoutError } from "./request-error.ts";
import { answer, type Answering, type RunningCall } from "./running-call.ts";
import type { ServerTool } from "./server-gate.ts";
import { maxDelayMs, type Timers } from "./timers.ts";
import { isRecord } from "../is-record.ts";

export interface CallLimits {
  /** The limit without news from the server. */
  readonly idleMs: number;
  /** The limit regardless of news. */
  readonly totalMs: number;
}

export interface ServerRequest {
  readonly connection: Connection;
  /** The server's running calls; its questions are asked within one of them. */
  readonly running: Set<RunningCall>;
  readonly answering: Answering;
  readonly limits: CallLimits;
  readonly timers: Timers;
  readonly context: ToolContext;
  /** For people: "the tool 'x'". */
  readonly what: string;
}

/** A result, which may also ask for input. */
type Answered = Readonly<Record<string, unknown>>;

/** The limit of rounds, for a server that only asks to retry. */
const maxRounds = 12;
const emptyRoundMs = 250;

/**
 * Sends one request of a call, in as many rounds as the server needs.
 *
 * Shapes: `tool` is given for a tool's call, because some arguments may have to be sent as headers.
 */
export async function sendRequest(
  request: ServerRequest,
  method: string,
  params: Readonly<Record<string, unknown>>,
  tool?: ServerTool,
): Promise<Answered> {
  const { context, limits, timers, running } = request;
  const stopped = new AbortController();
  const failures: ToolError[] = [];
  const fail = (error: ToolError): void => {
    failures.push(error);
    stopped.abort(error);
  };
  const deadline = new CallDeadline({
    ...limits,
    timers,
    onExpire: (which) => fail(timeoutError(request, which)),
  });
  const news = new CallNews(context, timers);
  const call: RunningCall = { context, deadline, news, signal: stopped.signal, fail, questions: 0 };
  const cancel = (): void => stopped.abort(context.signal.reason);
  if (context.signal.aborted) cancel();
  context.signal.addEventListener("abort", cancel, { once: true });
  running.add(call);
  try {
    await request.connection.logFrom(context.logLevel);
    return plainAnswer(await inRounds(request, call, stopped.signal, { method, params, tool }));
  } catch (thrown) {
    const [failure] = failures;
    if (failure !== undefined) throw failure;
    context.signal.throwIfAborted();
    throw await errorOf(request, thrown);
  } finally {
    running.delete(call);
    news.end();
    // Withdraws the server's open questions.
    stopped.abort();
    deadline.stop();
    context.signal.removeEventListener("abort", cancel);
  }
}

interface Sent {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly tool: ServerTool | undefined;
}

async function inRounds(
  request: ServerRequest,
  call: RunningCall,
  signal: AbortSignal,
  sent: Sent,
): Promise<Answered> {
  let more: Readonly<Record<string, unknown>> = {};
  for (let round = 0; round < maxRounds; round += 1) {
    signal.throwIfAborted();
    const result = await sendOnce(request, call, signal, sent, more);
    if (result === "again") continue;
    if (result["resultType"] !== "input_required") return result;
    more = await answersFor(request, call, signal, result);
  }
  throw new ToolError(
    "mcp-failed",
    `The MCP server '${request.answering.server}' asked for input ${maxRounds} times without finishing, so the call was ended.`,
  );
}

const logLevelKey = "io.modelcontextprotocol/logLevel";

/** Returns `again` when the server required a visit to a web page and the person agreed. */
async function sendOnce(
  request: ServerRequest,
  call: RunningCall,
  signal: AbortSignal,
  { method, params, tool }: Sent,
  more: Readonly<Record<string, unknown>>,
): Promise<Answered | "again"> {
  const { client } = request.connection;
  const options = {
    signal,
    // The library's timer cannot pause while a person decides; ours can.
    timeout: maxDelayMs,
    allowInputRequired: true,
    onprogress: (progress: Progress) => {
      call.deadline.touch();
      call.news.progress(progress);
    },
  };
  const { logLevel } = request.context;
  const isModern = request.connection.era === "modern";
  const whole = {
    ...params,
    ...more,
    // From 2026 on, a server logs only for requests that ask for it.
    ...(isModern && logLevel !== undefined && { _meta: { [logLevelKey]: logLevel } }),
  };
  try {
    if (tool !== undefined && isModern) {
      const { name, inputSchema } = tool;
      // The library sends arguments as headers where the schema says so.
      const toolDefinition = { name, inputSchema: { ...inputSchema, type: "object" as const } };
      return await client.callTool(whole as unknown as Parameters<typeof client.callTool>[0], {
        ...options,
        toolDefinition,
      });
    }
    const result: unknown = await client.request({ method, params: whole }, anyResult, options);
    return isRecord(result) ? result : {};
  } catch (thrown) {
    const pages = pagesOf(thrown);
    if (pages.length === 0) throw thrown;
    for (const page of pages) {
      const { action } = await answer(call, "elicitation/create", page, request.answering);
      if (action !== "accept") throw thrown;
    }
    return "again";
  }
}

/** The web pages that an error requires the person to visit before the call. */
function pagesOf(thrown: unknown): readonly unknown[] {
  if (!(thrown instanceof Error) || !("code" in thrown) || thrown.code !== urlElicitationRequired) {
    return [];
  }
  const data = "data" in thrown && isRecord(thrown.data) ? thrown.data : {};
  const { elicitations } = data;
  if (!Array.isArray(elicitations)) return [];
  return elicitations.map((page: unknown) => (isRecord(page) ? { ...page, mode: "url" } : page));
}

const urlElicitationRequired = -32_042;

async function answersFor(
  request: ServerRequest,
  call: RunningCall,
  signal: AbortSignal,
  { inputRequests, requestState }: Answered,
): Promise<Readonly<Record<string, unknown>>> {
  const wanted = isRecord(inputRequests) ? Object.entries(inputRequests) : [];
  const answers: Record<string, unknown> = {};
  for (const [key, entry] of wanted) {
    signal.throwIfAborted();
    const { method, params } = isRecord(entry) ? entry : {};
    answers[key] = await answer(call, String(method), params, request.answering);
  }
  if (wanted.length === 0) await passed(emptyRoundMs, request.timers, signal);
  return {
    ...(wanted.length > 0 && { inputResponses: answers }),
    ...(typeof requestState === "string" && { requestState }),
  };
}

function passed(ms: number, timers: Timers, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = timers.after(ms, () => {
      signal.removeEventListener("abort", leave);
      resolve();
    });
    const leave = (): void => {
      stop();
      reject(signal.reason);
    };
    signal.addEventListener("abort", leave, { once: true });
  });
}
