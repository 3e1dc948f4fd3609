import { phrase } from "../language/phrase.ts";
import type { Grant } from "@toolwright/core";
import { grantsOf } from "@toolwright/runtime/internal";
import type { Command } from "../arguments/command.ts";
import { usageError } from "../errors.ts";
import { textOutput } from "../output/text-output.ts";
import { line } from "../text/styled-line.ts";
import { linesText, lookFor } from "../text/terminal-lines.ts";
import { placesOf } from "./policy-controller.ts";
import { describeGrant } from "./grant-text.ts";

/** `toolwright policy revoke`: ends grants, in running sessions as well. */
export const policyRevoke: Command = async ({ arguments: parsed, program }) => {
  const [id, extra] = parsed.positionals;
  const isAll = parsed.has("all");
  if (isAll === (id !== undefined) || extra !== undefined) {
    throw usageError(
      phrase(
        "Give one grant's id, or --all: toolwright policy revoke g-1a2b3c4d. To list them: toolwright policy list",
      ),
    );
  }
  const places = placesOf(parsed, program);
  const store = grantsOf(places);
  const known = await store.list();
  const chosen = id === undefined ? known : [chosenFrom(known, id)];
  for (const grant of chosen) await store.remove(grant.id);
  const { stdout, language } = program;
  const { say } = language;
  const rows =
    chosen.length === 0
      ? [line(say(phrase("There are no grants.")))]
      : chosen.map((grant) =>
          line(say(phrase("Revoked {grant}", { grant: describeGrant(grant) }))),
        );
  await textOutput(stdout).write(
    parsed.has("json")
      ? `${JSON.stringify({ revoked: chosen })}\n`
      : linesText(rows, lookFor(stdout, program)),
  );
  return 0;
};

/** Finds a grant by its id or a unique prefix of it. */
function chosenFrom(known: readonly Grant[], id: string): Grant {
  const exact = known.find((grant) => grant.id === id);
  const [first, second] = known.filter((grant) => grant.id.startsWith(id));
  const chosen = exact ?? (second === undefined ? first : undefined);
  if (chosen !== undefined) return chosen;
  const ids = known.map((grant) => grant.id).join(", ");
  if (first !== undefined) {
    throw usageError(phrase("'{id}' matches several grants. Known: {ids}.", { id, ids }));
  }
  throw usageError(
    ids === ""
      ? phrase("There is no grant '{id}'. There are none here.", { id })
      : phrase("There is no grant '{id}' here. Known: {ids}.", { id, ids }),
  );
}
