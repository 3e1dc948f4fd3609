import { type Language, type Phrase, recorded, together } from "@toolwright/core/internal";
import { phrase } from "../language/phrase.ts";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type CredentialStore, createCredentialStore } from "@toolwright/mcp/authorization";
import type { FoundServer } from "@toolwright/mcp/configuration";
import type { Command } from "../arguments/command.ts";
import { takesNoArguments } from "../errors.ts";
import { textOutput } from "../output/text-output.ts";
import { type Line, line, span } from "../text/styled-line.ts";
import { tableRows } from "../terminal/transcript/table-rows.ts";
import { linesText, lookFor } from "../text/terminal-lines.ts";
import { tell } from "../output/notices.ts";
import { type PolicyController, policyController } from "./policy-controller.ts";
import { shownText } from "./shown-text.ts";

/** `toolwright mcp list`: the servers in the settings. Starts none. */
export const mcpList: Command = async ({ arguments: parsed, program }) => {
  const [extra] = parsed.positionals;
  if (extra !== undefined) throw takesNoArguments("mcp list", extra);
  const controller = await policyController(parsed, program);
  const { stdout, language } = program;
  const redact = shownText(controller, program);
  const store = createCredentialStore(controller.places.stateDirectory);
  const listed = controller.servers.found.map((server) => ({
    ...listedServer(server, redact),
    isLoggedIn: hasLogin(server, store),
  }));
  const look = lookFor(stdout, program);
  const width = stdout.isTTY === true ? (stdout.columns ?? 80) : Number.POSITIVE_INFINITY;
  await textOutput(stdout).write(
    parsed.has("json")
      ? `${JSON.stringify({ trust: controller.settings.trust.state, servers: listed }, null, 2)}\n`
      : linesText(
          lines(listed, (rows) => tableRows(rows, width, look.glyphs.ellipsis), language),
          look,
        ),
  );
  const notices = [
    ...controller.servers.notices.map((notice) => recorded(redact(notice))),
    ...unreadFile(controller),
  ];
  if (notices.length > 0) await tell(notices, program);
  return 0;
};

interface ListedServer {
  readonly name: string;
  readonly state: FoundServer["state"];
  readonly reason?: string;
  readonly layer: FoundServer["layer"];
  readonly source: string;
  readonly line: number;
  readonly column: number;
  readonly type: string | null;
  /** The command line or URL as written in the file. */
  readonly server: string;
  /** The names only. */
  readonly environment: readonly string[];
  readonly headers: readonly string[];
  readonly isTrusted: boolean;
  /** Whether a login to it is stored. */
  readonly isLoggedIn: boolean;
  readonly timeoutMs?: number;
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
}

function hasLogin({ configuration }: FoundServer, store: CredentialStore): boolean {
  if (configuration === undefined || configuration.transport.type === "stdio") return false;
  return (store.read(configuration)?.tokens ?? null) !== null;
}

function listedServer(
  server: FoundServer,
  redact: (text: string) => string,
): Omit<ListedServer, "isLoggedIn"> {
  const { name, state, reason, layer, path, line: row, column, configuration, written } = server;
  const { timeoutMs, include, exclude } = configuration ?? {};
  return {
    name,
    state,
    ...(reason !== undefined && { reason: redact(reason) }),
    layer,
    source: path,
    line: row,
    column,
    type: configuration?.transport.type ?? null,
    server: redact(written.text),
    environment: written.environment,
    headers: written.headers,
    isTrusted: state === "in-force" && configuration?.trust === true,
    ...(timeoutMs !== undefined && { timeoutMs }),
    ...(include !== undefined && { include }),
    ...(exclude !== undefined && { exclude }),
  };
}

const stateTexts: Readonly<Record<FoundServer["state"], Phrase>> = {
  "in-force": phrase("used"),
  disabled: phrase("off"),
  untrusted: phrase("not trusted"),
  replaced: phrase("replaced"),
  invalid: phrase("not usable"),
};

function lines(
  listed: readonly ListedServer[],
  table: (rows: readonly Line[]) => readonly Line[],
  { say, translate }: Language,
): readonly Line[] {
  if (listed.length === 0) {
    return [
      line(say(phrase("No MCP servers. To add one: toolwright mcp add NAME -- COMMAND ARGS…"))),
    ];
  }
  const head = [phrase("NAME"), phrase("STATE"), phrase("LAYER"), phrase("SERVER")].map((title) =>
    span(say(title), "strong"),
  );
  const rows = listed.map(({ name, state, isTrusted, isLoggedIn, layer, server }) => [
    span(name),
    span(
      say(
        together([
          stateTexts[state],
          ...(isTrusted ? [phrase("trusted")] : []),
          ...(isLoggedIn ? [phrase("logged in")] : []),
        ]),
      ),
      state === "in-force" ? "good" : state === "invalid" ? "bad" : "dim",
    ),
    span(layer),
    span(server, "dim"),
  ]);
  const reasons = listed.flatMap(({ name, state, reason }) =>
    state === "in-force" || state === "invalid" || reason === undefined
      ? []
      : [line(span(`${name}: ${translate(reason)}`, "dim"))],
  );
  return [...table([head, ...rows]), ...new Set(reasons)];
}

/** Explains why the project's servers are missing, without reading its file. */
function unreadFile({ settings, places }: PolicyController): readonly Phrase[] {
  const path = join(places.workspace, ".mcp.json");
  return settings.trust.state === "untrusted" && existsSync(path)
    ? [
        phrase(
          "{path} isn't read, because you haven't trusted this project. To review and trust it: toolwright policy trust",
          { path },
        ),
      ]
    : [];
}
