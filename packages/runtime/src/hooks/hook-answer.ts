/** The end of a hook's command. */
export interface HookOutput {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** What a hook's command answers, in the format of Claude Code. */
export interface HookAnswer {
  /** Why things don't go on as they would; null when they do. */
  readonly block: string | null;
  /** Why the agent's work ends; null when it doesn't. */
  readonly stop: string | null;
  /** Empty for none. */
  readonly context: string;
  /** The input in place of a call's. */
  readonly input?: unknown;
  /** It wanted to approve, which counts for nothing. */
  readonly approves: boolean;
}

const nothing: HookAnswer = { block: null, stop: null, context: "", approves: false };
const blockStatus = 2;
const noReason = "it gave no reason";
/** Answers by which nothing is changed. */
const passing = new Set([undefined, null, "approve", "allow", "defer"]);
/** A hook can't make a call ask, so its `ask` denies. */
const blocking = new Set(["block", "deny", "ask"]);

/**
 * Reads the answer of a hook that has ended: status 2 blocks with standard error as the reason; status 0 may print
 * JSON with `decision`, `reason`, `continue` and `hookSpecificOutput`, and anything else is context.
 *
 * Errors: Error for another status, and for JSON that is broken or says something unknown.
 */
export function readHookAnswer({ exitCode, stdout, stderr }: HookOutput): HookAnswer {
  const printed = stdout.trim();
  const said = stderr.trim();
  if (exitCode === blockStatus) {
    return { ...nothing, block: said || printed || noReason };
  }
  if (exitCode !== 0) {
    throw new Error(`it ended with status ${exitCode ?? "none"}: ${said || printed}`);
  }
  return printed.startsWith("{") ? fromJson(printed) : { ...nothing, context: printed };
}

type Json = Readonly<Record<string, unknown>>;

function fromJson(text: string): HookAnswer {
  const answer = parsed(text);
  const specific = objectIn(answer, "hookSpecificOutput");
  const decisions = [answer["decision"], specific["permissionDecision"]];
  for (const decision of decisions) {
    if (!passing.has(decision as string) && !blocking.has(decision as string)) {
      throw new Error(`it decided ${JSON.stringify(decision)}, which means nothing`);
    }
  }
  const blocks = decisions.some((decision) => blocking.has(decision as string));
  const reason =
    textIn(specific, "permissionDecisionReason") || textIn(answer, "reason") || noReason;
  const input = specific["updatedInput"];
  return {
    block: blocks ? reason : null,
    stop: answer["continue"] === false ? textIn(answer, "stopReason") || noReason : null,
    context: textIn(specific, "additionalContext") || textIn(answer, "additionalContext"),
    approves: decisions.some((decision) => decision === "approve" || decision === "allow"),
    ...(input !== undefined && { input }),
  };
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    throw new Error("it printed broken JSON");
  }
}

function objectIn(answer: Json, field: string): Json {
  const value = answer[field] ?? {};
  if (typeof value === "object" && !Array.isArray(value)) return value as Json;
  throw new Error(`its '${field}' is no object`);
}

function textIn(answer: Json, field: string): string {
  const value = answer[field] ?? "";
  if (typeof value === "string") return value.trim();
  throw new Error(`its '${field}' is no text`);
}
