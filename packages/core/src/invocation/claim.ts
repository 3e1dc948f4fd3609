import { type Effect, unknown } from "../effects/effect.ts";
import { resolveEffects } from "../effects/resolve-effects.ts";
import { footprintOf } from "../effects/conflict.ts";
import { isThenable } from "../thenable.ts";
import { askPolicy } from "./ask-policy.ts";
import type { Call } from "./call.ts";
import { callFacts } from "./tool-context.ts";
import { guard } from "./guard.ts";
import { limits } from "./limits.ts";
import { refusalOf } from "./refusal.ts";
import { hasPlaceholders, leaveAlone, reasonAgainst, resolveInput } from "./resolve-secrets.ts";
import type { MaybePromise, ResolvedPath } from "../ports/workspace.ts";
import type { RegisteredTool } from "../registry/registered-tool.ts";

const noEffects: readonly Effect[] = [];

/**
 * Stage 3: what the call would do at most, known from its input and from path resolution alone. A
 * denial ends it here, before anything was looked at; else the claims are its place in the queue.
 *
 * Errors: Refusal `permission-denied`; what path resolution throws; `internal` for a tool whose
 * effects aren't effects.
 */
export function claimEffects(
  call: Call,
  registered: RegisteredTool,
): PromiseLike<void> | undefined {
  const claims = claimsWithSecrets(call, registered);
  if (isThenable(claims)) return claims.then((listed) => takePlace(call, listed));
  takePlace(call, claims);
  return undefined;
}

function takePlace(call: Call, claims: readonly Effect[]): void {
  call.claims = claims;
  includeSecretFiles(call);
  call.effects = call.claims;
  const footprint = footprintOf(call.claims);
  // Edited input comes by a second time, and keeps the place.
  if (call.hasPlace) call.ticket.reclaim(footprint);
  else call.ticket.claim(footprint);
  call.hasPlace = true;
  const sure = sureEffects(call.claims);
  // What was decided on less than the claims is no decision on them.
  call.policyRevision = sure === call.claims ? call.session.policyRevision : undecided;
  call.decision = askPolicy(call, sure);
  if (call.decision.decision === "deny") throw refusalOf(call, call.decision);
}

/** No session's policy has this revision. */
const undecided = -1;

/**
 * The claims without what lies below a written directory. A rule that denies something there, as
 * `write(secrets/**)` may, would else deny every move of a directory before it was looked at
 * whether there is such a thing: that is for the exact effects to say.
 */
function sureEffects(claims: readonly Effect[]): readonly Effect[] {
  if (!claims.some((claim) => claim.type === "write" && claim.recursive === true)) return claims;
  return claims.map((claim) => {
    if (claim.type !== "write") return claim;
    const { recursive: _below, ...itself } = claim;
    return itself;
  });
}

/**
 * Placeholders are resolved when what the call would then do stays inside: that is decided by the effects
 * of the input as it would run.
 */
function claimsWithSecrets(
  call: Call,
  registered: RegisteredTool,
): MaybePromise<readonly Effect[]> {
  return hasPlaceholders(call) ? claimsOfResolved(call, registered) : claimsOf(call, registered);
}

async function claimsOfResolved(
  call: Call,
  registered: RegisteredTool,
): Promise<readonly Effect[]> {
  const resolved = await resolveInput(call, registered);
  if (resolved === null) return claimsOf(call, registered);
  const literal = call.input;
  call.input = resolved.input;
  const claims = await claimsOf(call, registered);
  const reason = reasonAgainst(claims, resolved.isPlain);
  if (reason === null) {
    call.secrets = resolved.effects;
    return [...claims, ...resolved.effects];
  }
  call.input = literal;
  leaveAlone(call, resolved.names, reason);
  return claimsOf(call, registered);
}

/** What the call may read is known to the redactor before anything of it is shown. */
function includeSecretFiles({ claims, session: { redactor } }: Call): void {
  if (redactor?.include === undefined) return;
  for (const claim of claims) {
    if (claim.type === "read" || claim.type === "write") {
      redactor.include(claim.realPath ?? claim.path);
    }
  }
}

function claimsOf(call: Call, { tool }: RegisteredTool): MaybePromise<readonly Effect[]> {
  if (tool.effects === undefined) {
    return [unknown(`the tool '${call.name}' doesn't say what it does`)];
  }
  const { workspace } = call.session;
  const context = {
    ...callFacts(call),
    cwd: workspace.cwd,
    resolve: (path: string) => workspace.resolve(path),
    judgeRepository: (directory: string) => workspace.judgeRepository(directory),
  };
  // The input was validated against the tool's own schema: the type that was forgotten.
  const listed = tool.effects(call.input as never, context);
  if (isThenable(listed)) return claimsListedLater(call, listed, context.resolve);
  return Array.isArray(listed) && listed.length === 0
    ? noEffects
    : resolveEffects(listed, context.resolve);
}

async function claimsListedLater(
  call: Call,
  listed: PromiseLike<readonly Effect[]>,
  resolve: (path: string) => MaybePromise<ResolvedPath>,
): Promise<readonly Effect[]> {
  const what = `The effects of '${call.name}'`;
  return resolveEffects(await guard(listed, limits.foreignCodeMs, what, call), resolve);
}
