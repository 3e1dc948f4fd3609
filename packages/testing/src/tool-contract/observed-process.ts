import { flushCompileCache } from "node:module";
import {
  createRegistry,
  type InitializedTool,
  type RegisteredTool,
  type Tool,
} from "@toolwright/core";
import { messageOf } from "@toolwright/core/internal";
import { openMemoryWorld } from "./memory-world.ts";
import type { LoadedTool, ObservedToolConfig, ToChild, ToParent } from "./messages.ts";
import { ToolObserver } from "./observed-tool.ts";
import type { OpenContractWorld } from "./options.ts";
import type { ObservedViolation } from "./report.ts";
import { type ObservedProcess, runObserved } from "./run-observed.ts";
import { watchFileSystem } from "./watch-file-system.ts";
import { watchNetwork } from "./watch-network.ts";
import { watchProcessEnvironment } from "./watch-process-environment.ts";
import { watchProcesses } from "./watch-processes.ts";

let observed: ObservedProcess | null = null;

/**
 * The process in which a tool is observed. A program imports this module from `url` and calls `serve`, which
 * loads the tool and makes calls as the parent requests.
 *
 * The kit's own imports are complete by then. `node:fs` and similar modules are patched next, and the tool
 * and its world are loaded after that.
 */
export const observedProcess = {
  url: import.meta.url,
  serve(): void {
    process.on("message", (message) => {
      void answer(message as ToChild).then((reply) => process.send?.(reply));
    });
    process.on("disconnect", () => process.exit());
  },
};

async function answer(message: ToChild): Promise<ToParent> {
  try {
    if (message.type === "load") return { type: "loaded", tool: await load(message.config) };
    if (observed === null) throw new Error("No tool was loaded.");
    return { type: "ran", report: await runObserved(observed, message.request) };
  } catch (thrown) {
    return { type: "unusable", reason: messageOf(thrown) };
  }
}

async function load(config: ObservedToolConfig): Promise<LoadedTool> {
  watchFileSystem(config.base);
  watchProcesses();
  watchNetwork();
  const tool = pick(await importModule(config.toolModule), config);
  const openWorld = await worldOpener(config);
  if (config.observesEnvironment) watchProcessEnvironment();
  const observer = new ToolObserver();
  const registry = createRegistry();
  const [report] = await registry.register([observer.wrap(tool)]);
  if (report?.isRegistered === false) throw new Error(report.reason);
  if (!("initialize" in tool)) await registry.register(companionsOf(tool));
  const registered = await registry
    .get(tool.name)
    ?.open({ sessionId: "contract", agent: { name: "main", depth: 0 }, scope: "main" });
  if (registered === undefined) throw new Error(`'${tool.name}' was not registered.`);
  // The process will be killed and would lose its compile cache.
  flushCompileCache();
  const agent = { name: "contract", depth: registered.scope === "sub" ? 1 : 0 };
  observed = { config, toolName: tool.name, agent, registry, observer, openWorld };
  const examples = examplesOf(registered);
  return {
    name: tool.name,
    inputSchema: registered.input.jsonSchema,
    examples,
    violations: await checkExamples(registered, examples),
  };
}

function pick(
  exports: Readonly<Record<string, unknown>>,
  { exportName, toolName, toolModule }: ObservedToolConfig,
): Tool | InitializedTool {
  const exported = exports[exportName];
  const candidates = Array.isArray(exported) ? (exported as unknown[]) : [exported];
  const tools = candidates.filter(isTool);
  const tool = toolName === null ? tools[0] : tools.find(({ name }) => name === toolName);
  if (tool !== undefined) return tool;
  const wanted = toolName === null ? "tool" : `tool '${toolName}'`;
  throw new Error(`${toolModule} exports no ${wanted} as '${exportName}'.`);
}

function isTool(value: unknown): value is Tool | InitializedTool {
  return typeof value === "object" && value !== null && "name" in value;
}

async function worldOpener({ worldModule, files }: ObservedToolConfig): Promise<OpenContractWorld> {
  if (worldModule === null) return (directory) => openMemoryWorld(directory, files);
  const { openContractWorld } = await importModule(worldModule);
  if (typeof openContractWorld === "function") return openContractWorld as OpenContractWorld;
  throw new Error(`${worldModule} exports no function 'openContractWorld'.`);
}

async function importModule(url: string): Promise<Readonly<Record<string, unknown>>> {
  return (await import(url)) as Readonly<Record<string, unknown>>;
}

function examplesOf({ tool }: RegisteredTool): readonly Readonly<Record<string, unknown>>[] {
  const { description } = tool;
  if (typeof description === "string") return [];
  const { examples = [], samples = [] } = description;
  return [...examples, ...samples].map(({ input }) => input);
}

async function checkExamples(
  { input, unknownFields }: RegisteredTool,
  examples: readonly Readonly<Record<string, unknown>>[],
): Promise<readonly ObservedViolation[]> {
  const violations: ObservedViolation[] = [];
  for (const example of examples) {
    const { issues = [] } = await input.validate(example);
    const [issue] = [...unknownFields(example), ...issues];
    if (issue === undefined) continue;
    const message = `has an example that does not fit its schema: ${issue.message}`;
    violations.push({ kind: "example-invalid", message, stage: null, declared: [], at: null });
  }
  return violations;
}

/** A tool that exists only together with deferred tools. */
/** A deferred tool, so that tools that serve deferred ones exist. */
function companionsOf(tool: Tool): readonly Tool[] {
  if (tool.describeDeferredTools !== undefined) return [deferredTool, callingTool];
  return tool.forwards === undefined ? [] : [deferredTool, findingTool];
}

const deferredTool: Tool = {
  name: "deferred_tool_of_the_kit",
  kind: "other",
  exposure: "deferred",
  description: "Does nothing.",
  input: { type: "object", properties: { name: { type: "string" } } },
  effects: () => [],
  execute: () => ({ content: "done" }),
};

const callingTool: Tool = {
  ...deferredTool,
  name: "calling_tool_of_the_kit",
  exposure: "direct",
  forwards: () => undefined,
};

const findingTool: Tool = {
  ...deferredTool,
  name: "finding_tool_of_the_kit",
  exposure: "direct",
  describeDeferredTools: () => "",
};
