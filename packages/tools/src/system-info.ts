import { arch, availableParallelism, freemem, release, totalmem, type, version } from "node:os";
import { defineTool, type ToolResult } from "@toolwright/core";
import { z } from "zod";
import { sizeText } from "./text/number-text.ts";
import { localTime } from "./text/local-time.ts";
import { shellDescription } from "./shell/shell-program.ts";

const output = z.strictObject({
  operatingSystem: z.string().describe('Its name: "Linux", "Darwin" or "Windows_NT".'),
  release: z.string().describe("The kernel's version."),
  architecture: z.string().describe('"x64", "arm64", …'),
  shell: z.string().describe("The shell that runs commands."),
  nodeVersion: z.string().describe("The version of the Node.js that runs these tools."),
  currentDirectory: z.string().describe("The absolute directory that relative paths start from."),
  roots: z.array(z.string()).describe("The workspace's directories, absolute."),
  localTime: z.string().describe("ISO 8601 with the offset from UTC."),
  timeZone: z.string().describe("IANA name."),
  processors: z.int().describe("How many programs can run at the same time."),
  memoryBytes: z.int().describe("All memory of the machine."),
  freeMemoryBytes: z.int().describe("Unused memory."),
});

type Output = z.infer<typeof output>;
type Input = Readonly<Record<string, never>>;

/** Describes the machine and the workspace. */
export const systemInfo = defineTool<Input, Input, Output>({
  name: "system_info",
  title: "System info",
  kind: "read",
  version: "1",
  exposure: "deferred",
  description: {
    summary:
      "Shows the operating system, shell, Node.js version, current directory, workspace, date and time, processors and memory.",
    details: "Call it once, if commands or paths depend on the system.",
    samples: [{ input: {} }],
  },
  category: "system",
  tags: ["os", "platform", "date", "time", "cwd"],
  input: z.strictObject({}),
  output,
  effects: () => [],
  execute(_input, { workspace }): ToolResult<Output> {
    const { iso, zone } = localTime(new Date());
    const facts: Output = {
      operatingSystem: type(),
      release: release(),
      architecture: arch(),
      shell: shellDescription,
      nodeVersion: process.versions.node,
      currentDirectory: workspace.cwd,
      roots: [...workspace.roots],
      localTime: iso,
      timeZone: zone,
      processors: availableParallelism(),
      memoryBytes: totalmem(),
      freeMemoryBytes: freemem(),
    };
    return { content: render(facts), structured: facts };
  },
});

function render(facts: Output): string {
  return [
    `Operating system: ${facts.operatingSystem} ${facts.release} (${facts.architecture}), ${version()}`,
    `Commands run in: ${facts.shell}`,
    `Node.js: ${facts.nodeVersion}`,
    `Current directory: ${facts.currentDirectory}`,
    `Workspace: ${facts.roots.join(", ")}`,
    `Date and time: ${facts.localTime} (${facts.timeZone})`,
    `Processors: ${facts.processors}`,
    `Memory: ${sizeText(facts.memoryBytes)}, ${sizeText(facts.freeMemoryBytes)} free`,
  ].join("\n");
}
