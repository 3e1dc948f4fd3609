import {
  type InvocationUpdate,
  messageOf,
  type ToolContext,
  ToolError,
  type ToolResult,
} from "@toolwright/core";
import type { ServerTool } from "./server-gate.ts";
import { CallDeadline } from "./call-deadline.ts";
import type { Connection } from "./connection.ts";
import { contentParts, isFields, textOf } from "./content-parts.ts";
import {
  answerLost,
  answerTooLong,
  isRefusal,
  isUnauthorized,
  loginFor,
  reasonOf,
  statusOf,
} from "./failure.ts";
import { answer, type Answering, type RunningCall } from "./running-call.ts";
import { maxDelayMs, type Timers } from "./timers.ts";

export interface CallLimits {
  /** Without news from the server. */
  readonly idleMs: number;
  /** Whatever the news. */
  readonly totalMs: number;
}

export interface ServerRequest {
  readonly connection: Connection;
  /** The server's calls that run now: what it asks meanwhile is asked in one of them. */
  readonly running: Set<RunningCall>;
  readonly answering: Answering;
  readonly limits: CallLimits;
  readonly timers: Timers;
  readonly context: ToolContext;
  /** As people know it: "the tool 'x'". */
  readonly what: string;
}

/** What a request came to that may have to be answered before. */
type Answered = Readonly<Record<string, unknown>>;

/** Retries of a server that says nothing but "again". */
const maxRounds = 12;
const emptyRoundMs = 250;

/**
 * Calls a tool of a server: its progress is told live, what it wants to know is asked, and a call that is
 * cancelled or runs out of time is cancelled there, too.
 *
 * Errors: ToolError `mcp-failed` for what the server says of itself that it failed (with the rest of its
 * content), and for a server that is gone; `timeout`.
 */
export async function callTool(
  request: ServerRequest,
  tool: ServerTool,
  input: unknown,
): Promise<ToolResult> {
  const result = await sendRequest(
    request,
    "tools/call",
    {
      name: tool.name,
      ...(isFields(input) && { arguments: input }),
    },
    tool,
  );
  const content = contentParts(result["content"]);
  const structured = result["structuredContent"];
  if (result["isError"] === true)
    throw failed(request.answering.server, tool.name, content, structured);
  const isBare = content.length === 0 && structured !== undefined;
  return {
    content: isBare ? JSON.stringify(structured, null, 2) : content,
    ...(structured !== undefined && { structured }),
  };
}

function failed(
  server: string,
  tool: string,
  content: ReturnType<typeof contentParts>,
  structured: unknown,
): ToolError {
  const said = textOf(content).trim();
  const message =
    said === ""
      ? `The tool '${tool}' of the MCP server '${server}' failed and didn't say why.`
      : said;
  return new ToolError("mcp-failed", message, {
    content: content.filter(({ type }) => type !== "text"),
    ...(structured !== undefined && { details: { server, structured } }),
  });
}

/**
 * One request of a call, in as many rounds as the server needs.
 *
 * Shapes: `tool` is given for a tool's call, some of whose arguments may have to be told in headers.
 */
export async function sendRequest(
  request: ServerRequest,
  method: string,
  params: Readonly<Record<string, unknown>>,
  tool?: ServerTool,
): Promise<Answered> {
  const { context, limits, timers, running } = request;
  const stopped = new AbortController();
  let failure: ToolError | null = null;
  const fail = (error: ToolError): void => {
    failure ??= error;
    stopped.abort(error);
  };
  const deadline = new CallDeadline({
    ...limits,
    timers,
    onExpire: (which) => fail(timeoutError(request, which)),
  });
  const call: RunningCall = { context, deadline, fail, questions: 0 };
  const cancel = (): void => stopped.abort(context.signal.reason);
  if (context.signal.aborted) cancel();
  context.signal.addEventListener("abort", cancel, { once: true });
  running.add(call);
  try {
    return await inRounds(request, call, stopped.signal, { method, params, tool });
  } catch (thrown) {
    if (failure !== null) throw failure;
    context.signal.throwIfAborted();
    throw await errorOf(request, thrown);
  } finally {
    running.delete(call);
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
    `The MCP server '${request.answering.server}' wanted an answer ${maxRounds} times and still isn't done: the call was given up.`,
  );
}

