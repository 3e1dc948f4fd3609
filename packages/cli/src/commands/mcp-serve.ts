import { randomBytes } from "node:crypto";
import {
  type Asked,
  guardStandardOutput,
  serveOverHttp,
  serveOverStdio,
  ToolServer,
} from "@toolwright/mcp/server";
import { followChanges, type Toolwright } from "@toolwright/runtime";
import { openSession } from "./open-session.ts";
import type { Command, CommandRun } from "../arguments/command.ts";
import { globalOptions } from "../arguments/global-flags.ts";
import { usageError } from "../errors.ts";
import { listedTools } from "../listed-tools/listed-tools.ts";
import { textOutput } from "../output/text-output.ts";
import type { ProgramContext } from "../program-context.ts";
import { noticeOn } from "../output/notices.ts";

/** A host that has gone waits for nothing; whoever sends a signal gives two seconds. */
const closeLimitsMs = { gone: 450, signalled: 1_500 };

const askedOf: Readonly<Record<string, Asked>> = {
  elicit: "host",
  console: "others",
  deny: "nobody",
};

/** Where hosts are served. */
interface Served {
  /** Resolves when there is no host any more; over HTTP there may always be one. */
  readonly ended: Promise<void>;
  close(): Promise<void>;
}

interface ServingParts {
  readonly server: ToolServer;
  readonly opening: Promise<Toolwright>;
  readonly onNotice: (notice: string) => void;
}

/** `toolwright mcp serve`: these tools for any MCP host. */
export const mcpServe: Command = async (run) => {
  const { arguments: parsed, program } = run;
  const [extra] = parsed.positionals;
  if (extra !== undefined) throw usageError(`mcp serve takes no argument, but got '${extra}'.`);
  const port = parsed.value("http");
  if (port !== undefined) {
    const token = parsed.has("no-auth") ? null : randomBytes(32).toString("base64url");
    return serve(run, (parts) => overHttp({ ...parts, port: portFrom(port), token }, program));
  }
  if (parsed.has("no-auth")) {
    throw usageError("--no-auth goes with --http PORT: over standard input nobody else can call.");
  }
  // Before anything else has a chance to print.
  const output = guardStandardOutput(program.stdout, program.stderr);
  const input = program.stdin;
  return serve(run, async ({ server, onNotice }) =>
    serveOverStdio(server, { input, output, onNotice }),
  );
};

/** Serves until the last host has gone or the process gets a signal. Leaves nothing behind. */
async function serve(
  { arguments: parsed, program, version }: CommandRun,
  begin: (parts: ServingParts) => Promise<Served>,
): Promise<number> {
  const onNotice = noticeOn(program);
  const asks = askedOf[parsed.value("approve") ?? "elicit"] ?? "host";
  const terminal = asks === "others" ? await consoleFor(program) : null;
  // Beside the handshake: what takes longest is under way when a host asks for it.
  const opening = openSession(globalOptions(parsed), program, {
    builtinTools: listedTools,
    thirdPartyTools: "background",
    // None of its flags is one of a server's; who asks a host says what helps there.
    remedy: () => null,
    declareAllTools: parsed.has("all-tools"),
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
    // Over HTTP several hosts share the session: none of them narrows it for the others.
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
    // What hasn't ended by then is ended with the process, its own processes included.
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

/** An older host's roots tighten what it may do; they never add a folder. */
async function narrow(
  opening: Promise<Toolwright>,
  folders: readonly string[],
  onNotice: (notice: string) => void,
): Promise<void> {
  const opened = await opening;
  for (const folder of opened.narrowTo(folders)) {
    onNotice(
      `the host works in ${folder}, which isn't inside the workspace: it stays outside. A folder is added with "roots" in the settings, or --workspace`,
    );
  }
}

async function consoleFor(program: ProgramContext) {
  const { openConsole } = await import("../approvers/console.ts");
  return openConsole(program);
}

/** Prints where it serves and the token, once. Errors: CommandError `usage` for a port it can't have. */
async function overHttp(
  {
    server,
    opening,
    onNotice,
    port,
    token,
  }: ServingParts & { readonly port: number; readonly token: string | null },
  { stderr }: ProgramContext,
): Promise<Served> {
  // With settings that can't be used it isn't served at all.
  await opening;
  const http = await serveOverHttp(server, { port, token, onNotice }).catch((thrown: unknown) => {
    throw portError(port, thrown);
  });
  const access =
    token === null
      ? "every program of this machine may call it (--no-auth)"
      : `requests need the header, shown only now: Authorization: Bearer ${token}`;
  await textOutput(stderr).write(
    `toolwright: MCP over HTTP at ${http.url}\ntoolwright: ${access}\n`,
  );
  return { ended: new Promise(() => undefined), close: () => http.close() };
}

function portFrom(given: string): number {
  const port = /^\d{1,5}$/.test(given) ? Number(given) : Number.NaN;
  if (port <= 65_535) return port;
  throw usageError(`--http is '${given}', and must be a port from 0 to 65535; 0 takes a free one.`);
}

function portError(port: number, thrown: unknown): unknown {
  const code = (thrown as NodeJS.ErrnoException | null)?.code;
  if (code === "EADDRINUSE") {
    return usageError(`Port ${port} is in use by another program. --http 0 takes a free one.`);
  }
  if (code === "EACCES") {
    return usageError(`Port ${port} is only for administrators. --http 0 takes a free one.`);
  }
  return thrown;
}
