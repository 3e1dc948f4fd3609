import { type Language, type Phrase, recorded, shownName } from "@toolwright/core/internal";
import { phrase } from "../language/phrase.ts";
import { join } from "node:path";
import { serverName } from "@toolwright/mcp/configuration";
import {
  createTrustStore,
  instructionFilesIn,
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
import { usageError, takesNoArguments } from "../errors.ts";
import { textOutput } from "../output/text-output.ts";
import { canConfirm, confirm } from "../input/confirm.ts";
import type { ProgramContext } from "../program-context.ts";
import { emptyLine, type Line, line, span } from "../text/styled-line.ts";
import { linesText, lookFor } from "../text/terminal-lines.ts";
import { type PolicyController, policyController } from "./policy-controller.ts";

/** `toolwright policy trust`: shows what the project's own settings would allow, and accepts them. */
export const policyTrust: Command = async ({ arguments: parsed, program }) => {
  const [extra] = parsed.positionals;
  if (extra !== undefined) {
    throw takesNoArguments("policy trust", extra);
  }
  const controller = await policyController(parsed, program);
  const { places, settings } = controller;
  // Throws if a rule is invalid: such rules can't be accepted.
  controller.policyOf(settings.files);
  const root = realRoot(places.workspace);
  const content = readTrustedContent(root);
  if ("problem" in content) {
    throw usageError(
      phrase(
        "{root} can't be trusted: {problem}. Trust covers the exact content of .toolwright and .mcp.json, so these must be regular files.",
        { root, problem: recorded(content.problem) },
      ),
    );
  }
  const { stdout, language } = program;
  const output = textOutput(stdout);
  const look = lookFor(stdout, program);
  const print = async (...rows: readonly Line[]): Promise<void> =>
    output.write(linesText(rows, look));
  const tell = (...phrases: readonly Phrase[]): Promise<void> =>
    print(...phrases.map((each) => line(language.say(each))));
  const instructions = instructionFilesIn(root);
  if (content.files.length === 0 && instructions.length === 0) {
    await tell(
      phrase(
        "There is nothing to trust: {root} has no .toolwright, .mcp.json, skills or instructions for agents.",
        { root },
      ),
    );
    return 0;
  }
  if (settings.trust.state === "trusted") {
    await tell(phrase("{root} is already trusted.", { root }));
    return 0;
  }
  await print(...shown(root, content.files, controller, { servers: serversIn(root), language }));
  if (!(parsed.has("yes") || (await isAccepted(program)))) {
    await tell(phrase("Not trusted: its settings can still only tighten the policy."));
    return 3;
  }
  // The hash of the shown content, so that a change in the meantime isn't accepted.
  const record = { root, hash: content.hash, trustedAtMs: Date.now() };
  createTrustStore(places.stateDirectory).accept(record);
  await tell(
    content.files.length === 0
      ? phrase("{root} is trusted.", { root })
      : phrase("{root} is trusted. After any change to these files you have to trust it again.", {
          root,
        }),
    phrase("To stop trusting it: toolwright policy untrust"),
  );
  return 0;
};

/** The entries of `.mcp.json`, which the content's hash covers. Errors: `settings-invalid` for invalid JSON. */
function serversIn(root: string): unknown {
  const path = join(root, ".mcp.json");
  const read = readSettingsFile(path);
  return read === null ? undefined : parseMcpFile(read.text, path).entries;
}

function shown(
  root: string,
  files: readonly TrustedFile[],
  controller: PolicyController,
  { servers, language }: { readonly servers: unknown; readonly language: Language },
): readonly Line[] {
  const { say, translate } = language;
  const { settings } = controller;
  const project = settings.files.find(({ layer }) => layer === "project");
  const would = [
    ...(project === undefined ? [] : loosenings(project.settings)),
    ...serverLoosenings(servers),
    ...replaced(controller, [servers, project?.settings.mcpServers]),
    ...skillsAmong(files),
    ...instructionsIn(root),
  ];
  return [
    line(span(root, "strong")),
    ...(settings.trust.state === "changed"
      ? [line(say(phrase("It has changed since you trusted it.")))]
      : []),
    ...(would.length === 0
      ? [line(say(phrase("Its settings loosen nothing.")))]
      : [
          line(say(phrase("If you trust it, this project:"))),
          ...would.map((text) => item(translate(text))),
        ]),
    emptyLine,
    ...(files.length === 0
      ? []
      : [
          line(say(phrase("Trust covers the exact content of these files:"))),
          ...files.map(({ path, size }) =>
            line("  ", path, span(`  ${say(phrase("{size} bytes", { size }))}`, "dim")),
          ),
          emptyLine,
        ]),
  ];
}

function instructionsIn(root: string): readonly string[] {
  const files = instructionFilesIn(root);
  return files.length === 0
    ? []
    : [`gives agents the instructions of ${files.join(", ")}, and of nested folders`];
}

function skillsAmong(files: readonly TrustedFile[]): readonly string[] {
  return files.flatMap(({ path }) => {
    const name = /^\.(?:toolwright|agents|claude)\/skills\/([^/]+)\/SKILL\.md$/.exec(path)?.[1];
    return name === undefined ? [] : [`offers the skill ${shownName(name)}`];
  });
}

/** User servers that a project entry replaces. Rules name servers, so the user's rules would apply to it. */
function replaced({ servers }: PolicyController, named: readonly unknown[]): readonly string[] {
  const theirs = named.flatMap((entries) =>
    typeof entries === "object" && entries !== null ? Object.keys(entries).map(serverName) : [],
  );
  const own = servers.found.filter(({ layer }) => layer === "user").map(({ name }) => name);
  return [...new Set(own)]
    .filter((name) => theirs.includes(name))
    .map(
      (name) =>
        `replaces your MCP server ${name} if it differs; your rules for ${name} then apply to it`,
    );
}

function item(text: string): Line {
  return line("  ", span(text, "warning"));
}

/** Prompts for trust. Errors: CommandError `usage` without a terminal. */
async function isAccepted(program: ProgramContext): Promise<boolean> {
  if (canConfirm(program)) return confirm(phrase("Trust it?"), program);
  throw usageError(
    phrase("There is no terminal to prompt on. After you have read the above, use --yes"),
  );
}
