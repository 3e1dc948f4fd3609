import { realpathSync } from "node:fs";
import { sep } from "node:path";
import type { Phrase } from "@toolwright/core/internal";
import { realRoot } from "@toolwright/runtime/internal";
import { unifiedDiff } from "@toolwright/tools";
import type { Command } from "../arguments/command.ts";
import type { ParsedArguments } from "../arguments/arguments.ts";
import { textOf, usageError } from "../errors.ts";
import {
  type HostChange,
  madeChange,
  makeChange,
  planChange,
  takeBack,
} from "../init/host-change.ts";
import {
  type Host,
  type HostFile,
  hostsOn,
  serverAddition,
  type StartCommand,
} from "../hosts/hosts.ts";
import { MadeChanges } from "../init/made-changes.ts";
import { canConfirm, confirm } from "../input/confirm.ts";
import { phrase } from "../language/phrase.ts";
import { textOutput } from "../output/text-output.ts";
import type { ProgramContext } from "../program-context.ts";
import { diffLines } from "../terminal/transcript/diff-lines.ts";
import { emptyLine, type Line, line, span } from "../text/styled-line.ts";
import { linesText, lookFor } from "../text/terminal-lines.ts";
import { policyController } from "./policy-controller.ts";
import { shownText } from "./shown-text.ts";

/** `toolwright init`: adds the MCP server to the hosts on this machine, or takes that back. */
export const init: Command = async ({ arguments: parsed, program }) => {
  const controller = await policyController(parsed, program);
  const { places } = controller;
  const hosts = hostsOn({ home: places.home, environment: program.environment });
  const chosen = chosenHosts(parsed.positionals, hosts);
  const setup = new Setup(parsed, program, {
    made: new MadeChanges(places.stateDirectory),
    redact: shownText(controller, program),
    workspace: realRoot(places.workspace),
  });
  return parsed.has("undo") ? setup.undo(parsed.positionals) : setup.add(chosen);
};

interface SetupParts {
  readonly made: MadeChanges;
  readonly redact: (text: string) => string;
  /** The folder for a host that doesn't tell the server the one it works in. */
  readonly workspace: string;
}

/** Exit status of changes that nobody has approved. */
const notApproved = 3;

class Setup {
  readonly #parsed: ParsedArguments;
  readonly #program: ProgramContext;
  readonly #parts: SetupParts;
  #status = 0;

  constructor(parsed: ParsedArguments, program: ProgramContext, parts: SetupParts) {
    this.#parsed = parsed;
    this.#program = program;
    this.#parts = parts;
  }

