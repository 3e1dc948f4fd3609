import { join } from "node:path";
import { createInterface } from "node:readline/promises";
import { serverName } from "@toolwright/mcp/configuration";
import {
  createTrustStore,
  readTrustedContent,
  type TrustedFile,
} from "@toolwright/workspace/internal";
import {
  loosenings,
  parseMcpFile,
  readSettingsFile,
  realRoot,
  serverLoosenings,
} from "@toolwright/runtime/internal";
import type { Command } from "../arguments/command.ts";
import { usageError } from "../errors.ts";
import { textOutput } from "../output/text-output.ts";
import type { ProgramContext } from "../program-context.ts";
import { emptyLine, type Line, line, span } from "../text/styled-line.ts";
import { linesText, lookFor } from "../text/terminal-lines.ts";
import { type PolicyController, policyController } from "./policy-controller.ts";

/** `toolwright policy trust`: shows what the project's own settings would allow, and accepts it. */
export const policyTrust: Command = async ({ arguments: parsed, program }) => {
  const [extra] = parsed.positionals;
  if (extra !== undefined) {
    throw usageError(`policy trust takes no argument, but got '${extra}'. Use --workspace DIR.`);
  }
  const desk = await policyController(parsed, program);
  const { places, settings } = desk;
  // Rules that can't be read can't be accepted.
  desk.policyOf(settings.files);
  const root = realRoot(places.workspace);
  const content = readTrustedContent(root);
  if ("problem" in content) {
    throw usageError(
      `${root} can't be trusted: ${content.problem}. Trust is bound to the content of .toolwright and .mcp.json, so these have to be regular files.`,
    );
  }
  const { stdout, environment } = program;
  const output = textOutput(stdout);
  const look = lookFor(stdout, environment);
  const say = async (...rows: readonly Line[]): Promise<void> =>
    output.write(linesText(rows, look));
  if (content.files.length === 0) {
    await say(line(`There is nothing to trust: ${root} has neither .toolwright nor .mcp.json.`));
    return 0;
  }
  if (settings.trust.state === "trusted") {
    await say(line(`${root} is trusted already, as it is now.`));
    return 0;
  }
  await say(...shown(root, content.files, desk, serversIn(root)));
  if (!(parsed.has("yes") || (await isAccepted(program)))) {
    await say(line("Not trusted: its settings only tighten, as before."));
    return 3;
  }
  // The hash of what was shown: what changed meanwhile isn't accepted.
  const record = { root, hash: content.hash, trustedAtMs: Date.now() };
  createTrustStore(places.stateDirectory).accept(record);
  await say(
    line(`${root} is trusted, as it is now. When any of it changes, it has to be accepted again.`),
    line("To take it back: toolwright policy untrust"),
  );
  return 0;
};

/** Of `.mcp.json`, which the content's hash covers. Errors: `settings-invalid` for what is no JSON. */
function serversIn(root: string): unknown {
  const path = join(root, ".mcp.json");
  const read = readSettingsFile(path);
  return read === null ? undefined : parseMcpFile(read.text, path).entries;
}

function shown(
  root: string,
  files: readonly TrustedFile[],
  desk: PolicyController,
  servers: unknown,
): readonly Line[] {
  const { settings } = desk;
  const project = settings.files.find(({ layer }) => layer === "project");
  const would = [
    ...(project === undefined ? [] : loosenings(project.settings)),
    ...serverLoosenings(servers),
    ...replaced(desk, [servers, project?.settings.mcpServers]),
  ];
  return [
    line(span(root, "strong")),
    ...(settings.trust.state === "changed" ? [line("It was changed since you trusted it.")] : []),
    ...(would.length === 0
      ? [line("Its settings loosen nothing.")]
      : [line("Its settings would count, and with them:"), ...would.map(item)]),
    emptyLine,
    line("Trust is bound to all of these files, as they are now:"),
    ...files.map(({ path, size }) => line("  ", path, span(`  ${size} bytes`, "dim"))),
    emptyLine,
  ];
}

/** Rules name servers by their names: those of a person's would hold for the project's, too. */
function replaced({ servers }: PolicyController, named: readonly unknown[]): readonly string[] {
  const theirs = named.flatMap((entries) =>
    typeof entries === "object" && entries !== null ? Object.keys(entries).map(serverName) : [],
  );
  const own = servers.found.filter(({ layer }) => layer === "user").map(({ name }) => name);
  return [...new Set(own)]
    .filter((name) => theirs.includes(name))
    .map(
      (name) =>
        `replaces your MCP server ${name}, where it is another: rules for ${name} hold for it`,
    );
}

function item(text: string): Line {
  return line("  ", span(text, "warning"));
}

/** Errors: CommandError `usage` where nobody can be asked. */
async function isAccepted({ stdin, stderr }: ProgramContext): Promise<boolean> {
  if (stdin.isTTY !== true || stderr.isTTY !== true) {
    throw usageError("Nobody is there to be asked. Once you have read the above: --yes");
  }
  const terminal = createInterface({ input: stdin, output: stderr, terminal: true });
  const left = new AbortController();
  terminal.once("SIGINT", () => left.abort());
  terminal.once("close", () => left.abort());
  try {
    const answer = await terminal.question("Trust it? [y/N] ", { signal: left.signal });
    return /^y(?:es)?$/i.test(answer.trim());
  } catch (thrown) {
    if (left.signal.aborted) return false;
    throw thrown;
  } finally {
    terminal.close();
  }
}
