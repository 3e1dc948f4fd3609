import type { Registry, ToolContext } from "@toolwright/core";
import { messageOf } from "@toolwright/core/internal";
import type { ServerConfiguration } from "../configuration/server-configuration.ts";
import { callTool } from "./call-tool.ts";
import type { Connection } from "./connection.ts";
import { defineServerTool } from "./define-server-tool.ts";
import { type ListedSkills, listSkills, offersSkills } from "./list-skills.ts";
import { listTools, type ServerProblem } from "./list-tools.ts";
import { RegisteredTools, type WantedTool } from "./registered-tools.ts";
import { resourceTools } from "./resource-tools.ts";
import type { ServerGate, ServerTool } from "./server-gate.ts";
import { skillTool, type SkillToolOptions } from "./skill-tool.ts";
import { sendRequest, type ServerRequest } from "./server-request.ts";
import { isRecord } from "../is-record.ts";

export interface ServerToolsOptions {
  readonly server: ServerConfiguration;
  readonly registry: Registry;
  readonly gate: ServerGate;
  /** The working directory of a server that names none. */
  readonly cwd: string;
  readonly offersResources: boolean;
  /** The limit of a list request. */
  readonly requestMs: number;
  /** The limit of a call, including a start of the server. */
  readonly wholeCallMs: number;
  readonly signal: AbortSignal;
  /** Runs a request on the server's current connection. */
  readonly use: <Result>(
    context: ToolContext,
    what: string,
    run: (request: ServerRequest) => Promise<Result>,
  ) => Promise<Result>;
}

/** Lists a server's tools and registers them. */
export class ServerTools {
  readonly #options: ServerToolsOptions;
  readonly #registered: RegisteredTools;
  #listed: readonly ServerTool[] = [];
  #skills: ListedSkills = noSkills;
  #problems: readonly ServerProblem[] = [];
  #connection: Connection | null = null;
  /** Runs changes of the registry one after another. */
  #updating: Promise<void> = Promise.resolve();

  constructor(options: ServerToolsOptions) {
    this.#options = options;
    this.#registered = new RegisteredTools(options.registry, `mcp:${options.server.name}`);
  }

  get count(): number {
    return this.#registered.count;
  }

  get problems(): readonly ServerProblem[] {
    return [...this.#problems, ...this.#skills.problems, ...this.#registered.problems];
  }

  /** Lists the server's tools and updates the registry. */
  async list(connection: Connection): Promise<void> {
    const { server, requestMs, signal } = this.#options;
    this.#connection = connection;
    const { tools, problems } = await listTools(connection.client, {
      timeoutMs: requestMs,
      signal,
      checksHeaders: connection.era === "modern" && server.transport.type !== "stdio",
    }).catch((thrown: unknown) => {
      // A server without tools may not know the method.
      if (isRecord(thrown) && thrown["code"] === methodNotFound) return { tools: [], problems: [] };
      throw thrown;
    });
    const skills = await this.#skillsOf(connection);
    if (this.#connection !== connection) return;
    this.#skills = skills;
    this.#listed = tools;
    this.#problems = problems;
    await this.#register();
  }

  /** Never rejects: a server whose skills can't be listed keeps its tools. */
  async #skillsOf({ client }: Connection): Promise<ListedSkills> {
    if (!offersSkills(client.getServerCapabilities())) return noSkills;
    const { requestMs: timeoutMs, signal } = this.#options;
    try {
      return await listSkills(client, { timeoutMs, signal });
    } catch (thrown) {
      const reason = `they can't be listed: ${messageOf(thrown)}`;
      return { skills: [], problems: [{ tool: "skills", reason }] };
    }
  }

  /** Unregisters all of them for good. */
  async clear(): Promise<void> {
    this.#connection = null;
    await this.#updating;
    this.#registered.clear();
  }

  async #register(): Promise<void> {
    const updated = this.#updating.then(async () => {
      const connection = this.#connection;
      if (connection !== null) await this.#registered.set(this.#wanted(connection));
    });
    this.#updating = updated.catch(() => undefined);
    await updated;
  }

  #wanted(connection: Connection): readonly WantedTool[] {
    const { server, offersResources, wholeCallMs, use } = this.#options;
    const { include, exclude } = server;
    const wanted = this.#listed
      .filter(({ name }) => include?.includes(name) ?? true)
      .filter(({ name }) => exclude?.includes(name) !== true)
      .map((tool) => this.#defined(tool));
    const own: OwnToolOptions = {
      server: server.name,
      taken: new Set(wanted.map(({ name }) => name)),
      timeoutMs: wholeCallMs,
      ask: (context, what, method, params) =>
        use(context, what, (request) => sendRequest(request, method, params)),
    };
    const { skills } = this.#skills;
    const capabilities = connection.client.getServerCapabilities() ?? {};
    return [
      ...wanted,
      ...(offersResources ? resourceTools({ ...own, capabilities }) : []),
      ...(skills.length === 0 ? [] : [skillTool({ ...own, skills })]),
    ];
  }

  #defined(tool: ServerTool): WantedTool {
    const { server, gate, cwd, wholeCallMs, use } = this.#options;
    const pin = gate.pins?.check(server, tool) ?? { state: "accepted" };
    const changed = pin.state === "changed" ? pin : null;
    const { transport } = server;
    const own = transport.type === "stdio" ? transport.cwd : undefined;
    return {
      name: tool.name,
      version: JSON.stringify([tool, changed]),
      tool: defineServerTool({
        tool,
        changed,
        facts: { server, cwd: own ?? cwd, mappings: gate.mappings },
        timeoutMs: wholeCallMs,
        accept: () => {
          gate.pins?.accept(server, tool);
          this.#register().catch(() => undefined);
        },
        call: (input, context) =>
          use(context, `the tool '${tool.name}'`, (request) => callTool(request, tool, input)),
      }),
    };
  }
}

/** The parts of our own tools for a server that are the same for each. */
type OwnToolOptions = Omit<SkillToolOptions, "skills">;

const noSkills: ListedSkills = { skills: [], problems: [] };

const methodNotFound = -32_601;
