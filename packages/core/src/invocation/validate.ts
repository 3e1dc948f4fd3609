import { phrase } from "../language/core-phrase.ts";
import { messageOf, ToolError } from "../errors.ts";
import type { BeforeHook, BeforeHookAnswer } from "../hooks/hooks.ts";
import type { RegisteredTool } from "../registry/registered-tool.ts";
import type { AliasedInput } from "../schema/field-aliases.ts";
import { copyInput } from "../schema/input.ts";
import { describeIssues, type InputIssue } from "../schema/issues.ts";
import { guard } from "./guard.ts";
import { hookFacts } from "./hook-facts.ts";
import { limits } from "./limits.ts";
import type { Resolved, Validated } from "./stages.ts";
import { Cancellation, Refusal } from "./stop.ts";

/**
 * Stage 2: validates the input against the tool's schema, with one bounded repair of common model
 * mistakes. Then the before-hooks run, which may deny the call or change its input; changed input is
 * validated again.
 *
 * Errors: `input-invalid` that names each field; Refusal `permission-denied` when a hook denies, throws
 * or hangs.
 */
export async function validateInput(resolved: Resolved, input: unknown): Promise<Validated> {
  let validated = await accept(resolved, input);
  for (const hook of resolved.call.session.hooks.before ?? []) {
    const answer = await ask(validated, hook);
    if (answer === undefined || answer === null) continue;
    if ("deny" in answer) {
      throw new Refusal("permission-denied", [
        phrase("'{tool}' was not run: the hook '{hook}' denied it: {reason}", {
          tool: resolved.call.name,
          hook: hook.name,
          reason: String(answer.deny),
        }),
      ]);
    }
    if ("input" in answer) validated = await accept(validated, answer.input);
  }
  return validated;
}

async function ask(validated: Validated, hook: BeforeHook): Promise<BeforeHookAnswer> {
  const { call } = validated;
  try {
    return await guard(
      hook.run(hookFacts(validated)),
      hook.timeoutMs ?? limits.foreignCodeMs,
      `The before-hook '${hook.name}'`,
      call,
    );
  } catch (thrown) {
    if (thrown instanceof Cancellation) throw thrown;
    throw new Refusal("permission-denied", [
      phrase("'{tool}' was not run: the hook '{hook}' failed and may have denied it: {reason}", {
        tool: call.name,
        hook: hook.name,
        reason: messageOf(thrown),
      }),
    ]);
  }
}

async function accept(resolved: Resolved, raw: unknown): Promise<Validated> {
  const copied = copyInput(raw);
  if ("issue" in copied) throw invalid(resolved, raw, [copied.issue]);
  const given = copied.value;
  const checked = await check(resolved.registered, given);
  const accepted =
    checked.issues === undefined
      ? { given, input: checked.value, repairs: [] }
      : await repair(resolved, { raw, given, issues: checked.issues });
  return resolved.call.reach({
    ...resolved,
    ...accepted,
    repairs: [...resolved.repairs, ...accepted.repairs],
  });
}

/** One bounded repair: field names from other products, then values of the wrong type. */
async function repair(
  resolved: Resolved,
  {
    raw,
    given,
    issues,
  }: {
    readonly raw: unknown;
    readonly given: Readonly<Record<string, unknown>>;
    readonly issues: readonly InputIssue[];
  },
): Promise<Pick<Validated, "given" | "input" | "repairs">> {
  const { registered } = resolved;
  const aliased = await takeAliases(registered, given);
  if (aliased.issues.length > 0) throw invalid(resolved, raw, aliased.issues);
  const { value, repairs } = aliased;
  const again = repairs.length === 0 ? { issues } : await check(registered, value);
  if (again.issues === undefined) return { given: value, input: again.value, repairs };
  const { repairInput } = await import("../schema/repair.ts");
  const repaired = repairInput(value, registered.input.jsonSchema, again.issues);
  if (repaired.repairs.length > 0) {
    const second = await check(registered, repaired.value);
    if (second.issues === undefined) {
      return {
        given: repaired.value,
        input: second.value,
        repairs: [...repairs, ...repaired.repairs],
      };
    }
  }
  throw invalid(resolved, raw, again.issues);
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

/** Undeclared fields are an error, even if the schema library accepts them. */
async function check({ input, unknownFields }: RegisteredTool, value: unknown): Promise<Checked> {
  const undeclared = unknownFields(value);
  const checked = await input.validate(value);
  if (undeclared.length === 0) return checked;
  return { issues: [...undeclared, ...(checked.issues ?? [])] };
}

function invalid(
  { call, registered: { tool, input } }: Resolved,
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
