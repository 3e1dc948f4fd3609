import {
  type Mode,
  type Policy,
  type ProcessHost,
  type Redactor,
  type SandboxFactory,
  ToolError,
  unknown,
  type Workspace,
} from "@toolwright/core";
import { redactModelText } from "@toolwright/core/internal";
import type { ProcessEnd, SandboxProfile } from "@toolwright/core/ports";
import { assertPermitted } from "../policy/permitted-command.ts";
import type { CommandHook } from "./command-hook.ts";
import type { HookOutput } from "./hook-answer.ts";

/** The parts of a session that hooks' commands need. */
export interface HookSurroundings {
  readonly processes: ProcessHost;
  /** Undefined if the settings disable the sandbox. */
  readonly sandboxFactory: SandboxFactory | undefined;
  readonly workspace: Workspace;
  readonly home: string;
  readonly policy: () => Policy;
  readonly redactor: Redactor;
}

/** Of standard output and error together. */
const maxBytes = 1_000_000;

/** The tool name of hooks for rules. */
const ruleName = "hook";

/**
 * Runs a hook's command with JSON on standard input. It is confined as commands of calls are, without network, and in
 * plan mode without changing anything, unless the person's own settings say otherwise.
 *
 * Errors: Error for a command that may not run, can't be started, takes too long or prints too much.
 */
export async function runHookCommand(
  hook: CommandHook,
  input: Readonly<Record<string, unknown>>,
  surroundings: HookSurroundings,
  { mode, signal }: { readonly mode: Mode; readonly signal: AbortSignal },
): Promise<HookOutput> {
  const { processes, workspace } = surroundings;
  const sandbox = await sandboxFor(hook, mode, surroundings);
  const streams = { stdout: [] as Uint8Array[], stderr: [] as Uint8Array[] };
  let bytes = 0;
  const flooded = new AbortController();
  const running = await processes.start({
    program: "bash",
    arguments: ["--noprofile", "--norc", "-c", hook.command],
    cwd: workspace.cwd,
    environment: { CLAUDE_PROJECT_DIR: workspace.cwd },
    untrustedPrograms: workspace.roots,
    // A result's secrets are hidden only after the hooks. Here they would reach a program that may not read their files.
    input: JSON.stringify(redactModelText(input, surroundings.redactor)),
    timeoutMs: hook.timeoutMs,
    signal: AbortSignal.any([flooded.signal, signal]),
    ...(sandbox !== null && { sandbox }),
    onOutput(chunk, stream) {
      bytes += chunk.length;
      if (bytes <= maxBytes) streams[stream].push(chunk);
      else flooded.abort();
    },
  });
  const end = await running.ended;
  if (flooded.signal.aborted) throw new Error(`it printed more than ${maxBytes} bytes`);
  throwUnlessEnded(end, hook);
  const textOf = (chunks: readonly Uint8Array[]): string => Buffer.concat(chunks).toString("utf8");
  const { exitCode } = end;
  return { exitCode, stdout: textOf(streams.stdout), stderr: textOf(streams.stderr) };
}

function throwUnlessEnded({ cause, signal }: ProcessEnd, { timeoutMs }: CommandHook): void {
  if (cause === "timeout") throw new Error(`it took longer than ${timeoutMs / 1_000} s`);
  if (cause !== "exit") throw new Error("it was stopped");
  if (signal !== null) throw new Error(`it was ended by ${signal}`);
}

/** Null for none. Errors: ToolError `permission-denied` if it may not run. */
async function sandboxFor(
  hook: CommandHook,
  mode: Mode,
  { sandboxFactory, workspace, home, policy }: HookSurroundings,
): Promise<SandboxProfile | null> {
  const current = policy();
  const { commandRunEffects, withOwnFiles } = await import("@toolwright/tools/discovery");
  const words = ["bash", "-c", hook.command];
  await assertPermitted(
    {
      title: `The hook '${hook.name}'`,
      tool: ruleName,
      occasion: "for hooks",
      isOwn: hook.isOwn,
      ignoresMode: true,
      effects: commandRunEffects(words, workspace.cwd, { home }, workspace),
    },
    { policy: current, workspace },
  );
  if (!hook.isConfined) return null;
  const mayRead = current.readFilter?.({ tool: ruleName, agent: "main" });
  const profile = await sandboxFactory?.profileFor({
    effects: mode === "plan" ? [] : [unknown("a hook")],
    mayRead: ({ realPath }) => mayRead?.(realPath) ?? false,
    network: { decide: async () => "deny" },
  });
  if (profile === undefined || profile === null) throw withoutSandbox(hook);
  if (!hook.isOwn) return profile;
  return withOwnFiles(profile, wordsIn(hook.command, home), workspace.cwd);
}

function withoutSandbox({ name, isOwn }: CommandHook): ToolError {
  const remedy = isOwn ? 'Give it "sandbox": false to run it without one.' : "Install one.";
  return new ToolError(
    "permission-denied",
    `The hook '${name}' wasn't run: no sandbox works here to confine it. ${remedy}`,
  );
}

/** What may be paths in a command line. Its author chose them, and files of the home folder are hidden otherwise. */
function wordsIn(command: string, home: string): readonly string[] {
  const words = command
    .split(/[\s"';|&<>()]+/u)
    .map((word) => word.replace(/^(?:~|\$HOME)\//u, `${home}/`));
  return ["bash", ...words];
}
