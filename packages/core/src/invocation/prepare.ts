import { covers, type Effect, describeEffect } from "../effects/effect.ts";
import { resolveEffects } from "../effects/resolve-effects.ts";
import { ToolError } from "../errors.ts";
import type { MaybePromise } from "../ports/workspace.ts";
import type { RegisteredTool } from "../registry/registered-tool.ts";
import type { Preparation } from "../tool/tool.ts";
import { approve } from "./approve.ts";
import type { Call } from "./call.ts";
import { guard } from "./guard.ts";
import { limits } from "./limits.ts";
import { createPrepareContext } from "./tool-context.ts";
import { waitForTurn } from "./wait-for-turn.ts";
import { withoutMissingSecrets } from "./without-missing-secrets.ts";

/**
 * Stage 4: once nothing before it in the queue conflicts and it may read what it claims to read,
 * the tool works out exactly what it will do, changing nothing. A tool without `prepare` does what
 * it claimed, with its input.
 *
 * Returns `edited` when a person, asked for the reads, gave other input.
 * Errors: what `prepare` throws; `internal` when it wants more than it claimed; Refusal;
 * Cancellation.
 */
export function prepareCall(
  call: Call,
  registered: RegisteredTool,
): MaybePromise<"prepared" | "edited"> {
  const turn = waitForTurn(call);
  if (turn === undefined && registered.tool.prepare === undefined) {
    return asClaimed(call, registered);
  }
  return prepareInTurn(call, registered, turn);
}

function asClaimed(call: Call, registered: RegisteredTool): "prepared" {
  call.preparation = {
    summary: summaryOf(call, registered),
    effects: call.claims,
    prepared: call.input,
  };
  return "prepared";
}

async function prepareInTurn(
  call: Call,
  registered: RegisteredTool,
  turn: Promise<void> | undefined,
): Promise<"prepared" | "edited"> {
  await turn;
  const { tool } = registered;
  if (tool.prepare === undefined) return asClaimed(call, registered);
  const reads = readsToPrepare(call, registered);
  if (reads.length > 0 && (await approve(call, registered, reads, "read")) === "edited") {
    return "edited";
  }
  const preparing = tool.prepare(call.input as never, createPrepareContext(call));
  const preparation: Preparation<unknown> = await guard(
    preparing,
    limits.foreignCodeMs,
    `Preparing '${call.name}'`,
    call,
  );
  assertPreparation(call, preparation);
  const effects = await resolveEffects(preparation.effects, (path) =>
    call.session.workspace.resolve(path),
  );
  const exact = await withoutMissingSecrets(call, effects);
  call.effects = call.secrets.length === 0 ? exact : [...exact, ...call.secrets];
  assertWithinClaims(call);
  call.preparation = preparation;
  return "prepared";
}

/** The reads that are decided before `prepare`, since it makes them. */
export function readsToPrepare(
  { claims }: Pick<Call, "claims">,
  { tool }: RegisteredTool,
): readonly Effect[] {
  return tool.preparesBlind === true ? [] : claims.filter(({ type }) => type === "read");
}

function summaryOf(call: Call, { declarable }: RegisteredTool): string {
  const { roots } = call.session.workspace;
  const effects = call.claims.map((effect) => describeEffect(effect, roots)).join(", ");
  return effects === "" ? declarable.title : `${declarable.title}: ${effects}`;
}

function assertPreparation(call: Call, preparation: Preparation<unknown>): void {
  const isWhole =
    typeof preparation === "object" &&
    preparation !== null &&
    typeof preparation.summary === "string" &&
    "prepared" in preparation;
  if (isWhole) return;
  throw new ToolError(
    "internal",
    `Preparing '${call.name}' gave no preparation. That is a fault of the tool: report it to its author.`,
  );
}

function assertWithinClaims(call: Call): void {
  const beyond = call.effects.find((effect) => !call.claims.some((claim) => covers(claim, effect)));
  if (beyond === undefined) return;
  throw new ToolError(
    "internal",
    `'${call.name}' wants to ${describeEffect(beyond, call.session.workspace.roots)}, which it ` +
      "didn't claim. That is a fault of the tool: report it to its author.",
  );
}
