import { describeEffect, type Effect, read, type ToolContext, write } from "@toolwright/core";
import type {
  HiddenFromGit,
  StoredOutput,
  ProcessEnd,
  ProcessRequest,
  SandboxDenial,
  SandboxProfile,
} from "@toolwright/core/ports";
import { type CapturedOutput, captureOutput, type CaptureOptions } from "@toolwright/sandbox";
import { createLiveOutput } from "./live-output.ts";
import { offerReverted } from "./offer-reverted.ts";
import { cutBesideSecrets, marginBytes } from "./whole-secrets.ts";

/** What a run is started with besides the command itself. */
export type RunTies = Required<Pick<ProcessRequest, "onOutput" | "signal">> &
  Pick<ProcessRequest, "sandbox" | "reclaimsChunks">;

/** A process, or a job. */
export interface StartedCommand {
  readonly ended: Promise<ProcessEnd>;
  /** Of a job. */
  readonly id?: string;
  moveToBackground?(): void;
}

/** It runs on in the background. */
export interface MovedRun {
  readonly movedTo: string;
  readonly captured: CapturedOutput;
  /** What became of the whole of its output until then; null when all of it is shown, or none is kept. */
  readonly kept: StoredOutput | null;
}

export interface ConfinedEnd {
  readonly end: ProcessEnd;
  readonly captured: CapturedOutput;
  readonly kept: StoredOutput | null;
  /** What its sandbox refused and nobody allowed after all, for the model; null for nothing. */
  readonly refused: string | null;
  /** What it changed that is protected, and what became of that, for the model; null for nothing. */
  readonly reverted: string | null;
  /** Files that git was shown as unchanged, and that aren't; and those that it didn't see. */
  readonly hiddenFromGit: HiddenFromGit;
}

export const nothingHidden: HiddenFromGit = { changed: [], leftOut: [] };

/** How often a command is run again with more room. */
const maxRuns = 4;

/**
 * Runs a command to its end in the sandbox that its call's effects make. What the sandbox refused it is
 * put to the policy and the person; when that is allowed, the command is run again.
 *
 * Errors: as `start`; `command-failed` when a sandbox is demanded and none works.
 */
export async function runConfined(
  start: (ties: RunTies) => Promise<StartedCommand>,
  context: ToolContext,
  limits: CaptureOptions,
): Promise<ConfinedEnd | MovedRun> {
  const live = createLiveOutput(
    (text) => context.update({ output: text }),
    () => performance.now(),
  );
  for (let run = 1; ; run += 1) {
    const capture = captureOutput({
      ...limits,
      headBytes: limits.headBytes + marginBytes,
      tailBytes: limits.tailBytes + marginBytes,
    });
    const captured = (): CapturedOutput =>
      cutBesideSecrets(capture.result(), limits, context.secretAround);
    try {
      const profile = await context.sandbox();
      const running = await startWith(profile, start, {
        // Both that take the output copy what they keep.
        reclaimsChunks: true,
        signal: context.signal,
        onOutput(chunk, stream) {
          live.push(chunk, stream);
          return capture.write(chunk, stream);
        },
      });
      const end = await endOf(running, context);
      if (end === null) {
        live.end();
        return { movedTo: running.id ?? "", captured: captured(), kept: await capture.kept() };
      }
      const reverted = await offerReverted(end, context);
      const denials = hasFailed(end) ? (end.sandboxDenials ?? []) : [];
      const against = denials.length === 0 ? null : await askFor(denials, profile, context);
      if (denials.length === 0 || against !== null || run === maxRuns) {
        live.end();
        const refused = denials.length === 0 ? null : refusalText(denials, against);
        const hiddenFromGit = profile?.hiddenFromGit?.() ?? nothingHidden;
        const kept = await capture.kept();
        return { end, captured: captured(), kept, refused, reverted, hiddenFromGit };
      }
    } catch (thrown) {
      await capture.discard();
      throw thrown;
    }
    await capture.discard();
    context.update({ output: "\n… allowed: the command is run again …\n" });
  }
}

/** Errors: those of the start, once the profile was told that nothing runs. */
export async function startWith<Request, Started>(
  profile: SandboxProfile | null,
  start: (request: Request & { readonly sandbox?: SandboxProfile }) => Promise<Started>,
  request: Request,
): Promise<Started> {
  try {
    return await start({ ...request, ...(profile !== null && { sandbox: profile }) });
  } catch (thrown) {
    await profile?.settle?.();
    throw thrown;
  }
}

/** Null when it was moved to the background before it ended. */
async function endOf(
  command: StartedCommand,
  { backgroundSignal }: ToolContext,
): Promise<ProcessEnd | null> {
  if (command.moveToBackground === undefined) return command.ended;
  let move = (): void => {};
  const moved = new Promise<null>((resolve, reject) => {
    move = () => {
      try {
        command.moveToBackground?.();
        resolve(null);
      } catch (thrown) {
        reject(thrown);
      }
    };
  });
  if (backgroundSignal.aborted) move();
  else backgroundSignal.addEventListener("abort", move, { once: true });
  try {
    return await Promise.race([command.ended, moved]);
  } finally {
    backgroundSignal.removeEventListener("abort", move);
  }
}

function hasFailed({ cause, exitCode }: ProcessEnd): boolean {
  return cause === "exit" && exitCode !== 0;
}

/** Null when all that was refused is allowed now; else what is against it, `""` for what can't be asked for. */
async function askFor(
  denials: readonly SandboxDenial[],
  profile: SandboxProfile | null,
  context: ToolContext,
): Promise<string | null> {
  const effects = denials.map(effectOf);
  const wanted = effects.filter((effect) => effect !== null);
  if (profile === null || wanted.length < effects.length) return "";
  const what = wanted.map((effect) => describeEffect(effect, context.workspace.roots)).join(", ");
  return context.requestEffects(
    wanted,
    `The sandbox refused the command to ${what}. Allow it, and run it again?`,
  );
}

function effectOf({ kind, target }: SandboxDenial): Effect | null {
  if (target === null) return null;
  if (kind === "read") return read(target);
  if (kind === "write") return write(target);
  const [, host = "", port] = /^(.*?)(?::(\d+))?$/.exec(target) ?? [];
  return { type: "network", host, ...(port !== undefined && { port: Number(port) }) };
}

function refusalText(denials: readonly SandboxDenial[], against: string | null): string {
  const what = denials
    .map(({ kind, target }) => (target === null ? nameless[kind] : `${kind} ${target}`))
    .join(", ");
  const why = against === null || against === "" ? "" : `\n${against}`;
  return `It ran in a sandbox, which seems to have refused: ${what}.${why}`;
}

const nameless: Readonly<Record<SandboxDenial["kind"], string>> = {
  read: "to read a file",
  write: "to write outside of what it may change",
  network: "the network",
};