/** `again`: it wanted something done on a page first, and the person went there. */
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
    // Its own clock can't stand still while a person thinks; ours does.
    timeout: maxDelayMs,
    allowInputRequired: true,
    onprogress: progressTo(call),
  };
  const whole = { ...params, ...more };
  try {
    if (tool !== undefined && request.connection.era === "modern") {
      const { name, inputSchema } = tool;
      // Its library tells arguments in headers where the schema says so.
      const toolDefinition = { name, inputSchema: { ...inputSchema, type: "object" as const } };
      return await client.callTool(whole as unknown as Parameters<typeof client.callTool>[0], {
        ...options,
        toolDefinition,
      });
    }
    const result: unknown = await client.request({ method, params: whole }, anyResult, options);
    return isFields(result) ? result : {};
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

/** Whatever it is: what a server got wrong in one part must not cost the rest. */
const anyResult = {
  "~standard": {
    version: 1 as const,
    vendor: "toolwright",
    validate: (value: unknown) => ({ value }),
  },
};

/** What an error says that is to be done on pages before the call can be made. */
function pagesOf(thrown: unknown): readonly unknown[] {
  if (!(thrown instanceof Error) || !("code" in thrown) || thrown.code !== urlElicitationRequired) {
    return [];
  }
  const data = "data" in thrown && isFields(thrown.data) ? thrown.data : {};
  const { elicitations } = data;
  if (!Array.isArray(elicitations)) return [];
  return elicitations.map((page: unknown) => (isFields(page) ? { ...page, mode: "url" } : page));
}

const urlElicitationRequired = -32_042;

async function answersFor(
  request: ServerRequest,
  call: RunningCall,
  signal: AbortSignal,
  { inputRequests, requestState }: Answered,
): Promise<Readonly<Record<string, unknown>>> {
  const wanted = isFields(inputRequests) ? Object.entries(inputRequests) : [];
  const answers: Record<string, unknown> = {};
  for (const [key, entry] of wanted) {
    signal.throwIfAborted();
    const { method, params } = isFields(entry) ? entry : {};
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

/** A server may tell of each of a million rows. */
const progressEveryMs = 50;

function progressTo({ context, deadline }: RunningCall) {
  let shownAt = Number.NEGATIVE_INFINITY;
  return (progress: {
    readonly progress: number;
    readonly total?: number | undefined;
    readonly message?: string | undefined;
  }): void => {
    deadline.touch();
    const now = performance.now();
    const isLast = progress.total !== undefined && progress.progress >= progress.total;
    if (!isLast && now - shownAt < progressEveryMs) return;
    shownAt = now;
    context.update(updateOf(progress.progress, progress.total, progress.message));
  };
}

function updateOf(
  done: number,
  total: number | undefined,
  message: string | undefined,
): InvocationUpdate {
  const share = total === undefined ? String(done) : `${done}/${total}`;
  return {
    title: message === undefined || message === "" ? share : `${message} (${share})`,
    metadata: {
      progress: {
        done,
        ...(total !== undefined && { total }),
        ...(message !== undefined && { message }),
      },
    },
  };
}

function timeoutError(
  { answering, limits, what }: ServerRequest,
  which: "idle" | "total",
): ToolError {
  const { server } = answering;
  const { idleMs, totalMs } = limits;
  return which === "idle"
    ? new ToolError(
        "timeout",
        `The MCP server '${server}' said nothing for ${idleMs / 1_000} s while it ran ${what}: the call was cancelled there. Its "timeoutMs" in the settings may be raised.`,
        { details: { timeoutMs: idleMs } },
      )
    : new ToolError(
        "timeout",
        `The MCP server '${server}' ran ${what} for longer than ${totalMs / 1_000} s: the call was cancelled there.`,
        { details: { timeoutMs: totalMs } },
      );
}

/** The call was not taken: its session is one that the server doesn't know any more. */
export class SessionGone extends Error {}

async function errorOf(request: ServerRequest, thrown: unknown): Promise<Error> {
  if (ToolError.isInstance(thrown)) return thrown;
  const { answering, connection, what } = request;
  const { server } = answering;
  const code = thrown instanceof Error && "code" in thrown ? thrown.code : undefined;
  if (isUnauthorized(thrown)) {
    return new ToolError(
      "mcp-failed",
      `The MCP server '${server}' wants to know who you are. Next step for the person: ${loginFor(server, thrown)}`,
      { cause: thrown },
    );
  }
  if (code === answerTooLong) {
    const message = `The MCP server '${server}' ran ${what}. ${messageOf(thrown)}`;
    return new ToolError("mcp-failed", message, { cause: thrown });
  }
  if (isRefusal(thrown) && code !== answerLost) {
    return new ToolError(
      "mcp-failed",
      `The MCP server '${server}' refused to run ${what}: ${messageOf(thrown)} (code ${String(code)}).`,
      { cause: thrown, ...(typeof code === "number" && { details: { server, code } }) },
    );
  }
  if (statusOf(thrown) === 404) return new SessionGone(reasonOf(thrown), { cause: thrown });
  // It may be gone, or only this answer.
  connection.suspect();
  const isClosed = code === "CONNECTION_CLOSED" || code === "NOT_CONNECTED";
  const reason = (isClosed ? await endOf(connection) : null) ?? reasonOf(thrown);
  return new ToolError(
    "mcp-failed",
    `The MCP server '${server}' was lost while it ran ${what}: ${reason}. What it had done by then isn't known, and the call isn't sent again by itself. The server is started again for the next call.`,
    { cause: thrown },
  );
}

/** Known at once where a process has ended; null when nobody lost it, as at the end of a session. */
function endOf({ lost }: Connection): Promise<string | null> {
  return Promise.race([
    lost.then(({ reason }) => reason),
    new Promise<null>((resolve) => {
      setImmediate(resolve, null);
    }),
  ]);
}
