import type { CreateMessageRequest, CreateMessageResult } from "@modelcontextprotocol/client";
import { type ElicitationRequest, type ToolContext, ToolError } from "@toolwright/core";
import { cutText } from "@toolwright/core/internal";
import type { CallDeadline } from "./call-deadline.ts";
import type { CallNews } from "./call-news.ts";
import { isRecord } from "../is-record.ts";

/** The limit of one call, counting requests of the server as well as rounds of answers. */
const maxQuestions = 16;

/** Lets a server query the host's model after the person's approval. */
export type Sample = (
  request: CreateMessageRequest["params"],
  signal: AbortSignal,
) => Promise<CreateMessageResult>;

/** A call within which a server may ask questions. */
export interface RunningCall {
  readonly context: ToolContext;
  readonly deadline: CallDeadline;
  readonly news: CallNews;
  /** Fires when the call is over or must end. */
  readonly signal: AbortSignal;
  /** Ends the call with this error. */
  readonly fail: (error: ToolError) => void;
  /** How many questions the server has asked. */
  questions: number;
}

export interface Answering {
  readonly server: string;
  /** Absolute directories. */
  readonly roots: readonly string[];
  readonly sample: Sample | undefined;
}

/**
 * Answers a server's question within a call. Up to 2025 the question is a request; from 2026 on it comes
 * instead of the answer.
 *
 * Errors: ToolError `mcp-failed` for a server that asks without end; Error for a request that is not allowed.
 */
export async function answer(
  call: RunningCall,
  method: string,
  params: unknown,
  answering: Answering,
  withdrawn: AbortSignal = call.signal,
): Promise<Record<string, unknown>> {
  call.questions += 1;
  if (call.questions > maxQuestions) {
    const error = new ToolError(
      "mcp-failed",
      `The MCP server '${answering.server}' asked ${maxQuestions} questions in one call without finishing, so the call was ended.`,
    );
    call.fail(error);
    throw error;
  }
  const goOn = call.deadline.pause();
  try {
    switch (method) {
      case "elicitation/create":
        return await elicit(call, params, {
          server: answering.server,
          signal: AbortSignal.any([call.signal, withdrawn]),
        });
      case "sampling/createMessage":
        return await sample(call.context, params, answering);
      case "roots/list":
        return rootsOf(answering.roots);
      default:
        throw new Error(`'${cutText(method, 80)}' is not supported here.`);
    }
  } finally {
    goOn();
  }
}

export function rootsOf(roots: readonly string[]): Record<string, unknown> {
  return {
    roots: roots.map((root) => ({
      uri: fileUri(root),
      name: root.split(/[\\/]/).findLast((part) => part !== "") ?? root,
    })),
  };
}

/** `/a b` is `file:///a%20b`. */
function fileUri(path: string): string {
  const forward = path.replaceAll("\\", "/");
  const encoded = forward.split("/").map(encodeURIComponent).join("/").replaceAll("%3A", ":");
  return `file://${encoded.startsWith("/") ? "" : "/"}${encoded}`;
}

async function elicit(
  { context }: RunningCall,
  params: unknown,
  { server, signal }: { readonly server: string; readonly signal: AbortSignal },
): Promise<Record<string, unknown>> {
  const request = elicitationOf(params, server);
  if (request === null) return { action: "decline" };
  const said = await context.elicit(request, signal);
  // Nobody could answer.
  if (!("action" in said)) return { action: "cancel" };
  if (said.action !== "accept" || request.kind === "url") return { action: said.action };
  return { action: "accept", content: withDefaults(request.schema, said.content ?? {}) };
}

const maxMessage = 8_000;

function elicitationOf(params: unknown, server: string): ElicitationRequest | null {
  if (!isRecord(params)) return null;
  const { message, mode, url, requestedSchema } = params;
  const about = {
    from: `the MCP server '${server}'`,
    message: typeof message === "string" ? cutText(message, maxMessage) : "",
  };
  if (mode === "url") {
    return typeof url === "string" && isPage(url) ? { ...about, kind: "url", url } : null;
  }
  return isRecord(requestedSchema) ? { ...about, kind: "form", schema: requestedSchema } : null;
}

/** Whether it is a web page; other schemes start programs or read files. */
function isPage(url: string): boolean {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
}

/** Fills fields that the person left empty with the server's defaults. */
function withDefaults(
  schema: Readonly<Record<string, unknown>>,
  content: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const { properties } = schema;
  const filled: Record<string, unknown> = { ...content };
  if (!isRecord(properties)) return filled;
  for (const [name, property] of Object.entries(properties)) {
    if (isRecord(property) && "default" in property) filled[name] ??= property["default"];
  }
  return filled;
}

async function sample(
  { requestEffects, signal }: ToolContext,
  params: unknown,
  { server, sample: ask }: Answering,
): Promise<Record<string, unknown>> {
  if (ask === undefined || !isRecord(params)) throw new Error("Sampling is not offered here.");
  const against = await requestEffects(
    [{ type: "external", server, tool: "sampling" }],
    `The MCP server '${server}' wants to query your model: ${promptOf(params)}`,
  );
  if (against !== null) throw new Error(`Sampling was not allowed: ${against}`);
  // The client library has checked the request, or the host's function does.
  return { ...(await ask(params as unknown as Parameters<Sample>[0], signal)) };
}

const maxPrompt = 500;

function promptOf({ messages }: Readonly<Record<string, unknown>>): string {
  const texts = (Array.isArray(messages) ? messages : []).map((message: unknown) => {
    const content = isRecord(message) ? message["content"] : undefined;
    return isRecord(content) && typeof content["text"] === "string" ? content["text"] : "[no text]";
  });
  const all = texts.join(" / ");
  return cutText(all, maxPrompt);
}
