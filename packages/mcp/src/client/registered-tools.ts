import { setImmediate as nextTurn } from "node:timers/promises";
import type { RegistrationReport, Registry, Tool, ToolSource } from "@toolwright/core";
import type { ServerProblem } from "./list-tools.ts";

/** A tool to be registered, and what tells it from an earlier definition of it. */
export interface WantedTool {
  /** The server's own name for it. */
  readonly name: string;
  readonly tool: Tool;
  /** The same for the same definition. */
  readonly version: string;
}

/** Compiling a schema takes up to some milliseconds: others get their turn in between. */
const perTurn = 20;

/** One server's tools in a registry: what it lists now is there, and nothing else of it. */
export class RegisteredTools {
  readonly #registry: Registry;
  readonly #source: ToolSource;
  /** By the registry's name. */
  readonly #versions = new Map<string, string>();
  /** Of those that are wanted and refused, so that each refusal is worked out once. */
  readonly #refused = new Map<
    string,
    { readonly version: string; readonly problem: ServerProblem }
  >();
  /** Of those that are there without all that they have. */
  readonly #reduced = new Map<string, ServerProblem>();

  constructor(registry: Registry, source: ToolSource) {
    this.#registry = registry;
    this.#source = source;
  }

  get count(): number {
    return this.#versions.size;
  }

  get problems(): readonly ServerProblem[] {
    return [
      ...Array.from(this.#refused.values(), ({ problem }) => problem),
      ...this.#reduced.values(),
    ];
  }

  /** Must not be called again before it has settled. */
  async set(wanted: readonly WantedTool[]): Promise<void> {
    const names = new Set(wanted.map(({ tool }) => tool.name));
    for (const name of this.#versions.keys()) if (!names.has(name)) this.#remove(name);
    for (const name of this.#refused.keys()) if (!names.has(name)) this.#refused.delete(name);
    let count = 0;
    for (const each of wanted) {
      const { name } = each.tool;
      const known = this.#versions.get(name) ?? this.#refused.get(name)?.version;
      if (known === each.version) continue;
      await this.#put(each);
      count += 1;
      if (count % perTurn === 0) await nextTurn();
    }
  }

  clear(): void {
    for (const name of this.#versions.keys()) this.#remove(name);
    this.#refused.clear();
  }

  async #put({ name, tool, version }: WantedTool): Promise<void> {
    this.#refused.delete(tool.name);
    this.#reduced.delete(tool.name);
    let report = await this.#tryPut(tool);
    if (!report.isRegistered && tool.output !== undefined) {
      // What it returns is told besides: a mistake in that must not cost the tool.
      const { output: _output, ...rest } = tool;
      const { reason } = report;
      report = await this.#tryPut(rest);
      if (report.isRegistered) {
        this.#reduced.set(tool.name, {
          tool: name,
          reason: `it is used without its output schema: ${reason}`,
        });
      }
    }
    if (report.isRegistered) {
      this.#versions.set(tool.name, version);
      return;
    }
    // An older definition isn't what the server would run.
    this.#remove(tool.name);
    this.#refused.set(tool.name, { version, problem: { tool: name, reason: report.reason } });
  }

  async #tryPut(tool: Tool): Promise<RegistrationReport> {
    if (!this.#versions.has(tool.name)) {
      const [report] = await this.#registry.register([tool], { source: this.#source });
      return report ?? { name: tool.name, isRegistered: false, reason: "it wasn't registered" };
    }
    try {
      await this.#registry.replace(tool, { source: this.#source });
      return { name: tool.name, isRegistered: true };
    } catch (thrown) {
      const reason = thrown instanceof Error ? thrown.message : String(thrown);
      return { name: tool.name, isRegistered: false, reason };
    }
  }

  #remove(name: string): void {
    if (!this.#versions.delete(name)) return;
    this.#reduced.delete(name);
    this.#registry.unregister(name);
  }
}
