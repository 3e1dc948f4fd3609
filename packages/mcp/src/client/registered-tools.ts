import { setImmediate as nextTurn } from "node:timers/promises";
import type { RegistrationReport, Registry, Tool, ToolSource } from "@toolwright/core";
import type { ServerProblem } from "./list-tools.ts";

/** A tool to register, with a version to detect changes. */
export interface WantedTool {
  /** The server's own name for it. */
  readonly name: string;
  readonly tool: Tool;
  /** Equal for equal definitions. */
  readonly version: string;
}

/** Compiling a schema may take milliseconds, so other work runs in between. */
const perTurn = 20;

/** Keeps one server's tools in a registry in step with its list. */
export class RegisteredTools {
  readonly #registry: Registry;
  readonly #source: ToolSource;
  /** By the registry's name. */
  readonly #versions = new Map<string, string>();
  /** Refused tools, remembered so that each is compiled only once. */
  readonly #refused = new Map<
    string,
    { readonly version: string; readonly problem: ServerProblem }
  >();
  /** Tools registered without their output schema. */
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
      // A faulty output schema must not cost the tool.
      const { output: _output, ...rest } = tool;
      const { reason } = report;
      report = await this.#tryPut(rest);
      if (report.isRegistered) {
        this.#reduced.set(tool.name, {
          tool: name,
          reason: `it is registered without its output schema: ${reason}`,
        });
      }
    }
    if (report.isRegistered) {
      this.#versions.set(tool.name, version);
      return;
    }
    // The server no longer runs the older definition.
    this.#remove(tool.name);
    this.#refused.set(tool.name, { version, problem: { tool: name, reason: report.reason } });
  }

  async #tryPut(tool: Tool): Promise<RegistrationReport> {
    if (!this.#versions.has(tool.name)) {
      const [report] = await this.#registry.register([tool], { source: this.#source });
      return report ?? { name: tool.name, isRegistered: false, reason: "it was not registered" };
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
