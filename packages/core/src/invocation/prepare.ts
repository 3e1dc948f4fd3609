import { phrase } from "../language/core-phrase.ts";
import { recorded } from "../language/phrase.ts";
import { covers, type Effect, describeEffect, effectPhrase } from "../effects/effect.ts";
import { resolveEffects } from "../effects/resolve-effects.ts";
import { ToolError } from "../errors.ts";
import type { Preparation } from "../tool/tool.ts";
import type { Call } from "./call.ts";
import { decideReads } from "./decide.ts";
import { guard } from "./guard.ts";
import { limits } from "./limits.ts";
import type { Claimed, Edited, Prepared } from "./stages.ts";
import { createPrepareContext } from "./tool-context.ts";
import { waitForTurn } from "./wait-for-turn.ts";
import { withoutMissingSecrets } from "./without-missing-secrets.ts";

/**
 * Stage 4: the tool works out exactly what it will do, without changing anything. First the call waits
 * until nothing before it in the queue conflicts and its claimed reads are allowed. A tool without
 * `prepare` does what it claimed, with its input.
 *
 * Returns `Edited` when a person who was asked about the reads edited the input.
 * Errors: errors of `prepare`; `internal` when the effects exceed the claims; Refusal; Cancellation.
 */
export async function prepareCall(claimed: Claimed): Promise<Prepared | Edited> {
  const { call, registered, input, secrets } = claimed;
  const { tool } = registered;
  await waitForTurn(call);
  if (tool.prepare === undefined) return asClaimed(claimed);
  const reads = readsToPrepare(claimed);
  const edited = reads.length === 0 ? null : await decideReads(claimed, reads);
  if (edited !== null) return edited;
  const preparation: Preparation<unknown> = await guard(
    tool.prepare(input as never, createPrepareContext(claimed)),
    limits.foreignCodeMs,
    `Preparing '${call.name}'`,
    call,
  );
  assertPreparation(call, preparation);
  const resolved = await resolveEffects(preparation.effects, (path) =>
    call.session.workspace.resolve(path),
  );
  // What `prepare` may have started belongs to the call.
  const started = tool.preparesByRunning === true ? claimed.claims.filter(isRun) : [];
  const effects = [...(await withoutMissingSecrets(claimed, resolved)), ...secrets, ...started];
  assertWithinClaims(claimed, effects);
  return call.reach({ ...claimed, preparation, effects });
}

function isRun({ type }: Effect): boolean {
  return type === "run";
}

/** What `prepare` reads and starts, which is decided before it runs. */
export function readsToPrepare({ claims, registered }: Claimed): readonly Effect[] {
  const { preparesWithoutReading, preparesByRunning } = registered.tool;
  return claims.filter(
    (effect) =>
      (effect.type === "read" && preparesWithoutReading !== true) ||
      (isRun(effect) && preparesByRunning === true),
  );
}

function asClaimed(claimed: Claimed): Prepared {
  const { call, claims, input, registered } = claimed;
  const { title } = registered.declarable;
  const { roots } = call.session.workspace;
  const { language } = call.session;
  const effects = claims.map((effect) => effectPhrase(effect, roots));
  const summary =
    effects.length === 0
      ? language.translate(title)
      : language.say(phrase("{title}: {effects}", { title: recorded(title), effects }));
  return call.reach({ ...claimed, preparation: { summary, effects: claims, prepared: input } });
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
    `Preparing '${call.name}' returned no valid preparation. This is a fault of the tool: report it to its author.`,
  );
}

function assertWithinClaims({ call, claims }: Claimed, effects: readonly Effect[]): void {
  const beyond = effects.find((effect) => !claims.some((claim) => covers(claim, effect)));
  if (beyond === undefined) return;
  throw new ToolError(
    "internal",
    `'${call.name}' wants to ${describeEffect(beyond, call.session.workspace.roots)}, which it ` +
      "did not claim. This is a fault of the tool: report it to its author.",
  );
}
