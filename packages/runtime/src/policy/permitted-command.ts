import {
  type Effect,
  type LabelContext,
  type Policy,
  ToolError,
  type Workspace,
} from "@toolwright/core";

/** A command of the settings that runs without a prompt. */
export interface SettingsCommand {
  /** The subject of messages: `The list command`. */
  readonly title: string;
  /** The tool name of the command for rules. */
  readonly tool: string;
  /** Whether the person's own or the administrator's settings name it. */
  readonly isOwn: boolean;
  /** When there are no prompts for it, for the message: `at the start`. */
  readonly occasion: string;
  /** Whether it may run in a mode that denies it, because it is confined to reading there. Default: false. */
  readonly ignoresMode?: boolean;
  readonly effects: readonly Effect[];
}

/**
 * Checks a command of the settings against the policy. Having it in the settings counts as approval for the mode, and
 * in the user's own settings also for reading protected paths. Ask and deny rules still apply.
 *
 * Errors: ToolError `permission-denied`.
 */
export async function assertPermitted(
  { title, tool, isOwn, occasion, ignoresMode = false, effects: claimed }: SettingsCommand,
  { policy, workspace }: { readonly policy: Policy; readonly workspace: Workspace },
): Promise<void> {
  const effects = await Promise.all(claimed.map((effect) => resolved(effect, workspace)));
  const { proof } = policy.decide({ effects, tool, agent: "main", labels: noText });
  const against = proof.find(
    ({ decision, layer, effect }) =>
      (decision === "deny" && !(ignoresMode && layer === "mode")) ||
      (decision === "ask" &&
        layer !== "mode" &&
        !(isOwn && layer === "protected" && effect.type === "read")),
  );
  if (against === undefined) return;
  const from = against.source === null ? "" : ` (${against.source})`;
  throw new ToolError(
    "permission-denied",
    against.decision === "deny"
      ? `${title} wasn't run: ${against.rule}${from}.`
      : `${title} wasn't run: it needs approval (${against.rule}${from}), but there are no prompts ${occasion}. Add a rule that allows it.`,
  );
}

// No model has asked for the command.
const noText: LabelContext = new Map();

async function resolved(effect: Effect, workspace: Workspace): Promise<Effect> {
  if (!("path" in effect)) return effect;
  const { path, realPath, root } = await workspace.resolve(effect.path);
  return { ...effect, path, realPath, ...(root === null && { isOutside: true }) };
}
