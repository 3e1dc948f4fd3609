import { phrase } from "../language/phrase.ts";
import { randomBytes } from "node:crypto";
import {
  type Asked,
  guardStandardOutput,
  serveOverHttp,
  serveOverStdio,
  ToolServer,
} from "@toolwright/mcp/server";
import { followChanges, type Toolwright } from "@toolwright/runtime";
import { approvalsFrom } from "../approvers/left-questions.ts";
import { openSession } from "./open-session.ts";
import type { Command, CommandRun } from "../arguments/command.ts";
import { globalOptions } from "../arguments/global-flags.ts";
import { usageError, takesNoArguments } from "../errors.ts";
import { listedTools } from "../listed-tools/listed-tools.ts";
import { textOutput } from "../output/text-output.ts";
import type { ProgramContext } from "../program-context.ts";
import { noticeOn } from "../output/notices.ts";

/** Limits for closing. A host that has gone doesn't wait; senders of a signal usually wait two seconds. */
const closeLimitsMs = { gone: 450, signalled: 1_500 };

const askedOf: Readonly<Record<string, Asked>> = {
  elicit: "host",
  console: "others",
  deny: "nobody",
};

/** A running transport. */
interface Served {
  /** Resolves when the host has gone; never over HTTP. */
  readonly ended: Promise<void>;
  close(): Promise<void>;
}

interface ServingParts {
  readonly server: ToolServer;
  readonly opening: Promise<Toolwright>;
  readonly onNotice: (notice: string) => void;
}

/** `toolwright mcp serve`: serves the tools to any MCP host. */
export const mcpServe: Command = async (run) => {
  const { arguments: parsed, program } = run;
  const [extra] = parsed.positionals;
  if (extra !== undefined) throw takesNoArguments("mcp serve", extra);
  const port = parsed.value("http");
  if (port !== undefined) {
    const token = parsed.has("no-auth") ? null : randomBytes(32).toString("base64url");
    return serve(run, (parts) => overHttp({ ...parts, port: portFrom(port), token }, program));
  }
  if (parsed.has("no-auth")) {
    throw usageError(
      phrase("--no-auth needs --http PORT: over standard input only the host can call."),
    );
  }
  // First, before anything else can print.
  const output = guardStandardOutput(program.stdout, program.stderr);
  const input = program.stdin;
  return serve(run, async ({ server, onNotice }) =>
    serveOverStdio(server, { input, output, onNotice }),
  );
};

/** Serves until the last host has gone or the process gets a signal. */
async function serve(
  { arguments: parsed, program, version }: CommandRun,
  begin: (parts: ServingParts) => Promise<Served>,
): Promise<number> {
  const onNotice = noticeOn(program);
  const left = approvalsFrom(parsed, "workspace");
  const approver = parsed.value("approve") ?? "elicit";
  const asks = left.approvals === undefined ? (askedOf[approver] ?? "host") : "others";
  const terminal = approver === "console" ? await consoleFor(program) : null;
  // Opened during the handshake, so that the session is ready sooner.
  const opening = openSession(globalOptions(parsed), program, {
    builtinTools: listedTools,
    thirdPartyTools: "background",
    // The host has no flags of ours. The approver in the host says what helps there.
    remedy: () => null,
    declareAllTools: parsed.has("all-tools"),
    ...left,
    stage: parsed.has("stage"),
  }).then((opened) => {
    const { approvals, workspace } = opened.session;
    if (terminal !== null) approvals.attach(terminal.approverFor(workspace.roots));
    return opened;
  });
  const server = new ToolServer({
    served: opening,
    version,
    asks,
    structured: parsed.has("structured"),
    onNotice,
    // Over HTTP several hosts share the session, so none may narrow it for the others.
    ...(parsed.value("http") === undefined && {
      onHostRoots: (folders) => narrow(opening, folders, onNotice),
    }),
  });
  const beginning = begin({ server, opening, onNotice });
  const { promise: interrupted, resolve: interrupt } = Promise.withResolvers<"signalled">();
  const stopListening = program.onInterrupt(() => interrupt("signalled"));
  let closeLimit: NodeJS.Timeout | undefined;
  let stopFollowing: (() => void) | undefined;
  try {
    const [opened, { ended }] = await Promise.all([opening, beginning]);
    stopFollowing = followChanges(opened, onNotice);
    const why = await Promise.race([ended.then(() => "gone" as const), interrupted]);
    // The exit ends whatever is still running by then, child processes included.
    closeLimit = setTimeout(() => program.exit(0), closeLimitsMs[why]);
    return 0;
  } finally {
    stopFollowing?.();
    server.close();
    await Promise.allSettled([
      beginning.then((served) => served.close()),
      opening.then((opened) => opened.close()),
    ]);
    terminal?.close();
    stopListening();
    clearTimeout(closeLimit);
  }
}

/** Narrows the session to an older host's roots, which never add a folder. */
async function narrow(
  opening: Promise<Toolwright>,
  folders: readonly string[],
  onNotice: (notice: string) => void,
): Promise<void> {
  const opened = await opening;
  for (const folder of opened.narrowTo(folders)) {
    onNotice(
      `the host works in ${folder}, which is outside the workspace and stays so. To add a folder, use "roots" in the settings, or --workspace`,
    );
  }
}

async function consoleFor(program: ProgramContext) {
  const { openConsole } = await import("../approvers/console.ts");
  return openConsole(program);
}

/** Prints the address and the token once. Errors: CommandError `usage` if the port isn't available. */
async function overHttp(
  {
    server,
    opening,
    onNotice,
    port,
    token,
  }: ServingParts & { readonly port: number; readonly token: string | null },
  { stderr, language: { say } }: ProgramContext,
): Promise<Served> {
  // With invalid settings nothing is served.
  await opening;
  const http = await serveOverHttp(server, { port, token, onNotice }).catch((thrown: unknown) => {
    throw portError(port, thrown);
  });
  const access =
    token === null
      ? phrase("every program on this machine may call it (--no-auth)")
      : phrase("requests need this header (shown only once): {header}", {
          header: `Authorization: Bearer ${token}`,
        });
  const address = phrase("MCP over HTTP at {url}", { url: http.url });
  await textOutput(stderr).write(`toolwright: ${say(address)}\ntoolwright: ${say(access)}\n`);
  return { ended: new Promise(() => undefined), close: () => http.close() };
}

function portFrom(given: string): number {
  const port = /^\d{1,5}$/.test(given) ? Number(given) : Number.NaN;
  if (port <= 65_535) return port;
  throw usageError(
    phrase("--http must be a port from 0 to 65535, but is '{given}'. 0 picks a free port.", {
      given,
    }),
  );
}

function portError(port: number, thrown: unknown): unknown {
  const code = (thrown as NodeJS.ErrnoException | null)?.code;
  if (code === "EADDRINUSE") {
    return usageError(
      phrase("Port {port} is in use by another program. --http 0 picks a free port.", {
        port: String(port),
      }),
    );
  }
  if (code === "EACCES") {
    return usageError(
      phrase("Port {port} is reserved for administrators. --http 0 picks a free port.", {
        port: String(port),
      }),
    );
  }
  return thrown;
}
