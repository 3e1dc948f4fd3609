import { type Effect, unknown } from "../effects/effect.ts";
import { resolveEffects } from "../effects/resolve-effects.ts";
import { footprintOf } from "../effects/conflict.ts";
import type { Call } from "./call.ts";
import { decideClaims } from "./decide.ts";
import { callFacts } from "./tool-context.ts";
import { guard } from "./guard.ts";
import { limits } from "./limits.ts";
import type { EffectsContext } from "../tool/context.ts";
import {
  describeLeftAlone,
  hasPlaceholders,
  reasonAgainst,
  resolveInput,
} from "./resolve-secrets.ts";
import type { Claimed, Validated } from "./stages.ts";

/**
 * Stage 3: computes the most that the call would do, from its input and path resolution alone. A denial
 * ends the call here, before any file is looked at. Otherwise the claims give it a place in the queue.
 *
 * Errors: Refusal `permission-denied`; errors of path resolution; `internal` for a tool with invalid
 * effects.
 */
export async function claimEffects(validated: Validated): Promise<Claimed> {
  const { call } = validated;
  const listed = hasPlaceholders(validated)
    ? await listWithSecrets(validated)
    : await listClaims(validated, null);
  const { claims } = listed;
  includeSecretFiles(call, claims);
  const claimed = call.reach<Claimed>({
    ...validated,
    ...listed,
    effects: claims,
    decision: null,
  });
  // A call with edited input comes here again and keeps its place.
  const footprint = footprintOf(claims);
  if (call.ticket.hasClaimed) call.ticket.reclaim(footprint);
  else call.ticket.claim(footprint);
  return decideClaims(claimed, sureEffects(claims));
}

/**
 * The claims without the paths below a written directory. Otherwise a rule such as a deny of
 * `write(secrets/**)` would deny every move of a directory, even one without secrets. The exact
 * effects decide about the paths below.
 */
function sureEffects(claims: readonly Effect[]): readonly Effect[] {
  if (!claims.some((claim) => claim.type === "write" && claim.recursive === true)) return claims;
  return claims.map((claim) => {
    if (claim.type !== "write") return claim;
    const { recursive: _below, ...itself } = claim;
    return itself;
  });
}

type Listed = Pick<Claimed, "input" | "claims" | "secrets" | "leftAlone">;

/**
 * Resolves placeholders if the call would then stay inside the workspace. The effects of the resolved
 * input decide that.
 */
async function listWithSecrets(validated: Validated): Promise<Listed> {
  const { input, secrets, isPlain, leftAlone } = await resolveInput(validated);
  if (secrets.length === 0) return listClaims({ ...validated, input }, leftAlone);
  const claims = await claimsOf({ ...validated, input });
  const reason = reasonAgainst(claims, isPlain);
  if (reason !== null) return listClaims(validated, describeLeftAlone(secrets, reason));
  return { input, claims: [...claims, ...secrets], secrets, leftAlone: null };
}

async function listClaims(validated: Validated, leftAlone: string | null): Promise<Listed> {
  const { input } = validated;
  return { input, claims: await claimsOf(validated), secrets: [], leftAlone };
}

/** Tells the redactor which files the call may read, before any of their content is shown. */
function includeSecretFiles({ session: { redactor } }: Call, claims: readonly Effect[]): void {
  if (redactor?.addSecretFile === undefined) return;
  for (const claim of claims) {
    if (claim.type === "read" || claim.type === "write") {
      redactor.addSecretFile(claim.realPath ?? claim.path);
    }
  }
}

function serverStarts({ session }: Call): EffectsContext["serverStarts"] {
  const { host, languageServers, workspace } = session;
  return async (paths, { isForProblems = false } = {}) => {
    if (languageServers === undefined) return [];
    const resolved = await Promise.all(paths.map(async (path) => workspace.resolve(path)));
    const isEditors = isForProblems && host.diagnostics !== undefined;
    return languageServers.starts(
      isEditors ? resolved.filter(({ isDirectory }) => isDirectory === true) : resolved,
    );
  };
}

async function claimsOf({ call, registered, input }: Validated): Promise<readonly Effect[]> {
  const { tool } = registered;
  if (tool.effects === undefined) {
    return [unknown(`the tool '${call.name}' does not declare its effects`)];
  }
  const { workspace } = call.session;
  const context = {
    ...callFacts(call),
    cwd: workspace.cwd,
    memory: call.session.memory,
    skills: call.session.skills,
    resolve: (path: string) => workspace.resolve(path),
    judgeRepository: (directory: string) => workspace.judgeRepository(directory),
    serverStarts: serverStarts(call),
  };
  // The input was validated against the tool's schema; only its static type is lost.
  const listed = tool.effects(input as never, context);
  const what = `The effects of '${call.name}'`;
  return resolveEffects(await guard(listed, limits.foreignCodeMs, what, call), context.resolve);
}
