import { phrase } from "../language/phrase.ts";
import { randomBytes } from "node:crypto";
import {
  ConfigurationError,
  createPolicy,
  type Grant,
  type GrantScope,
  type Rule,
} from "@toolwright/core";
import { parseRule, recorded } from "@toolwright/core/internal";
import { grantsOf } from "@toolwright/runtime/internal";
import type { ParsedArguments } from "../arguments/arguments.ts";
import type { Command } from "../arguments/command.ts";
import { durationMs } from "../arguments/amounts.ts";
import { usageError } from "../errors.ts";
import { textOutput } from "../output/text-output.ts";
import { line } from "../text/styled-line.ts";
import { linesText, lookFor } from "../text/terminal-lines.ts";
import { type PolicyController, policyController } from "./policy-controller.ts";
import { describeGrant } from "./grant-text.ts";
import { grantWithoutUse } from "./grant-without-use.ts";

/** `toolwright policy grant`: allows what would otherwise need approval. */
export const policyGrant: Command = async ({ arguments: parsed, program }) => {
  const [pattern, extra] = parsed.positionals;
  if (pattern === undefined || extra !== undefined) {
    throw usageError(
      phrase("Give one pattern in quotes: toolwright policy grant 'run(npm test *)'"),
    );
  }
  const controller = await policyController(parsed, program);
  checkPattern(pattern, parsed.has("protected"), controller);
  const grant = grantFrom(pattern, parsed, Date.now());
  const problem = grantWithoutUse(grant, controller);
  if (problem !== null) throw usageError(problem);
  await grantsOf(controller.places).add(grant);
  const { stdout, language } = program;
  const { say } = language;
  const rows = [
    line(say(phrase("Granted {grant}", { grant: describeGrant(grant) }))),
    line(
      say(phrase("To revoke it: {command}", { command: `toolwright policy revoke ${grant.id}` })),
    ),
  ];
  await textOutput(stdout).write(
    parsed.has("json") ? `${JSON.stringify(grant)}\n` : linesText(rows, lookFor(stdout, program)),
  );
  return 0;
};

function checkPattern(
  pattern: string,
  isProtected: boolean,
  { roots, places: { home } }: PolicyController,
): void {
  const source = "policy grant";
  const rule: Rule = { allow: pattern, ...(isProtected && { protected: true }) };
  try {
    parseRule(rule, source);
    createPolicy({
      mode: "default",
      roots,
      home,
      layers: [{ name: "user", source, rules: [rule] }],
    });
  } catch (thrown) {
    if (ConfigurationError.isInstance(thrown)) throw usageError(recorded(thrown.message));
    throw thrown;
  }
}

function grantFrom(pattern: string, parsed: ParsedArguments, nowMs: number): Grant {
  // The parser accepts only the listed choices.
  const scope = (parsed.value("scope") ?? "project") as GrantScope;
  const agent = parsed.value("agent");
  const expires = parsed.value("expires");
  const uses = usesFrom(parsed.value("uses"), scope);
  return {
    id: `g-${randomBytes(4).toString("hex")}`,
    pattern,
    ...(parsed.has("protected") && { protected: true }),
    ...(agent !== undefined && { agent }),
    scope,
    ...(expires !== undefined && { expiresAtMs: nowMs + durationMs("--expires", expires) }),
    ...(uses !== undefined && { usesLeft: uses }),
    ...(parsed.has("delegable") && { delegable: true }),
    origin: "the command line",
    grantedAtMs: nowMs,
  };
}

function usesFrom(given: string | undefined, scope: GrantScope): number | undefined {
  if (given === undefined) return scope === "once" ? 1 : undefined;
  const uses = /^\d{1,9}$/.test(given) ? Number(given) : 0;
  if (uses < 1)
    throw usageError(phrase("--uses must be a whole number from 1, but is '{given}'.", { given }));
  if (scope === "once" && uses !== 1) {
    throw usageError(
      phrase("--scope once allows one call: remove --uses, or use --scope session."),
    );
  }
  return uses;
}
