import { effectPhrase } from "@toolwright/core/internal";
import { phrase } from "../language/phrase.ts";
import { type Effect, read, type ToolContext, write } from "@toolwright/core";
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

/** The options of a run, without the command itself. */
export type RunTies = Required<Pick<ProcessRequest, "onOutput" | "signal">> &
  Pick<ProcessRequest, "sandbox" | "reclaimsChunks">;

/** A process, or a job. */
export interface StartedCommand {
  readonly ended: Promise<ProcessEnd>;
  /** A job's id. */
  readonly id?: string;
  moveToBackground?(): void;
}

/** A command that continues in the background. */
export interface MovedRun {
  readonly movedTo: string;
  readonly captured: CapturedOutput;
  /** The stored output until then; null if all of it is shown, or none is stored. */
  readonly kept: StoredOutput | null;
}

export interface ConfinedEnd {
  readonly end: ProcessEnd;
  readonly captured: CapturedOutput;
  readonly kept: StoredOutput | null;
  /** A text for the model on actions that the sandbox refused and nobody allowed later; null for none. */
  readonly refused: string | null;
  /** A text for the model on changes of protected paths, and their outcome; null for none. */
  readonly reverted: string | null;
  /** Changed files that git saw as unchanged, and files that it didn't see. */
  readonly hiddenFromGit: HiddenFromGit;
}

export const nothingHidden: HiddenFromGit = { changed: [], leftOut: [] };

/** The maximum number of runs of one command, each with more permissions. */
const maxRuns = 4;

/**
 * Runs a command to its end in a sandbox for its call's effects. If the sandbox refuses something, its
 * effects are requested; if they are allowed, the command runs again.
 *
 * Errors: as `start`; `command-failed` if a sandbox is required and none works.
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
        // Both receivers of the output copy the parts that they keep.
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
    context.update({
      output: `\n… ${context.language.say(phrase("allowed: running the command again"))} …\n`,
    });
  }
}

/** Starts a command; if that fails, settles the profile first. Errors: those of the start. */
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

/** Null if it moved to the background before it ended. */
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

/** Null if all that was refused is now allowed; otherwise the reason, `""` if it can't be requested. */
async function askFor(
  denials: readonly SandboxDenial[],
  profile: SandboxProfile | null,
  context: ToolContext,
): Promise<string | null> {
  const effects = denials.map(effectOf);
  const wanted = effects.filter((effect) => effect !== null);
  if (profile === null || wanted.length < effects.length) return "";
  const what = wanted.map((effect) => effectPhrase(effect, context.workspace.roots));
  return context.requestEffects(
    wanted,
    context.language.say(
      phrase("The sandbox refused to let the command {what}. Allow it and run it again?", { what }),
    ),
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
  return `The command ran in a sandbox, which probably refused: ${what}.${why}`;
}

const nameless: Readonly<Record<SandboxDenial["kind"], string>> = {
  read: "read a file",
  write: "write outside its writable paths",
  network: "network access",
};
