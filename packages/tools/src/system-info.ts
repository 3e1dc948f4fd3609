import { arch, availableParallelism, freemem, release, totalmem, type, version } from "node:os";
import { defineTool, type ToolContext, type ToolResult } from "@toolwright/core";
import type { SandboxState } from "@toolwright/core/ports";
import { z } from "zod";
import { treeReadEffects } from "./directory/tree-read.ts";
import { type GitSummary, gitSummaryOf, repositoryOf } from "./git/git-summary.ts";
import { countOf, sizeText } from "./text/number-text.ts";
import { localTime } from "./text/local-time.ts";
import { shellDescription } from "./shell/shell-program.ts";

const git = z.strictObject({
  branch: z.string().nullable().describe("Null if a commit is checked out without a branch."),
  commit: z.string().nullable().describe("The beginning of its id; null before the first commit."),
  upstream: z.string().optional().describe("The remote branch that it follows."),
  ahead: z.int().optional().describe("How many commits the upstream lacks."),
  behind: z.int().optional().describe("How many commits of the upstream it lacks."),
  changedFiles: z.int().describe("Tracked files that differ from the commit."),
  untrackedFiles: z.int().describe("Untracked files; a new directory counts as one."),
  isWhole: z.boolean().describe("False if there are more such files than counted."),
});

const sandbox = z.strictObject({
  backend: z.string().describe('"bubblewrap", "seatbelt", or "none" if no sandbox works.'),
  isRequired: z.boolean().describe("Whether commands only run in a sandbox."),
  reason: z.string().nullable().describe("Why none works, or what it doesn't cover."),
});

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
  sandbox: sandbox.nullable().describe("What confines commands; null for nothing."),
  git: git.nullable().describe("The current directory's repository; null if git can't tell."),
});

type Output = z.infer<typeof output>;
type Input = Readonly<Record<string, never>>;

/** The fingerprint of the repository to ask git about; null for none. */
interface Prepared {
  readonly fingerprint: string | null;
}

/** Describes the machine and the workspace. */
export const systemInfo = defineTool<Input, Prepared, Output>({
  name: "system_info",
  title: "System info",
  kind: "read",
  version: "1",
  exposure: "deferred",
  dependsOnMachine: true,
  description: {
    summary:
      "Shows the operating system, shell, sandbox, current directory, workspace, state of git, date and time, processors and memory.",
    details: "Call it once, if commands or paths depend on the system.",
    samples: [{ input: {} }],
  },
  category: "system",
  tags: ["os", "platform", "date", "time", "cwd"],
  input: z.strictObject({}),
  output,
  preparesWithoutReading: true,
  async effects(_input, context) {
    const repository = await repositoryOf(context, context.cwd);
    // git compares the files with the commit.
    return repository?.top ? treeReadEffects(repository.top, context) : [];
  },
  async prepare(_input, { workspace, language }) {
    const repository = await repositoryOf(workspace, workspace.cwd);
    return {
      summary: language.translate("System info"),
      effects: repository?.top ? await treeReadEffects(repository.top, workspace) : [],
      prepared: { fingerprint: repository?.top ? repository.fingerprint : null },
    };
  },
  async execute(prepared, context): Promise<ToolResult<Output>> {
    const { workspace } = context;
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
      sandbox: await context.sandboxState(),
      git: await gitOf(prepared, context),
    };
    return { content: render(facts), structured: facts };
  },
});

/** Null for another repository than was prepared for, and one with settings that aren't known to be harmless. */
async function gitOf({ fingerprint }: Prepared, context: ToolContext): Promise<GitSummary | null> {
  const { workspace } = context;
  const repository = await repositoryOf(workspace, workspace.cwd);
  if (repository === null || repository.doubt !== null) return null;
  return repository.fingerprint === fingerprint ? gitSummaryOf(context, repository) : null;
}

function render(facts: Output): string {
  return [
    `Operating system: ${facts.operatingSystem} ${facts.release} (${facts.architecture}), ${version()}`,
    `Commands run in: ${facts.shell}`,
    `Sandbox: ${sandboxText(facts.sandbox)}`,
    `Node.js: ${facts.nodeVersion}`,
    `Current directory: ${facts.currentDirectory}`,
    `Workspace: ${facts.roots.join(", ")}`,
    ...(facts.git === null ? [] : [`Git: ${gitText(facts.git)}`]),
    `Date and time: ${facts.localTime} (${facts.timeZone})`,
    `Processors: ${facts.processors}`,
    `Memory: ${sizeText(facts.memoryBytes)}, ${sizeText(facts.freeMemoryBytes)} free`,
  ].join("\n");
}

function sandboxText(state: SandboxState | null): string {
  if (state === null) return "none: commands run unconfined";
  const why = state.reason === null ? "" : `. ${state.reason}`;
  if (state.backend !== "none") return `${state.backend} confines commands${why}`;
  return `${state.isRequired ? "required, but none works: commands do not run" : "none works: commands run unconfined"}${why}`;
}

function gitText({ branch, commit, upstream, ...counts }: GitSummary): string {
  const { ahead, behind, changedFiles, untrackedFiles, isWhole } = counts;
  const compared =
    ahead === undefined || behind === undefined ? "" : ` (${ahead} ahead, ${behind} behind)`;
  return [
    branch === null ? "no branch" : `branch ${branch}`,
    commit === null ? "no commit yet" : `at ${commit}`,
    ...(upstream === undefined ? [] : [`follows ${upstream}${compared}`]),
    `${isWhole ? "" : "at least "}${countOf(changedFiles, "changed file")}`,
    countOf(untrackedFiles, "untracked file"),
  ].join(", ");
}