  async add(hosts: readonly Host[]): Promise<number> {
    if (hosts.length === 0) {
      await this.#tell(phrase("No host was found on this machine. Name one: toolwright init HOST"));
      return 1;
    }
    for (const host of hosts) {
      await this.#addServer(host);
      await this.#addAgent(host);
      if (host.note !== undefined) await this.#tell(host.note);
      await this.#turnOff(host);
    }
    if (this.#status === notApproved) {
      await this.#tell(
        phrase("To make these changes: {command}", { command: "toolwright init --yes" }),
      );
    }
    return this.#status;
  }

  /** Takes back the changes in the hosts' files, the latest first. */
  async undo(ids: readonly string[]): Promise<number> {
    const { made } = this.#parts;
    const all = made.list();
    const chosen = all.filter(({ host }) => ids.length === 0 || ids.includes(host));
    if (chosen.length === 0) {
      await this.#tell(phrase("There is nothing to undo."));
      return 1;
    }
    for (const change of chosen.toReversed()) {
      const { file, splice } = change;
      try {
        if (takeBack(change)) {
          made.replace(
            made.list().filter((each) => JSON.stringify(each) !== JSON.stringify(change)),
          );
          await this.#tell(phrase("{file} is as it was.", { file }));
          continue;
        }
        this.#status = 1;
        await this.#tell(phrase("{file} has changed since. Remove this by hand:", { file }));
        await this.#print(
          ...splice.inserted.split("\n").map((text) => line("  ", this.#parts.redact(text))),
        );
      } catch (thrown) {
        await this.#fail(thrown);
      }
    }
    return this.#status;
  }

  async #addServer(host: Host): Promise<void> {
    const { servers, title } = host;
    if (servers === undefined) return;
    const addition = serverAddition(servers, started("mcp", "serve"), this.#parts.workspace);
    const change = { file: servers.file, additions: [addition] };
    await this.#change(host, change, phrase("Add it to {host}?", { host: title }));
  }

  async #addAgent(host: Host): Promise<void> {
    const { agent, snippet, title } = host;
    if (agent !== undefined) {
      const question = phrase("Add the agent to {host}?", { host: title });
      await this.#change(host, agent(started("acp")), question);
    }
    if (snippet !== undefined) {
      await this.#print(line(span(title, "strong")));
      await this.#tell(
        phrase("For the agent in {host}, with the plugin {plugin}:", {
          host: title,
          plugin: "CodeCompanion",
        }),
      );
      const rows = snippet(started("acp")).split("\n");
      await this.#print(...rows.map((text) => line(text)), emptyLine);
    }
  }

  async #turnOff(host: Host): Promise<void> {
    const { id, title, ownTools } = host;
    if (ownTools === undefined) return;
    if (!this.#parsed.has("no-own-tools") && !(this.#isInteractive && this.#isIn(id))) return;
    const question = phrase(
      "The own tools of {host} for files and commands stay beside these, and no policy or undo covers them. Turn them off?",
      { host: title },
    );
    await this.#change(host, ownTools, question);
    if (ownTools.note !== undefined) await this.#tell(ownTools.note);
  }

  /** Whether the server is in the host's file by now. */
  #isIn(id: string): boolean {
    return this.#parts.made.list().some(({ host }) => host === id);
  }

  async #change(
    { id, title }: Host,
    { file, additions }: HostFile,
    question: Phrase,
  ): Promise<void> {
    await this.#print(line(span(title, "strong"), "  ", span(file, "dim")));
    try {
      const change = planChange(file, additions);
      if (change === null) {
        await this.#tell(phrase("Nothing to change."));
        return;
      }
      await this.#show(change);
      if (!(await this.#isApproved(question))) return;
      const { made } = this.#parts;
      // First, so that an end in between loses no change.
      made.replace([...made.list(), madeChange(id, change)]);
      makeChange(change);
      await this.#tell(phrase("Done. {host} reads it when it starts.", { host: title }));
    } catch (thrown) {
      await this.#fail(thrown);
    }
  }

  async #isApproved(question: Phrase): Promise<boolean> {
    if (this.#parsed.has("dry-run")) return false;
    if (this.#parsed.has("yes")) return true;
    if (this.#isInteractive) return confirm(question, this.#program);
    if (this.#status === 0) this.#status = notApproved;
    return false;
  }

  get #isInteractive(): boolean {
    return !this.#parsed.has("dry-run") && !this.#parsed.has("yes") && canConfirm(this.#program);
  }

  async #show({ file, before, after }: HostChange): Promise<void> {
    const diff = this.#parts.redact(unifiedDiff(file, before ?? "", after).text);
    await this.#print(...diffLines(diff).rows, emptyLine);
  }

  async #fail(thrown: unknown): Promise<void> {
    this.#status = 1;
    const text = this.#program.language.say(textOf(thrown));
    await this.#print(line(span(this.#parts.redact(text), "bad")), emptyLine);
  }

  #tell(text: Phrase): Promise<void> {
    return this.#print(line(this.#program.language.say(text)), emptyLine);
  }

  async #print(...rows: readonly Line[]): Promise<void> {
    const { stdout } = this.#program;
    await textOutput(stdout).write(linesText(rows, lookFor(stdout, this.#program)));
  }
}

/** The named hosts, otherwise all that are on this machine. */
function chosenHosts(ids: readonly string[], hosts: readonly Host[]): readonly Host[] {
  const known: readonly string[] = hosts.map(({ id }) => id);
  const unknown = ids.find((id) => !known.includes(id));
  if (unknown !== undefined) {
    throw usageError(
      phrase("No host '{name}'. Known: {known}.", { name: unknown, known: known.join(", ") }),
    );
  }
  return hosts.filter(({ id, isHere }) => (ids.length === 0 ? isHere : ids.includes(id)));
}

/** Starts this installation, with whole paths: an editor may have another PATH than a shell. */
function started(...words: readonly string[]): StartCommand {
  const program = realpathSync(process.argv[1] ?? "");
  return program.includes(`${sep}_npx${sep}`)
    ? { command: "npx", args: ["-y", "toolwright", ...words] }
    : { command: process.execPath, args: [program, ...words] };
}
