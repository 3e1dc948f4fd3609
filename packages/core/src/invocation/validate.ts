import { messageOf, ToolError } from "../errors.ts";
import type { BeforeHook, BeforeHookAnswer } from "../hooks/hooks.ts";
import type { MaybePromise } from "../ports/workspace.ts";
import type { RegisteredTool } from "../registry/registered-tool.ts";
import type { AliasedInput } from "../schema/field-aliases.ts";
import { copyInput } from "../schema/input.ts";
import { describeIssues, type InputIssue } from "../schema/issues.ts";
import { isThenable } from "../thenable.ts";
import type { Call } from "./call.ts";
import { guard } from "./guard.ts";
import { hookFacts } from "./hook-facts.ts";
import { limits } from "./limits.ts";
import { Cancellation, Refusal } from "./stop.ts";

/**
 * Stage 2: the input against the tool's schema, with one bounded repair of what models usually get
 * wrong; then the before-hooks, which may deny the call or change its input, which is validated
 * again.
 *
 * Errors: `input-invalid` naming each field; Refusal `permission-denied` from a hook, also from one
 * that throws or hangs, as it may have wanted to.
 */
export async function validateInput(call: Call, registered: RegisteredTool): Promise<void> {
  call.repairs = call.reshaped;
  call.leftAlone = null;
  call.secrets = [];
  const accepting = accept(call, registered, call.rawInput);
  if (accepting !== undefined) await accepting;
  for (const hook of call.session.hooks.before ?? []) {
    const answer = await ask(call, hook);
    if (answer === undefined || answer === null) continue;
    if ("deny" in answer) {
      throw new Refusal(
        "permission-denied",
        `'${call.name}' was not run: the hook '${hook.name}' denies it: ${String(answer.deny)}`,
      );
    }
    if ("input" in answer) await accept(call, registered, answer.input);
  }
}

async function ask(call: Call, hook: BeforeHook): Promise<BeforeHookAnswer> {
  try {
    return await guard(
      hook.run(hookFacts(call)),
      limits.foreignCodeMs,
      `The before-hook '${hook.name}'`,
      call,
    );
  } catch (thrown) {
    if (thrown instanceof Cancellation) throw thrown;
    throw new Refusal(
      "permission-denied",
      `'${call.name}' was not run: the hook '${hook.name}' failed, and might have denied it: ${messageOf(thrown)}`,
    );
  }
}

function accept(call: Call, registered: RegisteredTool, given: unknown): Promise<void> | undefined {
  const copied = copyInput(given);
  if ("issue" in copied) throw invalid(call, registered, given, [copied.issue]);
  const { value } = copied;
  const checked = check(registered, value);
  if (isThenable(checked) || checked.issues !== undefined) {
    return acceptRepaired(call, registered, { given, value, checked });
  }
  call.given = value;
  call.input = checked.value;
  return undefined;
}

async function acceptRepaired(
  call: Call,
  registered: RegisteredTool,
  {
    given,
    value,
    checked,
  }: {
    readonly given: unknown;
    /** Ours, of what was given. */
    readonly value: Readonly<Record<string, unknown>>;
    readonly checked: MaybePromise<Checked>;
  },
): Promise<void> {
  const first = await checked;
  if (first.issues === undefined) {
    call.given = value;
    call.input = first.value;
    return;
  }
  const aliased = await takeAliases(registered, value);
  if (aliased.issues.length > 0) throw invalid(call, registered, given, aliased.issues);
  const { repairs } = aliased;
  const again = repairs.length === 0 ? first : await check(registered, aliased.value);
  if (again.issues === undefined) return take(call, repairs, aliased.value, again.value);
  const { repairInput } = await import("../schema/repair.ts");
  const repaired = repairInput(aliased.value, registered.input.jsonSchema, again.issues);
  if (repaired.repairs.length > 0) {
    const second = await check(registered, repaired.value);
    if (second.issues === undefined) {
      return take(call, [...repairs, ...repaired.repairs], repaired.value, second.value);
    }
  }
  throw invalid(call, registered, given, again.issues);
}

function take(call: Call, repairs: readonly string[], given: unknown, input: unknown): void {
  call.repairs = [...call.repairs, ...repairs];
  call.given = given;
  call.input = input;
}

async function takeAliases(
  { tool: { aliases }, input }: RegisteredTool,
  value: Readonly<Record<string, unknown>>,
): Promise<AliasedInput> {
  if (aliases === undefined) return { value, repairs: [], issues: [] };
  const { takeFieldAliases } = await import("../schema/field-aliases.ts");
  return takeFieldAliases(value, aliases, input.jsonSchema);
}

type Checked =
  | { readonly value: unknown; readonly issues?: undefined }
  | { readonly issues: readonly InputIssue[] };

/** Fields that nobody declared are an error, whatever the schema library makes of them. */
function check({ input, unknownFields }: RegisteredTool, value: unknown): MaybePromise<Checked> {
  const undeclared = unknownFields(value);
  const checked = input.validate(value);
  return undeclared.length === 0 ? checked : withIssues(undeclared, checked);
}

async function withIssues(
  undeclared: readonly InputIssue[],
  checked: MaybePromise<Checked>,
): Promise<Checked> {
  return { issues: [...undeclared, ...((await checked).issues ?? [])] };
}

function invalid(
  call: Call,
  { tool, input }: RegisteredTool,
  given: unknown,
  issues: readonly InputIssue[],
): ToolError {
  const explanation = explain(tool, given);
  const message = describeIssues(call.name, issues, input.jsonSchema);
  return new ToolError(
    "input-invalid",
    explanation === "" ? message : `${message}\n${explanation}`,
    {
      details: { issues },
    },
  );
}

function explain(tool: RegisteredTool["tool"], given: unknown): string {
  try {
    return tool.explainInputError?.(given) ?? "";
  } catch {
    // The message stands without the tool's own advice.
    return "";
  }
}
