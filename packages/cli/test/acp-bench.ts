import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import {
  client as createClient,
  type ClientCapabilities,
  type ClientContext,
  type CreateElicitationRequest,
  type CreateElicitationResponse,
  type InitializeResponse,
  type NewSessionResponse,
  ndJsonStream,
  type RequestPermissionRequest,
  type RequestPermissionResponse,
  type SessionUpdate,
} from "@agentclientprotocol/sdk";
import { onTestFinished } from "vitest";

/** The built program. */
export const programFile: string = fileURLToPath(new URL("../bin/toolwright.cjs", import.meta.url));

export interface EditorOptions {
  readonly words?: readonly string[];
  readonly capabilities?: ClientCapabilities;
  /** The person's answers to permission requests. By default: cancelled. */
  readonly says?: (
    asked: RequestPermissionRequest,
    signal: AbortSignal,
  ) => RequestPermissionResponse["outcome"] | Promise<RequestPermissionResponse["outcome"]>;
  readonly fills?: (asked: CreateElicitationRequest) => CreateElicitationResponse;
  readonly reads?: (path: string) => string | Promise<string>;
  readonly environment?: Readonly<Record<string, string>>;
}

export interface Editor {
  readonly agent: ClientContext;
  readonly initialized: InitializeResponse;
  readonly process: ChildProcess;
  /** What it was told, in order. */
  readonly updates: readonly { readonly sessionId: string; readonly update: SessionUpdate }[];
  /** Updates of one kind. */
  told<Kind extends SessionUpdate["sessionUpdate"]>(
    kind: Kind,
  ): readonly Extract<SessionUpdate, { sessionUpdate: Kind }>[];
  readonly asked: readonly RequestPermissionRequest[];
  readonly errors: () => string;
  /** Opens a session in the workspace. */
  open(more?: object): Promise<NewSessionResponse>;
  prompt(sessionId: string, text: string): Promise<{ readonly stopReason: string }>;
  /** What the agent has said. */
  said(): string;
}

export interface AcpBench {
  readonly folder: string;
  readonly cwd: string;
  readonly environment: Record<string, string>;
  put(path: string, content: unknown): string;
  read(path: string): string;
  /** The flags of a model that answers by these steps. */
  script(steps: readonly object[]): readonly string[];
  spawn(words?: readonly string[]): ChildProcess;
  editor(options?: EditorOptions): Promise<Editor>;
}

/** A workspace with a home of its own, in which an editor starts the built program. */
export function acpBench(): AcpBench {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "acp-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const cwd = join(folder, "work");
  const home = join(folder, "home");
  for (const path of [cwd, home]) mkdirSync(path);
  const environment = {
    PATH: process.env["PATH"] ?? "",
    HOME: home,
    XDG_STATE_HOME: join(folder, "state"),
  };
  const put = (path: string, content: unknown): string => {
    const file = path.startsWith("~/") ? join(home, path.slice(2)) : join(cwd, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
    return file;
  };
  const start = (words: readonly string[] = [], more: object = {}): ChildProcess => {
    const child = spawn(process.execPath, [programFile, "acp", ...words], {
      cwd: folder,
      env: { ...environment, ...more },
      stdio: "pipe",
    });
    onTestFinished(async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill("SIGKILL");
      await once(child, "exit");
    });
    return child;
  };
  return {
    folder,
    cwd,
    environment,
    put,
    read: (path) => readFileSync(join(cwd, path), "utf8"),
    script: (steps) => ["--model", `scripted/${put("~/steps.json", { steps })}`],
    spawn: start,
    editor: (options = {}) => openEditor(start(options.words, options.environment), cwd, options),
  };
}

async function openEditor(
  child: ChildProcess,
  cwd: string,
  { capabilities = {}, says, fills, reads }: EditorOptions,
): Promise<Editor> {
  const updates: { sessionId: string; update: SessionUpdate }[] = [];
  const asked: RequestPermissionRequest[] = [];
  let errors = "";
  child.stderr?.on("data", (chunk: Buffer) => (errors += chunk.toString()));
  const { stdin, stdout } = child;
  if (stdin === null || stdout === null) throw new Error("It has no pipes.");
  stdin.on("error", () => undefined);
  const stream = ndJsonStream(
    Writable.toWeb(stdin) as WritableStream<Uint8Array>,
    Readable.toWeb(stdout),
  );
  const { agent } = createClient({ name: "test-editor" })
    .onNotification("session/update", ({ params: { sessionId, update } }) => {
      updates.push({ sessionId, update });
    })
    .onRequest("session/request_permission", async ({ params, signal }) => {
      asked.push(params);
      const outcome = (await says?.(params, signal)) ?? { outcome: "cancelled" };
      return { outcome };
    })
    .onRequest(
      "elicitation/create",
      ({ params }) => fills?.(params) ?? ({ action: "cancel" } as const),
    )
    .onRequest("fs/read_text_file", async ({ params }) => ({
      content: (await reads?.(params.path)) ?? "",
    }))
    .connect(stream);
  const initialized = await agent.request("initialize", {
    protocolVersion: 1,
    clientCapabilities: capabilities,
    clientInfo: { name: "test-editor", version: "1" },
  });
  return {
    agent,
    initialized,
    process: child,
    updates,
    asked,
    told: (kind) =>
      updates.flatMap(({ update }) =>
        update.sessionUpdate === kind
          ? [update as Extract<SessionUpdate, { sessionUpdate: typeof kind }>]
          : [],
      ),
    errors: () => errors,
    open: (more = {}) => agent.request("session/new", { cwd, mcpServers: [], ...more }),
    prompt: (sessionId, text) =>
      agent.request("session/prompt", { sessionId, prompt: [{ type: "text", text }] }),
    said: () =>
      updates
        .map(({ update }) =>
          update.sessionUpdate === "agent_message_chunk" && update.content.type === "text"
            ? update.content.text
            : "",
        )
        .join(""),
  };
}

/** The answer that chooses an option. */
export function chooses(optionId: string): NonNullable<EditorOptions["says"]> {
  return () => ({ outcome: "selected", optionId });
}
